"""Prove it: a figure of a report with its formula, its inputs, and the events and journals behind it (docs/reports.md).

Whoever reads the books may ask; the links into the audit trail are for those who may read it.
"""

from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from accounting.domain import proofs as figures
from accounting.domain.day_totals import Kind, Span
from accounting.domain.proof_scope import Asked
from accounting.domain.proofs import Unit
from accounting.reports import proof_asking, proof_rows, proof_words, shift_tables
from accounting.reports.day_words import KINDS
from accounting.screens import cage_proofs
from accounting.selectors import proofs
from accounting.selectors.proof_evidence import PAGE
from accounting.selectors.proof_lines import Told
from accounting.selectors.proofs import Proof
from tables.reports.event_words import EVENTS
from tables.screens.visits import Visit, page
from tables.templatetags import floor


@require_GET
@page
def proof(visit: Visit) -> HttpResponse:
    """One figure, proven; whoever names a place asks for one of the cage report."""
    if "place" in visit.request.GET:
        return cage_proofs.drawn(visit)
    asked, offset = proof_asking.read(visit.request.GET)
    found = proofs.prove(actor=visit.actor, asked=asked, offset=offset)
    return visit.draw("reports/proof_of.html", _context(visit, found, offset))


def _context(visit: Visit, found: Proof, offset: int) -> dict[str, Any]:
    asked, exponent = found.asked, visit.house.exponent
    name = figures.known_as(asked.figure)

    def spelt(figure: str, value: Told) -> str:
        return _spelt(figure, value, exponent)

    last = offset + len(found.evidence)
    return {
        "proof": found,
        "title": proof_words.FIGURES[name],
        "line": _line_words(asked),
        "report": _report_words(asked),
        "back": _report_link(asked),
        "how": proof_words.FORMULAS.get(name) or proof_words.SOURCES.get(name, ""),
        "stated": spelt(asked.figure, found.stated),
        "found": spelt(asked.figure, found.found),
        "inputs": [
            (each.sign, proof_words.FIGURES[each.figure], spelt(each.figure, each.value), proof_rows.query(each.asked))
            for each in found.inputs
        ],
        "ratio": name in figures.RATIOS,
        "shares_of": proof_words.SHARES.get(found.shares_of, ""),
        "shares": [(each.name, spelt(asked.figure, each.value), proof_rows.query(each.asked)) for each in found.shares],
        "movements": [
            (_("Rounds") if each.type == "rounds" else EVENTS.get(each.type, each.type), each)
            for each in found.movements
        ],
        "evidence": [
            (EVENTS.get(each.type, each.type), each, spelt(asked.figure, each.amount)) for each in found.evidence
        ],
        "range": (offset + 1, last),
        "before": proof_rows.query(asked) + f"&after={max(offset - PAGE, 0)}" if offset else "",
        "next": proof_rows.query(asked) + f"&after={last}" if last < found.events else "",
        "unknown": [(box, proof_words.UNKNOWN[why]) for box, why in found.unknown],
        "reads_log": visit.may("read_audit") and visit.may("read_log"),
    }


def _spelt(figure: str, value: Told, exponent: int) -> str:
    if value is None:
        return ""
    if figures.unit(figures.known_as(figure)) is Unit.MONEY:
        return floor.books(int(value), exponent)
    return floor.percent(str(value)) if isinstance(value, str) else floor.whole(value)


def _line_words(asked: Asked) -> str:
    """Which line of the report it is."""
    games = _("banked games") if asked.banked else _("pot games")
    if asked.kind is Kind.HOUSE:
        where = f"{KINDS[Kind.HOUSE]}, {games}"
    elif asked.kind is Kind.TABLE:
        where = asked.code
    else:
        named = shift_tables.game_title(asked.code) if asked.kind is Kind.GAME else asked.code
        where = f"{KINDS[asked.kind]} {named}, {games}"
    return f"{where}, {_('bank period %(number)s') % {'number': asked.period}}" if asked.period else where


def _report_words(asked: Asked) -> str:
    """Which report, and as of when."""
    told = {"day": asked.day.isoformat(), "shift": asked.shift, "version": asked.version}
    if asked.version is not None:
        words = _("Shift report %(day)s %(shift)s v%(version)s") % told
        return f"{words} · {_('gaming day to date')}" if asked.so_far else words
    day = _("Gaming day %(day)s") % told + (f" {asked.shift}" if asked.shift else "")
    spans = {Span.DAY: "", Span.MONTH: _("month to date"), Span.YEAR: _("year to date")}
    as_of = _("as locked") if asked.locked else _("as the books stand now")
    return " · ".join(part for part in (day, spans[asked.span], as_of) if part)


def _report_link(asked: Asked) -> str:
    """The report that says it."""
    if asked.version is not None:
        return reverse("report", args=[asked.day, asked.shift, asked.version])
    return reverse("gaming-day", args=[asked.day])
