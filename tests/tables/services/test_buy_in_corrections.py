"""A buy-in that was keyed wrong: the difference is written down beside it, signed by two departments."""

from datetime import timedelta
from typing import Any

import pytest

from tables.domain import canonical, chips, papers
from tables.domain.actors import Role
from tables.domain.errors import Conflict, Invalid, NotAllowed, NotFound
from tables.services import buy_in_corrections, patrons
from tests import builders, custody
from tests.builders import House
from tests.refusals import refused

pytestmark = pytest.mark.django_db
WRONG, RIGHT = {10_000: 12}, {10_000: 1, 2_500: 8}
"""1,200.00 was keyed, 300.00 was there."""


@pytest.fixture
def house() -> House:
    return custody.running(builders.house())


def correct(house: House, corrects: int, right: dict[int, int] | None = None, **more: Any) -> dict[str, Any]:
    """Petra says what it really was, sam signs beside her."""
    right = RIGHT if right is None else right
    asked: dict[str, Any] = {"actor": house.petra, "at": house.at, "table": "BJ-01", "corrects": corrects}
    asked |= {"cash": chips.value(right), "cut": right, "reason": "keyed twice"}
    asked |= {"pit_boss": house.sign("petra"), "second": house.sign("sam")}
    return buy_in_corrections.correct_buy_in(**{**asked, **more})


def test_v25_the_difference_stands_beside_what_was_keyed(house: House) -> None:
    seq = custody.buy_in(house, 120_000, WRONG)["seq"]
    answer = correct(house, seq)
    assert (answer["cash"], answer["chips"], answer["box"]) == (-90_000, {"2500": 8, "10000": -11}, 1)
    assert custody.rack_of(house) == chips.less(builders.PAR, RIGHT)
    (fact,) = custody.facts(house, "buy_in_corrected")
    paper = papers.buy_in_correction("DEMO", "BJ-01", seq, 30_000, RIGHT, "keyed twice")
    assert [(line["badge"], line["content"]) for line in fact["signatures"]] == [
        ("petra", canonical.content_hash(paper)),
        ("sam", canonical.content_hash(paper)),
    ]
    assert (fact["corrects"], fact["player"], fact["gaming_day"]) == (seq, "seat 3", "2026-03-04")
    assert custody.facts(house, "buy_in_taken")[0]["cash"] == 120_000


def test_a_correction_is_corrected_from_what_stands_now(house: House) -> None:
    seq = custody.buy_in(house, 120_000, WRONG)["seq"]
    correct(house, seq)
    with refused("nothing_to_correct", Invalid):
        correct(house, seq)
    assert correct(house, seq, {10_000: 2})["cash"] == -10_000
    assert correct(house, seq, {})["cash"] == -20_000
    assert custody.rack_of(house) == builders.PAR


def test_known_chips_of_a_tracked_player_follow(house: House) -> None:
    patrons.declare_funds(actor=house.dana, at=house.at, table="BJ-01", player="seat 3", amount=1_000)
    seq = custody.buy_in(house, 120_000, WRONG)["seq"]
    correct(house, seq)
    assert house.state().funds == {"seat 3": 31_000}
    patrons.declare_funds(actor=house.dana, at=house.at, table="BJ-01", player="seat 3", amount=29_999)
    with refused("insufficient_funds", Conflict):
        correct(house, seq, {})


@pytest.mark.parametrize(
    ("changes", "code", "family"),
    [
        ({"corrects": 1}, "no_such_buy_in", NotFound),
        ({"cash": 30_001}, "total_mismatch", Invalid),
        ({"reason": " "}, "bad_reason", Invalid),
        ({"cut": {300: 1}, "cash": 300}, "unknown_denomination", Invalid),
        ({"cut": {10_000: 61}, "cash": 610_000}, "rack_short", Conflict),
    ],
)
def test_what_is_no_correction(house: House, changes: dict[str, Any], code: str, family: type[Any]) -> None:
    seq = custody.buy_in(house, 120_000, WRONG)["seq"]
    with refused(code, family):
        correct(house, **{"corrects": seq, **changes})


def test_t25_the_second_signature_is_of_another_department(house: House) -> None:
    seq = custody.buy_in(house, 120_000, WRONG)["seq"]
    with refused("role_not_held", NotAllowed):
        correct(house, seq, second=house.sign("dev"))
    custody.also(house, "dev", Role.PIT_BOSS)  # another boss is of the pit as well
    with refused("role_not_held", NotAllowed):
        correct(house, seq, second=house.sign("dev"))
    with refused("not_permitted", NotAllowed):
        correct(house, seq, actor=house.dana)


def test_what_was_counted_since_is_counted(house: House) -> None:
    seq = custody.buy_in(house, 120_000, WRONG)["seq"]
    later = house.at + timedelta(hours=2)
    custody.roll_table(house, chips.less(builders.PAR, WRONG), at=later)
    with refused("period_over", Conflict):
        correct(house, seq, at=later)
