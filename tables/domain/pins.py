"""What a PIN may be. A PIN only counts on an enrolled terminal, and three wrong ones lock the badge."""

import re
from itertools import pairwise

from tables.domain.errors import Invalid

PIN_LENGTH = 6
_PIN = re.compile(rf"[0-9]{{{PIN_LENGTH}}}", re.ASCII)

COMMON_PINS = frozenset(
    {
        "123456", "654321", "123123", "112233", "121212", "123321", "159753", "147258", "258456", "789456",
        "456789", "101010", "100200", "520520", "131420", "147852", "696969", "142536", "246810", "135790",
        "010203", "102030", "112358", "314159", "271828", "696996", "123654", "456123", "789123", "321321",
    }
)  # fmt: skip
"""PINs that thieves try first, beside the patterns below (NIST SP 800-63B asks for a block list)."""


def require_good_pin(pin: str) -> None:
    """Refuse ``bad_pin`` (not six digits) or ``common_pin`` (listed, one digit, a run, a repeated pair or triple)."""
    if not _PIN.fullmatch(pin):
        raise Invalid("bad_pin")
    steps = {(int(after) - int(before)) % 10 for before, after in pairwise(pin)}
    runs = steps in ({1}, {9}, {0})
    repeats = pin[:3] == pin[3:] or pin[:2] == pin[2:4] == pin[4:]
    if runs or repeats or pin in COMMON_PINS:
        raise Invalid("common_pin")
