"""A document as JSON and back: how it is kept, sent to the process that draws it, and handed to programs.

The text is canonical, so its SHA-256 is the document's: whoever has the file and the paper can compare them.
"""

import dataclasses
import hashlib
import json
from collections.abc import Callable, Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from tables.documents import spelling
from tables.documents.model import (
    Chart,
    ChartKind,
    Check,
    Checks,
    Column,
    Document,
    Fact,
    Facts,
    Notes,
    Paper,
    Part,
    Row,
    Series,
    Signature,
    State,
    Style,
    Table,
    Tone,
    Words,
)
from tables.documents.values import Kind, Money, Value
from tables.domain.canonical import canonical

FORMAT = 1

Data = dict[str, Any]
_PARTS: Mapping[type[Any], str] = {Table: "table", Facts: "facts", Notes: "notes", Checks: "checks", Chart: "chart"}


def text_of(document: Document) -> str:
    """The document as canonical JSON."""
    return canonical(to_data(document))


def sha256_of(document: Document) -> str:
    """What is printed as the document's hash: that of what it was made from, or else of its own JSON."""
    return document.sha256 or hashlib.sha256(text_of(document).encode()).hexdigest()


def document_of(text: str) -> Document:
    """The document that ``text_of`` wrote. Raises ValueError for another format."""
    return from_data(json.loads(text))


def to_data(document: Document) -> Data:
    """The document in JSON's values; rows are objects by column name."""
    data = _plain(document)
    return {"format": FORMAT, **data, "parts": [_part(part) for part in document.parts]}


def _part(part: Part) -> Data:
    data = {"part": _PARTS[type(part)], **_plain(part)}
    if isinstance(part, Table):
        data["rows"] = [_row(row, part) for row in part.rows]
    return data


def _row(row: Row, table: Table) -> Data:
    """A row without what it does not have: most rows of long tables are cells and nothing else."""
    if row.style is Style.GROUP:
        return {"style": row.style, "text": row.cells[0]}
    names = (column.name for column in table.columns)
    cells = {name: spelling.for_program(value) for name, value in zip(names, row.cells, strict=True)}
    proofs = [list(proof) for proof in row.proofs]
    more: Data = {"adds": list(row.adds), "marked": list(row.marked), "link": row.link, "proofs": proofs}
    return {"style": row.style, "cells": cells, **{name: value for name, value in more.items() if value}}


def _plain(value: Any) -> Any:
    if dataclasses.is_dataclass(value):
        skipped = {"rows", "parts"}
        fields = (field.name for field in dataclasses.fields(value) if field.name not in skipped)
        return {name: _plain(getattr(value, name)) for name in fields}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return spelling.for_program(value)


def from_data(data: Data) -> Document:
    """The document again. Raises ValueError for another format."""
    if data.get("format") != FORMAT:
        raise ValueError(f"not a document of format {FORMAT}")
    state = data["state"]
    given = {name: value for name, value in data.items() if name != "format"}
    return Document(
        **{
            **given,
            "money": Money(**data["money"]),
            "words": Words(**data["words"]),
            "dated": datetime.fromisoformat(data["dated"]),
            "paper": Paper(data["paper"]),
            "state": State(state["word"], Tone(state["tone"])) if state else None,
            "identity": _facts(data["identity"]),
            "proof": _facts(data["proof"]),
            "parts": tuple(_READERS[part["part"]](part) for part in data["parts"]),
            "signatures": tuple(_signature(line) for line in data["signatures"]),
            "marks": tuple(data["marks"]),
            "stamps": tuple(data["stamps"]),
            "copies": tuple(data.get("copies", ())),
        }
    )


def _value(kind: Kind, value: Any) -> Value:
    if value is None:
        return None
    read: Mapping[Kind, Callable[[Any], Value]] = {
        Kind.PERCENT: Decimal,
        Kind.INSTANT: datetime.fromisoformat,
        Kind.DAY: date.fromisoformat,
    }
    found: Value = read[kind](value) if kind in read else value
    return found


def _facts(lines: list[Data]) -> tuple[Fact, ...]:
    return tuple(
        Fact(line["name"], line["title"], _value(Kind(line["kind"]), line["value"]), Kind(line["kind"]))
        for line in lines
    )


def _signature(line: Data) -> Signature:
    signed_at = line["signed_at"]
    return Signature(**{**line, "signed_at": datetime.fromisoformat(signed_at) if signed_at else None})


def _table(part: Data) -> Table:
    columns = tuple(
        Column(
            column["name"],
            column["title"],
            Kind(column["kind"]),
            tuple(column["ratio"]) if column["ratio"] else None,
            Money(**column["money"]) if column["money"] else None,
            column["estimate"],
        )
        for column in part["columns"]
    )
    rows = tuple(_read_row(row, columns) for row in part["rows"])
    return Table(part["name"], part["title"], columns, rows, part["note"], part["empty"])


def _read_row(row: Data, columns: tuple[Column, ...]) -> Row:
    if row["style"] == Style.GROUP:
        return Row((row["text"],), Style.GROUP)
    cells = tuple(_value(column.kind, row["cells"][column.name]) for column in columns)
    return Row(
        cells,
        Style(row["style"]),
        tuple(row.get("adds", ())),
        tuple(row.get("marked", ())),
        row.get("link", ""),
        tuple((column, asked) for column, asked in row.get("proofs", ())),
    )


def _chart(part: Data) -> Chart:
    kind = Kind(part["kind"])
    series = tuple(
        Series(line["title"], tuple(_number(kind, value) for value in line["values"])) for line in part["series"]
    )
    ranges = tuple((_bound(kind, pair[0]), _bound(kind, pair[1])) if pair else None for pair in part["ranges"])
    return Chart(
        part["name"],
        part["title"],
        tuple(part["categories"]),
        series,
        kind,
        ChartKind(part["draw"]),
        ranges,
        part["range_title"],
        part["caption"],
    )


def _number(kind: Kind, value: Any) -> int | Decimal | None:
    return None if value is None else _bound(kind, value)


def _bound(kind: Kind, value: Any) -> int | Decimal:
    return Decimal(value) if kind is Kind.PERCENT else int(value)


_READERS: Mapping[str, Callable[[Data], Part]] = {
    "table": _table,
    "facts": lambda part: Facts(part["name"], part["title"], _facts(part["facts"])),
    "notes": lambda part: Notes(part["name"], part["title"], tuple(part["lines"]), part["empty"]),
    "checks": lambda part: Checks(part["name"], part["title"], tuple(Check(**line) for line in part["checks"])),
    "chart": _chart,
}
