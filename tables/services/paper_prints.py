"""Printing a paper of the log: the original once, copies with a reason, all of them on record (T-26)."""

from datetime import datetime
from typing import Any

from tables.domain import names, permissions
from tables.domain.actors import Actor
from tables.models.prints import PaperPrint
from tables.reports import papers
from tables.selectors import house
from tables.services.house_stream import house_entry

LONGEST_REASON = 240


def print_paper(
    *, actor: Actor, at: datetime, where: str, seq: int, reason: str = "", key: str | None = None
) -> dict[str, Any]:
    """Record a print of the paper at a place of the log; whoever fetches the file finds its number on it.

    The original is for everybody who may read the paper. After it each print is a copy, which the cage or accounting
    records with its ``reason``, like that of a slip. Refused: ``not_permitted``, ``bad_reason``, ``no_such_paper``, and
    what reading the paper refuses.
    """
    paper = papers.read(actor, house.of(actor), where, seq)
    facts = paper.facts()
    asked = {"do": "print_paper", "where": where, "seq": seq, "reason": reason}
    with house_entry(actor=actor, at=at, request=asked, key=key) as entry:
        if not entry.repeated:
            copy = PaperPrint.objects.filter(stream_id=paper.stream_id, paper_seq=paper.seq).count()
            if copy:
                permissions.require(actor, "reprint_slip")
            if copy or reason:
                names.require_name(reason, LONGEST_REASON, "bad_reason")
            named = {"paper": facts.kind, "slip": facts.number, "table": facts.table}
            place = {"stream": paper.stream, "seq": paper.seq}
            told = entry.record("paper_printed", {**named, **place, "copy": copy, "reason": reason})
            PaperPrint.objects.create(
                casino_id=actor.casino_id,
                stream_id=paper.stream_id,
                paper_seq=paper.seq,
                copy=copy,
                reason=reason,
                printed_by_id=actor.staff_id or 0,  # nobody without a person may read a paper
                printed_at=entry.at,
                seq=told,
            )
            entry.answer = {**named, "where": where, "paper_seq": paper.seq, "copy": copy}
    return entry.answer
