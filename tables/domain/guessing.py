"""How many wrong tries of a secret lock what, and for how long. Who counts them is ``tables/services/attempts.py``."""

from dataclasses import dataclass, replace
from datetime import timedelta

WINDOW = timedelta(minutes=30)
"""So long a wrong try counts at the place where it was made."""
DAY = timedelta(hours=24)
"""So long it counts for the name it was made under, wherever that was."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Wrong tries that lock: of a name at one place, of all names at one place, of a name at all places.

    After ``before_a_new_secret`` tries of a name in a day, forgotten ones among them, nobody forgets them any more: who
    may unlock would guess without end otherwise.

    ``wrong`` refuses a wrong secret, ``locked`` a name that is locked, ``place_locked`` a place.
    """

    of_a_name_there: int
    at_a_place: int
    of_a_name: int
    before_a_new_secret: int
    wrong: str
    locked: str
    place_locked: str


PINS = Bounds(
    of_a_name_there=3,
    at_a_place=10,
    of_a_name=12,
    before_a_new_secret=36,
    wrong="wrong_badge_or_pin",
    locked="pin_locked",
    place_locked="terminal_locked",
)
"""Four terminals full of wrong tries lock a badge everywhere. Twelve a day find one PIN of six digits in a century."""
PINS_AT_A_DESK = replace(PINS, place_locked="pin_locked")
"""Who asks for signatures without a device is unlocked with his badge."""
PASSWORDS = Bounds(
    of_a_name_there=3,
    at_a_place=30,
    of_a_name=30,
    before_a_new_secret=90,
    wrong="wrong_username_or_password",
    locked="password_locked",
    place_locked="password_locked",
)
"""A whole office may sign in behind one address, and a password is no six digits."""
