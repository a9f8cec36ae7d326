"""A number in an address or a form is one, or nothing; never an error."""

import pytest

from tables.screens.numbers import whole


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("007", 7),
        ("9" * 18, 10**18 - 1),
        ("9" * 19, None),
        ("9" * 5_000, None),
        ("", None),
        (None, None),
        ("-1", None),
        ("+1", None),
        (" 1", None),
        ("1.0", None),
        ("1_000", None),
        ("²", None),
        ("٣", None),
        ("1\0", None),
    ],
)
def test_what_a_whole_number_is(text: str | None, number: int | None) -> None:
    assert whole(text) == number


def test_a_number_has_no_more_digits_than_its_place_has() -> None:
    assert (whole("999", 3), whole("1000", 3)) == (999, None)
