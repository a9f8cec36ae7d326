"""A fill, a credit and an exchange on paper say what their rows say, and which copy they are."""

from datetime import timedelta

import pypdfium2
import pytest

from tables.documents import data, pdf
from tables.domain.errors import Conflict
from tables.domain.rule_packs.words import SlipCopy
from tables.reports import chip_slips
from tables.selectors import house as house_reads
from tables.selectors import slips as slip_reads
from tables.selectors.house import HouseFacts
from tables.selectors.slips import SlipView
from tables.services.rule_packs import choose_rule_pack
from tests import slips as acts
from tests.builders import GAMING_DAY, House

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    made = acts.house()
    acts.add_paul(made)
    return made


def seen(house: House, slip: str) -> tuple[SlipView, HouseFacts]:
    return slip_reads.one(house.ada, slip), house_reads.of(house.ada)


def test_the_paper_of_an_accepted_fill(house: House) -> None:
    slip = acts.carried_fill(house)
    acts.accept(house, slip)
    facts = chip_slips.facts(*seen(house, slip))
    assert (facts.kind, facts.number, facts.table, facts.pit, facts.shift) == ("fill", slip, "BJ-01", "P1", "day")
    assert [(piece.value, piece.count) for piece in facts.chips] == [(500, 40), (2_500, 20)]
    assert facts.more == [("Request", "1"), ("State", "in the rack"), ("Bank period", "1"), ("Copy in box", "1")]
    assert (facts.void, facts.reprint, facts.note) == (None, 0, "")
    document = chip_slips.document(*seen(house, slip), "en")
    assert [line.role for line in document.signatures] == [
        "Pit boss · asked for it",
        "Cashier · made it out",
        "Security · carried the chips",
        "Dealer · took it at the table",
        "Pit boss · took it at the table",
    ]


def test_t21_what_is_missing_stands_in_the_note(house: House) -> None:
    """T-21: both counts stay, the difference stands alone."""
    slip = acts.declined_fill(house)
    acts.give_back(house, slip, {500: 39, 2_500: 20}, note="a red is missing")
    assert chip_slips.facts(*seen(house, slip)).note == "a chip is missing · Missing: 5.00 · a red is missing"


def test_t26_which_copy_it_is(house: House) -> None:
    """T-26: the original once, then copies on record; a void slip says so over its whole face."""
    slip = acts.issued_fill(house)
    assert chip_slips.printed(*seen(house, slip), "en", ()).stamps == ()
    acts.void(house, slip)
    with pytest.raises(Conflict, match="copy_not_recorded"):
        chip_slips.printed(*seen(house, slip), "en", ())
    acts.reprint(house, slip)
    document = chip_slips.printed(*seen(house, slip), "en", ())
    assert (document.stamps, document.marks) == (("REPRINT 1",), ("VOID",))


def test_a_request_has_no_paper(house: House) -> None:
    acts.ask_credit(house)
    view = slip_reads.request(house.ada, "BJ-01", 1)
    with pytest.raises(Conflict, match="bad_slip_step"):
        chip_slips.printed(view, house_reads.of(house.ada), "en", ())


@pytest.mark.parametrize(
    ("pack", "copies"),
    [
        ("nevada-like", ("Copy 1 of 3: cage", "Copy 2 of 3: drop box", "Copy 3 of 3: accounting")),
        ("french-like", ("Copy 1 of 2: cage", "Copy 2 of 2: accounting")),
    ],
)
def test_the_rule_pack_says_which_copies_are_printed(house: House, pack: str, copies: tuple[str, ...]) -> None:
    choose_rule_pack(actor=house.hana, at=house.at, name=pack, version=1, effective_from=GAMING_DAY)
    slip = acts.issued_fill(house)
    view, facts = seen(house, slip)
    document = chip_slips.printed(view, facts, "en", slip_reads.copies(house.ada, view))
    assert document.copies == copies
    pages = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf.typeset(document))]
    assert [words in page for words, page in zip(copies, pages, strict=True)] == [True] * len(copies)
    assert [page.endswith("Page 1 of 1") and page.startswith("Fill slip") for page in pages] == [True] * len(copies)
    assert data.document_of(data.text_of(document)) == document


def test_a_slip_keeps_the_copies_of_its_own_day(house: House) -> None:
    """Two copies are all from tomorrow on: a slip of today has its three, whenever they are printed."""
    view, _ = seen(house, acts.issued_fill(house))
    tomorrow = GAMING_DAY + timedelta(days=1)
    choose_rule_pack(actor=house.hana, at=house.at, name="french-like", version=1, effective_from=tomorrow)
    assert slip_reads.copies(house.ada, view) == (SlipCopy.CAGE, SlipCopy.DROP_BOX, SlipCopy.ACCOUNTING)
    later, _ = seen(house, acts.issued_fill(house, at=house.at + timedelta(days=1)))
    assert slip_reads.copies(house.ada, later) == (SlipCopy.CAGE, SlipCopy.ACCOUNTING)
