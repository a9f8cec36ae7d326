"""A count sheet on paper: what was found, each kind apart, both blind counts where they differed, and who signed."""

from typing import Any

import pypdfium2
import pytest

from tables.documents import drawing
from tables.documents.drawing import Format
from tables.documents.model import Document
from tables.domain.foreign_chips import ForeignItem, ForeignKind
from tables.domain.notes import NoteCount
from tables.reports import count_sheets
from tables.reports.slips import SlipFacts
from tables.selectors import count_sheets as sheet_reads
from tables.selectors import house as house_reads
from tables.services import taps
from tests import builders, cages, counting, custody, dealt, potted
from tests.builders import House

pytestmark = pytest.mark.django_db

FOUND, OTHER = counting.cash({10_000: 37, 2_000: 13}), counting.cash({10_000: 36, 2_000: 13})


@pytest.fixture
def house() -> House:
    """The box of a closed table is in the count."""
    made = builders.house()
    cages.promotional_set(made)
    custody.running(made)
    custody.close_table(made, custody.rack_of(made))
    taps.tap_out(actor=made.dana, at=made.at, table=made.tables[0])
    custody.remove_box(made)
    counting.open_count(made)
    counting.accept(made)
    return made


def facts(house: House, part: str = "cash", table: str = "BJ-01") -> SlipFacts:
    return count_sheets.facts(sheet_reads.paper(house.colin, table, 1, part), house_reads.of(house.colin))


def paper(house: House, language: str = "en") -> Document:
    view = sheet_reads.paper(house.colin, "BJ-01", 1, "cash")
    return count_sheets.document(view, house_reads.of(house.colin), language)


def cells(said: SlipFacts) -> dict[str, list[tuple[Any, ...]]]:
    """The rows of every table beside the banknotes."""
    return {part.name: [row.cells for row in part.rows] for part in said.parts}  # type: ignore[union-attr]


def text(document: Document) -> str:
    opened = pypdfium2.PdfDocument(drawing.file(document, Format.PDF).content)
    told = " ".join(str(page.get_textpage().get_text_bounded()) for page in opened)
    opened.close()
    return told.replace("\r\n", " ")


def test_a_sheet_on_which_both_agree(house: House) -> None:
    counting.both(house, FOUND)
    said = facts(house)
    assert (said.kind, said.number, said.table, said.pit, said.shift) == (
        "count_sheet",
        "BJ-01-B1-cash",
        "BJ-01",
        "P1",
        "day",
    )
    assert {piece.value: piece.count for piece in said.chips} == {10_000: 37, 2_000: 13}
    assert said.more[:5] == [
        ("Box", "1"),
        ("Bank periods", "1"),
        ("Count", "1"),
        ("Found", "3,960.00"),
        ("Drop", "3,960.00"),
    ]
    assert (said.parts, said.note) == ([], "")
    signed = paper(house).signatures
    assert [(line.role, line.badge) for line in signed] == [
        ("Counter · First count", "colin"),
        ("Counter · Second count", "cora"),
    ]


def test_each_kind_of_thing_stands_apart(house: House) -> None:
    found = counting.cash(
        {2_000: 1},
        promotional={"PROMO": {500: 2}},
        promotional_total=1_000,
        coupons=NoteCount({1_000: 3}, 3_000),
        found_chips={100: 2},
        found_chips_total=200,
        foreign=(ForeignItem(ForeignKind.FOREIGN, "another house", 500, 1),),
        papers=("F-000009",),
    )
    counting.both(house, found)
    said = facts(house)
    assert cells(said) == {
        "promotional_0": [(500, 2, 1_000), (None, 2, 1_000)],
        "coupons": [(1_000, 3, 3_000), (None, 3, 3_000)],
        "found_chips": [(100, 2, 200), (None, 2, 200)],
        "foreign": [("foreign · another house · 5.00", 1)],
        "papers": [("F-000009",)],
    }
    assert ("Copies of another box", "F-000009") in said.more


def test_an_empty_box_is_found_empty(house: House) -> None:
    counting.both(house, counting.cash())
    said = facts(house)
    assert (said.chips, said.parts) == ([], [])
    assert said.more[3:5] == [("Found", "—"), ("Drop", "—")]


def test_the_drop_variance_report_shows_all_three_counts(house: House) -> None:
    counting.first(house, FOUND)
    counting.second(house, OTHER)
    counting.recount(house, FOUND)
    said = facts(house)
    assert cells(said) == {
        "variance": [("Banknotes 100.00", 37, 36, 37), ("Banknotes 20.00", 13, 13, 13)],
        "variance_worth": [("Banknotes", 396_000, 386_000, 396_000)],
    }
    assert said.note == "Why the counts differ: two notes stuck together"
    told = text(paper(house))
    for words in (
        "Count sheet of a drop box", "BJ-01-B1-cash", "Drop variance report: pieces", "3,860.00",
        "two notes stuck together", "Colin Counter", "Cora Counter", "Ada Accountant",
        "Accountant · The verifier's count", "DEMO/count/",
    ):  # fmt: skip
        assert words in told, words


def test_a_rake_box_has_a_sheet_of_chips() -> None:
    house = potted.house("scarney", frames=1, rake="per_game", rake_amount=100)
    potted.open_scarney(house)
    dealt.press(house, *potted.frame("anna", 6, 6, 4, 4, 1), *potted.frame("bo", 1, 1, 3, 3, 4))
    dealt.press(house, {"do": "confirm_settlement"})
    table = house.tables[0]
    custody.close_table(house, custody.rack_of(house))
    custody.remove_box(house)
    counting.open_count(house)
    counting.accept(house)
    counting.both(house, counting.rake({500: 3}))
    said = facts(house, "rake", table)
    assert (said.kind, said.number) == ("rake_sheet", f"{table}-B1-rake")
    assert [(piece.value, piece.count) for piece in said.chips] == [(500, 3)]
    assert said.more[3][1] == "15.00"
    assert [name for name, _ in said.more] == ["Box", "Bank periods", "Count", "Found", "Event in the log"]


def test_in_chinese(house: House) -> None:
    counting.first(house, FOUND)
    counting.second(house, OTHER)
    counting.recount(house, FOUND)
    told = text(paper(house, "zh-hans"))
    for words in ("投注箱", "纸币", "投注箱差异报告", "点数员", "会计"):
        assert words in told, words
