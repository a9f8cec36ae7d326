"""The count room: what was in each drop box, counted once by two counters (domain.md §1.1 count sheet, T-51, T-54)."""

from datetime import datetime
from typing import Any

from tables.domain import chips, papers, permissions
from tables.domain.actors import Actor, Role
from tables.domain.errors import Conflict, NotFound
from tables.domain.events import StreamKind
from tables.domain.notes import NoteCount
from tables.domain.table_states import BOX_ARROWS, BoxStatus, require_arrow
from tables.models import periods
from tables.selectors import locked_days
from tables.services import log, witnesses
from tables.services.signatures import SignatureRequest


def count_box(
    *,
    actor: Actor,
    at: datetime,
    table: str,
    box: int,
    count: NoteCount,
    counters: tuple[SignatureRequest, SignatureRequest],
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """What two counters, independent of the pit, found in a removed box. An empty box counts 0, not null (T-54).

    A count stands; a mistake in it is corrected by a later event, never by a second count. Refused:
    ``already_counted``, ``box_not_removed``, ``day_locked``, ``no_such_box``, ``not_independent``, ``total_mismatch``,
    and what signing refuses.
    """
    permissions.require(actor, "count_box")
    notes = count.checked()
    paper = papers.count_sheet(actor.casino, table, box, notes, count.total)
    signed = witnesses.sign(actor, at, paper, [(Role.COUNTER, counter) for counter in counters])
    with log.entry(
        actor=actor,
        at=at,
        stream=log.stream_key(actor.casino, StreamKind.COUNT),
        request=signed.request("count_box"),
        key=key,
        expected_seq=expected_seq,
    ) as entry:
        if not entry.repeated:
            row = _removed_box(actor, table, box)
            locked_days.require_open(actor.casino_id, row.periods.values_list("gaming_day", flat=True))
            witnesses.require_independent(row.table.pit_id, row.placed_at, signed)
            row.status, row.counted_at, row.counted_total = BoxStatus.COUNTED, at, count.total
            row.save(update_fields=["status", "counted_at", "counted_total"])
            covered = list(row.periods.order_by("number").values_list("number", flat=True))
            data = {"table": table, "box": box, "periods": covered, "notes": chips.as_data(notes), "total": count.total}
            entry.record("box_counted", {**data, "signatures": signed.as_data()})
            entry.answer = data
    return entry.answer


def _removed_box(actor: Actor, table: str, number: int) -> periods.DropBox:
    """The box under the count stream's lock, which alone takes a box from removed to counted."""
    boxes = periods.DropBox.objects.select_related("table")
    box = boxes.filter(table__casino_id=actor.casino_id, table__code=table, number=number).first()
    if box is None:
        raise NotFound("no_such_box")
    if box.status == BoxStatus.COUNTED:
        raise Conflict("already_counted")
    require_arrow(BOX_ARROWS, box.status, BoxStatus.COUNTED, "box_not_removed")
    return box
