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
    *("box__number", "reason", "signatures", "payments", "reprints", "issued_at", "changed_at"),
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
    reprints: Sequence[Mapping[str, Any]]
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
class Late:
    """Markers of a table that were due in the cage, by number; ``since`` the oldest of them was given."""

    table: str
    since: datetime
    slips: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CreditView:
    """A patron's credit on a gaming day, in minor units; ``limit`` None: nobody gave him a line.

    ``coming`` are the lines of later gaming days, as day and limit.
    """

    patron: str
    name: str
    limit: int | None
    source: str
    set_by: str
    effective_from: date | None
    owed: int
    coming: tuple[tuple[date, int], ...] = ()

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


def at_tables_since(casino_id: int, before_day: date) -> list[Late]:
    """Markers of gaming days before ``before_day`` that still lie in the pit: they were due in the cage at the roll."""
    rows = Marker.objects.filter(casino_id=casino_id, held=markers.AT_TABLE, status__in=markers.OWED)
    found_ = rows.filter(gaming_day__lt=before_day).order_by("table__code", "id")
    by_table: dict[str, list[tuple[str, datetime]]] = {}
    for table, series, number, since in found_.values_list("table__code", "series", "number", "issued_at"):
        by_table.setdefault(table, []).append((slips.text_of(series, number), since))
    return [Late(table, lines[0][1], tuple(slip for slip, _ in lines)) for table, lines in by_table.items()]


def credit(actor: Actor, patron: str, gaming_day: date) -> CreditView:
    """What a patron may owe on a gaming day, and owes now. Refused: ``not_permitted``, ``no_such_patron``."""
    permissions.require(actor, "read_markers")
    known = rounds.Patron.objects.filter(casino_id=actor.casino_id, code=patron)
    found_ = _credits(known, gaming_day)
    if not found_:
        raise NotFound("no_such_patron", patron=patron[:24])
    return found_[0]


def credits_of(actor: Actor, patrons: Sequence[str], gaming_day: date) -> dict[str, CreditView]:
    """The credit of each of these patrons of the house by his code. Refused: ``not_permitted``."""
    permissions.require(actor, "read_markers")
    known = rounds.Patron.objects.filter(casino_id=actor.casino_id, code__in=patrons)
    return {view.patron: view for view in _credits(known, gaming_day)}


def credit_lines(actor: Actor, gaming_day: date) -> list[CreditView]:
    """Everybody who has, had or will have a credit line, by code. Refused: ``not_permitted``."""
    permissions.require(actor, "read_markers")
    with_line = CreditLine.objects.filter(patron__casino_id=actor.casino_id).values("patron")
    return _credits(rounds.Patron.objects.filter(pk__in=with_line), gaming_day)


def _credits(patrons: QuerySet[rounds.Patron], gaming_day: date) -> list[CreditView]:
    """Their credit on a gaming day, by code, in three queries."""
    known = list(patrons.order_by("code"))
    lines: dict[int, list[CreditLine]] = {}
    for line in CreditLine.objects.filter(patron__in=known).select_related("set_by").order_by("effective_from"):
        lines.setdefault(line.patron_id, []).append(line)
    owed: dict[int, int] = {}
    open_ones = Marker.objects.filter(patron__in=known, status__in=markers.OWED)
    for patron, amount, paid in open_ones.values_list("patron", "amount", "paid"):
        owed[patron] = owed.get(patron, 0) + amount - paid
    return [_credit(one, lines.get(one.pk, []), owed.get(one.pk, 0), gaming_day) for one in known]


def _credit(patron: rounds.Patron, lines: Sequence[CreditLine], owed: int, gaming_day: date) -> CreditView:
    begun = [line for line in lines if line.effective_from <= gaming_day]
    line = begun[-1] if begun else None
    return CreditView(
        patron=patron.code,
        name=patron.name or patron.description,
        limit=line.limit if line else None,
        source=line.source if line else "",
        set_by=line.set_by.badge if line else "",
        effective_from=line.effective_from if line else None,
        owed=owed,
        coming=tuple((line.effective_from, line.limit) for line in lines[len(begun) :]),
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
