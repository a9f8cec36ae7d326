"""A document on a page: what paper shows, with the looks that the page gives to its cells."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.safestring import mark_safe

from tables.documents import layout
from tables.documents.model import Document

MOST_LINES: Final = 2_000
"""Rows of one table that a page shows; the files have them all."""


def shown(document: Document) -> dict[str, Any]:
    """The document laid out for ``reports/document.html``: long tables are cut, and say so; pictures are our own."""
    laid = layout.laid_out(document)
    for part in laid["parts"]:
        if part["part"] == "table":
            part["more"] = max(len(part["rows"]) - MOST_LINES, 0)
            part["rows"] = part["rows"][:MOST_LINES]
            for row in part["rows"]:
                for column, cell in zip(part["columns"], row.get("cells", ()), strict=False):
                    cell["look"] = _look(column, cell)
        elif part["part"] == "chart":
            part["svg"] = mark_safe(part["svg"])  # noqa: S308 - drawn by charts.py, which escapes every text
    laid["qr"] = mark_safe(laid["qr"])  # noqa: S308 - drawn by segno from the code alone
    return laid


def _look(column: Mapping[str, Any], cell: Mapping[str, Any]) -> str:
    """The classes of a cell."""
    looks = {name: column[name] for name in ("code", "moment", "estimate")}
    looks |= {"num": column["number"], "differs": cell["marked"]}
    return " ".join(name for name, applies in looks.items() if applies)
