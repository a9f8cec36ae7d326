"""The removal of a drop box as the log has it: which box went, what came in its place, who took it (domain.md §1.1)."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from tables.domain.actors import Actor
from tables.domain.errors import Conflict, NotFound
from tables.models.log import Event
from tables.models.periods import DropBox
from tables.selectors import boxes


@dataclass(frozen=True, slots=True)
class BoxRemoval:
    """The label of a box that left its table. ``gaming_day`` and ``shift`` are those of the last period in it.

    ``box_in`` is the empty box that took its place and when, None before the table's next opening. ``emergency`` says
    why it went out of turn, if it did. ``seq`` is the event's place in ``stream``.
    """

    table: str
    pit: str
    box: int
    placed_at: datetime
    removed_at: datetime
    gaming_day: date
    shift: str
    periods: Sequence[int]
    box_in: tuple[int, datetime] | None
    emergency: str
    signatures: Sequence[Mapping[str, Any]]
    stream: str
    seq: int


def one(actor: Actor, table: str, box: int) -> BoxRemoval:
    """The removal of a table's box, for the count room and the books.

    Refused: ``not_permitted``; ``no_such_box``, also for another casino's; ``box_not_removed``.
    """
    boxes.require_reader(actor)
    known = DropBox.objects.filter(table__casino_id=actor.casino_id, table__code=table)
    row = known.filter(number=box).select_related("table__pit", "table__stream").first()
    if row is None:
        raise NotFound("no_such_box")
    if row.removed_at is None:
        raise Conflict("box_not_removed")
    covered = list(row.periods.order_by("number"))
    stream = row.table.stream
    papers = Event.objects.filter(stream_id=stream.pk, round=None, type="box_removed", seq__gt=covered[-1].closed_seq)
    event = papers.earliest("seq")
    data = json.loads(event.body)["data"]
    return BoxRemoval(
        table=table,
        pit=row.table.pit.code,
        box=box,
        placed_at=row.placed_at,
        removed_at=row.removed_at,
        gaming_day=covered[-1].gaming_day,
        shift=covered[-1].shift,
        periods=data["periods"],
        box_in=known.filter(number=box + 1).values_list("number", "placed_at").first(),
        emergency=data["emergency"],
        signatures=data["signatures"],
        stream=stream.key,
        seq=event.seq,
    )
