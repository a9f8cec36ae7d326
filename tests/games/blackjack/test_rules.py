from typing import Any

import pytest

from tables.games.blackjack import rules

OTHERS: dict[str, Any] = {
    "spots": 6,
    "natural_pays": [6, 5],
    "rounding": "up",
    "insurance": False,
    "insurance_amount": "up_to_half",
    "dealer_soft_17": "hit",
    "double_after_split": True,
    "double_card": "face_up",
    "max_hands": 2,
    "resplit_aces": True,
    "auto_stand_21": True,
    "cut_card_first": "last_round",
    "exhaustion": "void_round",
    "decks": 8,
    "player_cards": "face_up",
    "pay_unit": 100,
    "money_play": "changed",
}


def test_the_defaults_are_those_of_the_page() -> None:
    assert rules.values(rules.parse({})) == {
        "spots": 7,
        "natural_pays": [3, 2],
        "rounding": "down",
        "insurance": True,
        "insurance_amount": "exact_half",
        "dealer_soft_17": "stand",
        "double_after_split": False,
        "double_card": "face_down",
        "max_hands": 4,
        "resplit_aces": False,
        "auto_stand_21": False,
        "cut_card_first": "reshuffle_now",
        "exhaustion": "reshuffle_discards",
        "decks": 4,
        "player_cards": "face_down",
        "pay_unit": 1,
        "money_play": "notes_back",
    }


def test_every_rule_can_be_set_and_comes_back() -> None:
    assert rules.values(rules.parse(OTHERS)) == OTHERS


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("spots", 8),
        ("spots", "7"),
        ("spots", True),
        ("natural_pays", [3]),
        ("natural_pays", [3, 0]),
        ("natural_pays", [3.0, 2]),
        ("natural_pays", "32"),
        ("rounding", "nearest"),
        ("insurance", 1),
        ("insurance", "yes"),
        ("insurance_amount", "half"),
        ("dealer_soft_17", None),
        ("double_after_split", 0),
        ("double_card", "down"),
        ("max_hands", 0),
        ("max_hands", 17),
        ("resplit_aces", None),
        ("auto_stand_21", "true"),
        ("cut_card_first", ""),
        ("exhaustion", []),
        ("decks", 0),
        ("decks", 9),
        ("player_cards", "open"),
        ("pay_unit", 0),
        ("pay_unit", 0.5),
        ("pay_gaps", 50),
        ("pay_gaps", [0]),
        ("pay_gaps", ["50"]),
        ("money_play", "box"),
    ],
)
def test_a_wrong_value_is_named(name: str, wrong: Any) -> None:
    with pytest.raises(ValueError, match=rf"^{name}: must be"):
        rules.parse({name: wrong})


def test_gaps_stand_there_only_where_the_chips_have_some() -> None:
    told = rules.values(rules.parse({"pay_unit": 50, "pay_gaps": [50, 150]}))
    assert told["pay_gaps"] == [50, 150]
    assert rules.parse(told).pay_gaps == (50, 150)
    assert "pay_gaps" not in rules.values(rules.parse({"pay_gaps": []}))


def test_an_unknown_rule_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match=r"^surrender: no such house rule$"):
        rules.parse({"surrender": True})


def test_house_rules_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        rules.parse({}).spots = 6  # type: ignore[misc]
