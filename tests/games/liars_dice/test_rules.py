"""The house rules as values: defaults, what is refused, and what follows from them."""

from typing import Any

import pytest

from tables.games.liars_dice.engine import ENGINE

DEFAULTS: dict[str, Any] = {
    "dice_per_player": 5,
    "counting": "bonus",
    "reroll_single": "with_bonus",
    "wei_double": False,
    "ones_rank": "low",
    "opening_odd": "floor",
    "to_zhai": "raise",
    "max_open_units": 2,
    "payee": "winner",
    "leaver": "forfeits",
    "rake": "none",
    "rake_percent": [5, 100],
    "rake_cap": 0,
    "rake_amount": 0,
    "pay_unit": 1,
}


def test_the_defaults_are_those_of_the_rule_book() -> None:
    assert ENGINE.rule_values(ENGINE.rules({})) == DEFAULTS


OTHERS = [
    ("dice_per_player", [2, 8], [1, 9, "5", True]),
    ("counting", ["as_rolled"], ["extras", None]),
    ("reroll_single", ["always", "never"], [False, ""]),
    ("wei_double", [True], [1, "true"]),
    ("ones_rank", ["high"], ["middle"]),
    ("opening_odd", ["ceil"], ["up"]),
    ("to_zhai", ["same_ok"], ["same"]),
    ("max_open_units", [1, 100], [0, 101, 1.0]),
    ("payee", ["pot"], ["loser"]),
    ("leaver", ["voids"], ["out"]),
    ("rake", ["percent", "per_round", "time"], ["per_game", None]),
    ("rake_percent", [[0, 1], [1, 1], [25, 1000]], [[2, 1], [1], [1, 0], 5, [1, 2, 3]]),
    ("rake_cap", [0, 10**12], [-1, 10**12 + 1]),
    ("rake_amount", [0, 10**12], [-1, 0.5]),
    ("pay_unit", [1, 500], [0]),
]


@pytest.mark.parametrize(("name", "good", "bad"), OTHERS, ids=lambda value: value if isinstance(value, str) else "")
def test_each_rule_takes_its_values_and_no_others(name: str, good: list[Any], bad: list[Any]) -> None:
    for value in good:
        assert ENGINE.rule_values(ENGINE.rules({name: value})) == {**DEFAULTS, name: value}
    for value in bad:
        with pytest.raises(ValueError, match=f"^{name}: must"):
            ENGINE.rules({name: value})


def test_every_rule_is_tried() -> None:
    assert [name for name, _, _ in OTHERS] == list(DEFAULTS)


def test_an_unknown_rule_is_named() -> None:
    with pytest.raises(ValueError, match=r"^calza: no such house rule"):
        ENGINE.rules({"calza": True})


@pytest.mark.parametrize(
    ("reroll", "counting", "again"),
    [
        ("with_bonus", "bonus", True),
        ("with_bonus", "as_rolled", False),
        ("always", "as_rolled", True),
        ("never", "bonus", False),
    ],
)
def test_single_hands_are_thrown_again_by_rule_and_counting(reroll: str, counting: str, again: bool) -> None:
    assert ENGINE.rules({"reroll_single": reroll, "counting": counting}).rerolls is again


def test_the_game_is_a_pot_game_with_dice() -> None:
    assert (ENGINE.code, ENGINE.banked, ENGINE.chance) == ("liars_dice", False, "dice")
