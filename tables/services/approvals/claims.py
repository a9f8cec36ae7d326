"""Who has an item of the queue open: the second who opens it sees who is deciding, and cannot press before him.

A claim is a courtesy with teeth, not a fact: it stands for two minutes, ends with the decision or when the person
opens something else, and stands in no log. Items of every kind have them, also those that other rooms bring.
"""

from datetime import datetime

from django.db import transaction

from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.approvals import CLAIM_STANDS
from tables.domain.errors import Conflict, NotAllowed, NotFound
from tables.models.approvals import QueueClaim
from tables.models.floor import GamingTable
from tables.selectors import queue, tables
from tables.services import pits


def take(*, actor: Actor, at: datetime, table: str, kind: str, item: str) -> None:
    """Open an item to decide it; what the person had open before is free again.

    Refused: ``not_permitted``, ``no_such_table``, ``not_in_charge``, ``not_in_queue`` (it is decided, or never was),
    ``being_decided`` with ``by``.
    """
    permissions.require(actor, "decide_approval")
    with transaction.atomic(durable=True):
        # The table's row is the lock of its claims; another key than its primary one may be pointed at meanwhile.
        row = GamingTable.objects.select_for_update(no_key=True).filter(casino_id=actor.casino_id, code=table).first()
        if row is None:
            raise NotFound("no_such_table")
        if actor.staff_id is None:
            raise NotAllowed("not_in_charge")
        pits.require_assigned(actor.staff_id, row.pk)
        pits.lock_person(actor.staff_id)  # one person opens one item, also with two devices at one moment
        waiting = queue.waiting(actor, [tables.table(actor, table, at)], at)
        if (kind, item) not in {(one.kind, one.item) for one in waiting}:
            raise NotFound("not_in_queue")
        require_free(row.pk, kind, item, actor, at)
        QueueClaim.objects.filter(staff_id=actor.staff_id).delete()
        end(row.pk, kind, item)
        QueueClaim.objects.create(table=row, kind=kind, item=item, staff_id=actor.staff_id, since=at)


def release(*, actor: Actor) -> None:
    """Put away what the person has open."""
    QueueClaim.objects.filter(staff_id=actor.staff_id).delete()


def require_free(table_id: int, kind: str, item: str, actor: Actor, at: datetime) -> None:
    """Refuse ``being_decided`` while somebody else has the item open."""
    held = QueueClaim.objects.select_related("staff").filter(table_id=table_id, kind=kind, item=item)
    other = held.filter(since__gt=at - CLAIM_STANDS).exclude(staff_id=actor.staff_id).first()
    if other is not None:
        raise Conflict("being_decided", by=other.staff.name)


def end(table_id: int, kind: str, item: str) -> None:
    """The item is decided."""
    QueueClaim.objects.filter(table_id=table_id, kind=kind, item=item).delete()
