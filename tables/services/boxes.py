"""Drop boxes at the table: placed when it opens, removed by two counters who are independent of the pit.

A box covers whole bank periods: it leaves a closed table, or an open one in the same act as a count
(``table_life.roll_table``), so that no buy-in falls into the box of another period (V-08, domain.md §4).
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Max

from tables.domain import names, papers, permissions
from tables.domain.actors import Actor, Role
from tables.domain.errors import Conflict, NotFound
from tables.domain.table_states import BOX_ARROWS, BoxStatus, TableStatus, require_arrow
from tables.models import floor, periods
from tables.services import log, standing, witnesses
from tables.services.signatures import SignatureRequest
from tables.services.witnesses import SignedPaper


@dataclass(frozen=True, slots=True)
class BoxRemoval:
    """Which box is to go, and the two counters who take it. ``emergency`` says why before its time, if it is."""

    box: int
    counters: tuple[SignatureRequest, SignatureRequest]
    emergency: str = ""


def remove_box(
    *,
    actor: Actor,
    at: datetime,
    table: str,
    removal: BoxRemoval,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """Take the box from a closed table. The next opening places an empty one.

    Refused: ``period_open`` (roll the table and change the box in that count), ``box_not_on_table``,
    ``no_such_box``, ``not_independent``, ``bad_reason``, and what signing refuses.
    """
    permissions.require(actor, "remove_box")
    signed = sign_removal(actor, at, table, removal)
    request = signed.request("remove_box")
    with log.table_entry(actor=actor, at=at, table=table, request=request, key=key, expected_seq=expected_seq) as entry:
        if not entry.repeated:
            state = standing.of(entry)
            if state.status != TableStatus.CLOSED:
                raise Conflict("period_open", state=state.status)
            covered = take_box(entry, state, removal, signed)
            standing.save(state)
            entry.answer = {"table": table, "box": removal.box, "periods": covered}
    return entry.answer


def sign_removal(actor: Actor, at: datetime, table: str, removal: BoxRemoval) -> SignedPaper:
    """The box's label under the signatures of two different counters. Refused: ``bad_reason``, what signing refuses."""
    if removal.emergency:
        names.require_name(removal.emergency, 240, "bad_reason")
    paper = papers.box_removal(actor.casino, table, removal.box, removal.emergency)
    return witnesses.sign(actor, at, paper, [(Role.COUNTER, counter) for counter in removal.counters])


def place_box(entry: log.Entry, state: floor.TableState) -> None:
    """Put an empty box with the table's next number on the table. The caller saves ``state``."""
    newest = periods.DropBox.objects.filter(table_id=state.table_id).aggregate(newest=Max("number"))["newest"]
    number = (newest or 0) + 1
    state.box = periods.DropBox.objects.create(table_id=state.table_id, number=number, placed_at=entry.at)
    entry.record("box_placed", {"box": number})


def take_box(entry: log.Entry, state: floor.TableState, removal: BoxRemoval, signed: SignedPaper) -> list[int]:
    """Remove the box and return the periods whose cash is in it. The caller saves ``state``.

    Refused: ``box_not_on_table``, ``no_such_box``, ``not_independent``.
    """
    box, number = state.box, removal.box
    if box is None or box.number != number:
        if periods.DropBox.objects.filter(table_id=state.table_id, number=number).exists():
            raise Conflict("box_not_on_table", box=number)
        raise NotFound("no_such_box")
    witnesses.require_independent(state.table.pit_id, box.placed_at, signed)
    require_arrow(BOX_ARROWS, box.status, BoxStatus.REMOVED, "box_not_on_table")
    covered = list(box.periods.order_by("number").values_list("number", flat=True))
    box.status, box.removed_at, box.emergency = BoxStatus.REMOVED, entry.at, removal.emergency
    box.save(update_fields=["status", "removed_at", "emergency"])
    state.box = None
    data = {"box": number, "periods": covered, "emergency": removal.emergency}
    entry.record("box_removed", {**data, "signatures": signed.as_data()})
    return covered
