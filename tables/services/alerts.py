"""A pit boss has seen what the pit calls him for: it stays listed with his name until it is over."""

from datetime import datetime
from typing import Any

from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.errors import Conflict, NotFound
from tables.models.approvals import AlertAcknowledgement
from tables.selectors import attention, codes, tables
from tables.selectors.attention import Item
from tables.services import pits, rule_packs
from tables.services.house_stream import house_entry


def listed(actor: Actor, pit: str, at: datetime) -> list[Item]:
    """Every alert of a pit now, the most urgent first. Refused: ``not_permitted``, ``no_such_pit``."""
    permissions.require(actor, "read_pit")
    codes.pit(actor.casino_id, pit)
    window, pack = rule_packs.shift_at(actor.casino_id, at)
    return attention.of_pit(actor, tables.overview(actor, at, pit=pit), window, at, pack)


def acknowledge_alert(
    *, actor: Actor, at: datetime, table: str, alert: str, mark: str, key: str | None = None
) -> dict[str, Any]:
    """Put down who has seen an alert, and when; it ends by itself when its cause is gone.

    It stands in the house's stream: a table's own would make every key that the dealer sees stale.
    Refused: ``not_permitted``, ``no_such_table``, ``not_in_charge``, ``no_such_alert`` (it is over), and
    ``already_acknowledged`` with ``by``.
    """
    permissions.require(actor, "acknowledge_alert")
    row = codes.table(actor.casino_id, table)
    data = {"pit": row.pit.code, "table": table, "alert": alert, "mark": mark}
    with house_entry(actor=actor, at=at, request={"do": "acknowledge_alert", **data}, key=key) as entry:
        if not entry.repeated:
            pits.require_pit_boss(actor, row.pk, entry.window.gaming_day)
            seen = (
                AlertAcknowledgement.objects.filter(table=row, alert=alert, mark=mark).select_related("staff").first()
            )
            if seen is not None:
                raise Conflict("already_acknowledged", by=seen.staff.name)
            if not any((it.table, it.kind, it.mark) == (table, alert, mark) for it in listed(actor, row.pit.code, at)):
                raise NotFound("no_such_alert")
            seq = entry.record("alert_acknowledged", data)
            AlertAcknowledgement.objects.create(
                casino_id=actor.casino_id,
                table=row,
                alert=alert,
                mark=mark,
                staff_id=actor.staff_id or 0,
                at=at,
                seq=seq,
            )
            entry.answer = {**data, "by": actor.badge}
    return entry.answer
