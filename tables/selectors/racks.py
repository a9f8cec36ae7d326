"""What the rack of a table should hold, by denomination (T-32: a value is not a holding)."""

from dataclasses import dataclass

from django.db import connection

from tables.domain.actors import Actor
from tables.models import house
from tables.selectors import sights

_LINES = """
SELECT d.value, d.colour, d.letter, d.retired, coalesce(r.count, 0),
       CASE WHEN d.retired THEN 0 ELSE coalesce(r.par, 0) END
FROM tables_gamingtable t
JOIN tables_denomination d ON d.chip_set_id = t.chip_set_id
LEFT JOIN tables_rackchips r ON r.table_id = t.id AND r.denomination = d.value
WHERE t.id = %s AND (NOT d.retired OR r.count > 0)
ORDER BY d.value
"""


@dataclass(frozen=True, slots=True)
class RackLine:
    """One denomination of a rack; values in minor units, ``count`` and ``par`` in pieces.

    A retired chip has no par: what is left of it goes back to the cage.
    """

    denomination: int
    colour: str
    letter: str
    retired: bool
    count: int
    par: int

    @property
    def need(self) -> int:
        """Pieces to order by a fill; negative when the rack has more than its par (domain.md §1.3)."""
        return self.par - self.count

    @property
    def short(self) -> bool:
        """Whether less than half of par is left: a fill is due before long."""
        return 2 * self.count < self.par


@dataclass(frozen=True, slots=True)
class Rack:
    """A rack against its par, at position ``seq`` of its table. Totals can agree while the mix does not (T-32)."""

    table: str
    seq: int
    lines: tuple[RackLine, ...]

    @property
    def total(self) -> int:
        """Value of the rack in minor units."""
        return sum(line.denomination * line.count for line in self.lines)

    @property
    def par(self) -> int:
        """Value of the par in minor units."""
        return sum(line.denomination * line.par for line in self.lines)

    @property
    def need(self) -> int:
        """Par less rack, in minor units: order a fill if it is above zero (V-03)."""
        return self.par - self.total


def rack(actor: Actor, table: str) -> Rack:
    """The rack line by line, as far as the table's dealer and its supervisors may see it.

    Refused: see ``sights.at_table``; the public does not see it (``not_your_view``).
    """
    sight = sights.at_table(actor, table, "floor")
    return Rack(sight.code, sight.seq, _lines(sight.table_id))


def _lines(table_id: int) -> tuple[RackLine, ...]:
    """All denominations in use, and retired ones that are still in the rack."""
    with connection.cursor() as cursor:
        cursor.execute(_LINES, [table_id])
        return tuple(RackLine(*row) for row in cursor.fetchall())


def in_use(chip_set_id: int) -> tuple[int, ...]:
    """Denominations of a chip set that the house plays with; nothing else may move (T-34)."""
    rows = house.Denomination.objects.filter(chip_set_id=chip_set_id, retired=False)
    return tuple(rows.order_by("value").values_list("value", flat=True))


def ever(chip_set_id: int) -> tuple[int, ...]:
    """Every denomination that a chip set has or had: a retired chip still comes back to the cage (T-34)."""
    rows = house.Denomination.objects.filter(chip_set_id=chip_set_id)
    return tuple(rows.order_by("value").values_list("value", flat=True))


def countable(table_id: int) -> tuple[int, ...]:
    """Denominations that a count of this rack may find. A retired chip may only be found where one should be (T-34)."""
    return tuple(line.denomination for line in _lines(table_id))
