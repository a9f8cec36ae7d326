"""The stores' page: what it shows to whom, the five acts, and what a count must not show."""

import re
from collections.abc import Iterator

import pytest
import time_machine

from tables.services import shoes
from tests import builders, custody, stores
from tests.builders import House
from tests.tables.screens.hands import Hands, refusal, signing

pytestmark = pytest.mark.django_db
WITH_ADA = signing(keeper="sam", accountant="ada")
WITH_PETRA = signing(keeper="sam", pit_boss="petra")


@pytest.fixture
def house(db: None) -> Iterator[House]:
    """The clock stands at noon."""
    with time_machine.travel(builders.AT, tick=False):
        yield builders.house()


@pytest.fixture
def sam(house: House) -> Hands:
    """Sam at the stores' desk."""
    return Hands(house).sit_down("sam")


def send(hands: Hands, work: str, keyed: dict[str, str]) -> str:
    """Send a form; where it led, or the code of what was refused."""
    hands.look(f"/stores/?work={work}")
    response = hands.press(f"/stores/?work={work}", {"do": work, "work": work, **keyed}, swap=False)
    if response.status_code == 302:
        return str(response.headers["Location"])
    return refusal(response)


@pytest.mark.parametrize(
    ("name", "status"), [("sam", 200), ("petra", 200), ("ada", 200), ("axel", 200), ("hana", 200), ("cass", 403)]
)
def test_who_enters(house: House, name: str, status: int) -> None:
    hands = Hands(house).sit_down(name)
    assert hands.look("/stores/").status_code == status
    assert ("?work=issue" in hands.page) == (name == "sam")


def test_decks_come_go_to_a_table_come_back_and_are_destroyed(sam: Hands, house: House) -> None:
    delivery = {"item": "cards", "pieces": "24", "source": "Maker & Co, batch 4711", **WITH_ADA}
    assert send(sam, "receive", delivery).endswith("?done=receive")
    assert send(sam, "issue", {"item": "cards", "pieces": "8", "table": "BJ-01", **WITH_PETRA}).endswith("?done=issue")
    back = {"item": "cards", "pieces": "8", "table": "BJ-01", "unused": "4", **WITH_PETRA}
    assert send(sam, "return", back).endswith("?done=return")
    gone = {"item": "cards", "pieces": "3", "place": "used", "how": "shredded", **WITH_ADA}
    assert send(sam, "destroy", gone).endswith("?done=destroy")
    assert stores.lines(house) == {("cards", "new"): 20, ("cards", "used"): 1}
    sam.look("/stores/?done=destroy")
    assert "They are no more." in sam.page


def test_a_count_shows_nothing_and_every_line_is_keyed(sam: Hands, house: House) -> None:
    """24 decks are there: a count of 23 needs a word, and no field is filled in."""
    stores.receive(house)
    sam.look("/stores/?work=count")
    shown = sam.page.split("<h1>")[1]
    assert re.findall(r'(?:value="|>)([0-9]+)["<]', shown) == []
    keyed = {"cards-new": "23", "cards-used": "0", "dice-new": "0", "dice-used": "0"}
    assert send(sam, "count", {**keyed, "dice-used": "", **WITH_ADA}) == "bad_form"
    assert send(sam, "count", {**keyed, **WITH_ADA}) == "count_differs"
    assert stores.lines(house) == {("cards", "new"): 24}
    assert send(sam, "count", {**keyed, "note": "one was lost", **WITH_ADA}).endswith("?done=count")
    assert stores.lines(house) == {("cards", "new"): 23}


def test_a_shoe_that_was_never_given_out_is_named(house: House) -> None:
    running = custody.running(house)
    shoes.receive_shoe(actor=running.dana, at=running.at, table="BJ-01")
    stores.receive(running)
    hands = Hands(running).sit_down("petra")
    hands.look("/stores/")
    assert "BJ-01: 4 decks of the shoe were never given out by the stores." in hands.page
