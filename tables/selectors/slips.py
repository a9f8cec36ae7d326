"""Slips as each audience may see them: the pit its own, the cage all, security what is to carry (domain.md §1.1)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final

from django.db.models import Q, QuerySet

from tables.domain import permissions, slips
from tables.domain.actors import Actor, Role
from tables.domain.errors import NotFound
from tables.domain.rule_packs.words import SlipCopy
from tables.domain.slips import SlipKind
from tables.models import staff
from tables.models.slips import Slip
from tables.selectors import rule_packs, sights

SEE_ALL = frozenset({Role.CASHIER, Role.ACCOUNTANT, Role.AUDITOR, Role.HOUSE_MANAGER})
"""The cage works on every slip; the others answer for them."""

_COLUMNS = (
    *("id", "series", "number", "table__code", "table__pit__code", "table__chip_set_id", "request", "kind", "status"),
    *("urgent", "chips", "taken", "total", "gaming_day", "shift", "period__number", "box__number", "counted"),
    *("received", "missing", "reason", "note", "signatures", "reprints", "requested_at", "issued_at", "changed_at"),
)


@dataclass(frozen=True, slots=True)
class SlipView:
    """A request and the slip it became; chips are denomination -> count, money is minor units.

    ``slip`` is None until the cage has made it out, ``gaming_day`` and ``shift`` are those of issue, ``period`` and
    ``box`` those of the table's act. ``id`` names the request within the product, for lists that go on.
    """

    id: int
    slip: str | None
    table: str
    pit: str
    chip_set_id: int
    request: int
    kind: str
    status: str
    urgent: bool
    chips: Mapping[str, int]
    taken: Mapping[str, int]
    total: int
    gaming_day: date | None
    shift: str
    period: int | None
    box: int | None
    counted: Mapping[str, int] | None
    received: Mapping[str, int] | None
    missing: int
    reason: str
    note: str
    signatures: Sequence[Mapping[str, Any]]
    reprints: Sequence[Mapping[str, Any]]
    requested_at: datetime
    issued_at: datetime | None
    changed_at: datetime


@dataclass(frozen=True, slots=True)
class Wanted:
    """What of the slips is asked for; empty words ask for everything."""

    status: str = ""
    kind: str = ""
    table: str = ""
    gaming_day: date | None = None
    reprinted: bool = False
    open_only: bool = False


@dataclass(frozen=True, slots=True)
class LateSlip:
    """Chips that are on their way since ``since``."""

    table: str
    slip: str
    since: datetime


EVERYTHING = Wanted()
MOST_ON_THE_WAY: Final = timedelta(minutes=30)
"""Between cage and table chips are carried in minutes; after this somebody asks where they are (T-20)."""


def found(actor: Actor, wanted: Wanted = EVERYTHING, *, before: int | None = None, limit: int = 50) -> list[SlipView]:
    """The slips that the actor may see, newest request first, those below id ``before`` if it is given.

    Refused: ``not_permitted``.
    """
    rows = _visible(actor)
    exact = {"status": wanted.status, "kind": wanted.kind, "table__code": wanted.table, "gaming_day": wanted.gaming_day}
    rows = rows.filter(**{name: value for name, value in exact.items() if value})
    if wanted.reprinted:
        rows = rows.exclude(reprints=[])
    if wanted.open_only:
        rows = rows.filter(status__in=slips.OPEN)
    if before is not None:
        rows = rows.filter(id__lt=before)
    return _views(rows.order_by("-id")[:limit])


def one(actor: Actor, slip: str) -> SlipView:
    """The slip of this number. Refused: ``not_permitted``; ``no_such_slip``, also for one that is not his to see."""
    number = slips.parsed(slip)
    rows = _visible(actor)
    views = _views(rows.filter(series=number[0], number=number[1])) if number else []
    if not views:
        raise NotFound("no_such_slip")
    return views[0]


def request(actor: Actor, table: str, number: int) -> SlipView:
    """A table's request, slip or not. Refused: ``not_permitted``, ``no_such_request``."""
    views = _views(_visible(actor).filter(table__code=table, request=number))
    if not views:
        raise NotFound("no_such_request")
    return views[0]


def on_the_way(actor: Actor) -> list[SlipView]:
    """Slips whose chips are in no rack and not in the cage, the longest on the way first (T-20).

    Refused: ``not_permitted``.
    """
    return _views(_visible(actor).filter(in_states(slips.ON_THE_WAY)).order_by("changed_at", "id"))


def copies(actor: Actor, view: SlipView) -> Sequence[SlipCopy]:
    """Where the printed copies of a slip go, by the rule pack of the day of issue; a request has none."""
    if view.gaming_day is None:
        return ()
    return rule_packs.in_force(actor.casino_id, view.gaming_day).slip_copies


def long_on_the_way(casino_id: int, at: datetime) -> list[LateSlip]:
    """Slips whose chips have been neither in a rack nor in the cage for ``MOST_ON_THE_WAY``, the longest first."""
    rows = Slip.objects.filter(in_states(slips.ON_THE_WAY), casino_id=casino_id).select_related("table")
    since = [(row.changed_at if row.kind == SlipKind.CREDIT else row.issued_at or row.changed_at, row) for row in rows]
    late = sorted((begun, row.pk, row) for begun, row in since if at - begun > MOST_ON_THE_WAY)
    return [LateSlip(row.table.code, slips.text_of(row.series, row.number or 0), begun) for begun, _, row in late]


def at_table(actor: Actor, table: str) -> list[SlipView]:
    """What a table waits for and what waits for the table, oldest request first; for its dealer and its floor.

    Refused: see ``sights.at_table``; the public does not see it (``not_your_view``).
    """
    sight = sights.at_table(actor, table, "floor")
    rows = Slip.objects.filter(table_id=sight.table_id, status__in=slips.OPEN)
    return _views(rows.order_by("request"))


def sees_requests(actor: Actor) -> bool:
    """Whether the actor sees what was asked for and not yet made out; security sees only what there is to carry."""
    return bool((SEE_ALL | {Role.PIT_BOSS}) & actor.roles)


def _visible(actor: Actor) -> QuerySet[Slip]:
    """The slips of the actor's house that are his to see. A boss sees the pits that he is in charge of now."""
    permissions.require(actor, "read_slips")
    rows = Slip.objects.filter(casino_id=actor.casino_id)
    if SEE_ALL & actor.roles:
        return rows
    his = Q(pk__in=())
    if Role.PIT_BOSS in actor.roles:
        charges = staff.PitAssignment.objects.filter(staff_id=actor.staff_id, until=None)
        his |= Q(table__pit_id__in=charges.values("pit_id"))
    if Role.SECURITY in actor.roles:
        his |= in_states(slips.TO_CARRY)
    return rows.filter(his)


def in_states(states: Mapping[str, frozenset[Any]]) -> Q:
    """Slips that are, for their kind, in one of the states."""
    any_of = Q(pk__in=())
    for kind, those in states.items():
        any_of |= Q(kind=kind, status__in=sorted(those))
    return any_of


def _views(rows: QuerySet[Slip]) -> list[SlipView]:
    return [
        SlipView(id_, slips.text_of(series, number) if number else None, *more)
        for id_, series, number, *more in rows.values_list(*_COLUMNS)
    ]
