"""What one boss hands to the next, gathered from queue, alerts, slips and limits; and the handovers of a pit."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from tables.domain import permissions
from tables.domain import slips as slip_states
from tables.domain.actors import Actor, instant
from tables.domain.approvals import EFFECTS
from tables.domain.canonical import content_hash
from tables.domain.errors import NotFound
from tables.domain.gaming_day import Window
from tables.domain.handovers import LISTS, Figures
from tables.domain.rule_packs.pack import RulePack
from tables.domain.slips import text_of
from tables.models import floor
from tables.models.approvals import ShiftHandover
from tables.models.slips import Slip
from tables.selectors import attention, codes, queue, tables
from tables.selectors.attention import Item
from tables.selectors.tables import TableView

_LEVELS: Final[Mapping[str, str]] = {"cash_near": "near", "cash_above": "above"}
_LISTED: Final = frozenset({*_LEVELS, *attention.VARIANCES.values(), "cards_due", "relief_due", "stopped", "dispute"})
"""Alerts that stand in a list of their own."""
_ALERTS: Final = frozenset(attention.ORDER) - _LISTED - {"settlement"}
"""All others; a round that waits to be paid is over before the next boss has sat down."""


@dataclass(frozen=True, slots=True)
class HandoverView:
    """A handover as it was signed; people by name."""

    number: int
    gaming_day: date
    shift: str
    outgoing: str
    incoming: str
    figures: Figures
    messages: str
    sha256: str
    signatures: Sequence[Mapping[str, Any]]
    handed_over_at: datetime


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is open in a pit now. ``sha256`` is the hash of the figures: what is signed is what was seen."""

    pit: str
    gaming_day: date
    shift: str
    figures: Figures
    sha256: str


def sheet(actor: Actor, pit: str, window: Window, pack: RulePack, at: datetime) -> Sheet:
    """The figures of a handover as of ``at``; money in minor units. Refused: ``not_permitted``, ``no_such_pit``."""
    permissions.require(actor, "read_pit")
    codes.pit(actor.casino_id, pit)
    views = tables.overview(actor, at, pit=pit)
    waiting = queue.of_tables(actor, views, at)
    alerts = attention.of_pit(actor, views, window, at, pack)
    made: dict[str, list[dict[str, Any]]] = {
        **_of_queue(waiting),
        **_of_alerts(alerts),
        "open_slips": _open_slips(views),
        "limits": _limits(views, window),
    }
    figures = {name: made[name] for name in LISTS}
    return Sheet(pit, window.gaming_day, window.shift, figures, content_hash(figures))


def of_pit(actor: Actor, pit: str, *, before: int | None = None, limit: int = 50) -> list[HandoverView]:
    """The handovers of a pit, newest first, those below number ``before`` if it is given.

    Refused: ``not_permitted``, ``no_such_pit``.
    """
    permissions.require(actor, "read_pit")
    codes.pit(actor.casino_id, pit)
    rows = ShiftHandover.objects.filter(casino_id=actor.casino_id, pit__code=pit)
    if before is not None:
        rows = rows.filter(number__lt=before)
    return _views(rows.order_by("-number")[:limit])


def one(actor: Actor, pit: str, number: int) -> HandoverView:
    """One of them. Refused: ``not_permitted``, ``no_such_handover``."""
    permissions.require(actor, "read_pit")
    found = _views(ShiftHandover.objects.filter(casino_id=actor.casino_id, pit__code=pit, number=number))
    if not found:
        raise NotFound("no_such_handover")
    return found[0]


_NAMES: Final = (
    *("number", "gaming_day", "shift", "outgoing__name", "incoming__name", "figures", "messages", "sha256"),
    *("signatures", "handed_over_at"),
)


def _views(rows: Any) -> list[HandoverView]:
    return [HandoverView(*row) for row in rows.values_list(*_NAMES)]


def _of_queue(waiting: Sequence[queue.QueueItem]) -> dict[str, list[dict[str, Any]]]:
    """What dealers asked for, what differs, and everything else that a boss has to rule on."""
    found: dict[str, list[dict[str, Any]]] = {"approvals": [], "variances": [], "disputes": []}
    for item in waiting:
        where = {"table": item.table, "since": instant(item.since)}
        if item.kind == queue.VARIANCE:
            found["variances"].append({**where, **item.content})
        else:
            name = "approvals" if item.kind in EFFECTS else "disputes"
            asked = {"kind": item.kind, "item": item.item, "asked_by": item.asked_by, "content": dict(item.content)}
            found[name].append({**where, **asked})
    return found


def _of_alerts(alerts: Sequence[Item]) -> dict[str, list[dict[str, Any]]]:
    return {
        "patrons": _lines(alerts, lambda it: {"level": _LEVELS[it.kind], "who": it.values["who"]}, _LEVELS),
        "cards_due": _lines(alerts, lambda it: {"hours": it.values["hours"]}, {"cards_due"}),
        "dealers_due": _lines(alerts, lambda it: {"dealer": it.values["dealer"]}, {"relief_due"}),
        "alerts": _lines(alerts, lambda it: {"alert": it.kind, "mark": it.mark, "seen_by": it.seen_by}, _ALERTS),
    }


def _lines(alerts: Sequence[Item], told: Callable[[Item], dict[str, Any]], kinds: Any) -> list[dict[str, Any]]:
    return [
        {"table": item.table, "since": instant(item.since) if item.since else None, **told(item)}
        for item in alerts
        if item.kind in kinds
    ]


def _open_slips(views: Sequence[TableView]) -> list[dict[str, Any]]:
    rows = Slip.objects.filter(table_id__in=[view.id for view in views], status__in=slip_states.OPEN)
    names = ("table__code", "requested_at", "kind", "status", "series", "number", "request", "total")
    return [
        {
            "table": table,
            "since": instant(since),
            "kind": kind,
            "status": status,
            "slip": text_of(series, number) if number else None,
            "request": request,
            "total": total,
        }
        for table, since, kind, status, series, number, request, total in rows.order_by(
            "requested_at", "id"
        ).values_list(*names)
    ]


def _limits(views: Sequence[TableView], window: Window) -> list[dict[str, Any]]:
    """Limits posted since the shift began, and maxima that are lifted now."""
    ids = [view.id for view in views]
    posted = floor.BettingLimit.objects.filter(table_id__in=ids, effective_from__gte=window.starts)
    names = ("table__code", "effective_from", "minimum", "maximum", "set_by__name")
    found: list[dict[str, Any]] = [
        {"table": table, "since": instant(since), "player": None, "minimum": least, "maximum": most, "set_by": name}
        for table, since, least, most, name in posted.order_by("table__code", "id").values_list(*names)
    ]
    states = floor.TableState.objects.filter(table_id__in=ids).exclude(raised={}).order_by("table__code")
    for code, raised in states.values_list("table__code", "raised"):
        found += [
            {"table": code, "since": None, "player": player, "minimum": None, "maximum": most, "set_by": None}
            for player, most in sorted(raised.items())
        ]
    return found
