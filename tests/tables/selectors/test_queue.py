"""The queue of a pit: where its items come from, in which order, and who has one open."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

import pytest

from tables.domain.actors import Actor
from tables.domain.approvals import CLAIM_STANDS
from tables.domain.errors import NotAllowed, NotFound
from tables.selectors import queue
from tables.selectors.queue import QueueItem
from tables.selectors.tables import TableView
from tables.services import approvals
from tables.services.approvals import claims
from tests import builders, dealt, disputed
from tests.builders import House
from tests.refusals import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    return dealt.ready(builders.house())


def kinds(house: House) -> list[str]:
    return [item.kind for item in queue.of_pit(house.petra, "P1", house.at)]


def test_the_oldest_stands_first_and_says_who_has_it_open(house: House) -> None:
    for minute, player in enumerate(("S1", "S2")):
        at = house.at + timedelta(minutes=minute)
        approvals.ask_lift(actor=house.dana, at=at, table="BJ-01", player=player, maximum=100_000)
    claims.take(actor=house.petra, at=house.at, table="BJ-01", kind="lift", item="2")
    first, second = queue.of_pit(house.ada, "P1", house.at)
    assert (first.item, first.asked_by, first.deciding) == ("1", "Dana Dealer", None)
    assert (second.item, second.since, second.deciding) == (
        "2",
        house.at + timedelta(minutes=1),
        ("petra", "Petra Pit Boss"),
    )
    assert [item.deciding for item in queue.of_pit(house.ada, "P1", house.at + CLAIM_STANDS)] == [None, None]


def test_a_dispute_waits_until_it_is_ruled_on(house: House) -> None:
    dealt.press(house, {"do": "open_round"}, *dealt.bets(), {"do": "close_betting"})
    dealt.press(house, *dealt.cards())
    dealt.press(house, {"do": "stand", "by": "anna", "spot": 1}, {"do": "stand", "by": "bo", "spot": 2})
    disputed.claim(house)
    (item,) = queue.of_pit(house.petra, "P1", house.at)
    assert (item.kind, item.item, item.content["player"], item.content["claimed"]) == ("dispute", "1", "anna", 1_000)
    disputed.rule(house, "continue")
    assert kinds(house) == []


def test_play_that_a_claim_stopped_is_one_item(house: House) -> None:
    disputed.misdeal(house)
    assert kinds(house) == ["dispute"]


def test_play_that_a_card_stopped_waits_for_a_ruling(house: House) -> None:
    dealt.press(house, {"do": "card", "card": "4S"})
    assert kinds(house) == ["ruling"]


@pytest.fixture
def another_room() -> Iterator[None]:
    """A source that always has one item at the first table."""

    def source(actor: Actor, views: Sequence[TableView], at: datetime) -> list[QueueItem]:
        return [QueueItem("lost_hat", views[0].code, "7", at, actor.name, {})]

    queue.register(source)
    queue.register(source)
    yield
    queue._sources.remove(source)


@pytest.mark.usefixtures("another_room")
def test_another_room_brings_items_and_they_can_be_claimed(house: House) -> None:
    claims.take(actor=house.petra, at=house.at, table="BJ-01", kind="lost_hat", item="7")
    (item,) = queue.of_pit(house.petra, "P1", house.at)
    assert (item.kind, item.deciding) == ("lost_hat", ("petra", "Petra Pit Boss"))


def test_who_reads_it(house: House) -> None:
    with refused("not_permitted", NotAllowed):
        queue.of_pit(house.dana, "P1", house.at)
    with refused("no_such_pit", NotFound):
        queue.of_pit(house.petra, "P9", house.at)
    with refused("not_permitted", NotAllowed):
        queue.of_table(house.cass, "BJ-01")
    with refused("not_your_view", NotAllowed):
        queue.of_table(house.at_table("dev"), "BJ-01")


def test_a_table_lists_what_it_asked_newest_first(house: House) -> None:
    for player in ("S1", "S2", "S3"):
        approvals.ask_lift(actor=house.dana, at=house.at, table="BJ-01", player=player, maximum=100_000)
    approvals.give_approval(actor=house.petra, at=house.at, table="BJ-01", number=3)
    assert [(row.number, row.status) for row in queue.of_table(house.dana, "BJ-01", limit=2)] == [
        (3, "given"),
        (2, "asked"),
    ]
    assert [row.number for row in queue.of_table(house.dana, "BJ-01", before=2)] == [1]
