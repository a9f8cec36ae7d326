"""What a PIN may be."""

import pytest

from tables.domain import pins
from tables.domain.errors import Invalid


@pytest.mark.parametrize("pin", ["480215", "902134", "012358", "112358"[::-1]])
def test_an_ordinary_pin_is_taken(pin: str) -> None:
    pins.require_good_pin(pin)


@pytest.mark.parametrize(
    "pin", ["", "12345", "1234567", "12a456", " 12345", "12345 ", "４８０２１５", "48021५", "48021\n"]
)
def test_a_pin_is_six_ascii_digits(pin: str) -> None:
    with pytest.raises(Invalid, match="bad_pin"):
        pins.require_good_pin(pin)


@pytest.mark.parametrize(
    "pin",
    ["000000", "777777", "123456", "234567", "456789", "890123", "987654", "321098", "123123", "480480", "121212",
     "909090", "654321", "112233", "147258", "520520"],
)  # fmt: skip
def test_a_pin_that_thieves_try_first_is_refused(pin: str) -> None:
    with pytest.raises(Invalid, match="common_pin"):
        pins.require_good_pin(pin)


def test_every_listed_pin_has_the_right_form() -> None:
    assert len(pins.COMMON_PINS) == 30
    assert all(len(pin) == pins.PIN_LENGTH and pin.isascii() and pin.isdigit() for pin in pins.COMMON_PINS)
