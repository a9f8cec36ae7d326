"""Markers as each audience may see them, and what a patron may still owe."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import QuerySet

from tables.domain import markers, permissions, slips
from tables.domain.actors import Actor
from tables.domain.errors import NotFound
from tables.models import rounds
from tables.models.markers import CreditLine, Marker
from tables.selectors import sights

_COLUMNS = (
    *("id", "series", "number", "table__code", "table__pit__code", "patron__code", "patron__name", "status", "held"),
    *("amount", "paid", "chips", "limit", "owed_before", "over_limit", "gaming_day", "shift", "period__number"),
    *("box__number", "reason", "signatures", "payments", "issued_at", "changed_at"),
)


@dataclass(frozen=True, slots=True)
class MarkerView:
    """A marker; money in minor units. ``held`` is where the original lies, ``left`` what is still owed."""

    id: int
    slip: str
    table: str
    pit: str
    patron: str
    name: str
    status: str
    held: str
    amount: int
    paid: int
    left: int
    chips: Mapping[str, int]
    limit: int
    owed_before: int
    over_limit: str
    gaming_day: date
    shift: str
    period: int
    box: int
    reason: str
    signatures: Sequence[Mapping[str, Any]]
    payments: Sequence[Mapping[str, Any]]
    issued_at: datetime
    changed_at: datetime


@dataclass(frozen=True, slots=True)
class Wanted:
    """What of the markers is asked for; empty words ask for everything. ``before_day``: given on an earlier day."""

    status: str = ""
    table: str = ""
    patron: str = ""
    held: str = ""
    open_only: bool = False
    before_day: date | None = None


EVERYTHING = Wanted()


@dataclass(frozen=True, slots=True)
class CreditView:
    """A patron's credit on a gaming day, in minor units; ``limit`` None: nobody gave him a line."""

    patron: str
    name: str
    limit: int | None
    source: str
    set_by: str
    effective_from: date | None
    owed: int

    @property
    def available(self) -> int:
        """What he may still sign for."""
        return max((self.limit or 0) - self.owed, 0)


def found(actor: Actor, wanted: Wanted = EVERYTHING, *, before: int | None = None, limit: int = 50) -> list[MarkerView]:
    """Markers of the house, the newest first, those below id ``before`` if it is given; the last is the oldest.

    A patron pays at any table, so every boss sees every marker. Refused: ``not_permitted``.
    """
    permissions.require(actor, "read_markers")
    exact = {"status": wanted.status, "table__code": wanted.table, "patron__code": wanted.patron, "held": wanted.held}
    rows = Marker.objects.filter(casino_id=actor.casino_id)
    rows = rows.filter(**{name: value for name, value in exact.items() if value})
    if wanted.open_only:
        rows = rows.filter(status__in=markers.OWED)
    if wanted.before_day is not None:
        rows = rows.filter(gaming_day__lt=wanted.before_day)
    if before is not None:
        rows = rows.filter(id__lt=before)
    return _views(rows.order_by("-id")[:limit])


def one(actor: Actor, slip: str) -> MarkerView:
    """The marker of this number. Refused: ``not_permitted``, ``no_such_marker``."""
    permissions.require(actor, "read_markers")
    number = slips.parsed(slip)
    rows = Marker.objects.filter(casino_id=actor.casino_id)
    views = _views(rows.filter(series=number[0], number=number[1])) if number else []
    if not views:
        raise NotFound("no_such_marker")
    return views[0]


def at_table(actor: Actor, table: str, patron: str) -> list[MarkerView]:
    """What a patron owes that may be paid at this table, newest first; for its dealer and its floor.

    Refused: see ``sights.at_table``; the public does not see it (``not_your_view``).
    """
    sights.at_table(actor, table, "floor")
    rows = Marker.objects.filter(casino_id=actor.casino_id, patron__code=patron, status__in=markers.OWED)
    return _views(rows.filter(held=markers.AT_TABLE).order_by("-id"))


def at_tables_since(casino_id: int, before_day: date) -> list[str]:
    """Markers of gaming days before ``before_day`` that still lie in the pit: they were due in the cage at the roll."""
    rows = Marker.objects.filter(casino_id=casino_id, held=markers.AT_TABLE, status__in=markers.OWED)
    found_ = rows.filter(gaming_day__lt=before_day).order_by("id").values_list("series", "number")
    return [slips.text_of(series, number) for series, number in found_]


def credit(actor: Actor, patron: str, gaming_day: date) -> CreditView:
    """What a patron may owe on a gaming day, and owes now. Refused: ``not_permitted``, ``no_such_patron``."""
    permissions.require(actor, "read_markers")
    known = rounds.Patron.objects.filter(casino_id=actor.casino_id, code=patron).first()
    if known is None:
        raise NotFound("no_such_patron", patron=patron[:24])
    lines = CreditLine.objects.filter(patron=known, effective_from__lte=gaming_day).select_related("set_by")
    line = lines.order_by("-effective_from").first()
    open_ones = Marker.objects.filter(patron=known, status__in=markers.OWED).values_list("amount", "paid")
    return CreditView(
        patron=known.code,
        name=known.name or known.description,
        limit=line.limit if line else None,
        source=line.source if line else "",
        set_by=line.set_by.badge if line else "",
        effective_from=line.effective_from if line else None,
        owed=sum(amount - paid for amount, paid in open_ones),
    )


def _views(rows: QuerySet[Marker]) -> list[MarkerView]:
    return [_view(dict(zip(_COLUMNS, line, strict=True))) for line in rows.values_list(*_COLUMNS)]


def _view(row: dict[str, Any]) -> MarkerView:
    named = {column: row[column] for column in _COLUMNS if "__" not in column and column not in {"series", "number"}}
    return MarkerView(
        slip=slips.text_of(row["series"], row["number"]),
        table=row["table__code"],
        pit=row["table__pit__code"],
        patron=row["patron__code"],
        name=row["patron__name"],
        period=row["period__number"],
        box=row["box__number"],
        left=row["amount"] - row["paid"],
        **named,
    )
