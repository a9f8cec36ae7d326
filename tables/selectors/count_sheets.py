"""One sheet of the count room: where it stands, and once it is counted the whole of it, with a variance report (T-107).

What two persons counted before it stood is nowhere in here: the event that made it stand tells it.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.box_contents import Part
from tables.domain.errors import Conflict, NotAllowed, NotFound
from tables.domain.events import StreamKind
from tables.models import log
from tables.models.counts import CountSheet
from tables.models.staff import StaffMember
from tables.selectors import counts


@dataclass(frozen=True, slots=True)
class Differed:
    """The drop variance report: both blind counts of a sheet, and why the verifier found that they differ."""

    first: Mapping[str, Any]
    second: Mapping[str, Any]
    explanation: str


@dataclass(frozen=True, slots=True)
class Result:
    """What stands as counted. ``drop`` is None of a rake; papers lack or belong elsewhere, money is in minor units."""

    contents: Mapping[str, Any]
    drop: int | None
    promo_in_drop: bool
    missing_papers: Sequence[str]
    stray_papers: Sequence[str]
    decided_by: str
    differed: Differed | None


@dataclass(frozen=True, slots=True)
class SheetRecord:
    """A sheet. ``result`` is None until it is counted, and as long as the reader may not know it.

    ``chip_set`` is the table's; the persons are badge and name, None until they have counted.
    """

    session: int
    team: Sequence[str]
    open: bool
    table: str
    box: int
    part: Part
    chip_set: str
    status: str
    accepted_at: datetime
    counted_at: datetime | None
    counted_seq: int | None
    first_by: tuple[str, str] | None
    second_by: tuple[str, str] | None
    verified_by: tuple[str, str] | None
    result: Result | None


@dataclass(frozen=True, slots=True)
class SheetPaper:
    """A sheet that stands, with all that its paper says beside it.

    ``gaming_day`` and ``shift`` are those of the first of the ``periods`` in the box, by whose rules it was counted;
    each signature names its ``turn``. ``seq`` is the event's place in ``stream``.
    """

    sheet: SheetRecord
    result: Result
    counted_at: datetime
    pit: str
    gaming_day: date
    shift: str
    periods: Sequence[int]
    signatures: Sequence[Mapping[str, Any]]
    stream: str
    seq: int


def sheet(actor: Actor, table: str, box: int, part: str) -> SheetRecord:
    """The sheet of a box that a count has accepted. Refused: ``not_permitted``, ``no_such_sheet``."""
    row = _row(actor, table, box, part)
    seq = row.counted_seq if counts.may_know(actor, row.session) else None
    return _record(row, None if seq is None else _result(row, _counted(row, seq)[1]))


def paper(actor: Actor, table: str, box: int, part: str) -> SheetPaper:
    """A counted sheet for printing, by who may know what was counted (T-107).

    Refused: ``not_permitted``, ``no_such_sheet``, ``boxes_not_counted``; ``not_your_view`` as long as he may not.
    """
    row = _row(actor, table, box, part)
    if row.counted_seq is None or row.counted_at is None:
        raise Conflict("boxes_not_counted")
    if not counts.may_know(actor, row.session):
        raise NotAllowed("not_your_view")
    stream, data = _counted(row, row.counted_seq)
    first = row.box.periods.earliest("number")
    result = _result(row, data)
    return SheetPaper(
        sheet=_record(row, result),
        result=result,
        counted_at=row.counted_at,
        pit=row.box.table.pit.code,
        gaming_day=first.gaming_day,
        shift=first.shift,
        periods=data["periods"],
        signatures=data["signatures"],
        stream=stream,
        seq=row.counted_seq,
    )


def _row(actor: Actor, table: str, box: int, part: str) -> CountSheet:
    permissions.require(actor, "read_count_sessions")
    known = CountSheet.objects.select_related("session", "box__table__chip_set", "first_by", "second_by", "verified_by")
    of_box = known.filter(box__table__casino_id=actor.casino_id, box__table__code=table, box__number=box, part=part)
    found = of_box.first()
    if found is None:
        raise NotFound("no_such_sheet")
    return found


def _record(row: CountSheet, result: Result | None) -> SheetRecord:
    return SheetRecord(
        session=row.session.number,
        team=tuple(row.session.team),
        open=row.session.closed_at is None,
        table=row.box.table.code,
        box=row.box.number,
        part=Part(row.part),
        chip_set=row.box.table.chip_set.code,
        status=row.status,
        accepted_at=row.accepted_at,
        counted_at=row.counted_at,
        counted_seq=row.counted_seq,
        first_by=_person(row.first_by),
        second_by=_person(row.second_by),
        verified_by=_person(row.verified_by),
        result=result,
    )


def _person(row: StaffMember | None) -> tuple[str, str] | None:
    return None if row is None else (row.badge, row.name)


def _counted(row: CountSheet, seq: int) -> tuple[str, Mapping[str, Any]]:
    """The stream of the count room, and what the event that made the sheet stand says."""
    room = log.Stream.objects.get(casino_id=row.session.casino_id, kind=StreamKind.COUNT)
    return room.key, json.loads(log.Event.objects.get(stream_id=room.pk, seq=seq, round=None).body)["data"]


def _result(row: CountSheet, data: Mapping[str, Any]) -> Result:
    differed = data.get("differed")
    return Result(
        contents=row.contents or {},
        drop=data.get("drop"),
        promo_in_drop=data.get("promo_in_drop", False),
        missing_papers=data.get("missing_papers", ()),
        stray_papers=data.get("stray_papers", ()),
        decided_by=data["decided_by"],
        differed=differed and Differed(**differed),
    )
