"""What an event tells is read in words: no code of the log stands on a screen."""

from typing import Any

import pytest

from tables.screens import event_lines


def told(data: dict[str, Any], **more: Any) -> list[tuple[str, str]]:
    return [(str(name), value) for name, value in event_lines.facts(data, 2, **more)]


def test_the_title_has_told_which_key_was_pressed() -> None:
    bet = {"input": {"do": "back_bet", "by": "S3", "spot": 4, "amount": 3_000}}
    assert told(bet) == [("player", "Seat 3"), ("spot", "4"), ("amount", "30.00")]


def test_an_act_is_named() -> None:
    assert told({"input": {"do": "double", "by": "anna"}}) == [("player", "anna"), ("act", "Double")]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"game": "blackjack"}, [("game", "Blackjack")]),
        ({"badge": "P201", "role": "pit_boss"}, [("badge", "P201"), ("role", "Pit boss")]),
        ({"ruling": "void_round"}, [("ruling", "Call the round off")]),
        ({"card": "KD", "reason": "card_not_called"}, [("card", "KD"), ("reason", "a card that was not called for")]),
        ({"reason": "Seen on camera 4"}, [("reason", "Seen on camera 4")]),
        ({"item": "cards", "pieces": 4}, [("what", "Decks of cards"), ("pieces", "4")]),
        ({"cash": True, "copy": 2}, [("copy", "2")]),
    ],
)
def test_codes_are_spelt(data: dict[str, Any], words: list[tuple[str, str]]) -> None:
    assert told(data) == words


def test_codes_of_the_callers_own_are_spelt_beside() -> None:
    told_ = told({"figure": "opener", "role": "auditor"}, more={"figure": {"opener": "Opener"}})
    assert told_ == [("role", "Auditor"), ("figure", "Opener")]
