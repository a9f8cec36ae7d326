"""What may be keyed: the words of every game, each with its own fields and no other."""

import json
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from rest_framework.exceptions import ValidationError

from tables.api import inputs, words

#: A good input of each word, with every field that it may have.
GOOD: dict[str, dict[str, Any]] = {
    "open_round": {
        "options": {
            "players": ["anna", "bo"],
            "teams": [["anna"], ["bo"]],
            "starter": "bo",
            "unit": 500,
            "seating": True,
        }
    },
    "bet": {"by": "anna", "spot": 1, "amount": 2500, "tender": "chips", "chips": {"2500": 1}},
    "back_bet": {
        "id": "k1",
        "by": "二号",
        "spot": 1,
        "amount": 2500,
        "tender": "cash",
        "chips": {"500": 5},
        "follow_split": True,
        "follow_double": False,
    },
    "withdraw_bet": {"by": "anna", "spot": 1},
    "withdraw_back_bet": {"by": "anna", "id": "k1"},
    "close_betting": {},
    "card": {"card": "TS"},
    "shoe_empty": {},
    "insure": {"by": "anna", "spot": 1, "back_bet": "k1", "amount": 500, "tender": "chips", "chips": {"500": 1}},
    "close_insurance": {},
    "hit": {"by": "anna", "spot": 1},
    "stand": {"by": "anna", "spot": 1},
    "double": {"by": "anna", "spot": 1, "tender": "chips", "chips": {"2500": 1}},
    "split": {"by": "anna", "spot": 1, "tender": "chips", "chips": {"2500": 1}},
    "seat": {"throws": {"anna": [6, "D", 1], "bo": [1, 1, 4]}},
    "ante": {"by": "anna", "tender": "chips", "chips": {"500": 1}},
    "announce": {"by": "anna", "double": True, "opposite": False, "tender": "chips", "chips": {"500": 1}},
    "throw": {"by": "anna", "dice": [6, "D"], "double": True, "opposite": False, "tender": "chips", "chips": {"1": 1}},
    "dice": {"dice": ["D", 6, 6, 1, 3]},
    "stay": {"by": "anna"},
    "roll": {"by": "anna", "dice": [1, 2, 3, 4, 5]},
    "bid": {"by": "anna", "quantity": 4, "face": 5, "call": "zhai"},
    "open": {"by": "anna", "units": 2},
    "leave": {"by": "anna"},
    "confirm_settlement": {},
    "pay_pot": {"to": "anna"},
}
WRONG: tuple[Any, ...] = (None, 1.5, {}, [], [[]], "", "x" * 300, 10**16)
WORDS = pytest.mark.parametrize("do", list(words.INPUTS))


def wrong(body: Any) -> dict[str, str]:
    """Field -> code of what is wrong with an act."""
    with pytest.raises(ValidationError) as caught:
        inputs.act(body)
    codes: Any = caught.value.get_codes()
    return {field: code for field, (code,) in codes.items()}


def test_there_is_a_good_example_of_every_word() -> None:
    assert set(GOOD) == set(words.INPUTS)


@WORDS
def test_a_good_input_passes_and_fits_its_schema(do: str) -> None:
    assert inputs.act({"do": do, **GOOD[do]}) == {"do": do, **GOOD[do]}
    assert inputs.action(do, GOOD[do]) == {"do": do, **GOOD[do]}
    jsonschema.Draft4Validator(inputs.schema(do, named=True)).validate({"do": do, **GOOD[do]})
    jsonschema.Draft4Validator(inputs.schema(do)).validate(GOOD[do])


@WORDS
def test_a_word_has_no_other_field(do: str) -> None:
    assert wrong({"do": do, **GOOD[do], "is_staff": True}) == {"is_staff": "unknown_field"}


@WORDS
def test_every_field_a_word_needs_is_asked_for(do: str) -> None:
    required, _ = words.INPUTS[do]
    for field in required:
        assert wrong({name: value for name, value in {"do": do, **GOOD[do]}.items() if name != field}) == {
            field: "required"
        }


@WORDS
def test_a_field_of_the_wrong_kind_is_refused_by_check_and_schema(do: str) -> None:
    schema = jsonschema.Draft4Validator(inputs.schema(do, named=True))
    for field in GOOD[do]:
        for value in WRONG:
            body = {"do": do, **GOOD[do], field: value}
            assert set(wrong(body)) == {field}
            assert not schema.is_valid(json.loads(json.dumps(body)))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("by", " anna"),
        ("by", "an\tna"),
        ("by", "an\u200dna"),
        ("by", "\u0410nna"),
        ("by", "e\u0301va"),
        ("by", "\u3164"),
        ("amount", True),
        ("amount", "2500"),
        ("spot", -1),
        ("chips", {"0": 1}),
        ("chips", {"2500": True}),
        ("chips", {"2500": 10**7 + 1}),
        ("chips", {"２５": 1}),
    ],
)
def test_what_a_bet_may_not_say(field: str, value: Any) -> None:
    assert set(wrong({"do": "bet", **GOOD["bet"], field: value})) == {field}


@pytest.mark.parametrize(
    "value", [1, True, "anna", [1, "D"], {"anna": [1, 2], "bo": 3}, {"anna": "bo"}, [], {}, -(10**15)]
)
def test_a_word_of_a_later_game_passes_within_bounds(value: Any) -> None:
    assert inputs.act({"do": "shuffle_tiles", "what": value}) == {"do": "shuffle_tiles", "what": value}


@pytest.mark.parametrize(
    "value", [None, 10**16, "", "x" * 41, [[1]], [None], {"a": {"b": 1}}, {"": 1}, {"a": [[1]]}, [1] * 65]
)
def test_a_word_of_a_later_game_is_held_to_bounds(value: Any) -> None:
    assert wrong({"do": "shuffle_tiles", "what": value}) == {"what": "bad_value"}
    assert wrong({"do": "shuffle_tiles", "What": 1}) == {"What": "unknown_field"}
