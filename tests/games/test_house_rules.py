from dataclasses import dataclass
from typing import Any

import pytest

from tables.games import house_rules
from tables.games.house_rules import Check


@dataclass(frozen=True, slots=True)
class Some:
    word: str = "a"
    number: int = 3
    yes: bool = False
    part: tuple[int, int] = (1, 2)


CHECKS: dict[str, Check] = {
    "word": house_rules.one_of("a", "b"),
    "number": house_rules.whole(1, 5),
    "yes": house_rules.flag,
    "part": house_rules.share,
}


def parse(values: dict[str, Any]) -> Some:
    return house_rules.parse(Some, CHECKS, values)


def test_what_is_missing_takes_its_default() -> None:
    assert parse({}) == Some()
    assert parse({"number": 5}) == Some(number=5)


def test_rules_go_to_json_and_back() -> None:
    given = {"word": "b", "number": 1, "yes": True, "part": [0, 7]}
    assert house_rules.values(parse(given)) == given


@pytest.mark.parametrize(
    ("name", "value", "must_be"),
    [
        ("word", "c", "must be one of a, b"),
        ("word", None, "must be one of a, b"),
        ("number", 0, "must be a whole number from 1 to 5"),
        ("number", 6, "must be a whole number from 1 to 5"),
        ("number", True, "must be a whole number from 1 to 5"),
        ("yes", 1, "must be true or false"),
        ("part", [1], "must be two whole numbers, such as .5, 100."),
        ("part", "12", "must be two whole numbers, such as .5, 100."),
        ("part", [3, 2], "must be a whole number from 0 to 2"),
        ("part", [0, 0], "must be a whole number from 1 to 10000"),
    ],
)
def test_a_wrong_value_is_named(name: str, value: Any, must_be: str) -> None:
    with pytest.raises(ValueError, match=rf"^{name}: {must_be}$"):
        parse({name: value})


def test_an_unknown_rule_is_named() -> None:
    with pytest.raises(ValueError, match=r"^other: no such house rule$"):
        parse({"other": 1})
