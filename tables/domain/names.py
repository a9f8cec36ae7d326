"""The codes and names that the house gives to things: they stand in stream keys, addresses and printed pages."""

import re
import unicodedata
from collections.abc import Iterable

from tables.domain import look_alikes
from tables.domain.errors import Conflict, Invalid

_CODE = re.compile(r"[A-Z0-9](?:[A-Z0-9-]{0,14}[A-Z0-9])?", re.ASCII)
_WORD = re.compile(r"[a-z][a-z0-9_]{0,15}", re.ASCII)
_BADGE = re.compile(r"[A-Za-z0-9-]{1,16}", re.ASCII)
_USERNAME = re.compile(r"[a-z0-9][a-z0-9._@-]{0,63}", re.ASCII)
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Me"})
"""Categories: control, format, surrogate, private and unassigned signs, ends of lines and paragraphs, and marks that
enclose what stands before them."""
_BLANK = frozenset(
    {*"\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u2800\u3164\uffa0"}
    | {chr(code) for first, last in ((0xFE00, 0xFE0F), (0xE0100, 0xE01EF)) for code in range(first, last + 1)}
)
"""Letters, marks and signs that no screen shows: fillers, joiners, variation selectors."""
_PICTURED = "\ufe0f"
"""Asks for the coloured picture of the symbol before it; every telephone sends it."""
_MOST_MARKS = 2
"""On one letter; composed already where Unicode has the letter. Vietnamese and Thai need two."""


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
    if not is_plain(name):
        raise Invalid(code)


def require_person(name: str, longest: int, code: str = "bad_name") -> None:
    """The same for who is called so at a table, and ``code`` for a word of two alphabets.

    A Cyrillic а among Latin letters has no other purpose than to look like the name of somebody else.
    """
    require_name(name, longest, code)
    if not look_alikes.is_of_one_alphabet(name):
        raise Invalid(code)


def require_tellable(name: str, others: Iterable[str]) -> None:
    """Refuse (409) ``name_looks_alike``, with the name it is ``like``, when somebody else is called almost so."""
    like = look_alikes.one_of(name, others)
    if like is not None:
        raise Conflict("name_looks_alike", like=like)


def composed(text: str) -> str:
    """A text as it is kept: keyboards and telephones spell one letter in several ways, the house in one (NFC)."""
    return unicodedata.normalize("NFC", text)


def is_plain(text: str) -> bool:
    """Whether everybody sees all of a text, in the one spelling that Unicode calls normal (NFC)."""
    if text.isascii():
        return text.isprintable()
    if not unicodedata.is_normalized("NFC", text):
        return False
    before, marks = "Zs", _MOST_MARKS  # nothing that a mark could stand on
    for sign in text:
        category = unicodedata.category(sign)
        marks = marks + 1 if category == "Mn" else 0 if category != "Zs" else _MOST_MARKS
        is_picture = sign == _PICTURED and before == "So"
        if is_picture:
            marks = 0
        elif category in _UNSEEN or sign in _BLANK or marks > _MOST_MARKS:
            return False
        before = category
    return True
