"""Tables as CSV: exact figures, empty for unknown, and nothing that a spreadsheet would run."""

import csv as stdlib_csv
import io
import zipfile

import pytest

from tables.documents import csv
from tables.documents.model import Column, Row, Table
from tables.documents.values import Kind, Money
from tests.tables.documents import paper


def read(raw: bytes) -> list[dict[str, str]]:
    """A file as a spreadsheet reads it."""
    assert raw.startswith(b"\xef\xbb\xbf")
    return list(stdlib_csv.DictReader(io.StringIO(raw.decode("utf-8-sig"), newline="")))


def test_money_stands_twice_and_lines_are_told_from_sums() -> None:
    lines = read(csv.sheet(paper.report(), "tables"))
    assert [(line["row"], line["group"], line["table"], line["win_minor"], line["win"]) for line in lines] == [
        ("line", "Pit P1", "BJ-01", "610000", "6100.00"),
        ("line", "Pit P1", "BJ-02", "-35000", "-350.00"),
        ("line", "Pit P1", "'=1+1", "", ""),
        ("subtotal", "", "Pit P1", "575000", "5750.00"),
        ("total", "", "House", "575000", "5750.00"),
        ("to_date", "", "Day to date", "0", "0.00"),
    ]
    assert (lines[0]["hold"], lines[0]["opened"], lines[0]["day"]) == (
        "32.28",
        "2026-11-29T14:14:03.000000Z",
        "2026-11-29",
    )


def test_a_column_of_another_currency_has_its_own_places() -> None:
    cash = Table("cash", "Cash", (Column("yen", "Yen", Kind.MONEY, money=Money("JPY", 0)),), (Row((500,)),))
    (line,) = read(csv.sheet(paper.report(parts=(cash,)), "cash"))
    assert (line["yen_minor"], line["yen"]) == ("500", "500")


def test_a_table_without_rows_has_its_head() -> None:
    assert csv.sheet(paper.report(), "exceptions") == b"\xef\xbb\xbfrow,group,what\r\n"
    with pytest.raises(KeyError):
        csv.sheet(paper.report(), "secrets")


@pytest.mark.parametrize(
    "evil",
    ["=1+1", "+1+1", "-1+cmd", "@SUM(A1)", "\tx", "\rx", "\nx", "-", "+", "\uff1d1+1", "\uff0b1", "\uff0d1", "\uff201"],
)
def test_a_text_is_never_a_formula(evil: str) -> None:
    assert csv.cell(evil) == f"'{evil}"


@pytest.mark.parametrize(("value", "told"), [(-5, "-5"), ("-5.25", "-5.25"), (None, ""), ("a=b", "a=b"), (0, "0")])
def test_figures_stay_figures(value: object, told: str) -> None:
    assert csv.cell(value) == told


def test_the_archive_has_a_file_a_table_and_is_the_same_bytes() -> None:
    raw = csv.archive(paper.report())
    assert raw == csv.archive(paper.report())
    with zipfile.ZipFile(io.BytesIO(raw)) as packed:
        assert packed.namelist() == ["tables.csv", "exceptions.csv"]
        assert packed.read("tables.csv") == csv.sheet(paper.report(), "tables")
