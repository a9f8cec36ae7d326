"""Nobody comes to a table who could be taken for somebody who is there."""

from typing import Any

import pytest

from tables.domain.errors import Conflict, Invalid
from tables.services import buy_ins, limits, patrons, seat_links
from tests import builders, dealt, potted
from tests.builders import House
from tests.refusals import refused

pytestmark = pytest.mark.django_db
TWIN = "\u0391\u03bd\u03bd\u03b1"
"""Greek letters of one alphabet, drawn like Avva."""


def bet(by: str, spot: int) -> dict[str, Any]:
    return {"do": "bet", "by": by, "spot": spot, "amount": 2_500}


@pytest.fixture
def house() -> House:
    """Avva bets; chips are known of Bo, and Cy's limit is lifted."""
    house = dealt.ready(builders.house())
    patrons.declare_funds(actor=house.petra, at=house.at, table="BJ-01", player="Bo", amount=50_000)
    limits.raise_limit(actor=house.petra, at=house.at, table="BJ-01", player="Cy", maximum=200_000)
    dealt.press(house, {"do": "open_round"}, bet("Avva", 1))
    return house


@pytest.mark.parametrize(("by", "like"), [(TWIN, "Avva"), ("avva", "Avva"), ("bo", "Bo"), ("\u0421\u0443", "Cy")])
def test_a_bet_under_such_a_name_is_refused(house: House, by: str, like: str) -> None:
    with refused("name_looks_alike", Conflict):
        dealt.press(house, bet(by, 2))
    with pytest.raises(Conflict) as told:
        dealt.press(house, bet("Dora", 2), bet(by, 3))
    assert told.value.detail == {"like": like, "input": 1}
    dealt.press(house, bet("Avva", 2), bet("Bo", 3), bet("Dora", 4))  # who is known, and who is like nobody


def test_no_chips_and_no_limit_are_kept_under_one(house: House) -> None:
    with refused("name_looks_alike", Conflict):
        limits.raise_limit(actor=house.petra, at=house.at, table="BJ-01", player=TWIN, maximum=200_000)
    with refused("name_looks_alike", Conflict):
        buy_ins.take_buy_in(actor=house.dana, at=house.at, table="BJ-01", player="avva", cash=2_500, cut={2_500: 1})
    with refused("name_looks_alike", Conflict):
        buy_ins.change_chips(
            actor=house.dana, at=house.at, table="BJ-01", player="bo", given={2_500: 1}, taken={500: 5}
        )


def test_between_rounds_too(house: House) -> None:
    dealt.press(house, {"do": "withdraw_bet", "by": "Avva", "spot": 1}, {"do": "close_betting"})
    with refused("name_looks_alike", Conflict):
        patrons.declare_funds(actor=house.petra, at=house.at, table="BJ-01", player="BO", amount=1_000)
    dealt.press(house, {"do": "open_round"}, bet("avva", 1))  # Avva is not there any more


def test_nobody_gets_a_link_to_anothers_seat_by_such_a_name() -> None:
    house = potted.house("liars_dice")
    potted.open_cups(house)
    there = potted.rolls()[0]["by"]
    with refused("name_looks_alike", Conflict):
        seat_links.open_seat_link(actor=house.dana, at=house.at, table=house.tables[0], player=there.upper())


def test_two_of_one_game_are_told_apart() -> None:
    house = potted.house("liars_dice")
    with refused("name_looks_alike", Conflict):
        potted.open_cups(house, players=["anna", "bo", "ANNA"])


@pytest.mark.parametrize("name", ["\u0410nna", "an\u03bda", "a\u0308nna", "\u3164"])
def test_no_word_mixes_alphabets_and_nothing_is_spelt_in_two_ways(house: House, name: str) -> None:
    with refused("bad_player", Invalid):
        patrons.declare_funds(actor=house.petra, at=house.at, table="BJ-01", player=name, amount=1_000)
    with refused("bad_player", Invalid):
        limits.raise_limit(actor=house.petra, at=house.at, table="BJ-01", player=name, maximum=200_000)
