"""A document as JSON: nothing is lost on the way, and its hash is that of the text."""

import hashlib
import json
from decimal import Decimal

import pytest

from tables.documents import data
from tables.documents.model import Chart, Column, Paper, Row, Series, Table
from tables.documents.values import Kind, Money
from tests.tables.documents import paper


def test_there_and_back() -> None:
    document = paper.report(marks=("VOID",), stamps=("REPRINT 2",), paper=Paper.SLIP)
    assert data.document_of(data.text_of(document)) == document
    bare = paper.report(state=None, identity=(), parts=(), signatures=(), proof=(), look_up="")
    assert data.document_of(data.text_of(bare)) == bare


def test_percentages_and_other_currencies_come_back() -> None:
    ratio = Chart(
        "hold", "Hold", ("BJ",), (Series("Hold", (Decimal("3.5"),)),), Kind.PERCENT, ranges=((Decimal(1), Decimal(5)),)
    )
    money = Column("cash", "Cash", Kind.MONEY, money=Money("JPY", 0))
    document = paper.report(parts=(ratio, Table("cash", "Cash", (money,), (Row((5,)),))))
    assert data.document_of(data.text_of(document)) == document


def test_rows_are_objects_by_column_name() -> None:
    told = json.loads(data.text_of(paper.report()))
    (table,) = [part for part in told["parts"] if part["name"] == "tables"]
    assert table["rows"][0] == {"style": "group", "text": "Pit P1"}
    assert table["rows"][2] == {
        "style": "line",
        "marked": ["win"],
        "cells": {
            "table": "BJ-02",
            "drop": 620_000,
            "win": -35_000,
            "hold": "-5.65",
            "rounds": 301,
            "by_log": 620_000,
            "opened": "2026-11-29T14:14:03.000000Z",
            "day": "2026-11-29",
            "hash": "4f1c",
        },
    }


def test_the_hash_is_that_of_the_text_unless_it_was_frozen_before() -> None:
    document = paper.report()
    assert data.sha256_of(document) == hashlib.sha256(data.text_of(document).encode()).hexdigest()
    assert data.sha256_of(paper.report(sha256="ab" * 32)) == "ab" * 32


def test_another_format_is_not_guessed_at() -> None:
    told = json.loads(data.text_of(paper.report())) | {"format": 2}
    with pytest.raises(ValueError, match="not a document of format 1"):
        data.document_of(json.dumps(told))
