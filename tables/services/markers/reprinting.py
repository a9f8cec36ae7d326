"""A marker on paper once more: the same number, marked and counted (T-26)."""

from datetime import datetime
from typing import Any

from tables.domain import markers, names, permissions
from tables.domain.actors import Actor, instant
from tables.services.cage_stream import cage_entry
from tables.services.markers import steps


def reprint_marker(
    *,
    actor: Actor,
    at: datetime,
    slip: str,
    reason: str,
    key: str | None = None,
    expected_seq: int | None = None,
) -> dict[str, Any]:
    """Record another copy of a marker; whoever prints it finds its number on it.

    Refused: ``no_such_marker``, ``bad_reason``.
    """
    permissions.require(actor, "reprint_slip")
    names.require_name(reason, 240, "bad_reason")
    known = steps.named(actor, slip)
    asked = {"do": "reprint_marker", "slip": slip, "reason": reason}
    with cage_entry(actor=actor, at=at, request=asked, key=key, expected_seq=expected_seq) as entry:
        if not entry.repeated:
            row = steps.lock(known)
            copy = len(row.reprints) + 1
            row.reprints = [
                *row.reprints,
                {"copy": copy, "at": instant(entry.at), "by": actor.badge, "reason": reason},
            ]
            row.save(update_fields=["reprints"])
            data = {"slip": slip, "table": row.table.code, "patron": row.patron.code, "copy": copy, "reason": reason}
            entry.record(markers.REPRINTED, data)
            entry.answer = steps.told(row, copy=copy)
    return entry.answer
