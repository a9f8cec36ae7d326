"""A press that onlookers have bet upon: the opening of their round stays, everything else is taken back as ever."""

import pytest

from tables.domain.errors import Conflict
from tables.models import crowd as rows
from tables.models.rounds import Round
from tables.selectors import presses
from tables.services import undoing
from tests import crowded, dealt
from tests.builders import House
from tests.refusals import refused

pytestmark = pytest.mark.django_db


def undo(of: House) -> None:
    undoing.undo_press(actor=of.at_table("dana", "BJ-01"), at=of.at, table="BJ-01")


def offered(of: House) -> bool:
    """Whether the terminal has an undo key."""
    actor = of.at_table("dana", "BJ-01")
    found = presses.last_press(actor=actor, table="BJ-01", at=of.at, settings_version=1, house_deals=False)
    return found is not None


def test_an_opening_that_the_crowd_has_bet_on_stays() -> None:
    made = crowded.betting()  # opening and bets are one press
    assert offered(made)
    crowded.lay(made, crowded.bet("a", "P-1", 1, 1_000))
    assert not offered(made)
    with refused("crowd_has_bet", Conflict):
        undo(made)
    assert Round.objects.get().status == "betting"
    assert rows.CrowdBet.objects.count() == 1


def test_an_opening_without_a_crowds_bet_is_taken_back() -> None:
    made = crowded.betting()
    undo(made)
    assert not Round.objects.exists()
    dealt.press(made, {"do": "open_round"}, *dealt.bets())
    assert crowded.lay(made, crowded.bet("a", "P-1", 1, 1_000))["laid"]["bets"] == 1


def test_a_later_press_of_the_round_is_taken_back_although_the_crowd_has_bet() -> None:
    made = crowded.betting()
    crowded.lay(made, crowded.bet("a", "P-1", 1, 1_000))
    dealt.press(made, {"do": "close_betting"})
    undo(made)
    assert crowded.lay(made, crowded.bet("b", "P-2", 2, 1_000))["laid"]["bets"] == 1


def test_a_round_before_it_with_a_crowd_keeps_no_opening() -> None:
    made = crowded.betting()
    crowded.lay(made, crowded.bet("a", "P-1", 1, 1_000))
    crowded.play(made)
    dealt.press(made, {"do": "confirm_settlement"})
    dealt.press(made, {"do": "open_round"}, dealt.bets()[0])
    undo(made)
    assert Round.objects.get().number == 1
