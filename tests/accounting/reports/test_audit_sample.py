"""An audit sample on paper: its seed, out of what it was drawn, and every document with those who signed it."""

from datetime import timedelta

import pypdfium2
import pytest

from accounting.reports import audit_sample
from accounting.selectors import audit_samples
from tables.documents import drawing
from tables.documents.drawing import Format
from tables.documents.model import Document, Table
from tables.domain.errors import NotAllowed, NotFound
from tables.selectors import house as house_reads
from tests import builders, custody, slips
from tests.accounting import audited
from tests.builders import AT, GAMING_DAY, House

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    """A table opened, and a fill accepted on it; on the next day axel draws from the day."""
    made = custody.running(builders.house(outsider=True))
    slips.accept(made, slips.carried_fill(made))
    audited.draw(made, at=AT + timedelta(days=1), first_day=GAMING_DAY, last_day=GAMING_DAY)
    return made


def drawn(house: House, who: str = "axel", language: str = "en") -> Document:
    actor = builders.actor(who)
    return audit_sample.document(audit_samples.sample(actor, 1), house_reads.of(actor), language)


def rows(document: Document, name: str) -> list[tuple[object, ...]]:
    (part,) = [part for part in document.parts if isinstance(part, Table) and part.name == name]
    return [row.cells for row in part.rows]


def text(document: Document) -> str:
    opened = pypdfium2.PdfDocument(drawing.file(document, Format.PDF).content)
    told = " ".join(str(page.get_textpage().get_text_bounded()) for page in opened)
    opened.close()
    return " ".join(told.split())


def test_it_says_what_was_wanted_found_and_picked(house: House) -> None:
    paper = drawn(house)
    assert [fact.value for fact in paper.identity] == [GAMING_DAY, GAMING_DAY, "a seed", "axel"]
    assert rows(paper, "counts") == [
        ("Opening", 5, 1, 4),
        ("Closing", 5, 0, 5),
        ("Fill", 10, 1, 9),
        ("Credit", 3, 0, 3),
    ]
    opening, fill = rows(paper, "picks")
    assert (*opening[:5], opening[6]) == ("Opening", "BJ-01", "1", GAMING_DAY, "day", 1_000_000)
    assert (fill[:3], fill[6]) == (("Fill", "BJ-01", "F-000001"), 70_000)
    assert opening[7] == "Dana Dealer, L-DANA (Dealer); Petra Pit Boss, L-PETRA (Pit boss)"
    assert opening[8] == "DEMO/table/BJ-01 #4"


def test_it_is_drawn_in_both_languages(house: House) -> None:
    english, chinese = text(drawn(house)), text(drawn(house, language="zh-hans"))
    for words in (
        "Audit sample",
        "Documents to look at",
        "Too few",
        "Petra Pit Boss, L-PETRA",
        "a seed",
        "DEMO/house #",
    ):
        assert words in english, words
    for words in ("审计抽样单", "要查看的单据", "a seed", "F-000001"):
        assert words in chinese, words


@pytest.mark.parametrize("who", ["petra", "cass", "dana", "cora"])
def test_who_does_not_read_audit_gets_none(house: House, who: str) -> None:
    with pytest.raises(NotAllowed, match="not_permitted"):
        drawn(house, who)


def test_another_casino_has_none(house: House) -> None:
    with pytest.raises(NotFound, match="no_such_sample"):
        drawn(house, "otto")
