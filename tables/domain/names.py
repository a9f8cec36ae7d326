"""The codes and names that the house gives to things: they stand in stream keys, addresses and printed pages."""

import re
import unicodedata

from tables.domain.errors import Invalid

_CODE = re.compile(r"[A-Z0-9](?:[A-Z0-9-]{0,14}[A-Z0-9])?", re.ASCII)
_WORD = re.compile(r"[a-z][a-z0-9_]{0,15}", re.ASCII)
_BADGE = re.compile(r"[A-Za-z0-9-]{1,16}", re.ASCII)
_USERNAME = re.compile(r"[a-z0-9][a-z0-9._@-]{0,63}", re.ASCII)


def require_code(code: str) -> None:
    """Refuse ``bad_code`` unless it is 1 to 16 capitals, digits and inner hyphens (``BJ-01``, ``P1``)."""
    if not _CODE.fullmatch(code):
        raise Invalid("bad_code", given=code[:24])


def require_word(word: str) -> None:
    """Refuse ``bad_code`` unless it is a small word (a shift's name: ``day``, ``grave``)."""
    if not _WORD.fullmatch(word):
        raise Invalid("bad_code", given=word[:24])


def require_badge(badge: str) -> None:
    """Refuse ``bad_badge`` unless it is 1 to 16 letters, digits and hyphens; ``system`` is the house itself."""
    if not _BADGE.fullmatch(badge) or badge == "system":
        raise Invalid("bad_badge", given=badge[:24])


def require_username(username: str) -> None:
    """Refuse ``bad_username`` unless it is 1 to 64 small letters, digits and ``. _ @ -``."""
    if not _USERNAME.fullmatch(username):
        raise Invalid("bad_username")


def require_name(name: str, longest: int, code: str = "bad_name") -> None:
    """Refuse ``code`` for an empty or too long name, and for signs that could disguise it.

    Control, format and surrogate characters (line breaks, text-direction overrides, zero-width signs) would let one
    name look like another on a screen or break a line of a log.
    """
    if not name.strip() or len(name) > longest or name != name.strip():
        raise Invalid(code)
    if any(unicodedata.category(sign) in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"} for sign in name):
        raise Invalid(code)
