"""Where the cards and dice of a house are, and whether the decks that tables were given are the ones they play with."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db import connection

from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.equipment import Item, Place
from tables.models.equipment import EquipmentStock
from tables.models.floor import GamingTable

_AT_TABLES = """
SELECT t.code, coalesce(e.pieces, 0), coalesce(s.decks, 0)
FROM tables_gamingtable t
LEFT JOIN tables_equipmentstock e ON e.table_id = t.id AND e.item = 'cards'
LEFT JOIN tables_tablestate x ON x.table_id = t.id
LEFT JOIN tables_shoe s ON s.id = x.shoe_id
WHERE t.casino_id = %s AND (e.pieces > 0 OR s.id IS NOT NULL) ORDER BY t.code
"""
_COUNTED = """
SELECT e.gaming_day, (e.body::jsonb ->> 'occurred_at')::timestamptz, e.body::jsonb -> 'data' ->> 'note'
FROM tables_event e JOIN tables_stream s ON s.id = e.stream_id
WHERE s.casino_id = %s AND s.kind = 'cage' AND e.round IS NULL AND e.type = 'equipment_counted'
ORDER BY e.seq DESC LIMIT 1
"""


@dataclass(frozen=True, slots=True)
class Kept:
    """Decks or dice in the stores, sealed and used, and at the tables together."""

    item: str
    new: int
    used: int
    at_tables: int


@dataclass(frozen=True, slots=True)
class TableDecks:
    """Decks that a table was given and has not brought back, and those of the shoe that lies there."""

    table: str
    given: int
    in_shoe: int

    @property
    def beside_shoe(self) -> int:
        """Decks that are sealed still, or have left play and wait to be brought back."""
        return max(self.given - self.in_shoe, 0)

    @property
    def without_issue(self) -> int:
        """Decks in the shoe that the stores never gave: somebody has to say where they come from."""
        return max(self.in_shoe - self.given, 0)


@dataclass(frozen=True, slots=True)
class Equipment:
    """All of it; ``counted_on`` is the gaming day of the last count of the stores, None before the first.

    ``codes`` are the house's tables, whatever they have.
    """

    kept: Sequence[Kept]
    tables: Sequence[TableDecks]
    dice: Sequence[tuple[str, int]]
    counted_on: date | None
    counted_at: datetime | None
    note: str
    codes: Sequence[str]

    @property
    def is_kept(self) -> bool:
        """Whether this house has begun to keep the log; until then no shoe is asked where it came from."""
        return any(one.new or one.used or one.at_tables for one in self.kept) or self.counted_on is not None


def of(actor: Actor) -> Equipment:
    """The equipment of the actor's house. Refused: ``not_permitted``."""
    permissions.require(actor, "read_equipment")
    rows = EquipmentStock.objects.filter(casino_id=actor.casino_id, pieces__gt=0).order_by("item", "table__code")
    lines = list(rows.values_list("item", "place", "table__code", "pieces"))
    with connection.cursor() as cursor:
        cursor.execute(_AT_TABLES, [actor.casino_id])
        tables = [TableDecks(*row) for row in cursor.fetchall()]
        cursor.execute(_COUNTED, [actor.casino_id])
        counted_on, counted_at, note = cursor.fetchone() or (None, None, "")
    kept = [
        Kept(
            item.value,
            *(sum(n for what, where, _, n in lines if (what, where) == (item.value, place.value)) for place in Place),
        )
        for item in Item
    ]
    dice = [(table, n) for what, where, table, n in lines if (what, where) == (Item.DICE, Place.TABLE)]
    codes = list(GamingTable.objects.filter(casino_id=actor.casino_id).order_by("code").values_list("code", flat=True))
    return Equipment(kept, tables, dice, counted_on, counted_at, note, codes)
