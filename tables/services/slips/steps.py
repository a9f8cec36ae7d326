"""What every step of a slip does: find it, lock it, compare its persons, take it to its next state."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Any

from tables.domain import chips, names, slips
from tables.domain.actors import Actor
from tables.domain.chips import Chips
from tables.domain.errors import Conflict, Invalid, NotAllowed, NotFound
from tables.domain.events import StreamKind
from tables.domain.slips import SlipKind
from tables.domain.table_states import SlipStatus, require_arrow
from tables.models import floor
from tables.models.slips import Slip
from tables.services import log
from tables.services.witnesses import SignedPaper

LONGEST_REASON = 240


def named(actor: Actor, slip: str) -> Slip:
    """The slip of this number, not locked yet. Refused: ``no_such_slip``."""
    found = slips.parsed(slip)
    row = None
    if found is not None:
        rows = Slip.objects.select_related("table").filter(casino_id=actor.casino_id)
        row = rows.filter(series=found[0], number=found[1]).first()
    if row is None:
        raise NotFound("no_such_slip")
    return row


def requested(actor: Actor, table: str, request: int) -> Slip:
    """The request of this number at a table, not locked yet. Refused: ``no_such_request``."""
    rows = Slip.objects.select_related("table").filter(casino_id=actor.casino_id, table__code=table)
    row = rows.filter(request=request).first()
    if row is None:
        raise NotFound("no_such_request")
    return row


def lock(row: Slip) -> Slip:
    """The slip as it stands now, under its row's lock; after the stream's (docs/log.md)."""
    return Slip.objects.select_for_update(of=("self",)).select_related("table").get(pk=row.pk)


def at_table(
    actor: Actor, at: datetime, row: Slip, asked: Mapping[str, Any], key: str | None, expected_seq: int | None
) -> AbstractContextManager[log.Entry]:
    """An entry in the stream of the slip's table. A terminal of another table gets ``no_such_slip``."""
    stream = log.stream_key(actor.casino, StreamKind.TABLE, row.table.code)
    return log.entry(
        actor=actor,
        at=at,
        stream=stream,
        request=asked,
        key=key,
        expected_seq=expected_seq,
        missing="no_such_slip",
    )


def require_kind(row: Slip, *kinds: SlipKind) -> None:
    """Refuse ``wrong_slip_kind`` for a step that slips of this kind do not have."""
    if row.kind not in kinds:
        raise Conflict("wrong_slip_kind", kind=row.kind)


def advance(row: Slip, status: SlipStatus, at: datetime) -> None:
    """Take a locked slip to its next state. Refused: ``bad_slip_step``. The caller saves it."""
    require_arrow(slips.ARROWS[row.kind], row.status, status, "bad_slip_step")
    row.status, row.changed_at = status, at


def sign(row: Slip, act: str, signed: SignedPaper) -> None:
    """Put the signatures of an act under a locked slip. The caller saves it.

    Refused: ``same_person``, when somebody signs who stands under the slip in another role. Persons are compared, not
    roles: whoever asked does not issue, whoever issued does not carry, whoever carried does not count (T-100).
    """
    stands = {signature["badge"]: signature["role"] for signature in row.signatures}
    for signature in signed.signatures:
        if stands.get(signature.badge, signature.role) != signature.role:
            raise NotAllowed("same_person")
    row.signatures = [*row.signatures, *({**line, "act": act} for line in signed.as_data())]


def require_reason(reason: str) -> None:
    """Refuse ``bad_reason`` for an empty or too long one, and for hidden characters."""
    names.require_name(reason, LONGEST_REASON, "bad_reason")


def require_count(counted: Mapping[int, int], total: int, note: str) -> None:
    """Refuse ``total_mismatch`` (T-31) and ``bad_note``: what can be said of a count without looking at the slip."""
    chips.require_total(counted, total)
    if note:
        names.require_name(note, LONGEST_REASON, "bad_note")


def difference(row: Slip, moved: Mapping[str, int], counted: Chips, note: str) -> int:
    """What is missing of ``moved``, in minor units, below zero when there is too much (T-21).

    Other chips than the slip's need a note, even if they are worth the same. Refused: ``note_required``.
    """
    missing = row.total - chips.value(counted)
    if chips.as_data(counted) != dict(moved) and not note:
        raise Invalid("note_required", difference=-missing)
    return missing


def text_of(row: Slip) -> str:
    """The number of an issued slip as everybody writes it."""
    if row.number is None:
        raise RuntimeError(f"{row} has no number yet")
    return slips.text_of(row.series, row.number)


def named_in(row: Slip) -> dict[str, Any]:
    """How an event of the cage names a slip: by its number, and by the table's request that it was made out for."""
    return {"slip": text_of(row), "table": row.table.code, "request": row.request}


def told(row: Slip, **more: Any) -> dict[str, Any]:
    """What every step answers."""
    return {
        "slip": text_of(row) if row.number else None,
        "table": row.table.code,
        "request": row.request,
        "kind": row.kind,
        "status": row.status,
        "total": row.total,
        **more,
    }


def period_of(state: floor.TableState) -> dict[str, Any]:
    """The open period and the box of a table, as an event names them; the table is open."""
    if state.period is None or state.box is None:
        raise RuntimeError(f"table {state.table_id} is open without a period or a box")
    return {"period": state.period.number, "box": state.box.number}
