"""How wide the columns of a table are on paper, reckoned from their texts so that no figure is ever broken.

Measuring in the typesetter would set long tables twice. Widths are in em; digits of the font are all equally wide.
"""

import unicodedata
from collections.abc import Sequence
from typing import Any, NamedTuple

from tables.documents.model import Paper

PAPER_MM = {Paper.LANDSCAPE: 273.0, Paper.PORTRAIT: 186.0, Paper.SLIP: 128.0}
"""What lies between the margins of document.typ."""
EM_MM_PER_PT = 0.3528
LARGEST, SMALLEST = 7.8, 5.6
"""Sizes of type in points."""
MARGINS = 1.25
"""Left and right inside a cell, in em."""
TEXT, NARROW = 34.0, 9.0
"""A text is broken into lines at this width, and may be broken at this one where there is no room."""
LOOSE = 1.5
"""A table of few columns is not stretched beyond this."""
BOLD = 1.06


class Widths(NamedTuple):
    """The columns' shares of the table, the size of its type in points, and its percentage of the paper's width."""

    shares: tuple[float, ...]
    size: float
    percent: float


def of(columns: Sequence[dict[str, Any]], rows: Sequence[dict[str, Any]], paper: Paper) -> Widths:
    """The widths of a table that is laid out already (layout.py)."""
    natural = [_column(at, column, rows) for at, column in enumerate(columns)]
    room = PAPER_MM[paper] / (LARGEST * EM_MM_PER_PT)
    if sum(natural) > room:
        natural = _squeezed(natural, columns, room)
    total = sum(natural)
    size = max(SMALLEST, min(LARGEST, LARGEST * room / total))
    percent = min(100.0, 100.0 * LOOSE * total * size / (room * LARGEST))
    return Widths(tuple(round(width, 2) for width in natural), round(size, 2), round(percent, 1))


def text_width(text: str) -> float:
    """About how wide a text is in em; rather too much than too little."""
    return sum(map(_sign, text))


def _column(at: int, column: dict[str, Any], rows: Sequence[dict[str, Any]]) -> float:
    title = max([text_width(word) for word in column["title"].split()] + [text_width(column["title"]) / 2])
    said = [
        text_width(row["cells"][at]["text"]) * (BOLD if row["style"] in ("subtotal", "total") else 1)
        for row in rows
        if "cells" in row
    ]
    widest = max([title * BOLD, *said])
    return (widest if column["number"] else min(widest, TEXT)) + MARGINS + (1.0 if column["apart"] else 0.0)


def _squeezed(natural: Sequence[float], columns: Sequence[dict[str, Any]], room: float) -> list[float]:
    """Texts give way first, each in proportion to what it has above the narrowest; figures never."""
    spare = [
        0.0 if column["number"] else max(width - NARROW, 0.0) for width, column in zip(natural, columns, strict=True)
    ]
    if not sum(spare):
        return list(natural)
    share = min(1.0, (sum(natural) - room) / sum(spare))
    return [width - over * share for width, over in zip(natural, spare, strict=True)]


def _sign(sign: str) -> float:
    if unicodedata.east_asian_width(sign) in "WF":
        return 1.0
    if sign in " ,.:;'|!()[]-/ijlI1ft":
        return 0.56 if sign == "1" else 0.36
    if sign.isdigit() or sign.islower():
        return 0.56
    return 0.86 if sign in "MWmw—@%…" else 0.66
