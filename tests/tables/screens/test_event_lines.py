"""What an event tells is read in words: no code of the log stands on a screen."""

from typing import Any

import pytest

from tables.screens import event_lines

TEXT = "\N{VARIATION SELECTOR-15}"
"""Behind a suit, so that no emoji is drawn."""


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
        ({"to": "6", "hand": 0, "face_down": False}, [("card", f"9♥{TEXT}"), ("dealt to", "spot 6")]),
        (
            {"to": "6", "hand": 1, "face_down": False},
            [("card", f"9♥{TEXT}"), ("dealt to", "spot 6"), ("hand", "2")],
        ),
        (
            {"to": "dealer", "hand": 0, "face_down": True},
            [("card", f"9♥{TEXT}"), ("dealt to", "Dealer's hand")],
        ),
    ],
)
def test_a_card_is_told_with_where_it_went(data: dict[str, Any], words: list[tuple[str, str]]) -> None:
    assert told({"input": {"do": "card", "card": "9H"}, **data}) == words


def test_ten_is_told_as_it_is_printed() -> None:
    assert told({"card": "TS"}) == [("card", f"10♠{TEXT}")]


def test_that_it_is_the_cut_card_the_title_has_told() -> None:
    assert told({"input": {"do": "card", "card": "JOKER"}}) == []


def test_a_sealed_card_is_told_as_face_down() -> None:
    sealed = {"input": {"do": "card", "card": None}, "to": "dealer", "hand": 0, "face_down": True}
    assert told(sealed) == [("card", "face down"), ("dealt to", "Dealer's hand")]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"game": "blackjack"}, [("game", "Blackjack")]),
        ({"badge": "P201", "role": "pit_boss"}, [("badge", "P201"), ("role", "Pit boss")]),
        ({"ruling": "void_round"}, [("ruling", "Call the round off")]),
        (
            {"card": "KD", "reason": "card_not_called"},
            [("card", f"K♦{TEXT}"), ("reason", "a card that was not called for")],
        ),
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
