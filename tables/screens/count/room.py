"""The count that is running: its boxes and how far each has come, and the work beside them.

The board shows of an uncounted box who has counted and nothing else, to everybody alike (T-107).
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.http import HttpResponse, QueryDict
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from tables.domain import permissions
from tables.domain.rule_packs.pack import RulePack
from tables.domain.table_states import BoxStatus
from tables.screens import forms as floor_forms
from tables.screens.count import figures, forms, frame, lines, words
from tables.screens.house import frame as pages
from tables.screens.refusals import Refusal
from tables.screens.visits import Visit, page
from tables.selectors import boxes, rule_packs
from tables.selectors import counts as count_reads
from tables.selectors.boxes import WaitingBox
from tables.selectors.counts import BoxInCount, SessionSheets, SheetView
from tables.services import clock, counts
from tables.services.counts import MissingBox

OPEN, ACCEPT, VERIFY, CLOSE = "open", "accept", "verify", "close"
_MISSING: Final = re.compile(r"missing-([A-Z0-9-]{1,16})\.([0-9]{1,9})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Line:
    """A sheet on the board. ``turn`` says whose count it waits for, if the reader may make one."""

    box: BoxInCount
    sheet: SheetView
    part: words.Words
    colour: str
    state: words.Words
    href: str
    turn: words.Words


@require_http_methods(["GET", "POST"])
@page
def room(visit: Visit) -> HttpResponse:
    """The board and the work that is open; only the board itself when it refreshes."""
    permissions.require(visit.actor, "read_count_sessions")
    if visit.request.GET.get("part") == "board":
        return visit.draw("count/board.html", _board(visit))
    acts = {
        OPEN: lambda: _open(visit),
        ACCEPT: lambda: _accept(visit),
        VERIFY: lambda: _verify(visit),
        CLOSE: lambda: _close(visit),
        "more": lambda: _draw(visit, None),
    }
    return pages.answer(visit, acts, lambda refusal: _draw(visit, refusal), then=reverse("count"))


def _draw(visit: Visit, refusal: Refusal | None) -> HttpResponse:
    context = _board(visit)
    return frame.draw(visit, "count/room.html", {**context, **_work(visit, context["running"])}, refusal)


def _board(visit: Visit) -> dict[str, Any]:
    running = count_reads.running(visit.actor)
    waiting = [box for box in _away(visit) if running is None or not _is_in(running, box)]
    return {
        "running": running,
        "lines": [_line(visit, box, sheet) for box in running.boxes for sheet in box.sheets] if running else [],
        "left": sum(sheet.status != BoxStatus.COUNTED for box in running.boxes for sheet in box.sheets)
        if running
        else 0,
        "waiting": waiting,
        "sees_waiting": frame.may_any(visit.actor, ("count_box", "read_books")),
        "may_count": visit.may("count_box"),
        "offers": _offers(visit, running),
        "wants_verifier": running is not None and _wants_verifier(visit, running),
    }


def _away(visit: Visit) -> list[WaitingBox]:
    """Boxes that left their tables and that no count has taken in."""
    if not frame.may_any(visit.actor, ("count_box", "read_books")):
        return []
    return [box for box in boxes.waiting(visit.actor) if box.status == BoxStatus.REMOVED]


def _is_in(running: SessionSheets, box: WaitingBox) -> bool:
    return any((each.table, each.box) == (box.table, box.box) for each in running.boxes)


def _line(visit: Visit, box: BoxInCount, sheet: SheetView) -> Line:
    colour, state = words.STATES[sheet.status]
    turn = figures.TURNS.get(sheet.status)
    mine = turn is not None and visit.may(figures.ASKED[turn])
    return Line(
        box=box,
        sheet=sheet,
        part=words.PARTS[sheet.part],
        colour=colour,
        state=state,
        href=reverse("count-sheet", args=[box.table, box.box, sheet.part]),
        turn=words.TURNS[turn] if turn is not None and mine else "",
    )


def _offers(visit: Visit, running: SessionSheets | None) -> list[str]:
    """The works that the visitor may open now."""
    if running is None:
        return []
    offers = [ACCEPT] if visit.may("count_box") else []
    if running.all_counted and running.boxes and visit.may("verify_count") and not _of_team(visit, running):
        offers.append(VERIFY)
    known = running.session.totals is not None
    if running.all_counted and visit.may("close_count") and known and not _wants_verifier(visit, running):
        offers.append(CLOSE)
    return offers


def _wants_verifier(visit: Visit, running: SessionSheets) -> bool:
    """Whether all that is left before the closing is that somebody else counts the notes again."""
    waits = running.all_counted and bool(running.boxes) and running.session.verified is None
    return waits and _pack(visit).requires_verifier


def _of_team(visit: Visit, running: SessionSheets) -> bool:
    return visit.actor.badge in running.session.team


def _work(visit: Visit, running: SessionSheets | None) -> dict[str, Any]:
    """The form beside the board, filled with what was keyed."""
    keyed = visit.request.POST
    if running is None:
        if not visit.may("count_box"):
            return {"work": ""}
        least = _pack(visit).count_team_size
        number = frame.how_many(visit, least)
        sizes = range(least, max(frame.MOST_MEMBERS, least) + 1)
        return {"work": OPEN, "members": frame.members(visit, number), "sizes": sizes, "size": number}
    work = keyed.get("work", visit.request.GET.get("work", ""))
    if work not in _offers(visit, running):
        return {"work": ""}
    return {"work": work, **_WORKS[work](visit, running)}


def _accepting(visit: Visit, running: SessionSheets) -> dict[str, Any]:
    given = visit.request.POST or visit.request.GET
    return {"table": given.get("table", ""), "box": given.get("box", "")}


def _verifying(visit: Visit, running: SessionSheets) -> dict[str, Any]:
    keyed = visit.request.POST
    return {
        "notes": lines.notes(visit, keyed),
        "other_notes": lines.free_rows(keyed, lines.OTHER),
        "rows": lines.how_many(keyed),
    }


def _closing(visit: Visit, running: SessionSheets) -> dict[str, Any]:
    keyed, session = visit.request.POST, running.session
    least = _pack(visit).count_team_size
    everybody = max(least, len(session.team))
    number = frame.how_many(visit, least, everybody, usual=everybody)
    return {
        "totals": session.totals,
        "total_groups": figures.of_totals(session.totals or {}, visit.house.exponent),
        "missing": [
            (box, _reason_field(box), keyed.get(_reason_field(box), ""), box.removed_at <= session.opened_at)
            for box in _away(visit)
        ],
        "members": frame.members(visit, number, session.team),
        "sizes": range(least, everybody + 1),
        "size": number,
    }


_WORKS: Final[Mapping[str, Callable[[Visit, SessionSheets], dict[str, Any]]]] = {
    ACCEPT: _accepting,
    VERIFY: _verifying,
    CLOSE: _closing,
}


def _reason_field(box: WaitingBox) -> str:
    """Where is written why a box is not here; ``_MISSING`` reads it."""
    return f"missing-{box.table}.{box.box}"


def _pack(visit: Visit) -> RulePack:
    window = clock.window(visit.actor.casino_id, visit.house.settings_version, visit.at)
    return rule_packs.in_force(visit.actor.casino_id, window.gaming_day, visit.house.settings_version)


def _open(visit: Visit) -> None:
    number = frame.how_many(visit, 1)
    counts.open_count(actor=visit.actor, at=visit.at, team=frame.signed_by(visit, number), key=visit.key)


def _accept(visit: Visit) -> None:
    keyed = visit.request.POST
    asked = floor_forms.read(forms.BoxForm(keyed))
    counts.accept_box(
        actor=visit.actor,
        at=visit.at,
        session=_session(visit),
        table=asked["table"].upper(),
        box=asked["box"],
        counter=floor_forms.signature(keyed, "counter"),
        key=visit.key,
    )


def _verify(visit: Visit) -> HttpResponse:
    answer = counts.verify_count(
        actor=visit.actor,
        at=visit.at,
        session=_session(visit),
        found=lines.keyed_notes(visit),
        verifier=floor_forms.signature(visit.request.POST, "verifier"),
        key=visit.key,
    )
    return pages.done("agrees" if answer["agrees"] else "differs", reverse("count"))


def _close(visit: Visit) -> HttpResponse:
    keyed, session = visit.request.POST, _session(visit)
    asked = floor_forms.read(forms.ClosingForm(keyed))
    counts.close_count(
        actor=visit.actor,
        at=visit.at,
        session=session,
        cash_total=asked["cash_total"],
        chips_total=asked["chips_total"],
        missing=_missing(keyed),
        team=frame.signed_by(visit, frame.how_many(visit, 1)),
        note=asked["note"].strip(),
        key=visit.key,
    )
    return pages.done(CLOSE, reverse("count-session", args=[session]))


def _session(visit: Visit) -> int:
    """The session that the form was drawn for: sent twice, it is about the same one."""
    return int(floor_forms.read(forms.SessionForm(visit.request.POST))["session"])


def _missing(keyed: QueryDict) -> list[MissingBox]:
    """The boxes beside which somebody wrote why they are not here."""
    found = []
    for name in keyed:
        label = _MISSING.fullmatch(name)
        if label is not None and (reason := keyed.get(name, "").strip()):
            found.append(MissingBox(label[1], int(label[2]), reason))
    return found
