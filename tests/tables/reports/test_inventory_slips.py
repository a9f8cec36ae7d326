"""A table inventory slip on paper says what was counted, what should have been there, and who signed for it."""

import pypdfium2
import pytest

from tables.documents import drawing
from tables.documents.drawing import Format
from tables.documents.model import Document, Table
from tables.domain import canonical, papers
from tables.reports import inventory_slips
from tables.reports.slips import SlipFacts
from tables.selectors import house as house_reads
from tables.selectors import inventory_slips as slip_reads
from tests import builders, custody
from tests.builders import House

pytestmark = pytest.mark.django_db

SHORT = {**custody.BANK, 500: 199}


@pytest.fixture
def house() -> House:
    made = builders.house()
    custody.issue_bank(made)
    custody.open_table(made)
    return made


def facts(house: House, period: int, end: str) -> SlipFacts:
    return inventory_slips.facts(slip_reads.one(house.petra, "BJ-01", period, end), house_reads.of(house.petra))


def paper(house: House, period: int, end: str, language: str = "en") -> Document:
    view = slip_reads.one(house.petra, "BJ-01", period, end)
    return inventory_slips.document(view, house_reads.of(house.petra), language)


def text(document: Document) -> str:
    opened = pypdfium2.PdfDocument(drawing.file(document, Format.PDF).content)
    assert len(opened) == 1
    told = str(opened[0].get_textpage().get_text_bounded())
    opened.close()
    return told.replace("\r\n", " ")


def test_the_first_opener_is_compared_with_the_bank_of_the_cage(house: House) -> None:
    said = facts(house, 1, "opener")
    assert (said.kind, said.number, said.table, said.pit, said.shift) == ("opener", "BJ-01-O1", "BJ-01", "P1", "day")
    assert [(piece.value, piece.count) for piece in said.chips] == [(100, 200), (500, 200), (2_500, 160), (10_000, 48)]
    assert said.more == [
        ("Opens bank period", "1 · 2026-03-04, day · sequence mark 1 · box 1"),
        ("Bank from the cage", "10,000.00"),
        ("Counted", "10,000.00"),
        ("Event in the log", "4"),
    ]
    assert (said.look_up, said.parts, said.note) == ("DEMO/table/BJ-01/4", [], "")
    assert [line["badge"] for line in said.signatures] == ["dana", "petra"]
    counted = papers.inventory_slip("DEMO", "BJ-01", "opener", custody.BANK, custody.BANK_TOTAL, "")
    assert {line["content"] for line in said.signatures} == {canonical.content_hash(counted)}


def test_a_closer_shows_both_counts_where_they_differ(house: House) -> None:
    custody.close_table(house, SHORT, note="a red is missing")
    said = facts(house, 1, "closer")
    assert (said.kind, said.number, said.note) == ("closer", "BJ-01-C1", "a red is missing")
    assert said.more[1:4] == [
        ("By the rounds and slips", "10,000.00"),
        ("Counted", "9,995.00"),
        ("Difference", "(5.00)"),
    ]
    (table,) = said.parts
    assert isinstance(table, Table)
    assert [row.cells for row in table.rows] == [(500, 200, 199, -500), (None, None, None, -500)]
    told = text(paper(house, 1, "closer"))
    for words in (
        "Table inventory slip: closer", "BJ-01-C1", "Table BJ-01", "9,995.00", "Where the count differs", "(5.00)",
        "a red is missing", "Dana Dealer", "Petra Pit Boss", "licence L-DANA", "DEMO/table/BJ-01/5",
    ):  # fmt: skip
        assert words in told, words


def test_t12_an_opener_that_differs_shows_the_closer_before(house: House) -> None:
    """T-12: the difference stands alone, beside both counts; the closer's own paper says nothing of it."""
    custody.close_table(house)
    custody.open_table(house, SHORT, note="a red is missing")
    said = facts(house, 2, "opener")
    assert said.more == [
        ("Opens bank period", "2 · 2026-03-04, day · sequence mark 2 · box 1"),
        ("Closer before", "10,000.00"),
        ("Counted", "9,995.00"),
        ("Difference", "(5.00)"),
        ("By the rule pack", "manager, security and surveillance are told"),
        ("Event in the log", "6"),
    ]
    (table,) = said.parts
    assert isinstance(table, Table)
    assert [row.cells for row in table.rows] == [(500, 200, 199, -500), (None, None, None, -500)]
    assert facts(house, 1, "closer").parts == []


def test_t12_the_paper_says_what_the_rule_pack_asks_for(house: House) -> None:
    """T-12: from 100.00 on the pack of the house wants a written report; a closer has no level."""
    custody.close_table(house)
    custody.open_table(house, {**custody.BANK, 10_000: 47}, note="a black one is missing")
    assert ("By the rule pack", "a written report is due") in facts(house, 2, "opener").more
    assert "By the rule pack" not in dict(facts(house, 1, "closer").more)


def test_another_mix_of_the_same_value_is_shown(house: House) -> None:
    custody.close_table(house, {**custody.BANK, 500: 195, 2_500: 161})
    (table,) = facts(house, 1, "closer").parts
    assert isinstance(table, Table)
    assert [row.cells for row in table.rows] == [
        (2_500, 160, 161, 2_500),
        (500, 200, 195, -2_500),
        (None, None, None, 0),
    ]


def test_t10_a_roll_is_one_paper_which_both_periods_give(house: House) -> None:
    """T-10: one count, one pair of signatures, closer of one period and opener of the next."""
    custody.roll_table(house, at=house.at.replace(hour=22))
    said = facts(house, 1, "closer")
    assert (said.kind, said.number, said.shift) == ("roll", "BJ-01-C1-O2", "day")
    assert said.more[:2] == [
        ("Closes bank period", "1 · 2026-03-04, day · sequence mark 1 · box 1"),
        ("Opens bank period", "2 · 2026-03-04, swing · sequence mark 1 · box 1"),
    ]
    assert paper(house, 2, "opener") == paper(house, 1, "closer")


def test_in_chinese(house: House) -> None:
    custody.close_table(house, SHORT, note="少一枚红色筹码")
    told = text(paper(house, 1, "closer", "zh-hans"))
    for words in ("收台", "差异", "少一枚红色筹码", "荷官", "结束台期"):
        assert words in told, words
