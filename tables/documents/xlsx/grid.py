"""A table as a sheet. Sums are formulas, but only where they are the sum: what the report says is never recalculated
into something else.
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from xlsxwriter.utility import xl_rowcol_to_cell
from xlsxwriter.worksheet import Worksheet

from tables.documents import spelling
from tables.documents.model import Column, Document, Row, Style, Table
from tables.documents.values import NUMERIC, Kind
from tables.documents.widths import text_width
from tables.documents.xlsx.book import FAINT, MARKED, Book, as_number, number_format

WIDEST, LINE_HIGH = 60, 16
HEAD = 1
"""Rows above the first one of the table."""
_LOOKS: Mapping[Style, Mapping[str, Any]] = {
    Style.LINE: {},
    Style.GROUP: {"bold": True},
    Style.SUBTOTAL: {"bold": True, "top": 1, "bottom": 1},
    Style.TOTAL: {"bold": True, "top": 2, "bottom": 6},
    Style.TO_DATE: {"font_color": FAINT},
}


def write(book: Book, table: Table) -> None:
    """Add the table's sheet."""
    sheet = book.sheet(table.title or table.name)
    titles = [_title(column, book.document) for column in table.columns]
    for at, (column, title) in enumerate(zip(table.columns, titles, strict=True)):
        head = book.look(bold=True, bottom=2, text_wrap=True, valign="bottom", **_align(table.columns, at))
        sheet.write_string(0, at, title, head)
        sheet.set_column(at, at, _width(at, column, table, book.document))
    sheet.set_row(0, LINE_HIGH * (2 if any(" " in title for title in titles) else 1))
    for position, row in enumerate(table.rows):
        _row(book, sheet, table, position, row)
    last = HEAD + len(table.rows)
    for line in filter(None, (table.empty if not table.rows else "", table.note)):
        sheet.write_string(last + 1, 0, line, book.look(font_color=FAINT))
        last += 1
    sheet.freeze_panes(HEAD, 1)
    sheet.repeat_rows(0)
    if table.rows and all(row.style is Style.LINE for row in table.rows):
        sheet.autofilter(0, 0, len(table.rows), len(table.columns) - 1)


def _row(book: Book, sheet: Worksheet, table: Table, position: int, row: Row) -> None:
    look = dict(_LOOKS[row.style])
    if row.style is Style.GROUP:
        book.write(sheet, (position + HEAD, 0), row.cells[0], Kind.TEXT, **look)
        return
    for at, (column, value) in enumerate(zip(table.columns, row.cells, strict=True)):
        more = {**look, **_align(table.columns, at), **({"bg_color": MARKED} if column.name in row.marked else {})}
        if column.estimate:
            more["italic"] = True
        if column.kind is Kind.TEXT and row.style is Style.LINE:
            more["text_wrap"] = True
        if at == 0 and row.is_unnamed_total:
            book.write(sheet, (position + HEAD, at), book.document.words.total, Kind.TEXT, **look)
            continue
        formula = _formula(table, position, at)
        if formula and isinstance(value, int | Decimal):
            money = column.money or book.document.money
            form = book.look(**more, **number_format(column.kind, money))
            sheet.write_formula(position + HEAD, at, formula, form, as_number(value, column.kind, money))
        else:
            book.write(sheet, (position + HEAD, at), value, column.kind, column.money, **more)


def _align(columns: Sequence[Column], at: int) -> dict[str, Any]:
    """Figures to the right, all else to the left, and apart from a figure before it."""
    if columns[at].kind in NUMERIC:
        return {"align": "right"}
    return {"align": "left", "indent": 1 if at and columns[at - 1].kind in NUMERIC else 0}


def _formula(table: Table, position: int, at: int) -> str | None:
    """What a cell of a sum is computed by, if that gives what the report says."""
    row, column = table.rows[position], table.columns[at]
    if not row.adds:
        return None
    if column.ratio:
        return _ratio(table, position, column, row.cells[at])
    added = [table.rows[other].cells[at] for other in row.adds if table.rows[other].style is not Style.GROUP]
    if column.kind not in (Kind.MONEY, Kind.COUNT) or not added or not all(isinstance(value, int) for value in added):
        return None
    if sum(value for value in added if isinstance(value, int)) != row.cells[at]:
        return None
    return f"=SUM({','.join(_ranges(row.adds, at))})"


def _ratio(table: Table, position: int, column: Column, told: Any) -> str | None:
    names = [each.name for each in table.columns]
    above, below = (names.index(name) for name in column.ratio or ())
    cells = table.rows[position].cells
    won, dropped = cells[above], cells[below]
    if not (isinstance(won, int) and isinstance(dropped, int) and dropped and isinstance(told, Decimal)):
        return None
    if abs(Decimal(won) * 100 / dropped - told) > Decimal(1).scaleb(int(told.as_tuple().exponent)):
        return None
    return f"={xl_rowcol_to_cell(position + HEAD, above)}/{xl_rowcol_to_cell(position + HEAD, below)}"


def _ranges(rows: Sequence[int], at: int) -> list[str]:
    """The rows as Excel writes them: neighbours as a range."""
    found: list[list[int]] = []
    for row in sorted(rows):
        if found and row == found[-1][1] + 1:
            found[-1][1] = row
        else:
            found.append([row, row])
    corners = [(xl_rowcol_to_cell(first + HEAD, at), xl_rowcol_to_cell(last + HEAD, at)) for first, last in found]
    return [first if first == last else f"{first}:{last}" for first, last in corners]


def _title(column: Column, document: Document) -> str:
    if column.money:
        return f"{column.title} ({column.money.currency})"
    return f"{column.title} ({document.words.estimate})" if column.estimate else column.title


def _width(at: int, column: Column, table: Table, document: Document) -> float:
    """Wide enough for every value, up to where texts are better broken."""
    money = column.money or document.money
    said = [
        spelling.for_reader(row.cells[at], column.kind, money, document.zone)
        for row in table.rows
        if row.style is not Style.GROUP
    ]
    widest = max([text_width(word) for word in column.title.split()] + [text_width(text) for text in said])
    return round(min(widest * 1.75 + 3, WIDEST), 1)
