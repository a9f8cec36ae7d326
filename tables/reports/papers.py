"""Papers that are printed from the log: which events are one, who may read each, and how it becomes a document.

Whoever may read a paper may print it once; from then on it is a copy, which is recorded before and says so (T-26).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.utils import translation

from tables.documents.model import Document
from tables.domain.actors import Actor
from tables.domain.errors import Conflict, NotFound
from tables.reports import box_removals, count_sheets, inventory_slips, slips
from tables.reports.slips import SlipFacts
from tables.selectors import box_removals as removal_reads
from tables.selectors import count_sheets as sheet_reads
from tables.selectors import inventory_slips as inventory_reads
from tables.selectors import papers as paper_reads
from tables.selectors.house import HouseFacts
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
        return slips.slip(replace(paper.facts(), reprint=paper.copy or 0), house, language)


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


READERS: Final[Mapping[str, Reader]] = {
    "table_opened": _inventory(inventory_reads.End.OPENER),
    "table_closed": _inventory(inventory_reads.End.CLOSER),
    "box_removed": _removal,
    "box_counted": _sheet("cash"),
    "rake_counted": _sheet("rake"),
}
"""Type of event -> who reads it as a paper."""
