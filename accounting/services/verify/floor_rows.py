"""The floor's rows of a table, in the forms in which ``table_fold`` makes them."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import connection

from tables.models import sealing

_AT = "to_char({} AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')"
Row = dict[str, Any]

_STATE = """
SELECT s.status, s.stopped_reason, m.badge AS dealer, p.number AS period, b.number AS box, h.number AS shoe,
       s.round_number, s.round_status, s.live, s.raised::text AS raised, s.funds::text AS funds, s.pot
FROM tables_tablestate s
LEFT JOIN tables_staffmember m ON m.id = s.dealer_id
LEFT JOIN tables_bankperiod p ON p.id = s.period_id AND p.table_id = s.table_id
LEFT JOIN tables_dropbox b ON b.id = s.box_id AND b.table_id = s.table_id
LEFT JOIN tables_shoe h ON h.id = s.shoe_id AND h.table_id = s.table_id
WHERE s.table_id = %s
"""
_RACK = "SELECT denomination, count, par FROM tables_rackchips WHERE table_id = %s"
_CHIPS = """
SELECT d.value FROM tables_denomination d JOIN tables_gamingtable t ON t.chip_set_id = d.chip_set_id WHERE t.id = %s
"""
_PERIODS = f"""
SELECT p.number, p.session, p.gaming_day::text AS gaming_day, p.shift, {_AT.format("p.opened_at")} AS opened_at,
       p.opener::text AS opener, p.opener_total, p.opener_variance, p.opened_seq, b.number AS box,
       {_AT.format("p.closed_at")} AS closed_at, p.closer::text AS closer, p.closer_total, p.closer_expected,
       p.closed_seq
FROM tables_bankperiod p LEFT JOIN tables_dropbox b ON b.id = p.box_id AND b.table_id = p.table_id
WHERE p.table_id = %s
"""  # noqa: S608 - forms of our own columns
_BOXES = f"""
SELECT number, CASE status WHEN 'on_table' THEN status ELSE 'removed' END AS status,
       {_AT.format("placed_at")} AS placed_at, {_AT.format("removed_at")} AS removed_at, emergency, raked
FROM tables_dropbox WHERE table_id = %s
"""  # noqa: S608
_SHOES = """
SELECT number, decks, status, shuffles, stock, dealt, on_table, round_from, seeds FROM tables_shoe WHERE table_id = %s
"""
_TURNS = f"""
SELECT m.badge, {_AT.format("t.tapped_in_at")} AS tapped_in_at, {_AT.format("t.tapped_out_at")} AS tapped_out_at
FROM tables_dealerturn t LEFT JOIN tables_staffmember m ON m.id = t.staff_id WHERE t.table_id = %s ORDER BY t.id
"""  # noqa: S608
_LIMITS = f"""
SELECT l.minimum, l.maximum, {_AT.format("l.effective_from")} AS effective_from, m.badge AS set_by
FROM tables_bettinglimit l LEFT JOIN tables_staffmember m ON m.id = l.set_by_id WHERE l.table_id = %s ORDER BY l.id
"""  # noqa: S608
_ROUNDS = f"""
SELECT r.number, p.number AS period, h.game, h.version AS rules_version, r.status,
       {_AT.format("r.opened_at")} AS opened_at, r.opened_seq, {_AT.format("r.settled_at")} AS settled_at,
       r.settled_seq, m.badge AS dealer, r.handle, r.hands, r.house_net, r.outcome::text AS outcome
FROM tables_round r
LEFT JOIN tables_bankperiod p ON p.id = r.period_id AND p.table_id = r.table_id
LEFT JOIN tables_houserules h ON h.id = r.rules_id
LEFT JOIN tables_staffmember m ON m.id = r.dealer_id
WHERE r.table_id = %s AND r.number > %s AND r.number <= %s
"""  # noqa: S608
_BETS = """
SELECT round_number, number, kind, spot, hand, player, amount, tender, chips::text AS chips, parent,
       gaming_day::text AS gaming_day
FROM tables_bet WHERE table_id = %s AND round_number > %s AND round_number <= %s
"""
_LISTED = """
SELECT e.body FROM accounting_tablelisting l JOIN tables_event e ON e.stream_id = l.stream_id AND e.seq = l.seq
WHERE l.stream_id = %(house)s AND l."table" = %(table)s
UNION ALL
SELECT e.body FROM tables_event e WHERE e.stream_id = %(house)s AND e.type = 'table_added'
AND e.seq > coalesce((SELECT seq FROM accounting_cursor WHERE stream_id = %(house)s), 0)
"""
_RULES = "SELECT id FROM tables_houserules WHERE casino_id = %s AND game = %s AND version = %s"
_SEALED = frozenset({"live", "stock", "dealt", "on_table", "seeds"})
_JSON = frozenset({"raised", "funds", "opener", "closer", "outcome", "chips"})


def state(table_id: int) -> Row | None:
    """The table's projection."""
    rows = _rows(_STATE, [table_id])
    return rows[0] if rows else None


def rack(table_id: int) -> dict[int, Row]:
    """Denomination -> count and par."""
    return {row.pop("denomination"): row for row in _rows(_RACK, [table_id])}


def chips_in_use(table_id: int) -> set[int]:
    """Every denomination that the table's chip set has or had."""
    return {row["value"] for row in _rows(_CHIPS, [table_id])}


def numbered(table_id: int) -> Mapping[str, dict[int, Row]]:
    """Periods, boxes and shoes by their number."""
    kinds = {"period": _PERIODS, "box": _BOXES, "shoe": _SHOES}
    return {kind: {row.pop("number"): row for row in _rows(query, [table_id])} for kind, query in kinds.items()}


def turns(table_id: int) -> list[Row]:
    """Dealers' turns in the order in which they began."""
    return _rows(_TURNS, [table_id])


def limits(table_id: int) -> list[Row]:
    """Posted limits in the order in which they were posted."""
    return _rows(_LIMITS, [table_id])


def rounds(table_id: int, after: int, last: int) -> dict[int, Row]:
    """Rounds by number."""
    return {row.pop("number"): row for row in _rows(_ROUNDS, [table_id, after, last])}


def bets(table_id: int, after: int, last: int) -> dict[tuple[int, int], Row]:
    """Bets by round and number."""
    found = _rows(_BETS, [table_id, after, last])
    return {(row.pop("round_number"), row.pop("number")): row for row in found}


def listed(house_stream: int, table: str) -> dict[str, Any] | None:
    """What the house said of the table when it listed it."""
    events = [json.loads(row["body"]) for row in _rows(_LISTED, {"house": house_stream, "table": table})]
    data = [event["data"] for event in events if event["data"]["table"] == table]
    return data[0] if data else None


def rules_id(casino_id: int, game: str, version: int) -> int | None:
    """The row of a version of a game's house rules."""
    rows = _rows(_RULES, [casino_id, game, version])
    return rows[0]["id"] if rows else None


def _rows(query: str, given: Sequence[Any] | Mapping[str, Any]) -> list[Row]:
    with connection.cursor() as cursor:
        cursor.execute(query, given)
        names = [column.name for column in cursor.description]
        return [{name: _read(name, value) for name, value in zip(names, row, strict=True)} for row in cursor.fetchall()]


def _read(name: str, value: Any) -> Any:
    """The value of a column; what cannot be opened stands for itself, and is then not what it should be."""
    if name in _JSON and value is not None:
        return json.loads(value)
    if name in _SEALED:
        try:
            return sealing.opened(name, value)
        except sealing.CannotOpen:
            return value
    return value
