"""Columns are as wide as their texts want; where there is no room, texts give way and figures never."""

from typing import Any

import pytest

from tables.documents import layout, widths
from tables.documents.model import Column, Document, Paper, Row, Table
from tables.documents.values import Kind
from tests.tables.documents import paper


def measured(document: Document) -> Any:
    return layout.laid_out(document)["parts"][0]["widths"]


def table(*columns: Column, cells: tuple[Any, ...]) -> Table:
    return Table("wide", "Wide", columns, (Row(cells),))


def test_a_broad_table_has_all_of_the_paper_and_the_size_that_fits() -> None:
    figures = tuple(Column(f"c{at}", "Amount", Kind.MONEY) for at in range(16))
    crowded = measured(paper.report(parts=(table(*figures, cells=(123_456_789,) * 16),)))
    assert crowded["percent"] == 100.0
    assert widths.SMALLEST <= crowded["size"] < widths.LARGEST
    needed = sum(crowded["shares"]) * crowded["size"] * widths.EM_MM_PER_PT
    assert needed <= widths.PAPER_MM[Paper.LANDSCAPE] + 0.5


def test_a_small_table_is_not_stretched_over_the_page() -> None:
    small = measured(paper.report(parts=(table(Column("a", "A"), Column("n", "N", Kind.COUNT), cells=("x", 5)),)))
    assert small["percent"] < 20
    assert small["size"] == widths.LARGEST


def test_texts_give_way_before_figures() -> None:
    columns = (*(Column(f"t{at}", "Text") for at in range(6)), Column("win", "Win", Kind.MONEY))
    told = measured(paper.report(parts=(table(*columns, cells=(*("a long story " * 20,) * 6, 123_456_789)),)))
    *texts, win = told["shares"]
    assert told["size"] == widths.LARGEST
    assert win == round(widths.text_width("1,234,567.89") + widths.MARGINS, 2)
    assert all(widths.NARROW <= text < widths.TEXT for text in texts)


@pytest.mark.parametrize(("wide", "narrow"), [("投注箱", "box"), ("MWM", "ill"), ("1234", "123")])
def test_signs_have_their_widths(wide: str, narrow: str) -> None:
    assert widths.text_width(wide) > widths.text_width(narrow)
