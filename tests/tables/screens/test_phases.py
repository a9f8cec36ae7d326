"""What the table waits for, in the terminal's words."""

from typing import Any

import pytest

from tables.screens import felt, phases
from tests.tables.screens.pictures import BETS, after, cards, empty

CLOSED = {"do": "close_betting"}
DEAL = cards("KH", "8C", "TS", "6S", "8D", "7H")
STAND = [{"do": "stand", "by": "S1", "spot": 1}, {"do": "stand", "by": "S4", "spot": 4}]


def shoe(status: str) -> dict[str, Any]:
    return {"number": 1, "status": status, "decks": 4, "cards_out": 0}


@pytest.mark.parametrize(
    ("picture", "phase"),
    [
        (empty(status="closed"), phases.CLOSED),
        (empty(shoe=None), phases.SHOE),
        (empty(shoe=shoe("received")), phases.SHOE),
        (empty(shoe=shoe("blocked")), phases.SHOE),
        (empty(shoe=shoe("cut")), phases.BETTING),
        (empty(shoe=shoe("cut_card_out")), phases.BETTING),
        (after(*BETS), phases.BETTING),
        (after(*BETS, CLOSED), phases.DEALING),
        (after(*BETS, CLOSED, *cards("KH", "8C", "AS", "6S", "8D", "7H")), phases.INSURANCE),
        (after(*BETS, CLOSED, *DEAL), phases.ACTS),
        (after(*BETS, CLOSED, *DEAL, *STAND), phases.SETTLE),
        (after(*BETS, CLOSED, *DEAL, *STAND, status="confirmed"), phases.BETTING),
        (after(*BETS, CLOSED, {"do": "shoe_empty"}), phases.SHUFFLE),
    ],
)
def test_the_phase_decides_the_keys(picture: dict[str, Any], phase: str) -> None:
    assert phases.phase_of(picture, mine=True) == phase


def test_who_does_not_deal_here_sees_no_keys_of_the_round() -> None:
    assert phases.phase_of(after(*BETS), mine=False) == phases.AWAY


def test_a_stopped_table_is_stopped_for_everybody() -> None:
    assert phases.phase_of({**after(*BETS), "status": "stopped"}, mine=False) == phases.STOPPED


def told(picture: dict[str, Any], *, chosen: bool = False) -> tuple[str, str]:
    phase = phases.phase_of(picture, mine=True)
    prompt = phases.prompt_of(phase, picture, felt.read(picture, 7), chosen=chosen)
    return prompt.words, prompt.hint


@pytest.mark.parametrize(
    ("picture", "words"),
    [
        (after(*BETS, CLOSED), ("Next card → spot 1", "face down")),
        (after(*BETS, CLOSED, *DEAL[:2]), ("Next card → dealer", "face up")),
        (after(*BETS, CLOSED, *DEAL[:5]), ("Next card → dealer", "face down")),
        (after(*BETS, CLOSED, *DEAL), ("Spot 1 acts", "")),
        (
            after(*BETS, CLOSED, *DEAL, STAND[0], {"do": "split", "by": "S4", "spot": 4}),
            ("Next card → spot 4", "hand 1 of 2 · face up"),
        ),
        (
            after(*BETS, CLOSED, *DEAL, STAND[0], {"do": "split", "by": "S4", "spot": 4}, *cards("3H")),
            ("Spot 4 acts", "hand 1 of 2"),
        ),
        (after(), ("Bets", "A green key lays what it says. Touch the spot for another stake.")),
    ],
)
def test_the_next_step_is_said(picture: dict[str, Any], words: tuple[str, str]) -> None:
    assert told(picture) == words


def test_a_chosen_spot_asks_for_chips() -> None:
    assert told(after(), chosen=True) == ("Bets", "Touch chips, then Place bet.")


def acts(picture: dict[str, Any]) -> list[tuple[str, bool, str]]:
    phase = phases.phase_of(picture, mine=True)
    return [(act.do, act.enabled, str(act.why)) for act in phases.acts_of(phase, felt.read(picture, 7))]


def test_every_act_is_open_on_two_cards_that_nobody_has_seen() -> None:
    assert acts(after(*BETS, CLOSED, *DEAL)) == [
        ("hit", True, ""),
        ("stand", True, ""),
        ("double", True, ""),
        ("split", True, ""),
    ]


def test_an_act_that_the_rules_forbid_says_why() -> None:
    third = [{"do": "hit", "by": "S1", "spot": 1}, *cards("2S")]
    assert acts(after(*BETS, CLOSED, *DEAL, *third)) == [
        ("hit", True, ""),
        ("stand", True, ""),
        ("double", False, "only on two cards"),
        ("split", False, "only on two cards"),
    ]
    open_cards = acts(after(*BETS, CLOSED, *DEAL, player_cards="face_up"))
    assert open_cards[3] == ("split", False, "no pair to split")


def test_split_aces_take_no_card() -> None:
    aces = cards("KH", "AC", "TS", "6S", "AD", "7H")
    split = [STAND[0], {"do": "split", "by": "S4", "spot": 4}, *cards("AH")]
    found = acts(after(*BETS, CLOSED, *aces, *split, resplit_aces=True))
    assert found[0] == ("hit", False, "split aces: one card")


def test_the_acts_keep_their_places_when_it_is_nobodys_turn() -> None:
    assert acts(after(*BETS, CLOSED)) == [(do, False, "") for do in ("hit", "stand", "double", "split")]


@pytest.mark.parametrize(
    ("state", "step"), [("", "receive"), ("received", "inspect"), ("inspected", "mix"), ("shuffled", "cut")]
)
def test_the_shoe_goes_from_step_to_step(state: str, step: str) -> None:
    picture = empty(shoe=shoe(state) if state else None)
    assert phases.SHOE_STEPS[phases.next_step(picture)][0] == step
