"""A document as it is laid out for readers: every value spelt, every chart drawn. Paper and screen show the same."""

import dataclasses
import io
from typing import Any

import segno

from tables.documents import charts, data, spelling, widths
from tables.documents.model import (
    Chart,
    Checks,
    Column,
    Document,
    Fact,
    Facts,
    Notes,
    Part,
    Row,
    Signature,
    Style,
    Table,
)
from tables.documents.values import NUMERIC, Kind, Value

Laid = dict[str, Any]
SUMS = frozenset({Style.SUBTOTAL, Style.TOTAL, Style.TO_DATE})
SHORT = 14
"""Rows of a table that is never divided between two pages."""
MOST_KEPT = 8
"""Sums at the end of a longer table that are not torn apart; of more, some may stand on the next page."""


def laid_out(document: Document) -> Laid:
    """The document's texts in the order in which they are read."""
    zone = document.zone
    contents = {line.content for line in document.signatures if line.name}
    content = contents.pop() if len(contents) == 1 else ""
    return {
        "name": document.name,
        "title": document.title,
        "subtitle": document.subtitle,
        "number": document.number,
        "casino": document.casino,
        "house": document.house,
        "language": document.language,
        "state": {"word": document.state.word, "tone": document.state.tone} if document.state else None,
        "identity": [_fact(fact, document) for fact in document.identity],
        "parts": [_part(part, document) for part in document.parts if not (isinstance(part, Chart) and part.is_blank)],
        "signatures": [_signature(line, document, apart=not content) for line in document.signatures],
        "content": content,
        "proof": [_fact(fact, document) for fact in document.proof],
        "proof_note": document.proof_note,
        "sha256": data.sha256_of(document),
        "marks": list(document.marks),
        "stamps": list(document.stamps),
        "copies": list(document.copies),
        "look_up": document.look_up,
        "qr": qr(document.look_up) if document.look_up else "",
        "paper": document.paper,
        "currency": document.money.currency,
        "zone": zone,
        "made": spelling.instant(document.dated, zone),
        "words": dataclasses.asdict(document.words),
    }


def qr(text: str) -> str:
    """A QR code as SVG; what it says stands in print beside it."""
    out = io.BytesIO()
    code = segno.make(text, error="m", micro=False)
    code.save(out, kind="svg", border=2, xmldecl=False, omitsize=True, svgclass=None, lineclass=None)
    return out.getvalue().decode().strip()


def _part(part: Part, document: Document) -> Laid:
    laid: Laid = {"name": part.name, "title": part.title}
    match part:
        case Table():
            laid |= _table(part, document)
        case Facts():
            laid |= {"part": "facts", "facts": [_fact(fact, document) for fact in part.facts]}
        case Notes():
            laid |= {"part": "notes", "lines": list(part.lines), "empty": part.empty}
        case Checks():
            laid |= {"part": "checks", "checks": [_check(part, at, document) for at in range(len(part.checks))]}
        case Chart():
            laid |= {
                "part": "chart",
                "svg": charts.svg(part, document.money),
                "alt": charts.described(part, document.money),
                "caption": part.caption,
            }
    return laid


def _table(table: Table, document: Document) -> Laid:
    columns = [_column(column, before) for column, before in zip(table.columns, (None, *table.columns), strict=False)]
    rows = [_row(row, table, document) for row in table.rows]
    return {
        "part": "table",
        "note": table.note if rows else "",
        "empty": table.empty,
        "columns": columns,
        "rows": rows,
        "short": len(rows) <= SHORT,
        "kept": _kept(table) if len(rows) > SHORT else 0,
        "widths": widths.of(columns, rows, document.paper)._asdict(),
    }


def _kept(table: Table) -> int:
    """How many rows at the end of a table stay on one page: its sums, and the line above them; 0 without a sum."""
    sums = 0
    for row in reversed(table.rows):
        if row.style not in SUMS:
            break
        sums += 1
    return min(sums + 1, len(table.rows)) if 0 < sums < MOST_KEPT else 0


def _column(column: Column, before: Column | None) -> Laid:
    """``apart``: a text behind a figure, which would else seem to go on."""
    number = column.kind in NUMERIC
    return {
        "title": f"{column.title} ({column.money.currency})" if column.money else column.title,
        "number": number,
        "apart": not number and before is not None and before.kind in NUMERIC,
        "code": column.kind is Kind.CODE,
        "moment": column.kind in (Kind.INSTANT, Kind.DAY),
        "estimate": column.estimate,
    }


def _row(row: Row, table: Table, document: Document) -> Laid:
    if row.style is Style.GROUP:
        return {"style": row.style, "text": row.cells[0]}
    asked = dict(row.proofs)
    cells: list[Laid] = [
        {
            "text": spelling.for_reader(value, column.kind, column.money or document.money, document.zone),
            "marked": column.name in row.marked,
            "proof": asked.get(column.name, ""),
        }
        for column, value in zip(table.columns, row.cells, strict=True)
    ]
    if row.is_unnamed_total:
        cells[0]["text"] = document.words.total
    return {"style": row.style, "cells": cells, "link": row.link}


def _fact(fact: Fact, document: Document) -> Laid:
    return {"title": fact.title, "text": _spelt(fact.value, fact.kind, document), "code": fact.kind is Kind.CODE}


def _check(part: Checks, at: int, document: Document) -> Laid:
    check = part.checks[at]
    words = document.words.of.replace("{agree}", str(check.agree)).replace("{of}", str(check.of))
    return {"text": check.text, "good": check.agree == check.of, "count": words}


def _signature(line: Signature, document: Document, *, apart: bool) -> Laid:
    """``apart``: the signers signed different contents, so that each says which."""
    words = document.words
    details = [
        line.badge,
        f"{words.licence} {line.licence}" if line.licence else "",
        f"{words.terminal} {line.terminal}" if line.terminal else "",
    ]
    return {
        "role": line.role,
        "name": line.name,
        "details": " · ".join(detail for detail in details if detail),
        "at": _spelt(line.signed_at, Kind.INSTANT, document),
        "content": line.content if apart else "",
    }


def _spelt(value: Value, kind: Kind, document: Document) -> str:
    return spelling.for_reader(value, kind, document.money, document.zone)
