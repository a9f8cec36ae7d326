"""A document that says something impossible is never made."""

from datetime import date, datetime
from decimal import Decimal
from typing import Any

import pytest

from tables.documents.model import Chart, Column, Notes, Row, Series, Style, Table
from tables.documents.values import Kind, check_value
from tests.tables.documents import paper


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (Kind.TEXT, "BJ-01"),
        (Kind.CODE, "4f"),
        (Kind.MONEY, -5),
        (Kind.COUNT, 0),
        (Kind.PERCENT, Decimal("3.75")),
        (Kind.INSTANT, paper.AT),
        (Kind.DAY, date(2026, 3, 4)),
        (Kind.MONEY, None),
    ],
)
def test_values_of_their_kind(kind: Kind, value: Any) -> None:
    check_value("here", kind, value)


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (Kind.MONEY, 1.5),
        (Kind.MONEY, True),
        (Kind.MONEY, "100"),
        (Kind.COUNT, Decimal(1)),
        (Kind.PERCENT, 3.75),
        (Kind.TEXT, 5),
        (Kind.DAY, paper.AT),
        (Kind.INSTANT, date(2026, 3, 4)),
        (Kind.INSTANT, datetime(2026, 3, 4, 12)),
    ],
)
def test_no_value_passes_for_another(kind: Kind, value: Any) -> None:
    with pytest.raises(ValueError, match=r"^here: "):
        check_value("here", kind, value)


COLUMNS = (Column("name", "Name"), Column("win", "Win", Kind.MONEY))


@pytest.mark.parametrize(
    ("rows", "what"),
    [
        ((Row(("BJ-01",)),), "1 cells for 2 columns"),
        ((Row(("BJ-01", "5")),), "'5' is no money"),
        ((Row(("P1", None), Style.GROUP),), "a group has its text"),
        ((Row((None,), Style.GROUP),), "a group has its text"),
        ((Row(("BJ-01", 5), marked=("hold",)),), "no column hold"),
        ((Row(("BJ-01", 5), adds=(0,)),), "adds a row that is not there"),
        ((Row(("BJ-01", 5), adds=(7,)),), "adds a row that is not there"),
    ],
)
def test_a_row_fits_its_columns(rows: tuple[Row, ...], what: str) -> None:
    with pytest.raises(ValueError, match=what):
        Table("result", "Result", COLUMNS, rows)


def test_names_are_told_apart() -> None:
    with pytest.raises(ValueError, match="two columns of one name"):
        Table("result", "Result", (COLUMNS[0], COLUMNS[0]), ())
    with pytest.raises(ValueError, match="two parts of one name"):
        paper.report(parts=(Notes("a", "A", ()), Notes("a", "B", ())))


def test_a_document_has_a_moment_with_a_zone() -> None:
    with pytest.raises(ValueError, match="without a zone"):
        paper.report(dated=datetime(2026, 3, 4, 12))


@pytest.mark.parametrize(
    ("more", "what"),
    [
        ({"series": ()}, "a value a category"),
        ({"series": (Series("Win", (1,)),)}, "a value a category"),
        ({"series": (Series("Win", (1, 2)),), "ranges": (None,)}, "a value a category"),
        ({"series": (Series("Win", (1, Decimal("0.5"))),)}, "is no money"),
        ({"series": (Series("Win", (1, 2)),), "kind": Kind.TEXT}, "cannot be drawn"),
    ],
)
def test_a_chart_has_a_value_a_category(more: dict[str, Any], what: str) -> None:
    with pytest.raises(ValueError, match=what):
        Chart("win", "Win", ("BJ-01", "BJ-02"), **more)


def test_tables_and_charts_are_found() -> None:
    document = paper.report()
    assert [table.name for table in document.tables] == ["tables", "exceptions"]
    assert [chart.name for chart in document.charts] == ["win", "hours"]
