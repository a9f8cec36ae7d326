"""A marker on paper says what its row says: who owes what, what was paid where, and which copy it is."""

from datetime import UTC, datetime

import pytest

from tables.documents.model import Table
from tables.domain.errors import Conflict
from tables.reports import marker_papers
from tables.selectors import house as house_reads
from tables.selectors import markers as marker_reads
from tables.selectors.house import HouseFacts
from tables.selectors.markers import MarkerView
from tests import cages, markers
from tests.builders import AT, House

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    return cages.with_cash(markers.house())


def seen(house: House, slip: str) -> tuple[MarkerView, HouseFacts]:
    return marker_reads.one(house.ada, slip), house_reads.of(house.ada)


def test_the_original_says_whose_signature_it_is_and_not_his_line(house: House) -> None:
    slip = markers.issue(house)["slip"]
    facts = marker_papers.facts(*seen(house, slip))
    assert (facts.kind, facts.number, facts.table, facts.pit, facts.shift) == ("marker", slip, "BJ-01", "P1", "day")
    assert [(piece.value, piece.count) for piece in facts.chips] == [(2_500, 120), (10_000, 20)]
    assert facts.more == [
        ("Patron", "Pat Seven · P-7"),
        ("Amount", "5,000.00"),
        ("Still owed", "5,000.00"),
        ("State", "unpaid"),
        ("Original lies in", "Pit"),
        ("Bank period", "1"),
        ("Issue slip in box", "1"),
    ]
    document = marker_papers.printed(*seen(house, slip), "en")
    assert [line.role for line in document.signatures] == ["Dealer · gave the chips", "Pit boss · gave the chips"]
    assert document.look_up == f"DEMO/{slip}"
    assert "20,000.00" not in repr(document)


def test_payments_stand_under_each_other_with_what_they_left(house: House) -> None:
    slip = markers.issue(house)["slip"]
    markers.pay(house, slip, 100_000, {10_000: 5})
    markers.transfer(house, {slip: 350_000})
    markers.settle(house, slip, {10_000: 35})
    (table,) = marker_papers.facts(*seen(house, slip)).parts
    assert isinstance(table, Table)
    at = AT.astimezone(UTC)
    assert [row.cells for row in table.rows] == [
        (at, "BJ-01", 1, 100_000, 50_000, 350_000),
        (at, "Cage", None, 350_000, 0, 0),
        (None, "", None, 450_000, 50_000, 0),
    ]
    assert isinstance(table.rows[0].cells[0], datetime)


def test_t26_paper_leaves_the_printer_once_or_as_a_copy_on_record(house: House) -> None:
    """T-26: after a payment the original is another paper; a copy bears its number, a void says so on its face."""
    slip = markers.issue(house)["slip"]
    assert marker_papers.printed(*seen(house, slip), "en").stamps == ()
    markers.void(house, slip)
    with pytest.raises(Conflict, match="copy_not_recorded"):
        marker_papers.printed(*seen(house, slip), "en")
    markers.reprint(house, slip)
    document = marker_papers.printed(*seen(house, slip), "en")
    assert (document.stamps, document.marks) == (("REPRINT 1",), ("VOID",))
    assert ("Still owed", "—") in marker_papers.facts(*seen(house, slip)).more
