"""PINs and passwords as people choose them, and as the house gives them out.

What the house gives is good once, for choosing one's own: a PIN that a manager knows would let him sign as another
person, and every second signature would be worth nothing (domain.md T-100).
"""

import secrets
from collections.abc import Sequence

from django.contrib.auth.hashers import make_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tables.domain import passwords, pins
from tables.domain.errors import Invalid
from tables.models import staff
from tables.services import pin_hashes
from tables.services.log import Entry

_READABLE = "23456789abcdefghjkmnpqrstuvwxyz"  # no 0 o 1 l i: it is read off one screen and keyed into another


def fresh_pin() -> str:
    """A random PIN that is not one of those that thieves try first."""
    while True:
        pin = f"{secrets.randbelow(10**pins.PIN_LENGTH):0{pins.PIN_LENGTH}d}"
        try:
            pins.require_good_pin(pin)
        except Invalid:
            continue
        return pin


def fresh_password() -> str:
    """Three groups of letters and digits, 59 bits, that can be read off a screen."""
    return "-".join("".join(secrets.choice(_READABLE) for _sign in range(4)) for _group in range(3))


def pin_hash(pin: str, before: str = "") -> str:
    """The hash to keep for a PIN. Refused: ``bad_pin``, ``common_pin``, ``same_pin`` (it is the one ``before``)."""
    pins.require_good_pin(pin)
    if pin == before:
        raise Invalid("same_pin")
    return pin_hashes.hashed(pin)


def password_hash(password: str, username: str, name: str, before: str = "", house: Sequence[str] = ()) -> str:
    """The hash to keep for a password; ``house`` are the code and name of the person's casino.

    Refused: ``weak_password`` (``reasons`` says why), ``same_password``.
    """
    try:
        validate_password(password, staff.StaffMember(username=username, name=name))
    except ValidationError as error:
        raise Invalid("weak_password", reasons=list(error.messages)) from error
    if passwords.is_of_the_house(password, house):
        raise Invalid("weak_password", reasons=[_("This password is made of words of the house.")])
    if password == before:
        raise Invalid("same_password")
    return make_password(password)


def keep_pin(entry: Entry, member: staff.StaffMember, hashed: str, *, one_time: bool) -> None:
    """The person's PIN from now on, inside an entry of the house."""
    member.pin, member.pin_one_time, member.pin_set_at = hashed, one_time, entry.at
    member.save(update_fields=["pin", "pin_one_time", "pin_set_at"])
    entry.record("pin_set", {"badge": member.badge, "one_time": one_time})


def keep_password(entry: Entry, member: staff.StaffMember, hashed: str, *, one_time: bool) -> None:
    """The person's password from now on, inside an entry of the house."""
    member.password, member.password_one_time, member.password_set_at = hashed, one_time, entry.at
    member.save(update_fields=["password", "password_one_time", "password_set_at"])
    entry.record("password_set", {"badge": member.badge, "one_time": one_time})
