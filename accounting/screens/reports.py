"""Shift reports on paper and screen: the list, a frozen report with its proof, its files, and certifying (§2.5).

A report is shown as it was frozen: figures come from its text, nothing is added up here.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Final

from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods

from accounting.reports import dispute_table, shift_report, shift_sheets, shift_tables
from accounting.reports.shift_words import EXCEPTIONS, STATES, TIE_OUTS
from accounting.selectors import figures, liability, shift_reports
from accounting.services import certify
from tables.documents import csv, drawing
from tables.documents.drawing import File, Format
from tables.domain import permissions
from tables.domain.errors import FloorError, NotFound
from tables.games import catalogue
from tables.reports.dispute_words import STEPS
from tables.screens import refusals
from tables.screens.downloads import download
from tables.screens.refusals import Refusal
from tables.screens.visits import Visit, page
from tables.services.languages import current_language

DRAWN: Final = (Format.PDF, Format.XLSX)
"""Files that are drawn when they are fetched; the others are the frozen text itself, or cut from it."""

COLUMNS: Final = 13
"""Of the table of results, without those that only some reports have."""


@require_GET
@page
def listing(visit: Visit) -> HttpResponse:
    """Certified reports, for the accountant the shifts that can be certified, and the alarm of T-45."""
    may_certify = permissions.may(visit.actor, "certify_shift")
    return visit.draw(
        "reports/list.html",
        {
            "listed": [(line, *STATES[line.state]) for line in shift_reports.listed(visit.actor)],
            "shifts": shift_reports.shifts(visit.actor) if may_certify else [],
            "may_read_days": visit.may("read_books"),
            "chips_from_nowhere": visit.may("read_books") and liability.of(visit.actor).alarm,
        },
    )


@require_GET
@page
def report(visit: Visit, day: date, shift: str, version: int) -> HttpResponse:
    """One version of a shift's report, as it was frozen."""
    frozen = shift_reports.report(visit.actor, day, shift, version)
    return visit.draw(
        "reports/report.html",
        _laid_out(frozen.content) | {"frozen": frozen, "drawn": DRAWN, "sheets": list(shift_sheets.SHEETS)},
    )


@require_GET
@page
def as_json(visit: Visit, day: date, shift: str, version: int) -> HttpResponse:
    """The very bytes that the hash was computed from."""
    frozen = shift_reports.report(visit.actor, day, shift, version)
    return HttpResponse(frozen.text, content_type="application/json")


@require_GET
@page
def as_file(visit: Visit, day: date, shift: str, version: int, form: str) -> HttpResponse:
    """The report as PDF or workbook, in the language of the page. Refused: ``no_such_report`` for another form."""
    if form not in DRAWN:
        raise NotFound("no_such_report")
    frozen = shift_reports.report(visit.actor, day, shift, version)
    document = shift_report.document(frozen.content, frozen.sha256, visit.house, current_language())
    return download(drawing.file(document, Format(form)))


@require_GET
@page
def as_csv(visit: Visit, day: date, shift: str, version: int, sheet: str) -> HttpResponse:
    """One sheet of the report as a file. Refused: ``no_such_report`` for a sheet that it does not have."""
    frozen = shift_reports.report(visit.actor, day, shift, version)
    if sheet not in shift_sheets.SHEETS:
        raise NotFound("no_such_report")
    name = shift_sheets.file_name(frozen.text, sheet)
    return download(File(name, csv.CONTENT_TYPE, shift_sheets.sheet(frozen.text, sheet)))


@require_http_methods(["GET", "POST"])
@page
def certification(visit: Visit, day: date, shift: str) -> HttpResponse:
    """The accountant looks at what would be frozen, then freezes it. Nothing changed gives the newest version again."""
    permissions.require(visit.actor, "certify_shift")
    refusal: Refusal | None = None
    if visit.request.method == "POST":
        try:
            answer = certify.certify_shift(actor=visit.actor, at=visit.at, gaming_day=day, shift=shift, key=visit.key)
        except FloorError as error:
            refusal = refusals.of(error, visit.house.exponent)
        else:
            return HttpResponseRedirect(reverse("report", args=[day, shift, answer["version"]]))
    now = figures.of_shift(actor=visit.actor, gaming_day=day, shift=shift)
    head = {
        "casino": visit.actor.casino,
        "currency": visit.house.currency,
        "exponent": visit.house.exponent,
        "gaming_day": day.isoformat(),
        "shift": shift,
    }
    context = _laid_out({**head, **now.content}) | {
        "refusal": refusal,
        "held_up": certify.holding_up(actor=visit.actor, gaming_day=day, shift=shift),
        "preview": True,
        "day": day,
        "shift": shift,
    }
    return visit.draw("reports/certify.html", context, status=refusal.status if refusal else 200)


def _laid_out(content: Mapping[str, Any]) -> dict[str, Any]:
    """The report's parts in the order in which accountants read them."""
    lines, pots = content["figures"], content.get("pot_games")
    more = shift_tables.optional(lines)
    periods = [(table, period) for table in lines["tables"] for period in table["periods"]]
    return {
        "report": content,
        "exponent": content["exponent"],
        "state": STATES[content["state"]],
        "pits": [(pit, [line for line in lines["tables"] if line["pit"] == pit["pit"]]) for pit in lines["pits"]],
        "games": [(_title(line["game"]), line) for line in lines["games"]],
        "tie_outs": [(TIE_OUTS.get(name, name), tie) for name, tie in content["tie_outs"].items() if tie["of"]],
        "exceptions": [(EXCEPTIONS.get(line["kind"], line["kind"]), line) for line in content["exceptions"]],
        "periods": periods,
        "has_pots": more.rake,
        "has_theory": more.theoretical,
        "columns": COLUMNS + more.rake + more.theoretical,
        "pots": pots,
        "disputed": _disputed(content.get("disputes")),
        "pot_games": [(_title(line["game"]), line) for line in pots["games"]] if pots else [],
        "happened": _happened(periods),
    }


def _happened(periods: Sequence[tuple[Mapping[str, Any], Mapping[str, Any]]]) -> Mapping[str, Sequence[Any]]:
    """What the periods say of limits, lifts, voids, misdeals and rulings, each line with its table."""
    kinds = ("limits", "lifted", "voids", "misdeals", "rulings", "blocked_shoes")
    return {kind: [(table["table"], line) for table, period in periods for line in period[kind]] for kind in kinds}


def _title(game: str) -> tuple[str, str]:
    known = catalogue.GAMES.get(game)
    return (known.title_en, known.title_zh) if known else (game, game)


def _disputed(block: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """Each step of a dispute with its words, and what rulings cost; None when there were none."""
    if not block:
        return None
    steps = [(line, STEPS.get(line["step"], line["step"]), dispute_table.said(line)) for line in block["steps"]]
    return {"steps": steps, "cost": block["cost"]}
