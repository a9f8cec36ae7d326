"""Shift reports on paper and screen: the list, a frozen report with its proof, its files, and certifying (§2.5).

A report is shown as it was frozen: figures come from its text, nothing is added up here.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import partial
from typing import Any, Final

from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_http_methods

from accounting.domain import proofs
from accounting.domain.day_totals import Kind
from accounting.domain.proof_scope import Asked
from accounting.reports import crowd_table, dispute_table, proof_rows, shift_report, shift_sheets, shift_tables
from accounting.reports.shift_words import EXCEPTIONS, STATES, TIE_OUTS
from accounting.selectors import figures, shift_reports
from accounting.services import certify
from tables.documents import csv, drawing
from tables.documents.drawing import File, Format
from tables.domain import permissions
from tables.domain.errors import FloorError, NotFound
from tables.reports.dispute_words import STEPS
from tables.screens import refusals
from tables.screens.downloads import download
from tables.screens.refusals import Refusal
from tables.screens.visits import Visit, page
from tables.services.languages import current_language

DRAWN: Final = (Format.PDF, Format.XLSX)
"""Files that are drawn when they are fetched; the others are the frozen text itself, or cut from it."""

SHEETS: Final[tuple[tuple[str, Promise | str], ...]] = (
    ("tables", _("Tables")),
    ("periods", _("Bank periods")),
    ("totals", _("Totals")),
    ("pot_games", _("Pot games")),
    ("exceptions", _("Exceptions")),
    ("disputes", _("Disputes")),
    ("crowd", _("Crowd")),
)
"""Every sheet that is cut from the frozen text, and what its key says."""

COLUMNS: Final = 13
"""Of the table of results, without those that only some reports have."""


@require_GET
@page
def report(visit: Visit, day: date, shift: str, version: int) -> HttpResponse:
    """One version of a shift's report, as it was frozen."""
    frozen = shift_reports.report(visit.actor, day, shift, version)
    return visit.draw(
        "reports/report.html",
        _laid_out(frozen.content, _as(visit, day, shift, version))
        | {"frozen": frozen, "drawn": DRAWN, "sheets": SHEETS, "reads_log": _reads_log(visit)},
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
    document = shift_report.document(frozen.content, frozen.sha256, visit.house, current_language(), frozen.signers)
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
    context = _laid_out({**head, **now.content}, _as(visit, day, shift, None)) | {
        "reads_log": _reads_log(visit),
        "refusal": refusal,
        "held_up": certify.holding_up(actor=visit.actor, gaming_day=day, shift=shift),
        "preview": True,
        "day": day,
        "shift": shift,
    }
    return visit.draw("reports/certify.html", context, status=refusal.status if refusal else 200)


def _as(visit: Visit, day: date, shift: str, version: int | None) -> Asked | None:
    """What the figures of a shift are proven as; nothing for who may not read the books."""
    return Asked(day, shift=shift, version=version) if visit.may("read_books") else None


def _reads_log(visit: Visit) -> bool:
    return visit.may("read_audit") and visit.may("read_log")


def _laid_out(content: Mapping[str, Any], asked: Asked | None) -> dict[str, Any]:
    """The report's parts in the order in which accountants read them; ``asked`` is what its figures are proven as."""
    prove = partial(_provable, asked) if asked else _plain
    lines, pots = content["figures"], content.get("pot_games")
    more = shift_tables.of_report(content)
    title = shift_tables.game_title
    tables = [prove(line, Kind.TABLE, line["table"], line["banked"]) for line in lines["tables"]]
    periods = [
        (table, prove(period, Kind.TABLE, table["table"], table["banked"], period=period["period"]))
        for table in tables
        for period in table["periods"]
    ]
    pits = [
        ({"pit": pit["pit"], **_both(pit, prove, Kind.PIT, pit["pit"])}, [t for t in tables if t["pit"] == pit["pit"]])
        for pit in lines["pits"]
    ]
    return {
        "report": content,
        "exponent": content["exponent"],
        "state": STATES[content["state"]],
        "pits": pits,
        "games": [(title(g["game"]), prove(g, Kind.GAME, g["game"], g["banked"])) for g in lines["games"]],
        "house_lines": _both(lines["house"], prove),
        "day_lines": _both(content["day_to_date"]["house"], partial(prove, so_far=True)),
        "tie_outs": [(TIE_OUTS.get(name, name), tie) for name, tie in content["tie_outs"].items() if tie["of"]],
        "exceptions": [(EXCEPTIONS.get(line["kind"], line["kind"]), line) for line in content["exceptions"]],
        "periods": periods,
        "has_pots": more.rake,
        "has_theory": more.theoretical,
        "has_marker_chips": more.marker_chips,
        "columns": COLUMNS + sum(more),
        "crowd": _crowd(content.get("crowd"), content["casino"], prove),
        "disputed": _disputed(content.get("disputes")),
        **_pots(pots, prove),
        "happened": _happened(periods),
    }


def _plain(line: Mapping[str, Any], *_line_of: Any, **_more: Any) -> Mapping[str, Any]:
    """A line for who may not read the books."""
    return _told(line)


def _told(line: Mapping[str, Any]) -> Mapping[str, Any]:
    return {**line, shift_tables.MARKER_CHIPS: shift_tables.marker_chips(line)}


def _provable(
    asked: Asked, line: Mapping[str, Any], kind: Kind = Kind.HOUSE, code: str = "", banked: bool = True, **more: Any
) -> Mapping[str, Any]:
    """A line with what to ask for the proof of its figures."""
    return {**_told(line), "proof": proof_rows.query(asked.other(kind=kind, code=code, banked=banked, **more))}


def _both(
    sums: Mapping[str, Any], prove: Callable[..., Mapping[str, Any]], kind: Kind = Kind.HOUSE, code: str = ""
) -> dict[str, Any]:
    """Banked games and pot games, each where there are any."""
    return {name: prove(sums[name], kind, code, name == "banked") if sums[name] else None for name in ("banked", "pot")}


def _pots(pots: Mapping[str, Any] | None, prove: Callable[..., Mapping[str, Any]]) -> dict[str, Any]:
    """The block of pot games, if there were any."""
    if not pots:
        return {"pots": None, "pot_games": []}
    of_pots = partial(prove, banked=False)
    told = {
        "tables": [of_pots(line, Kind.TABLE, line["table"]) for line in pots["tables"]],
        "house": pots["house"] and of_pots(pots["house"]),
        "day_to_date": pots["day_to_date"] and of_pots(pots["day_to_date"], so_far=True),
    }
    games = [(shift_tables.game_title(line["game"]), of_pots(line, Kind.GAME, line["game"])) for line in pots["games"]]
    return {"pots": told, "pot_games": games}


def _happened(periods: Sequence[tuple[Mapping[str, Any], Mapping[str, Any]]]) -> Mapping[str, Sequence[Any]]:
    """What the periods say of limits, lifts, voids, misdeals and rulings, each line with its table."""
    kinds = ("limits", "lifted", "voids", "misdeals", "rulings", "blocked_shoes")
    return {kind: [(table["table"], line) for table, period in periods for line in period[kind]] for kind in kinds}


def _crowd(
    block: Mapping[str, Any] | None, casino: str, prove: Callable[..., Mapping[str, Any]]
) -> Mapping[str, Any] | None:
    """What the house won of the crowd, each table with its game and where its events lie; None without any."""
    if not block:
        return None
    title, address = shift_tables.game_title, crowd_table.address

    def line(told: Mapping[str, Any], *of: Any, **more: Any) -> Mapping[str, Any]:
        """By the names that the figures are proven by."""
        named = {figure: told[name] for figure, name in proofs.CROWD.items()}
        return prove({**told, **named}, *of, **more)

    tables = [
        (line(told, Kind.TABLE, told["table"]), title(told["game"]), address(casino, told["table"]))
        for told in block["tables"]
    ]
    same = block["day_to_date"] == block["house"]
    so_far = None if same else line(block["day_to_date"], so_far=True)
    return {"tables": tables, "house": line(block["house"]), "so_far": so_far, "note": crowd_table.note()}


def _disputed(block: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """Each step of a dispute with its words, and what rulings cost; None when there were none."""
    if not block:
        return None
    steps = [(line, STEPS.get(line["step"], line["step"]), dispute_table.said(line)) for line in block["steps"]]
    return {"steps": steps, "cost": block["cost"]}
