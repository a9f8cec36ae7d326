"""Certifying a shift: the report is computed from the books, frozen, and its hash goes into the log (T-53, T-104)."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import QuerySet

from accounting.models.reports import ShiftReport
from accounting.selectors import heads, progress
from accounting.selectors.heads import Heads
from accounting.services import follow, reports
from accounting.services.reports import Certificate
from accounting.services.stretches import PostingError
from tables.domain import permissions
from tables.domain.actors import Actor, instant
from tables.domain.errors import Conflict, NotFound
from tables.domain.events import StreamKind
from tables.models import floor, periods
from tables.selectors import locked_days
from tables.services import live, log

PATIENCE = 20
"""How often to look whether another worker has brought the books up, ``PAUSE`` seconds apart."""
PAUSE = 0.1


@dataclass(frozen=True, slots=True)
class HeldUp:
    """A table that keeps its shift from being certified: not counted, and maybe with a round under way."""

    table: str
    pit: str
    playing: bool


def certify_shift(
    *, actor: Actor, at: datetime, gaming_day: date, shift: str, key: str | None = None
) -> dict[str, Any]:
    """Freeze the report of a shift as its next version, or return the newest one if nothing has changed since.

    ``new`` in the answer tells which. The books catch up first. The report is final when every drop box of the shift
    is counted and preliminary until then. Refused: ``no_such_shift`` (no table was open in it), ``round_in_play`` and
    ``period_open`` (a table of the shift still plays, or is not counted), ``books_stopped``, ``books_behind``,
    ``day_locked`` (a new version of a locked day's shift).
    """
    permissions.require(actor, "certify_shift")
    catch_up(actor.casino_id)
    request = {"do": "certify_shift", "gaming_day": gaming_day.isoformat(), "shift": shift}
    stream = log.stream_key(actor.casino, StreamKind.HOUSE)
    with log.entry(actor=actor, at=at, stream=stream, request=request, key=key) as entry:
        if not entry.repeated:
            _require_counted(actor.casino_id, gaming_day, shift)
            seen = heads.followed(actor.casino_id)
            _require_followed(actor.casino_id, gaming_day, shift, seen)
            body = reports.content(actor.casino, gaming_day, shift, seen)
            before = newest = _newest(actor.casino_id, gaming_day, shift)
            if newest is None or not reports.same_content(newest.text, body):
                locked_days.require_open(actor.casino_id, [gaming_day])
                newest = _freeze(entry, gaming_day, shift, newest, seen, body)
            entry.answer = {
                "gaming_day": gaming_day.isoformat(),
                "shift": shift,
                "version": newest.version,
                "state": newest.state,
                "sha256": newest.sha256,
                "new": newest is not before,
            }
    return entry.answer


def catch_up(casino_id: int) -> None:
    """Follow until the books are where the log was when this began. Other tables may go on dealing meanwhile."""
    target = {key: seq for key, seq, _ in log.heads(casino_id)}
    for _ in range(PATIENCE):
        try:
            follow.follow_all(casino_id)
        except PostingError as error:
            raise Conflict("books_stopped", reason=str(error)) from error
        if all(head.seq >= target.get(key, 0) for key, head in heads.followed(casino_id).items()):
            return
        time.sleep(PAUSE)
    raise Conflict("books_behind", events=progress.lag(casino_id).events)


def holding_up(*, actor: Actor, gaming_day: date, shift: str) -> list[HeldUp]:
    """The tables that are not counted yet, by code. Refused: ``not_permitted``."""
    permissions.require(actor, "certify_shift")
    return _holding_up(actor.casino_id, gaming_day, shift)


def _holding_up(casino_id: int, gaming_day: date, shift: str) -> list[HeldUp]:
    still_open = _of_shift(casino_id, gaming_day, shift).filter(closed_at=None)
    playing = floor.TableState.objects.filter(period__in=still_open).exclude(round_status__in=live.NOT_RUNNING)
    with_round = set(playing.values_list("table__code", flat=True))
    found = still_open.order_by("table__code").values_list("table__code", "table__pit__code").distinct()
    return [HeldUp(table, pit, table in with_round) for table, pit in found]


def _require_counted(casino_id: int, gaming_day: date, shift: str) -> None:
    """Every period of the shift has its closer; a table in it can only then have no round running."""
    if not _of_shift(casino_id, gaming_day, shift).exists():
        raise NotFound("no_such_shift")
    held_up = _holding_up(casino_id, gaming_day, shift)
    if tables := [held.table for held in held_up if held.playing]:
        raise Conflict("round_in_play", tables=tables)
    if tables := [held.table for held in held_up]:
        raise Conflict("period_open", tables=tables)


def _of_shift(casino_id: int, gaming_day: date, shift: str) -> QuerySet[periods.BankPeriod]:
    return periods.BankPeriod.objects.filter(table__casino_id=casino_id, gaming_day=gaming_day, shift=shift)


def _require_followed(casino_id: int, gaming_day: date, shift: str, seen: Heads) -> None:
    """The closers that the floor has are all in the books: one may have come in after they caught up."""
    closers = periods.BankPeriod.objects.filter(table__casino_id=casino_id, gaming_day=gaming_day, shift=shift)
    for key, seq in closers.values_list("table__stream__key", "closed_seq"):
        if seq is None or seen[key].seq < seq:
            raise Conflict("books_behind", events=progress.lag(casino_id).events)


def _freeze(
    entry: log.Entry,
    gaming_day: date,
    shift: str,
    before: ShiftReport | None,
    seen: Heads,
    body: Mapping[str, Any],
) -> ShiftReport:
    certificate = Certificate(
        casino=entry.actor.casino,
        gaming_day=gaming_day,
        shift=shift,
        version=before.version + 1 if before else 1,
        supersedes=before.sha256 if before else "",
        certified_by=entry.actor.badge,
        certified_at=instant(entry.at),
    )
    frozen = reports.text(certificate, seen, dict(body))
    digest = reports.sha256(frozen)
    seq = entry.record(
        "shift_certified",
        {
            "gaming_day": gaming_day.isoformat(),
            "shift": shift,
            "version": certificate.version,
            "state": body["state"],
            "sha256": digest,
            "supersedes": certificate.supersedes,
            "heads": {key: head.seq for key, head in seen.items()},
        },
    )
    return ShiftReport.objects.create(
        stream_id=entry.stream_id,
        seq=seq,
        casino_id=entry.actor.casino_id,
        gaming_day=gaming_day,
        shift=shift,
        version=certificate.version,
        state=body["state"],
        certified_by=certificate.certified_by,
        certified_at=entry.at,
        supersedes=certificate.supersedes,
        sha256=digest,
        text=frozen,
    )


def _newest(casino_id: int, gaming_day: date, shift: str) -> ShiftReport | None:
    versions = ShiftReport.objects.filter(casino_id=casino_id, gaming_day=gaming_day, shift=shift)
    return versions.order_by("-version").first()
