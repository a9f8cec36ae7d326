"""The rack: its chips change by a movement that is known, or become what two persons counted; there is no third way."""

from collections.abc import Mapping

from django.db import connection

from tables.domain import chips
from tables.domain.chips import Chips
from tables.domain.errors import Conflict, Invalid

_HOLDING = "SELECT denomination, count FROM tables_rackchips WHERE table_id = %s AND count > 0"
_MOVE = """
UPDATE tables_rackchips r SET count = r.count + c.change
FROM unnest(%s::bigint[], %s::bigint[]) AS c(denomination, change)
WHERE r.table_id = %s AND r.denomination = c.denomination AND r.count + c.change >= 0
RETURNING r.denomination
"""
_KNOWN = "SELECT denomination FROM tables_rackchips WHERE table_id = %s AND denomination = ANY(%s)"


def holding(table_id: int) -> Chips:
    """What the rack should hold, without zero lines."""
    with connection.cursor() as cursor:
        cursor.execute(_HOLDING, [table_id])
        return dict(cursor.fetchall())


def move_rack(table_id: int, change: Mapping[int, int]) -> None:
    """Add ``change`` (denomination -> pieces, negative when they leave) to the rack, all of it or nothing.

    Inside the entry of the event that says why. Refused: ``unknown_denomination`` (the rack has no such line; none
    is made), ``rack_short`` (a line would fall below zero; order a fill).
    """
    moved = {denomination: pieces for denomination, pieces in change.items() if pieces}
    if not moved:
        return
    with connection.cursor() as cursor:
        cursor.execute(_MOVE, [list(moved), list(moved.values()), table_id])
        left_out = sorted(set(moved) - {denomination for (denomination,) in cursor.fetchall()})
        if not left_out:
            return
        # The lines that did move go back with the transaction that the refusal undoes.
        cursor.execute(_KNOWN, [table_id, left_out])
        known = {denomination for (denomination,) in cursor.fetchall()}
    for denomination in left_out:
        if denomination not in known:
            raise Invalid("unknown_denomination", denomination=denomination)
    raise Conflict("rack_short", denomination=left_out[0])


def become_counted(table_id: int, counted: Chips) -> Chips:
    """Make the rack what was counted and return the correction, denomination by denomination.

    The correction is the variance of the count (T-12): the caller puts it into the event of the count.
    """
    correction = chips.less(counted, holding(table_id))
    move_rack(table_id, correction)
    return correction
