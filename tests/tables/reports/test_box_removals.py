"""A drop box on paper: which went, what came in its place, who took it."""

import pypdfium2
import pytest

from tables.documents import drawing
from tables.documents.drawing import Format
from tables.documents.model import Document
from tables.domain import canonical, papers
from tables.domain.errors import Conflict, NotAllowed, NotFound
from tables.reports import box_removals
from tables.selectors import box_removals as removal_reads
from tables.selectors import house as house_reads
from tables.services import taps
from tests import builders, custody
from tests.builders import House

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    made = custody.running(builders.house(outsider=True))
    taps.tap_out(actor=made.dana, at=made.at, table="BJ-01")
    return made


def paper(house: House, box: int = 1, language: str = "en") -> Document:
    return box_removals.document(removal_reads.one(house.colin, "BJ-01", box), house_reads.of(house.colin), language)


def text(document: Document) -> str:
    opened = pypdfium2.PdfDocument(drawing.file(document, Format.PDF).content)
    assert len(opened) == 1
    told = str(opened[0].get_textpage().get_text_bounded())
    opened.close()
    return told.replace("\r\n", " ")


def more(house: House, box: int = 1) -> list[tuple[str, str]]:
    view = removal_reads.one(house.colin, "BJ-01", box)
    return list(box_removals.facts(view, house_reads.of(house.colin)).more)


def test_the_box_of_a_closed_table_leaves_none_behind_until_the_next_opening(house: House) -> None:
    custody.close_table(house)
    custody.remove_box(house, at=house.at.replace(minute=5))
    view = removal_reads.one(house.ada, "BJ-01", 1)
    assert (view.pit, view.shift, view.periods, view.box_in) == ("P1", "day", [1], None)
    assert more(house) == [
        ("Box out", "1 · 2026-03-04 12:05:00"),
        ("It stood there since", "2026-03-04 12:00:00"),
        ("Bank periods", "1"),
        ("Box in", "none before the next opening"),
        ("Event in the log", str(view.seq)),
    ]
    label = papers.box_removal("DEMO", "BJ-01", 1, "")
    assert [(line["badge"], line["content"]) for line in view.signatures] == [
        ("colin", canonical.content_hash(label)),
        ("cora", canonical.content_hash(label)),
    ]
    custody.open_table(house, at=house.at.replace(minute=30))
    assert ("Box in", "2 · 2026-03-04 12:30:00") in more(house)


def test_a_box_that_is_changed_at_a_roll_covers_its_periods(house: House) -> None:
    custody.roll_table(house)
    removal = custody.removal(house, emergency="the box is full")
    custody.roll_table(house, at=house.at.replace(hour=22), removal=removal)
    told = text(paper(house))
    for words in (
        "Removal of a drop box", "BJ-01-B1", "Table BJ-01", "1, 2", "1 · 2026-03-04 14:00:00",
        "2 · 2026-03-04 14:00:00", "Out of turn: the box is full",
        "Colin Counter", "Cora Counter", "licence L-COLIN", "DEMO/table/BJ-01/",
    ):  # fmt: skip
        assert words in told, words


def test_each_box_has_its_own_removal(house: House) -> None:
    custody.close_table(house)
    custody.remove_box(house)
    custody.open_table(house)
    custody.close_table(house)
    custody.remove_box(house, 2)
    first, second = (removal_reads.one(house.colin, "BJ-01", box) for box in (1, 2))
    assert (first.periods, second.periods) == ([1], [2])
    assert first.seq < second.seq


def test_in_chinese(house: House) -> None:
    custody.close_table(house)
    custody.remove_box(house)
    told = text(paper(house, language="zh-hans"))
    for words in ("投注箱", "取出的箱", "下次开台前无", "点数员"):
        assert words in told, words


def test_a_box_on_its_table_has_no_removal(house: House) -> None:
    with pytest.raises(Conflict, match="box_not_removed"):
        removal_reads.one(house.colin, "BJ-01", 1)


@pytest.mark.parametrize(("who", "table", "box"), [("colin", "BJ-01", 2), ("colin", "BJ-09", 1), ("otto", "BJ-01", 1)])
def test_there_is_no_such_box(house: House, who: str, table: str, box: int) -> None:
    custody.close_table(house)
    custody.remove_box(house)
    with pytest.raises(NotFound, match="no_such_box"):
        removal_reads.one(builders.actor(who), table, box)


@pytest.mark.parametrize("who", ["petra", "dana", "cass", "sam"])
def test_pit_cage_and_security_do_not_read_it(house: House, who: str) -> None:
    custody.close_table(house)
    custody.remove_box(house)
    with pytest.raises(NotAllowed, match="not_permitted"):
        removal_reads.one(builders.actor(who), "BJ-01", 1)
