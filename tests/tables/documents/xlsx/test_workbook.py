"""The workbook, read back by another program: real numbers, sums that add, and no text that runs."""

import io
import re
import zipfile
from datetime import date, datetime
from typing import Any

import pytest
from python_calamine import CalamineWorkbook

from tables.documents.model import Column, Document, Paper, Row, Style, Table
from tables.documents.values import Kind, Money
from tables.documents.xlsx import workbook
from tests.tables.documents import paper


def opened(document: Document) -> CalamineWorkbook:
    return CalamineWorkbook.from_filelike(io.BytesIO(workbook.written(document)))


def sheet(document: Document, name: str) -> list[list[Any]]:
    return opened(document).get_sheet_by_name(name).to_python()


def xml(document: Document, name: str) -> str:
    """A member of the file as it is stored."""
    with zipfile.ZipFile(io.BytesIO(workbook.written(document))) as packed:
        return packed.read(name).decode()


def formulas(document: Document) -> dict[str, str]:
    """Cell -> formula of the first table's sheet."""
    found = re.findall(r'<c r="([A-Z]+\d+)"[^>]*><f>([^<]*)</f>', xml(document, "xl/worksheets/sheet2.xml"))
    return dict(found)


def test_a_sheet_a_table_between_summary_and_charts() -> None:
    assert opened(paper.report()).sheet_names == ["Summary", "Result 结果", "Exceptions", "Charts"]
    assert opened(paper.report(parts=())).sheet_names == ["Summary"]


def test_values_are_what_they_are() -> None:
    rows = sheet(paper.report(), "Result 结果")
    assert rows[0] == [
        "Table", "Drop", "Win", "Hold %", "Rounds", "By the log (e)", "Opened", "Day", "Hash",
    ]  # fmt: skip
    assert rows[1][0] == "Pit P1"
    assert rows[3] == [
        "BJ-02", 6_200.0, -350.0, -0.0565, 301.0, 6_200.0,
        datetime(2026, 11, 29, 22, 14, 3), date(2026, 11, 29), "4f1c",
    ]  # fmt: skip
    assert rows[4][1:4] == ["", "", ""]  # T-50: not known is no figure


def test_sums_are_formulas_with_their_value() -> None:
    assert formulas(paper.report()) == {
        "B6": "SUM(B3:B4)",
        "C6": "SUM(C3:C4)",
        "D6": "C6/B6",
        "E6": "SUM(E3:E4)",
        "F6": "SUM(F3:F4)",
        "B7": "SUM(B6)",
        "C7": "SUM(C6)",
        "D7": "C7/B7",
        "E7": "SUM(E6)",
        "F7": "SUM(F6)",
    }
    rows = sheet(paper.report(), "Result 结果")
    assert rows[5][:5] == ["Pit P1", 25_100.0, 5_750.0, 0.2291, 713.0]


@pytest.mark.parametrize(
    ("lines", "total"),
    [
        ((100, None), 100),  # one is not known: the sum is the report's word, not ours
        ((100, 200), 301),  # the report says otherwise: it is never recalculated into something else
        ((100, 200), None),
    ],
)
def test_a_sum_that_is_none_stays_a_figure(lines: tuple[int | None, ...], total: int | None) -> None:
    rows = tuple(Row((f"T{at}", value)) for at, value in enumerate(lines))
    column = (Column("name", "Name"), Column("win", "Win", Kind.MONEY))
    table = Table("t", "T", column, (*rows, Row(("all", total), Style.TOTAL, tuple(range(len(rows))))))
    document = paper.report(parts=(table,))
    assert formulas(document) == {}
    assert sheet(document, "T")[3] == ["all", "" if total is None else total / 100]


def test_a_total_without_a_name_is_called_one() -> None:
    columns = (Column("denomination", "Denomination", Kind.MONEY), Column("pieces", "Pieces", Kind.COUNT))
    table = Table("t", "T", columns, (Row((100, 3)), Row((None, 3), Style.TOTAL, (0,))))
    assert sheet(paper.report(parts=(table,)), "T")[1:] == [[1.0, 3.0], ["Total", 3.0]]


def test_rows_that_are_not_neighbours_are_added_one_by_one() -> None:
    lines = [Row((f"T{at}", at)) for at in range(5)]
    total = Row(("all", 0 + 1 + 3), Style.TOTAL, (0, 1, 3))
    table = Table("t", "T", (Column("name", "Name"), Column("n", "N", Kind.COUNT)), (*lines, total))
    assert formulas(paper.report(parts=(table,))) == {"B7": "SUM(B2:B3,B5)"}


def test_no_text_becomes_a_formula_or_a_link() -> None:
    evil = ["=1+1", "http://evil.example/", "+1", "@SUM(A1)", "{=1}"]
    table = Table("t", "T", (Column("a", "=1+1"),), tuple(Row((text,)) for text in evil))
    document = paper.report(parts=(table,), title="=2+2", house="=3+3")
    assert formulas(document) == {}
    assert [row[0] for row in sheet(document, "T")] == ["=1+1", *evil]
    with zipfile.ZipFile(io.BytesIO(workbook.written(document))) as packed:
        assert not [name for name in packed.namelist() if name.endswith(".rels") and b"evil" in packed.read(name)]


def test_another_currency_has_its_own_places() -> None:
    yen = Table("y", "Y", (Column("y", "Cash", Kind.MONEY, money=Money("JPY", 0)),), (Row((500,)),))
    assert sheet(paper.report(parts=(yen,)), "Y") == [["Cash (JPY)"], [500.0]]


def test_the_summary_says_who_and_what() -> None:
    rows = {str(row[0]): row[1] for row in sheet(paper.report(marks=("VOID",)), "Summary")}
    assert rows["Harbour House 海港"] == "DEMO"
    assert rows["Gaming day"] == date(2026, 11, 29)
    assert (rows["Currency"], rows["Times"]) == ("HKD", "Asia/Macau")
    assert rows["Boxes are counted"] == "8 of 9"
    assert rows["Accountant"] == "Ada Łukasz 陳 · ada · L-1 · T-OFFICE-1 · 2026-11-29 22:14:03"
    assert rows["Root of the log"] == "9a" * 32
    assert rows["Made"] == datetime(2026, 11, 29, 22, 14, 3)
    assert sheet(paper.report(marks=("VOID",)), "Summary")[0][:3] == ["Shift report", "PRELIMINARY", "VOID"]


def test_it_is_set_up_for_print() -> None:
    told = xml(paper.report(), "xl/worksheets/sheet2.xml")
    assert 'orientation="landscape"' in told
    assert 'fitToHeight="0"' in told
    assert "&amp;P of &amp;N" in told
    assert "PRELIMINARY" in told
    assert "<pane " in told
    assert "$1:$1" in xml(paper.report(), "xl/workbook.xml")
    assert 'paperSize="11"' in xml(paper.report(paper=Paper.SLIP), "xl/worksheets/sheet2.xml")


def test_charts_are_excels_own_over_the_same_figures() -> None:
    rows = sheet(paper.report(), "Charts")
    assert rows[1][:4] == ["Category", "Win", "Expected −", "Expected +"]
    assert rows[2][:4] == ["BJ-01", 6_100.0, -1_000.0, 8_000.0]
    assert "<c:barChart>" in xml(paper.report(), "xl/charts/chart1.xml")
    assert "'Charts'!$B$3:$B$5" in xml(paper.report(), "xl/charts/chart1.xml").replace("Charts!", "'Charts'!")
    with zipfile.ZipFile(io.BytesIO(workbook.written(paper.report()))) as packed:
        drawn = [packed.read(name).decode() for name in packed.namelist() if name.startswith("xl/charts/chart")]
    assert sum("<c:lineChart>" in chart and "<c:barChart>" not in chart for chart in drawn) == 1


def test_sheets_of_one_title_are_told_apart() -> None:
    odd = "A title that is far too long for Excel: [2026/11]"
    tables = tuple(Table(name, odd, (Column("a", "A"),), ()) for name in ("one", "two"))
    names = opened(paper.report(parts=tables)).sheet_names
    assert len(set(names)) == 3
    assert all(len(name) <= 31 and not set(name) & set("[]:*?/\\") for name in names)


def test_the_same_document_is_the_same_bytes() -> None:
    assert workbook.written(paper.report()) == workbook.written(paper.report())
