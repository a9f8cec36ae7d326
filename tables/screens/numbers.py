"""Whole numbers as an address or a form brings them."""

from typing import Final

MOST_DIGITS: Final = 18
"""As many as the database's largest column keeps."""


def whole(text: str | None, digits: int = MOST_DIGITS) -> int | None:
    """The number that stands there; None for nothing, a sign, digits of other scripts, and more than ``digits``."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) <= digits else None
