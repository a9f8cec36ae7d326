"""Papers that are printed from the log: which events are one, who may read each, and how it becomes a document.

Whoever may read a paper may print it once; from then on it is a copy, which is recorded before and says so (T-26).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.utils import translation

from tables.documents.model import Document
from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.errors import Conflict, NotAllowed, NotFound
from tables.reports import (
    box_removals,
    cage_slips,
    count_sheets,
    inventory_slips,
    marker_slips,
    rating_slips,
    slip_requests,
    slips,
)
from tables.reports.slips import SlipFacts
from tables.selectors import box_removals as removal_reads
from tables.selectors import chip_sets, codes, counts, sights
from tables.selectors import count_sheets as sheet_reads
from tables.selectors import inventory_slips as inventory_reads
from tables.selectors import markers as marker_reads
from tables.selectors import papers as paper_reads
from tables.selectors import slips as slip_reads
from tables.selectors.house import HouseFacts
from tables.selectors.markers import MarkerView
from tables.selectors.papers import PaperEvent, Print

Facts = Callable[[], SlipFacts]
"""What a paper says, in the language that is current when it is asked."""
Reader = Callable[[Actor, PaperEvent, HouseFacts], tuple[int, Facts]]
"""Decides who may read; the answer begins with the place of the event that the paper is filed under."""


@dataclass(frozen=True, slots=True)
class HousePaper:
    """A paper that its reader may see. ``kind`` is one of ``slips.TITLES``; ``seq`` is its event's place."""

    where: str
    stream_id: int
    stream: str
    seq: int
    facts: Facts
    prints: Sequence[Print]

    @property
    def copy(self) -> int | None:
        """The number of the newest print, 0 for the original; None before it was printed."""
        return self.prints[-1].copy if self.prints else None


def read(actor: Actor, house: HouseFacts, where: str, seq: int) -> HousePaper:
    """The paper at a place of the log.

    Refused: ``no_such_paper``, also for an event that is none; and what the reader of its kind refuses.
    """
    event = paper_reads.event(actor, where, seq)
    reader = READERS.get(event.type)
    if reader is None:
        raise NotFound("no_such_paper")
    filed, facts = reader(actor, event, house)
    return HousePaper(where, event.stream_id, event.stream, filed, facts, paper_reads.prints(event.stream_id, filed))


def printed(paper: HousePaper, house: HouseFacts, language: str) -> Document:
    """The paper to be printed: what was recorded last. Refused: ``copy_not_recorded`` (T-26)."""
    if paper.copy is None:
        raise Conflict("copy_not_recorded", where=paper.where, seq=paper.seq)
    return document(paper, house, language)


def document(paper: HousePaper, house: HouseFacts, language: str) -> Document:
    """The paper in ``language``, marked with the number of its newest copy (T-26)."""
    with translation.override(language):
        said = paper.facts()
        dealt = codes.game(house.code, said.table)
        return slips.slip(replace(said, reprint=paper.copy or 0, game=dealt), house, language)


def _inventory(end: str) -> Reader:
    """A roll is one paper, filed under the closer's event, whichever end it is asked by (T-10)."""

    def reader(actor: Actor, event: PaperEvent, house: HouseFacts) -> tuple[int, Facts]:
        view = inventory_reads.one(actor, event.where, event.data["period"], end)
        return view.seq, lambda: inventory_slips.facts(view, house)

    return reader


def _removal(actor: Actor, event: PaperEvent, house: HouseFacts) -> tuple[int, Facts]:
    view = removal_reads.one(actor, event.where, event.data["box"])
    return view.seq, lambda: box_removals.facts(view, house)


def _sheet(part: str) -> Reader:
    def reader(actor: Actor, event: PaperEvent, house: HouseFacts) -> tuple[int, Facts]:
        view = sheet_reads.paper(actor, event.data["table"], event.data["box"], part)
        return view.seq, lambda: count_sheets.facts(view, house)

    return reader


def _request(actor: Actor, event: PaperEvent, house: HouseFacts) -> tuple[int, Facts]:
    view = slip_reads.request(actor, event.where, event.data["request"])
    return event.seq, lambda: slip_requests.facts(view, event)


def _of_marker(facts: Callable[[MarkerView, PaperEvent, HouseFacts], SlipFacts]) -> Reader:
    def reader(actor: Actor, event: PaperEvent, house: HouseFacts) -> tuple[int, Facts]:
        view = marker_reads.one(actor, event.data["slip"])
        return event.seq, lambda: facts(view, event, house)

    return reader


def _rating(actor: Actor, event: PaperEvent, house: HouseFacts) -> tuple[int, Facts]:
    permissions.require(actor, "read_ratings")
    return event.seq, lambda: rating_slips.facts(event, house)


def _custody(require: Callable[[Actor, PaperEvent], object]) -> Reader:
    """What the cage, the stores, a table or the count room signed, by whoever ``require`` lets read it."""

    def reader(actor: Actor, event: PaperEvent, house: HouseFacts) -> tuple[int, Facts]:
        require(actor, event)
        kinds = {known.code: known.kind for known in chip_sets.of_casino(actor.casino_id).values()}
        return event.seq, lambda: cage_slips.facts(event, kinds, house)

    return reader


def _by(permission: str) -> Reader:
    return _custody(lambda actor, _event: permissions.require(actor, permission))


def _require_floor(actor: Actor, event: PaperEvent) -> None:
    sights.at_table(actor, event.where, "floor")


def _require_cage_or_floor(actor: Actor, event: PaperEvent) -> None:
    """Who gave a table's bank reads its paper, and so does its floor."""
    if not permissions.may(actor, "read_cage"):
        _require_floor(actor, event)


def _require_known(actor: Actor, event: PaperEvent) -> None:
    """Refuse ``not_your_view`` to whom the count room does not tell yet what was counted (T-107)."""
    if counts.session(actor, event.data["session"]).session.totals is None:
        raise NotAllowed("not_your_view")


_FLOOR: Final = _custody(_require_floor)
READERS: Final[Mapping[str, Reader]] = {
    "table_opened": _inventory(inventory_reads.End.OPENER),
    "table_closed": _inventory(inventory_reads.End.CLOSER),
    "box_removed": _removal,
    "box_counted": _sheet("cash"),
    "rake_counted": _sheet("rake"),
    **dict.fromkeys(("fill_requested", "credit_requested", "exchange_requested"), _request),
    **dict.fromkeys(("marker_paid", "marker_settled"), _of_marker(marker_slips.payment)),
    "marker_transferred": _of_marker(marker_slips.transfer),
    **dict.fromkeys(("rating_recorded", "rating_corrected"), _rating),
    "table_bank_issued": _custody(_require_cage_or_floor),
    **dict.fromkeys(("foreign_chips_found", "buy_in_corrected"), _FLOOR),
    **dict.fromkeys(
        ("chips_received", "chips_withdrawn", "vault_moved", "cash_received", "cash_banked"), _by("read_cage")
    ),
    **dict.fromkeys(("promotional_given", "cage_counted", "drop_taken_over", "chips_impressed"), _by("read_cage")),
    **dict.fromkeys(("equipment_received", "equipment_issued", "equipment_returned"), _by("read_equipment")),
    **dict.fromkeys(("equipment_destroyed", "equipment_counted"), _by("read_equipment")),
    **dict.fromkeys(("count_verified", "count_closed"), _custody(_require_known)),
}
"""Type of event -> who reads it as a paper. Slips and markers themselves are papers of their own (T-24)."""
