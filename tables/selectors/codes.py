"""What people name by a code: a pit or a table of a house. Another house's, and one that never was, are the same."""

from tables.domain.errors import NotFound
from tables.models import floor


def pit(casino_id: int, code: str) -> floor.Pit:
    """The pit of this code. Refused: ``no_such_pit``. Who asks has required the permission to know of it."""
    row = floor.Pit.objects.filter(casino_id=casino_id, code=code).first()
    if row is None:
        raise NotFound("no_such_pit")
    return row


def game(casino: str, table: str) -> str:
    """The code of the game that a table of a house deals; empty where there is no such table, as for the cage."""
    rows = floor.GamingTable.objects.filter(casino__code=casino, code=table)
    return rows.values_list("rules__game", flat=True).first() or ""


def table(casino_id: int, code: str) -> floor.GamingTable:
    """The table of this code, with its pit and its rules. Refused: ``no_such_table``."""
    rows = floor.GamingTable.objects.select_related("pit", "rules").filter(casino_id=casino_id, code=code)
    row = rows.first()
    if row is None:
        raise NotFound("no_such_table")
    return row
