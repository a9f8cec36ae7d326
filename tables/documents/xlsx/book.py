"""The workbook as a whole: its sheets, their set-up for print, and how a value goes into a cell.

Excel counts in binary fractions whatever one does, so an amount becomes one here, at the last moment, and nowhere
else. No text ever becomes a formula or a link.
"""

import io
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

import xlsxwriter
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from tables.documents import data
from tables.documents.model import Document, Paper
from tables.documents.values import Kind, Money, Value

A4, A5 = 9, 11
LONGEST_NAME, LONGEST_TEXT = 28, 32_767
"""Signs that Excel takes for the name of a sheet (less a number behind it) and in a cell."""
Cell = tuple[int, int]
FAINT, BAD, MARKED = "#56605B", "#8C1C20", "#FBEFCF"


class Book:
    """A workbook in the making. Formats are made once and shared; every sheet gets the document's head and foot."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self._out = io.BytesIO()
        never = {"strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
        self.workbook = xlsxwriter.Workbook(self._out, {"in_memory": True, **never})
        self._formats: dict[tuple[tuple[str, Any], ...], Format] = {}
        self._names: set[str] = set()
        self._sha256 = data.sha256_of(document)
        moment = document.dated.astimezone(UTC).replace(tzinfo=None)
        self.workbook.set_properties({"title": document.title, "author": document.house, "created": moment})

    def finished(self) -> bytes:
        """The file. Its times are those of the document, so the same document is the same bytes."""
        self.workbook.close()
        return self._out.getvalue()

    def look(self, **more: Any) -> Format:
        """A format, by its properties."""
        key = tuple(sorted(more.items()))
        if key not in self._formats:
            self._formats[key] = self.workbook.add_format({"font_size": 10, "valign": "top", **more})
        return self._formats[key]

    def sheet(self, title: str) -> Worksheet:
        """A new sheet. Its name is cut to what Excel takes and told apart from the others'."""
        wanted = "".join(" " if sign in "[]:*?/\\'" else sign for sign in title).strip()[:LONGEST_NAME] or "-"
        name, number = wanted, 2
        while name.casefold() in self._names:
            name, number = f"{wanted} {number}", number + 1
        self._names.add(name.casefold())
        made = self.workbook.add_worksheet(name)
        self._set_up_print(made)
        return made

    def _set_up_print(self, sheet: Worksheet) -> None:
        document, words = self.document, self.document.words
        sheet.set_paper(A5 if document.paper is Paper.SLIP else A4)
        if document.paper is Paper.LANDSCAPE:
            sheet.set_landscape()
        sheet.set_margins(left=0.5, right=0.5, top=0.8, bottom=0.7)
        sheet.fit_to_pages(1, 0)
        said = " · ".join(part for part in (document.casino, document.title, document.number) if part)
        state = " · ".join([*([document.state.word] if document.state else []), *document.marks, *document.stamps])
        page = words.page.replace("{page}", "&P").replace("{pages}", "&N")
        sheet.set_header(f"&L{_said(said)}&R{_said(state)}")
        sheet.set_footer(f"&L&8SHA-256 {self._sha256}&R{page}")

    def write(
        self, sheet: Worksheet, cell: Cell, value: Value, kind: Kind, money: Money | None = None, **look: Any
    ) -> None:
        """A value as what it is: a number, a date, a text; nothing for what is not known."""
        unit = money or self.document.money
        form = self.look(**look, **number_format(kind, unit))
        match value:
            case None:
                sheet.write_blank(*cell, None, form)
            case datetime():
                sheet.write_datetime(*cell, value.astimezone(ZoneInfo(self.document.zone)).replace(tzinfo=None), form)
            case date():
                sheet.write_datetime(*cell, datetime(value.year, value.month, value.day), form)
            case str():
                sheet.write_string(*cell, value[:LONGEST_TEXT], form)
            case _:
                sheet.write_number(*cell, as_number(value, kind, unit), form)


def as_number(value: int | Decimal, kind: Kind, money: Money) -> float:
    """What Excel is to calculate with: whole units of money, and a ratio instead of a percentage."""
    if kind is Kind.MONEY:
        return float(Decimal(value).scaleb(-money.exponent))
    return float(Decimal(value).scaleb(-2)) if kind is Kind.PERCENT else float(value)


def number_format(kind: Kind, money: Money) -> dict[str, str]:
    """How accountants want it shown: parentheses for negatives, a dash for nought."""
    if kind is Kind.MONEY:
        digits = "#,##0" + ("." + "0" * money.exponent if money.exponent else "")
        return {"num_format": f'{digits};({digits});"—"'}
    formats = {
        Kind.COUNT: '#,##0;(#,##0);"—"',
        Kind.PERCENT: "0.00%;(0.00%)",
        Kind.INSTANT: "yyyy-mm-dd hh:mm:ss",
        Kind.DAY: "yyyy-mm-dd",
    }
    return {"num_format": formats[kind]} if kind in formats else {"num_format": "@"}


def _said(text: str) -> str:
    """A text in a head or foot, where an ampersand is a command."""
    return text.replace("&", "&&")[:200]
