"""A number is a JSON number, a text is a JSON text, and an unknown field is an error."""

from datetime import date
from typing import Any

import pytest
from django.urls import get_resolver
from rest_framework import serializers

from tables.api.shapes import (
    SignatureShape,
    StrictChoice,
    StrictDate,
    StrictInteger,
    StrictSerializer,
    StrictText,
)


class Shape(StrictSerializer):
    amount = StrictInteger(required=False)
    player = StrictText(max_length=10, required=False)
    role = StrictChoice(choices=["dealer", "1"], required=False)
    day = StrictDate(required=False)
    signature = SignatureShape(required=False)


def errors_of(body: Any) -> dict[str, Any]:
    shape = Shape(data=body)
    assert not shape.is_valid()
    return {
        name: [error.code for error in found] if isinstance(found, list) else found
        for name, found in shape.errors.items()
    }


def values_of(body: Any) -> Any:
    shape = Shape(data=body)
    assert shape.is_valid(), shape.errors
    return shape.validated_data


@pytest.mark.parametrize("amount", [0, 1, 2_500, 10**15])
def test_whole_numbers(amount: int) -> None:
    assert values_of({"amount": amount}) == {"amount": amount}


@pytest.mark.parametrize(
    "amount", ["2500", "2_500", " 2500 ", "２５００", 2500.0, True, False, [], {}, "", 10**400, float("nan")]
)
def test_nothing_else_is_a_whole_number(amount: Any) -> None:
    codes = errors_of({"amount": amount})["amount"]
    assert codes == (["max_value"] if amount == 10**400 else ["invalid"])


@pytest.mark.parametrize(
    ("amount", "code"), [(-1, "min_value"), (10**15 + 1, "max_value"), (2**63, "max_value"), (None, "null")]
)
def test_whole_numbers_have_bounds(amount: Any, code: str) -> None:
    assert errors_of({"amount": amount}) == {"amount": [code]}


@pytest.mark.parametrize("player", ["p2", " p2 ", "庄家", "0123456789"])
def test_texts_are_kept_as_they_are(player: str) -> None:
    assert values_of({"player": player}) == {"player": player}


@pytest.mark.parametrize(
    ("player", "code"),
    [(7, "invalid"), (True, "invalid"), ([], "invalid"), (None, "null"), ("", "blank"), ("01234567890", "max_length")],
)
def test_nothing_else_is_a_text(player: Any, code: str) -> None:
    assert errors_of({"player": player}) == {"player": [code]}


@pytest.mark.parametrize("role", [1, True, ["dealer"], "Dealer", "boss"])
def test_a_choice_is_one_of_the_texts(role: Any) -> None:
    assert values_of({"role": "dealer"}) == {"role": "dealer"}
    assert errors_of({"role": role}) == {"role": ["invalid_choice"]}


@pytest.mark.parametrize(
    "day", ["2026-3-4", "04/03/2026", "2026-03-04T00:00", "2026-02-30", "２０２６-03-04", 20260304, None]
)
def test_a_day_is_written_in_one_way(day: Any) -> None:
    assert values_of({"day": "2026-03-04"}) == {"day": date(2026, 3, 4)}
    assert errors_of({"day": day}) == {"day": ["null" if day is None else "invalid"]}


def test_unknown_fields_are_told_beside_all_other_errors() -> None:
    assert errors_of({"id": 1, "is_staff": True, "amount": "1"}) == {
        "id": ["unknown_field"],
        "is_staff": ["unknown_field"],
        "amount": ["invalid"],
    }
    assert errors_of({"gaming_day": "2026-03-04"}) == {"gaming_day": ["unknown_field"]}  # T-04: the server decides it


def test_unknown_fields_are_told_at_any_depth() -> None:
    signature = {"badge": "petra", "pin": "610437", "role": "pit_boss"}
    shape = Shape(data={"signature": signature})
    assert not shape.is_valid()
    assert [error.code for error in shape.errors["signature"]["role"]] == ["unknown_field"]


@pytest.mark.parametrize("body", [[], "x", 1, None, True])
def test_a_body_is_an_object(body: Any) -> None:
    shape = Shape(data=body)
    assert not shape.is_valid()


def test_a_pin_is_not_shown_again() -> None:
    assert "pin" not in SignatureShape({"badge": "petra", "pin": "610437"}).data


def shapes(of: type[StrictSerializer] = StrictSerializer) -> set[type[StrictSerializer]]:
    """Every shape of a body in the product."""
    return {of} | {inner for child in of.__subclasses__() for inner in shapes(child)}


def test_no_shape_of_a_body_has_a_field_that_guesses() -> None:
    assert get_resolver().url_patterns  # reading the addresses imports every door
    guessing = {
        getattr(serializers, name)
        for name in (
            "IntegerField",
            "CharField",
            "BooleanField",
            "DateField",
            "DateTimeField",
            "ChoiceField",
            "FloatField",
        )
    } | {serializers.DecimalField}
    found = [
        f"{shape.__name__}.{name}"
        for shape in shapes()
        for name, field in shape().get_fields().items()
        if type(field) in guessing or type(getattr(field, "child", None)) in guessing
    ]
    assert found == []
    assert len(shapes()) > 80
