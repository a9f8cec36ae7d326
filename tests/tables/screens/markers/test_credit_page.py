"""Credit lines on screen: who reads them, who sets one, and what is refused."""

from datetime import timedelta

import pytest

from tables.models.markers import CreditLine
from tests import builders, markers
from tests.builders import House
from tests.markers import PATRON
from tests.tables.screens.hands import Hands, refusal

pytestmark = pytest.mark.django_db
HERE = "/credit/"
KEYED = {
    "do": "set",
    "patron_code": PATRON,
    "limit": "3,000.00",
    "effective_from": "2026-03-04",
    "source": "Central Credit, 2026-03-02",
}


@pytest.fixture
def ada(house: House) -> Hands:
    """The accountant at her desk; Pat has a line of 20,000.00 and owes 500.00."""
    markers.issued(house)
    return Hands(house).sit_down("ada")


def limits() -> list[int]:
    return list(CreditLine.objects.order_by("effective_from").values_list("limit", flat=True))


def test_the_page_says_what_each_may_owe_and_owes(ada: Hands) -> None:
    markers.set_line(ada.house, 100_000, builders.GAMING_DAY + timedelta(days=2))
    ada.look(HERE)
    for shown in ("Pat Seven", "20,000.00", "500.00", "19,500.00", "Central Credit, 2026-03-01", "2026-03-06"):
        assert shown in ada.page
    assert "1,000.00 from 2026-03-06" in ada.page
    assert "beyond the line" not in ada.page


def test_a_line_is_set_and_the_page_says_so(ada: Hands) -> None:
    ada.look(f"{HERE}?patron={PATRON}")
    assert f'name="patron_code" value="{PATRON}"' in ada.page
    assert 'name="effective_from" value="2026-03-04"' in ada.page
    response = ada.press(HERE, KEYED, swap=False)
    assert (response.status_code, response.headers["Location"]) == (302, f"{HERE}?done=set")
    assert limits() == [300_000]
    ada.look(f"{HERE}?done=set")
    assert "The credit line is set." in ada.page


def test_a_line_below_what_is_owed_is_marked(ada: Hands) -> None:
    ada.look(HERE)
    ada.press(HERE, KEYED | {"limit": "0"}, swap=False)
    ada.look(HERE)
    assert "▲ beyond the line" in ada.page


@pytest.mark.parametrize(
    ("more", "code", "words"),
    [
        ({"limit": ""}, "bad_form", "Key the limit; 0 ends the credit."),
        ({"patron_code": "P-9"}, "no_such_patron", "No patron has this code."),
        ({"source": ""}, "bad_form", "Name what the line rests on"),
        ({"effective_from": "2026-03-03"}, "day_is_over", "That gaming day is over."),
        ({"effective_from": "soon"}, "bad_form", "Choose the gaming day from which it holds."),
    ],
)
def test_what_is_refused_stays_as_it_was_keyed(ada: Hands, more: dict[str, str], code: str, words: str) -> None:
    ada.look(HERE)
    assert refusal(ada.press(HERE, KEYED | more, swap=False)) == code
    assert words in ada.page
    for value in (KEYED | more).values():
        assert f'value="{value}"' in ada.page
    assert limits() == [2_000_000]


@pytest.mark.parametrize(
    ("name", "reads", "sets"),
    [
        ("ada", True, True),
        ("hana", True, True),
        ("petra", True, False),
        ("cass", True, False),
        ("axel", True, False),
        ("dana", False, False),
        ("colin", False, False),
        ("sam", False, False),
    ],
)
def test_who_reads_and_who_sets(ada: Hands, name: str, reads: bool, sets: bool) -> None:
    hands = Hands(ada.house).sit_down(name)
    assert hands.look(HERE).status_code == (200 if reads else 403)
    assert ('name="limit"' in hands.page) is sets
    assert refusal(hands.press(HERE, {"key": "k" * 12, **KEYED}, swap=False)) == ("" if sets else "not_permitted")
    assert limits() == [300_000 if sets else 2_000_000]
