"""The money of a closed count comes into the vault, whole and once, and the cage knows nothing of it before."""

from typing import Any

import pytest

from accounting.services import streams
from accounting.services.verify import cage as cage_check
from tables.domain import cage_papers, canonical
from tables.domain.errors import Conflict, Invalid, NotAllowed, NotFound
from tables.domain.notes import NoteCount
from tables.models.counts import CountSession
from tables.selectors import drops
from tables.services.drop_takeovers import Takeover
from tests import builders, cages, counting, custody
from tests.builders import House
from tests.custody import refused

pytestmark = pytest.mark.django_db

NOTES = NoteCount({2_000: 10, 10_000: 4}, 60_000)


@pytest.fixture
def house() -> House:
    """A house whose first count is closed."""
    made = builders.house()
    cages.close_count(made)
    return made


def test_the_money_is_in_the_vault_under_two_signatures(house: House) -> None:
    at = house.at.replace(hour=23)
    answer = cages.take_over(house, at=at)
    data = {
        "session": 1,
        "notes": {"2000": 10, "10000": 4},
        "cash_total": 60_000,
        "sets": {"MAIN": {"100": 3}},
        "chips": {"100": 3},
        "chips_total": 300,
        "promotional_total": 0,
    }
    assert answer == {**data, "seq": 2}
    (event,) = custody.facts(house, "drop_taken_over", "cage")
    signed = event.pop("signatures")
    assert event == data
    assert [(one["badge"], one["role"]) for one in signed] == [("colin", "counter"), ("cass", "cashier")]
    paper = cage_papers.drop_takeover("DEMO", 1, {"MAIN": {100: 3}}, NOTES.notes, 60_000, 300, 0)
    assert {one["content"] for one in signed} == {canonical.content_hash(paper)}
    assert cages.stock_of(house, "vault") == {100: 3}
    assert cages.stock_of(house, "vault", None) == {2_000: 10, 10_000: 4}
    assert list(cage_check.check(streams.by_key("DEMO/cage"))) == []
    assert CountSession.objects.get().taken_over_at == at


def test_it_comes_once(house: House) -> None:
    assert cages.take_over(house, key="drop-007") == cages.take_over(house, key="drop-007")
    with refused(house, NotFound, "no_such_drop"):
        cages.take_over(house)


def test_a_count_that_is_not_closed_is_unknown_to_the_cage(house: House) -> None:
    counting.open_count(house)
    for session in (2, 3):
        with refused(house, NotFound, "no_such_drop"):
            cages.take_over(house, session)


@pytest.mark.parametrize(
    ("handed", "family", "code", "detail"),
    [
        (Takeover(1, NoteCount({10_000: 6}, 60_000), {"MAIN": {100: 2}}, 200), Conflict, "drop_differs", {}),
        (Takeover(1, NoteCount({10_000: 5}, 50_000), {"MAIN": {100: 3}}, 300), Conflict, "drop_differs", {}),
        (
            Takeover(1, NOTES, {"MAIN": {100: 3}}, 301),
            Invalid,
            "total_mismatch",
            {"given": 301, "counted": 300},
        ),
        (
            Takeover(1, NOTES, {"MAIN": {100: 3}}, 300, 500),
            Invalid,
            "total_mismatch",
            {"given": 500, "counted": 0},
        ),
        (Takeover(1, NOTES, {"MAIN": {2_000: 1}}, 2_000), Invalid, "unknown_denomination", {"denomination": 2_000}),
        (Takeover(1, NOTES, {"NONE": {100: 3}}, 300), NotFound, "no_such_chip_set", {}),
        (Takeover(1, NoteCount({-1: 1}, -1), {}, 0), Invalid, "unknown_note", {"note": -1}),
    ],
)
def test_what_is_not_the_count_is_refused(
    house: House, handed: Takeover, family: Any, code: str, detail: dict[str, Any]
) -> None:
    """A difference is told without an amount: the count stands, and somebody counts again."""
    with refused(house, family, code, **detail):
        cages.take_over(house, handed=handed)


def test_colours_without_a_value_lie_in_no_drop(house: House) -> None:
    cages.colour_set(house)
    with refused(house, Invalid, "not_value_chips"):
        cages.take_over(house, handed=Takeover(1, NOTES, {"COLOURS": {1: 1}}, 0))


def test_t41_promotional_chips_of_a_box_go_back_as_what_they_are() -> None:
    """T-41: they are an asset of their own; coupons are cancelled and come to nobody."""
    house = custody.running(builders.house())
    cages.promotional_set(house)
    custody.close_table(house)
    custody.remove_box(house)
    counting.in_count(house)
    found = counting.cash(
        {10_000: 1},
        promotional={"PROMO": {500: 2}},
        promotional_total=1_000,
        coupons=NoteCount({2_500: 1}, 2_500),
    )
    assert counting.both(house, found)["drop"] == 10_000
    counting.close_when_done(house, 1)
    totals = CountSession.objects.get().totals or {}
    assert (totals["sets"], totals["chips_total"]) == ({"PROMO": {"500": 2}}, 0)
    assert (totals["promotional_total"], totals["coupons_total"]) == (1_000, 2_500)
    hundred = NoteCount({10_000: 1}, 10_000)
    with refused(house, Conflict, "drop_differs"):
        cages.take_over(house, handed=Takeover(1, hundred, {}, 0))
    with refused(house, Invalid, "total_mismatch", given=1_000, counted=500):
        cages.take_over(house, handed=Takeover(1, hundred, {"PROMO": {500: 1}}, 0, 1_000))
    cages.take_over(house, handed=Takeover(1, hundred, {"PROMO": {500: 2}}, 0, 1_000))
    assert cages.stock_of(house, "vault", "PROMO") == {500: 2}


def test_what_waits_is_shown_until_it_was_taken(house: House) -> None:
    cages.close_count(house, {100: 1}, 0)
    assert [(drop.session, drop.cash_total, drop.chips_total) for drop in drops.waiting(house.cass)] == [
        (1, 60_000, 300),
        (2, 100, 0),
    ]
    cages.take_over(house)
    assert [drop.session for drop in drops.waiting(house.colin)] == [2]
    with pytest.raises(NotAllowed, match="not_permitted"):
        drops.waiting(house.petra)


@pytest.mark.parametrize("name", ["dana", "petra", "ada", "axel", "hana", "sam"])
def test_only_cashier_and_counter_take_over(house: House, name: str) -> None:
    with refused(house, NotAllowed, "not_permitted", permission="take_over_drop"):
        cages.take_over(house, actor=builders.actor(name))
