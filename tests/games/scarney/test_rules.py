from typing import Any

import pytest

from tables.games.scarney import rules

OTHERS: dict[str, Any] = {
    "frames": 3,
    "frame_score": "last_throw",
    "little_scarney_no_dice": "crap_out",
    "stay_after_craps": True,
    "bonus_min_dice": 5,
    "playoff_ante": True,
    "double_chips": 2,
    "leaver": "out",
    "rake": "percent",
    "rake_percent": [1, 10],
    "rake_cap": 500,
    "rake_amount": 25,
    "pay_unit": 100,
}


def test_the_defaults_are_those_of_the_page() -> None:
    assert rules.values(rules.parse({})) == {
        "frames": 7,
        "frame_score": "cumulative",
        "little_scarney_no_dice": "score",
        "stay_after_craps": False,
        "bonus_min_dice": 3,
        "playoff_ante": False,
        "double_chips": 1,
        "leaver": "frames_zero",
        "rake": "none",
        "rake_percent": [5, 100],
        "rake_cap": 0,
        "rake_amount": 0,
        "pay_unit": 1,
    }


def test_every_rule_can_be_set_and_comes_back() -> None:
    assert rules.values(rules.parse(OTHERS)) == OTHERS


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("frames", 0),
        ("frames", 21),
        ("frames", True),
        ("frame_score", "sum"),
        ("frame_score", None),
        ("little_scarney_no_dice", "zero"),
        ("stay_after_craps", 1),
        ("bonus_min_dice", 4),
        ("bonus_min_dice", "3"),
        ("playoff_ante", "no"),
        ("double_chips", 0),
        ("double_chips", 1.5),
        ("leaver", "stays"),
        ("rake", "drop"),
        ("rake_percent", [101, 100]),
        ("rake_percent", [-1, 100]),
        ("rake_percent", [5, 0]),
        ("rake_percent", [5]),
        ("rake_percent", 5),
        ("rake_cap", -1),
        ("rake_amount", 10**13),
        ("pay_unit", 0),
    ],
)
def test_a_wrong_value_is_named(name: str, wrong: Any) -> None:
    with pytest.raises(ValueError, match=rf"^{name}: must be"):
        rules.parse({name: wrong})


def test_an_unknown_rule_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match=r"^surrender: no such house rule$"):
        rules.parse({"surrender": True})


def test_house_rules_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        rules.parse({}).frames = 6  # type: ignore[misc]
