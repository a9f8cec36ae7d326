"""What the board of a pit shows to everybody who may read it, read once for all of its open screens.

It is read anew when any stream that it follows from went on, and once a second beside: ages grow, and what the books
say of cash is in no stream of the floor.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from django.db import connection

from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.gaming_day import Window
from tables.domain.rule_packs.pack import RulePack
from tables.selectors import attention, disputes, due, floor_map, queue, staff, tables
from tables.selectors.attention import VARIANCES, Item
from tables.selectors.floor_map import OnMap
from tables.selectors.queue import QueueItem
from tables.selectors.shared_reads import SharedReads
from tables.selectors.staff import Charge
from tables.selectors.tables import TableView

_HEADS = """
SELECT array_agg(s.head_seq ORDER BY s.id)
FROM tables_stream s LEFT JOIN tables_gamingtable t ON t.id = s.table_id LEFT JOIN tables_pit p ON p.id = t.pit_id
WHERE s.casino_id = %s AND (s.table_id IS NULL OR p.code = %s)
"""
TO_DECIDE: Final[Mapping[str, str]] = {
    # kind -> the kind of the same thing in the queue, where it stands instead
    "stopped": queue.RULING,
    "dispute": disputes.QUEUED,
    **dict.fromkeys(VARIANCES.values(), queue.VARIANCE),
}


@dataclass(frozen=True, slots=True)
class PitBoard:
    """A pit at a moment: its tables, what the map shows of each, what needs a boss, and who is in charge.

    ``crowded`` are badges in charge of more open tables than the rule pack allows, with their number (T-18). ``drawn``
    keeps what was drawn of this very board, by form and language.
    """

    views: Sequence[TableView]
    figures: Mapping[str, OnMap]
    items: Sequence[Item]
    waiting: Sequence[QueueItem]
    in_charge: Sequence[Charge]
    crowded: Mapping[str, int]
    drawn: SharedReads[str] = field(default_factory=SharedReads, compare=False, repr=False)

    @property
    def alerts(self) -> list[Item]:
        """What calls for a boss and is nothing to decide: that waits in the queue."""
        return [item for item in self.items if item.kind not in TO_DECIDE]


_shared: Final[SharedReads[PitBoard]] = SharedReads()


def of_pit(actor: Actor, pit: str, at: datetime, window: Window, pack: RulePack) -> PitBoard:
    """The pit at ``at``, in the running shift under the pack in force. Refused: ``not_permitted``, ``no_such_pit``."""
    permissions.require(actor, "read_pit")
    with connection.cursor() as cursor:
        cursor.execute(_HEADS, [actor.casino_id, pit])
        heads = cursor.fetchall()[0][0]
    key = (actor.casino_id, actor.table_id, pit, tuple(heads), int(at.timestamp()), window, pack)
    return _shared.get(key, lambda: _read(actor, pit, at, window, pack))


def _read(actor: Actor, pit: str, at: datetime, window: Window, pack: RulePack) -> PitBoard:
    in_charge = staff.in_charge(actor, pit)
    views = tables.overview(actor, at, pit=pit)
    return PitBoard(
        views=views,
        figures=floor_map.of_pit(actor, views, at),
        items=attention.of_pit(actor, views, window, at, pack),
        waiting=queue.waiting(actor, views, at),
        in_charge=in_charge,
        crowded=dict(due.crowded(actor.casino_id, pack)),
    )
