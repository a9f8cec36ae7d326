"""Every signed act of the log is a paper: what each says, and who may hold it."""

from typing import Any

import pypdfium2
import pytest

from tables.documents import drawing
from tables.documents.drawing import Format
from tables.documents.model import Document, Table
from tables.domain import canonical, slip_papers
from tables.domain.box_contents import PAYMENT
from tables.domain.equipment import Place
from tables.domain.errors import FloorError, NotAllowed, NotFound
from tables.domain.events import EVENT_TYPES
from tables.domain.foreign_chips import ForeignItem, ForeignKind
from tables.reports import cage_slips, chip_slips, papers, slips
from tables.reports.slips import SlipFacts
from tables.selectors import house as house_reads
from tables.selectors import slips as slip_reads
from tables.services import buy_in_corrections, chip_sets, foreign_chips
from tests import builders, cages, counting, custody, markers, pit_stages, prints, stores
from tests import slips as acts
from tests.builders import House
from tests.slips import FILL

pytestmark = pytest.mark.django_db
WITH_A_PAPER_OF_THEIR_OWN = {
    # slips and markers, whose paper grows with every step; reports and pages under signatures
    *("fill_issued", "fill_accepted", "fill_declined", "fill_returned", "credit_issued", "credit_counted_out"),
    *("credit_received", "exchange_issued", "exchange_made", "exchange_declined", "exchange_received"),
    *("exchange_returned", "slip_carried", "slip_voided", "marker_issued", "marker_voided"),
    *("day_locked", "day_adjusted", "exception_explained", "shift_handed_over", "review_opened", "deviation_explained"),
    *("review_closed", "finding_recorded", "finding_answered", "finding_closed", "opener_variance_explained"),
    # of one count: its sheet has their signatures
    *("count_opened", "box_accepted", "box_first_counted", "box_counts_differed", "rake_first_counted"),
    "rake_counts_differed",
    # words of a pit boss at the table, in the shift's list of exceptions
    *("approval_given", "approval_refused", "misdeal_ruled", "round_voided", "dispute_ruled", "ruling_paid"),
    "shoe_inspected",
}
"""Signed events that are not printed by themselves."""


def read(house: House, type_: str, kind: str = "table", who: str = "ada", table: str = "BJ-01") -> papers.HousePaper:
    """The paper of the newest event of a type."""
    actor = builders.actor(who)
    where = table if kind == "table" else kind
    seq = [event["seq"] for event in custody.events(house, kind, table) if event["type"] == type_][-1]
    return papers.read(actor, house_reads.of(actor), where, seq)


def facts(house: House, type_: str, kind: str = "table", who: str = "ada", table: str = "BJ-01") -> SlipFacts:
    return read(house, type_, kind, who, table).facts()


def drawn(house: House, paper: papers.HousePaper, language: str = "en") -> Document:
    return papers.document(paper, house_reads.of(house.ada), language)


def text(document: Document) -> str:
    """What stands on the page, of which there is one."""
    opened = pypdfium2.PdfDocument(drawing.file(document, Format.PDF).content)
    assert len(opened) == 1
    told = str(opened[0].get_textpage().get_text_bounded())
    opened.close()
    return " ".join(told.split())


def rows(said: SlipFacts, name: str) -> list[tuple[Any, ...]]:
    (part,) = [part for part in said.parts if part.name == name]
    assert isinstance(part, Table)
    return [row.cells for row in part.rows]


def refused(house: House, family: type[FloorError], code: str, *asked: str) -> None:
    with pytest.raises(family, match=code):
        read(house, *asked)


def test_every_signed_event_is_a_paper_or_stands_on_one() -> None:
    """Whoever adds a signed act says here where it is printed."""
    signed = {name for name, type_ in EVENT_TYPES.items() if "signatures" in type_.fields}
    counts = {"table_opened", "table_closed"}  # signed, though the list of their fields does not say so
    assert set(papers.READERS) - counts == signed - WITH_A_PAPER_OF_THEIR_OWN
    assert set(cage_slips.KINDS.values()) <= set(slips.TITLES)


def test_a_request_is_a_paper_before_there_is_a_slip() -> None:
    house = acts.house()
    acts.ask_fill(house)
    said = facts(house, "fill_requested", who="petra")
    assert (said.kind, said.number, said.table, said.pit, said.shift) == (
        "fill_request",
        "BJ-01-R1",
        "BJ-01",
        "P1",
        "day",
    )
    assert [(piece.value, piece.count) for piece in said.chips] == [(500, 40), (2_500, 20)]
    assert said.more[:1] == [("Slip", "asked for")]
    wanted = slip_papers.request("fill", "DEMO", "BJ-01", FILL, {}, 70_000, urgent=False)
    assert [(one["badge"], one["content"]) for one in said.signatures] == [("petra", canonical.content_hash(wanted))]
    told = text(drawn(house, read(house, "fill_requested")))
    for words in (
        "Request for a fill", "BJ-01-R1", "Table BJ-01", "700.00", "Petra Pit Boss", "licence L-PETRA",
        "Pit boss · asked for it", said.look_up,
    ):  # fmt: skip
        assert words in told, words
    acts.issue(house)
    assert facts(house, "fill_requested").more[0] == ("Slip", "F-000001")


def test_every_paper_of_a_table_names_its_game() -> None:
    """domain.md §1.1: game and table stand on slips, markers and counts; papers of the cage have none."""
    house = cages.with_cash(acts.house())
    known = house_reads.of(house.ada)
    slip = slip_reads.one(house.ada, acts.issued_fill(house))
    opener, cash = (
        drawn(house, read(house, "table_opened"), "zh-hans"),
        drawn(house, read(house, "cash_received", "cage")),
    )
    for document, game in ((chip_slips.document(slip, known, "en"), ["Blackjack"]), (opener, ["二十一点"]), (cash, [])):
        assert [fact.value for fact in document.identity if fact.name == "game"] == game


def test_a_request_that_was_refused_says_why_and_an_exchange_both_ways() -> None:
    house = acts.house()
    acts.ask_fill(house)
    acts.refuse(house, reason="no reds left")
    said = facts(house, "fill_requested")
    assert (said.more[0], said.note) == (("Slip", "refused"), "no reds left")
    acts.ask_exchange(house)
    both = facts(house, "exchange_requested")
    assert [(both.kind, both.number), [piece.value for piece in both.chips], [piece.value for piece in both.taken]] == [
        ("exchange_request", "BJ-01-R2"),
        [10_000],
        [500],
    ]


def test_who_reads_a_request() -> None:
    house = acts.house(tables=("BJ-01", "BJ-02"), outsider=True)
    acts.ask_fill(house)
    for who in ("petra", "cass", "ada", "axel", "hana"):
        assert read(house, "fill_requested", who=who).prints == []
    for who, family, code in (
        ("dana", NotAllowed, "not_permitted"),
        ("colin", NotAllowed, "not_permitted"),
        ("sam", NotFound, "no_such_request"),
        ("otto", NotFound, "no_such_paper"),
    ):
        refused(house, family, code, "fill_requested", "table", who)


def test_v07_a_part_payment_in_cash_and_chips_is_a_slip_of_its_own() -> None:
    """V-07: 2,000 in cash and 1,000 in chips, at a table; the rest in the cage, each with what it left."""
    house = cages.with_cash(markers.house())
    slip = markers.issue(house)["slip"]
    markers.pay(house, slip, 200_000, {10_000: 10})
    said = facts(house, "marker_paid", who="petra")
    assert (said.kind, said.number, said.table) == ("marker_payment", f"{slip}{PAYMENT}", "BJ-01")
    assert [(piece.value, piece.count) for piece in said.chips] == [(10_000, 10)]
    assert said.more[:-1] == [
        ("Patron", "Pat Seven · P-7"),
        ("Amount of the marker", "5,000.00"),
        ("Given at table", "BJ-01"),
        ("Paid in cash", "2,000.00"),
        ("Paid in chips", "1,000.00"),
        ("Still owed", "2,000.00"),
        ("Payment slip in box", "1"),
    ]
    told = text(drawn(house, read(house, "marker_paid")))
    for words in ("Payment slip of a marker", "Dealer · took a payment at a table", "licence L-DANA", "1,000.00"):
        assert words in told, words
    markers.transfer(house, {slip: 200_000})
    form = facts(house, "marker_transferred", "cage")
    assert (form.number, rows(form, "form")) == (f"{slip}/T", [(slip, 200_000), (None, 200_000)])
    markers.settle(house, slip, {10_000: 15}, {10_000: 5})
    rest = facts(house, "marker_settled", "cage", "cass")
    assert (rest.table, rows(rest, "notes")) == ("", [(10_000, 15, 150_000), (None, 15, 150_000)])
    assert ("Still owed", "—") in rest.more
    for who in ("dana", "colin", "sam"):
        refused(house, NotAllowed, "not_permitted", "marker_settled", "cage", who)


def test_a_rating_and_its_correction_are_two_papers() -> None:
    house = builders.house()
    pit_stages.rate(house, note="a friend of the house")
    said = facts(house, "rating_recorded", who="petra")
    assert (said.kind, said.number, said.note) == ("rating", "BJ-01-P1", "a friend of the house")
    assert said.more[:-1] == [
        ("Player", "LEE"),
        ("Seat", "3"),
        ("Came", "2026-03-04 10:00:00"),
        ("Left at", "2026-03-04 12:00:00"),
        ("Bought in", "500.00"),
        ("Average bet", "50.00"),
        ("Rounds an hour", "70"),
        ("Edge", "0.75 %"),
        ("Plays", "average"),
        ("Theoretical win", "52.50"),
        ("Result by his chips", "not known"),
    ]
    assert "Petra Pit Boss" in text(drawn(house, read(house, "rating_recorded")))
    refused(house, NotAllowed, "not_permitted", "rating_recorded", "table", "cass")


def test_the_cage_signs_for_chips_and_cash() -> None:
    house = cages.with_cash(builders.house(outsider=True))
    bank = facts(house, "table_bank_issued", who="cass") if custody.issue_bank(house) else None
    assert bank is not None
    assert (bank.kind, bank.table, rows(bank, "chips")[-1]) == ("table_bank", "BJ-01", (None, 608, 1_000_000))
    assert facts(house, "table_bank_issued", who="petra") == bank
    came = facts(house, "cash_received", "cage", "cass")
    assert (came.kind, came.number.partition("-")[0]) == ("cash_receipt", "CAGE")
    cages.promotional_set(house)
    cages.give_promotional(house, cages.lot({500: 2}, "PROMO"))
    gift = facts(house, "promotional_given", "cage")
    assert gift.more[0] == ("Chip set", "PROMO")
    moved = facts(house, "vault_moved", "cage")
    assert moved.more[:2] == [("From", "Vault"), ("To", "Cage")]
    for type_ in ("cash_received", "vault_moved", "promotional_given", "chips_received"):
        assert "licence L-CASS" in text(drawn(house, read(house, type_, "cage")))
        refused(house, NotAllowed, "not_permitted", type_, "cage", "petra")
        refused(house, NotFound, "no_such_paper", type_, "cage", "otto")


def test_t42_colours_without_a_value_are_pieces_and_no_money() -> None:
    """T-42: nothing on the paper makes an amount of them."""
    house = builders.house()
    cages.colour_set(house)
    received = facts(house, "chips_received", "cage")
    assert [cells[1] for cells in rows(received, "chips")] == [300, 300, 300]
    signed = {"cashier": house.sign("cass"), "accountant": house.sign("ada")}
    found = {int(colour): count for colour, count in ((cells[0], cells[1]) for cells in rows(received, "chips"))}
    first = min(found)
    asked: dict[str, Any] = {"actor": house.cass, "at": house.at, "chip_set": "COLOURS", **signed}
    chip_sets.impress_chips(**asked, found={**found, first: 299}, note="one is lost")
    said = facts(house, "chips_impressed", "cage")
    assert (said.kind, said.note, rows(said, "missing")) == ("impressment", "one is lost", [(str(first), 1)])


def test_t40_foreign_chips_and_a_corrected_buy_in_are_papers_of_the_table() -> None:
    """T-40, V-25: what was found beside the rack, and what a buy-in really was."""
    house = custody.running(builders.house())
    at: dict[str, Any] = {"actor": house.at_table("dana"), "at": house.at, "table": "BJ-01"}
    item = ForeignItem(ForeignKind.FOREIGN, "Casino Royal", 2_500, 2)
    foreign_chips.log_foreign_chips(**at, items=[item], dealer=house.sign("dana"), pit_boss=house.sign("petra"))
    assert rows(facts(house, "foreign_chips_found"), "items") == [("foreign · Casino Royal · 25.00", 2)]
    seq = custody.buy_in(house, 10_000, {2_500: 4})["seq"]
    buy_in_corrections.correct_buy_in(
        actor=house.petra, at=house.at, table="BJ-01", corrects=seq, cash=20_000, cut={2_500: 8}, reason="two notes",
        pit_boss=house.sign("petra"), second=house.sign("sam"),
    )  # fmt: skip
    said = facts(house, "buy_in_corrected", who="petra")
    assert ("Cash as it was", "200.00") in said.more
    assert ("Change in cash", "100.00") in said.more
    assert (rows(said, "right_chips")[0], rows(said, "chips")[0]) == ((2_500, 8, 20_000), (2_500, 4, 10_000))
    assert said.note == "two notes"
    refused(house, NotAllowed, "not_permitted", "foreign_chips_found", "table", "cass")


def test_t107_the_closing_of_a_count_is_a_paper_and_its_verification_no_sooner() -> None:
    """T-107: the cage reads the verification when the count is closed; the drop is a paper of the cage."""
    house = custody.running(builders.house())
    custody.close_table(house, custody.rack_of(house))
    custody.remove_box(house)
    counting.open_count(house)
    counting.accept(house)
    counting.both(house, counting.cash({10_000: 3}))
    counting.verify(house)
    refused(house, NotAllowed, "not_your_view", "count_verified", "count", "cass")
    assert ("Agrees with the sheets", "yes") in facts(house, "count_verified", "count", "colin").more
    counting.close(house)
    closing = facts(house, "count_closed", "count", "cass")
    assert (closing.number.partition("-")[0], rows(closing, "boxes")) == ("COUNT", [("BJ-01", 1)])
    assert ("Banknotes", "300.00") in closing.more
    assert "Cora Counter" in text(drawn(house, read(house, "count_closed", "count", "cass")))
    assert facts(house, "count_verified", "count", "cass").kind == "count_verification"


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_the_stores_sign_for_cards(language: str) -> None:
    house = builders.house()
    stores.receive(house)
    said = facts(house, "equipment_received", "cage", "sam")
    assert said.more[0][0] == "From"
    told = text(drawn(house, read(house, "equipment_received", "cage"), language))
    assert ("Delivery of cards or dice" if language == "en" else "牌或骰子到货单") in told
    refused(house, NotAllowed, "not_permitted", "equipment_received", "cage", "cass")
    stores.destroy(house, 2, Place.NEW)
    assert facts(house, "equipment_destroyed", "cage").note == "drilled and shredded"
    stores.count(house, {"cards": {"new": 21, "used": 0}, "dice": {"new": 0, "used": 0}}, note="one deck is lost")
    assert rows(facts(house, "equipment_counted", "cage"), "counted")[0] == ("Decks of cards, sealed", 21, -1)


def test_a_paper_that_is_printed_again_says_so() -> None:
    """T-26: in the manner of every other paper."""
    house = acts.house()
    acts.ask_fill(house)
    seq = prints.place(house, "fill_requested")
    prints.print_(house, seq, "petra")
    prints.print_(house, seq, "cass", reason=prints.WHY)
    assert "REPRINT 1" in text(papers.printed(read(house, "fill_requested"), house_reads.of(house.ada), "en"))
