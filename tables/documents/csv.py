"""Tables as CSV, one file a table: UTF-8 with a byte order mark, CRLF, so that spreadsheets read it as it is.

Money stands twice: in minor units under ``<name>_minor`` and as a decimal under ``<name>``. Unknown is empty, never 0
(T-50). A text that a spreadsheet would take for a formula gets an apostrophe in front; numbers are left alone.
"""

import csv
import io
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from tables.documents import names, spelling
from tables.documents.model import Column, Document, Row, Style, Table
from tables.documents.values import Kind, Value

BOM = "\ufeff"
CONTENT_TYPE = "text/csv; charset=utf-8"
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""The last four are the first four in full width, which a spreadsheet of a Chinese desk may take for the same."""
_YEAR_ONE = (1980, 1, 1, 0, 0, 0)
"""The time of every file in an archive: the same document is the same bytes."""


def written(rows: Iterable[Mapping[str, Any]]) -> bytes:
    """Rows as a file; the columns are those of all rows, in the order in which they are first met."""
    lines = list(rows)
    columns = list(dict.fromkeys(column for line in lines for column in line)) or ["empty"]
    return lined(columns, ([line.get(column) for column in columns] for line in lines))


def lined(columns: Sequence[str], lines: Iterable[Sequence[Any]]) -> bytes:
    """A head and its lines as a file."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerows([cell(value) for value in line] for line in lines)
    return (BOM + out.getvalue()).encode()


def cell(value: Any) -> str:
    """A value as it stands between the commas, defused."""
    if value is None:
        return ""
    text = str(value)
    number = text.removeprefix("-").replace(".", "", 1)
    if text.startswith(_FORMULA) and not (number.isascii() and number.isdigit()):
        return f"'{text}"
    return text


def money(name: str, amount: int | None, exponent: int) -> dict[str, Any]:
    """An amount under both its names."""
    return {f"{name}_minor": amount, name: None if amount is None else spelling.plain(amount, exponent)}


def sheet(document: Document, name: str) -> bytes:
    """A table of the document as a file. Raises KeyError when there is no such table.

    A first column ``row`` tells lines from sums, and ``group`` the heading that a line stands under.
    """
    tables = {table.name: table for table in document.tables}
    table = tables[name]
    heads = [head for column in table.columns for head in _heads(column)]
    return lined(["row", "group", *heads], _lines(table, document))


def archive(document: Document) -> bytes:
    """All tables of the document as files in one ZIP."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for table in document.tables:
            name = zipfile.ZipInfo(f"{names.plain(table.name)}.csv", _YEAR_ONE)
            name.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(name, sheet(document, table.name))
    return out.getvalue()


def _lines(table: Table, document: Document) -> Iterator[Sequence[Any]]:
    group: Value = None
    for row in table.rows:
        if row.style is Style.GROUP:
            group = row.cells[0]
        else:
            yield [row.style, group if row.style is Style.LINE else None, *_cells(row, table, document)]


def _heads(column: Column) -> list[str]:
    return [f"{column.name}_minor", column.name] if column.kind is Kind.MONEY else [column.name]


def _cells(row: Row, table: Table, document: Document) -> Iterator[Any]:
    for column, value in zip(table.columns, row.cells, strict=True):
        if isinstance(value, int) and column.kind is Kind.MONEY:
            yield from money(column.name, value, (column.money or document.money).exponent).values()
        elif column.kind is Kind.MONEY:
            yield from (None, None)
        else:
            yield spelling.for_program(value)
