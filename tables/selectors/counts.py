"""The count room as each may see it: what has been counted, by whom, and what was found once it may be known (T-107).

A blind count is nowhere in here: what it found lies sealed in the log until it stands. Then the team that counted and
audit may read it, accounting when nobody of it may verify the notes any more, and everybody else of the house when the
count is closed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import Prefetch

from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.box_contents import Part
from tables.domain.count_totals import CountedSheet, totals_of
from tables.domain.errors import NotFound
from tables.domain.table_states import BoxStatus, CountStatus
from tables.models.counts import CountSession, CountSheet
from tables.selectors import rule_packs


@dataclass(frozen=True, slots=True)
class SheetView:
    """One part of a box. ``contents`` is None until it is counted, and as long as the reader may not know it."""

    part: str
    status: str
    first_by: str | None
    second_by: str | None
    verified_by: str | None
    counted_at: datetime | None
    counted_seq: int | None
    contents: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class BoxInCount:
    """A box that a session accepted."""

    table: str
    box: int
    game: str
    removed_at: datetime
    accepted_at: datetime
    periods: tuple[int, ...]
    sheets: tuple[SheetView, ...]

    def sheet(self, part: Part) -> SheetView | None:
        """The sheet of a part, if the box has it."""
        return next((sheet for sheet in self.sheets if sheet.part == part), None)


@dataclass(frozen=True, slots=True)
class SessionView:
    """A count session. ``totals`` are None as long as the reader may not know them."""

    session: int
    gaming_day: date
    shift: str
    status: str
    team: tuple[str, ...]
    opened_at: datetime
    closed_at: datetime | None
    missing: Sequence[Mapping[str, Any]]
    note: str
    verified: bool | None
    taken_over_at: datetime | None
    totals: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class SessionSheets:
    """A session and its boxes, by table and number."""

    session: SessionView
    boxes: tuple[BoxInCount, ...]

    @property
    def all_counted(self) -> bool:
        """Whether nothing of what was accepted waits for a count."""
        return all(sheet.status == BoxStatus.COUNTED for box in self.boxes for sheet in box.sheets)


def sessions(actor: Actor, *, before: int | None = None, limit: int = 50) -> list[SessionView]:
    """The sessions of the house, newest first, those below number ``before`` if it is given. Totals of closed ones.

    Refused: ``not_permitted``.
    """
    permissions.require(actor, "read_count_sessions")
    rows = CountSession.objects.filter(casino_id=actor.casino_id)
    if before is not None:
        rows = rows.filter(number__lt=before)
    return [_session(row, row.totals) for row in rows.order_by("-number")[:limit]]


def session(actor: Actor, number: int) -> SessionSheets:
    """A session with its sheets. Refused: ``not_permitted``, ``no_such_count``."""
    permissions.require(actor, "read_count_sessions")
    sheets = CountSheet.objects.select_related("box__table__rules", "box__table__chip_set", "first_by", "second_by")
    sheets = sheets.select_related("verified_by").prefetch_related("box__periods")
    ordered = sheets.order_by("box__table__code", "box__number", "part")
    found = CountSession.objects.filter(casino_id=actor.casino_id, number=number)
    row = found.prefetch_related(Prefetch("sheets", ordered)).first()
    if row is None:
        raise NotFound("no_such_count")
    return _with_sheets(row, knows=may_know(actor, row))


def running(actor: Actor) -> SessionSheets | None:
    """The open session with its sheets; None when nobody counts. Refused: ``not_permitted``."""
    permissions.require(actor, "read_count_sessions")
    open_ = CountSession.objects.filter(casino_id=actor.casino_id, status=CountStatus.OPEN)
    number = open_.values_list("number", flat=True).first()
    return None if number is None else session(actor, number)


def may_know(actor: Actor, row: CountSession) -> bool:
    """Whether the reader may see what was counted: the team and audit at once, all others after the closing.

    Accounting as soon as the notes are verified, or at once where no verifier is wanted: whoever may still be the
    verifier recounts before he sees a sheet (WAC 230-15, ``domain.md`` §1.1). Who has decided between two counts of
    this session has seen what they were.
    """
    if row.status == CountStatus.CLOSED or actor.badge in row.team:
        return True
    return permissions.may(actor, "read_counts") and not _may_still_verify(actor, row)


def _may_still_verify(actor: Actor, row: CountSession) -> bool:
    if row.verified is not None or not permissions.may(actor, "verify_count"):
        return False
    wanted = rule_packs.in_force(row.casino_id, row.gaming_day).requires_verifier
    return wanted and not any(sheet.verified_by_id == actor.staff_id for sheet in row.sheets.all())


def _with_sheets(row: CountSession, *, knows: bool) -> SessionSheets:
    sheets = list(row.sheets.all())
    totals = row.totals
    if totals is None and knows:
        counted = (sheet for sheet in sheets if sheet.contents is not None)
        totals = totals_of(CountedSheet(s.part, s.box.table.chip_set.code, s.contents or {}) for s in counted)
    by_box: dict[int, list[CountSheet]] = {}
    for sheet in sheets:
        by_box.setdefault(sheet.box_id, []).append(sheet)
    boxes = tuple(_box(parts, knows=knows) for parts in by_box.values())
    return SessionSheets(_session(row, totals if knows else None), boxes)


def _session(row: CountSession, totals: Mapping[str, Any] | None) -> SessionView:
    return SessionView(
        session=row.number,
        gaming_day=row.gaming_day,
        shift=row.shift,
        status=row.status,
        team=tuple(row.team),
        opened_at=row.opened_at,
        closed_at=row.closed_at,
        missing=row.missing,
        note=row.note,
        verified=None if row.verified is None else row.verified["agrees"],
        taken_over_at=row.taken_over_at,
        totals=totals,
    )


def _box(sheets: Sequence[CountSheet], *, knows: bool) -> BoxInCount:
    first = sheets[0]
    box = first.box
    if box.removed_at is None:
        raise RuntimeError(f"{box} is in the count without having been removed")
    return BoxInCount(
        table=box.table.code,
        box=box.number,
        game=box.table.rules.game,
        removed_at=box.removed_at,
        accepted_at=first.accepted_at,
        periods=tuple(sorted(period.number for period in box.periods.all())),
        sheets=tuple(_sheet(sheet, knows=knows) for sheet in sheets),
    )


def _sheet(row: CountSheet, *, knows: bool) -> SheetView:
    return SheetView(
        part=row.part,
        status=row.status,
        first_by=row.first_by.badge if row.first_by else None,
        second_by=row.second_by.badge if row.second_by else None,
        verified_by=row.verified_by.badge if row.verified_by else None,
        counted_at=row.counted_at,
        counted_seq=row.counted_seq,
        contents=row.contents if knows else None,
    )
