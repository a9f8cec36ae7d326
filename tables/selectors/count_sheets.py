"""One sheet of the count room: where it stands, and once it is counted the whole of it, with a variance report (T-107).

What two persons counted before it stood is nowhere in here: the event that made it stand tells it.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.box_contents import Part
from tables.domain.errors import NotFound
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


def sheet(actor: Actor, table: str, box: int, part: str) -> SheetRecord:
    """The sheet of a box that a count has accepted. Refused: ``not_permitted``, ``no_such_sheet``."""
    permissions.require(actor, "read_count_sessions")
    known = CountSheet.objects.select_related("session", "box__table__chip_set", "first_by", "second_by", "verified_by")
    found = known.filter(
        box__table__casino_id=actor.casino_id, box__table__code=table, box__number=box, part=part
    ).first()
    if found is None:
        raise NotFound("no_such_sheet")
    seq = found.counted_seq if counts.may_know(actor, found.session) else None
    return SheetRecord(
        session=found.session.number,
        team=tuple(found.session.team),
        open=found.session.closed_at is None,
        table=table,
        box=box,
        part=Part(found.part),
        chip_set=found.box.table.chip_set.code,
        status=found.status,
        accepted_at=found.accepted_at,
        counted_at=found.counted_at,
        counted_seq=found.counted_seq,
        first_by=_person(found.first_by),
        second_by=_person(found.second_by),
        verified_by=_person(found.verified_by),
        result=None if seq is None else _result(found, seq),
    )


def _person(row: StaffMember | None) -> tuple[str, str] | None:
    return None if row is None else (row.badge, row.name)


def _result(row: CountSheet, seq: int) -> Result:
    room = log.Stream.objects.get(casino_id=row.session.casino_id, kind=StreamKind.COUNT)
    data = json.loads(log.Event.objects.get(stream_id=room.pk, seq=seq, round=None).body)["data"]
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
