"""A table's crowd as doors, screens and the crowd's own services see it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import connection

from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.errors import Conflict, NotFound
from tables.domain.table_states import RoundStatus, TableStatus
from tables.games import catalogue
from tables.games.backing import Backable
from tables.models import sealing
from tables.selectors import house_rules

_CROWD = """
SELECT w.table_id, w.stream_id, s.key, w.patron_limit, w.spot_limit, w.round_limit, t.code
FROM tables_crowd w JOIN tables_gamingtable t ON t.id = w.table_id JOIN tables_stream s ON s.id = w.stream_id
WHERE t.casino_id = %s AND t.code = %s
"""
_RUNNING = """
SELECT s.status, s.stopped_reason, s.round_number, s.round_status, s.live, st.head_seq
FROM tables_tablestate s JOIN tables_stream st ON st.table_id = s.table_id WHERE s.table_id = %s
"""
_PRESSES_WAIT = "SELECT id FROM tables_stream WHERE table_id = %s FOR SHARE"
_ROUND = """
SELECT r.round, r.status, r.bets, r.amount, r.spots, r.entry,
       (SELECT count(*) FROM tables_crowdchunk c
        WHERE c.stream_id = r.stream_id AND c.round = r.round AND c.entry = r.entry AND c.paid), r.settled
FROM tables_crowdround r WHERE r.stream_id = %s AND r.round = %s
"""
_STREAMS = "SELECT table_id, stream_id FROM tables_crowd WHERE table_id = ANY(%s) ORDER BY table_id"
_WAITING = """
SELECT coalesce(sum(bets), 0)::bigint FROM tables_crowdround WHERE stream_id = %s AND status <> 'done'
"""
_OLDEST = "SELECT min(gaming_day) FROM tables_crowdround WHERE status <> 'done'"
_FUNDS = """
SELECT w.balance FROM tables_patron p LEFT JOIN tables_purse w ON w.patron_id = p.id
WHERE p.casino_id = %s AND p.code = %s
"""


@dataclass(frozen=True, slots=True)
class CrowdView:
    """A table that takes a crowd. Limits in minor units."""

    table_id: int
    stream_id: int
    stream: str
    patron_limit: int
    spot_limit: int
    round_limit: int
    table: str


@dataclass(frozen=True, slots=True)
class Running:
    """The table's newest round at position ``seq`` of the table's stream. ``backable`` is None when bets are closed."""

    seq: int
    number: int
    backable: Backable | None


def at_table(casino_id: int, table: str) -> CrowdView:
    """The crowd of a table. Refused: ``no_such_crowd`` (there is none, or no such table in this casino)."""
    with connection.cursor() as cursor:
        cursor.execute(_CROWD, [casino_id, table])
        row = cursor.fetchone()
    if row is None:
        raise NotFound("no_such_crowd")
    return CrowdView(*row)


def running(table_id: int, *, presses_wait: bool = False) -> Running:
    """What may be backed now; with ``presses_wait`` it stays true until the open transaction ends.

    Refused: ``table_not_open``, ``play_stopped``, ``no_back_bets`` (the game knows none).
    """
    with connection.cursor() as cursor:
        if presses_wait:
            cursor.execute(_PRESSES_WAIT, [table_id])
        cursor.execute(_RUNNING, [table_id])
        row = cursor.fetchone()
    if row is None:
        raise NotFound("no_such_crowd")
    status, stopped_reason, number, round_status, live, seq = row
    if status == TableStatus.STOPPED:
        raise Conflict("play_stopped", reason=stopped_reason)
    if status != TableStatus.OPEN:
        raise Conflict("table_not_open")
    if round_status != RoundStatus.BETTING:
        return Running(seq, number, None)
    packed = json.loads(sealing.opened("live", live))
    in_force = house_rules.rules_in_force(*packed["rules"])
    backing = catalogue.GAMES[in_force.game].backing
    if backing is None:
        raise Conflict("no_back_bets", game=in_force.game)
    return Running(seq, number, backing.backable(in_force.engine.load(in_force.rules, packed["state"])))


def streams(table_ids: Sequence[int]) -> list[tuple[int, int]]:
    """Each of these tables that takes a crowd, with the crowd's stream."""
    with connection.cursor() as cursor:
        cursor.execute(_STREAMS, [list(table_ids)])
        return [(table_id, stream_id) for table_id, stream_id in cursor.fetchall()]


def waiting(stream_id: int) -> int:
    """How many bets of a crowd are not settled and paid yet."""
    with connection.cursor() as cursor:
        cursor.execute(_WAITING, [stream_id])
        (bets,) = cursor.fetchone()
    return int(bets)


def oldest_waiting() -> date | None:
    """The oldest gaming day of which a crowd waits to be settled or paid, in any house; None when none waits."""
    with connection.cursor() as cursor:
        cursor.execute(_OLDEST)
        (found,) = cursor.fetchone() or (None,)
    return found


def crowd_round(*, actor: Actor, table: str, number: int | None = None) -> dict[str, Any]:
    """How many bets of the crowd lie on a round, by default the newest, and how far they are settled.

    Refused: ``not_permitted``, ``no_such_crowd``, ``no_such_table`` (a terminal of another one).
    """
    permissions.require(actor, "read_table")
    crowd = at_table(actor.casino_id, table)
    if actor.table_id not in (None, crowd.table_id):
        raise NotFound("no_such_table")
    with connection.cursor() as cursor:
        if number is None:
            cursor.execute("SELECT round_number FROM tables_tablestate WHERE table_id = %s", [crowd.table_id])
            (number,) = cursor.fetchone()
        cursor.execute(_ROUND, [crowd.stream_id, number])
        row = cursor.fetchone()
    limits = {name: getattr(crowd, name) for name in ("patron_limit", "spot_limit", "round_limit")}
    return {"table": table, "limits": limits, **_picture(number, row)}


def seen_at(actor: Actor, table: str) -> dict[str, Any] | None:
    """``crowd_round`` of the newest round; None where the table takes no crowd, or had no round yet."""
    try:
        seen = crowd_round(actor=actor, table=table)
    except NotFound as missing:
        if missing.code != "no_such_crowd":
            raise
        return None
    return seen if seen["round"] else None


def funds(*, actor: Actor, patron: str) -> dict[str, Any]:
    """What a patron has on account, in minor units. Refused: ``not_permitted``, ``no_such_patron``."""
    permissions.require(actor, "read_front_money")
    with connection.cursor() as cursor:
        cursor.execute(_FUNDS, [actor.casino_id, patron])
        row = cursor.fetchone()
    if row is None:
        raise NotFound("no_such_patron")
    return {"patron": patron, "balance": row[0] or 0}


def _picture(number: int | None, row: tuple[Any, ...] | None) -> dict[str, Any]:
    """A round of the crowd as JSON; a round on which nobody has bet is an empty one."""
    if row is None:
        nothing: dict[str, Any] = {"status": "open", "bets": 0, "amount": 0, "spots": {}}
        return {"round": number, **nothing, "decision": 0, "chunks_settled": 0, "chunks_paid": 0}
    round_, status, bets, amount, spots, entry, paid, settled = row
    told = spots if isinstance(spots, dict) else json.loads(spots)
    return {
        "round": round_,
        "status": status,
        "bets": bets,
        "amount": amount,
        "spots": {spot: told[spot] for spot in sorted(told, key=int)},
        "decision": entry,
        "chunks_settled": settled,
        "chunks_paid": paid,
    }
