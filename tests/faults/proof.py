"""What must hold of a live house after any fault: nothing lost, nothing doubled, and the books catch up unasked."""

import json
from collections.abc import Sequence

import psycopg

from tests.faults.live_house import LiveHouse, within
from tests.faults.manners import STRAY
from tests.faults.workload import Terminal

CATCH_UP = 30.0
"""Seconds in which the books find by themselves what they have not followed: a few sweeps."""

_BEHIND = """
SELECT count(*) FROM tables_stream s LEFT JOIN accounting_cursor c ON c.stream_id = s.id
WHERE s.head_seq > coalesce(c.seq, 0)
"""
_RECEIPTS = """
SELECT r.key, r.seq FROM tables_receipt r JOIN tables_stream s ON s.id = r.stream_id
WHERE s.key = %s AND r.key LIKE %s ORDER BY r.seq
"""
_LOG = """
SELECT s.head_seq, count(e.seq), min(e.seq), max(e.seq), count(*) FILTER (WHERE e.type = 'bet_placed'),
       count(*) FILTER (WHERE e.type = 'round_opened'), count(*) FILTER (WHERE e.type = 'settlement_confirmed')
FROM tables_stream s JOIN tables_event e ON e.stream_id = s.id WHERE s.key = %s GROUP BY s.head_seq
"""
_STRAYS = "SELECT count(*) FROM tables_receipt WHERE key LIKE %s"
_BOOKS = """
SELECT sum(rounds), sum(handle), sum(house_net) FROM accounting_roundresult
WHERE stream_id = (SELECT id FROM tables_stream WHERE key = %s)
"""


def require_whole(house: LiveHouse, terminals: Sequence[Terminal]) -> None:
    """The books catch up unasked; then log and books hold each acknowledged press once, and nothing else."""
    assert within(CATCH_UP, lambda: _caught_up(house)), house.told
    _same("presses that must not be taken", house.ask(_STRAYS, f"{STRAY}-%"), [(0,)])
    for terminal in terminals:
        _require_account(house, terminal)


def require_proven(house: LiveHouse) -> None:
    """``verify`` finds nothing."""
    outcome = json.loads(house.run("manage.py", "verify", "--json"))
    _same("findings of verify", outcome["findings"], [])
    assert outcome["rounds"] > 0, outcome


def _caught_up(house: LiveHouse) -> bool:
    try:
        return house.ask(_BEHIND) == [(0,)]
    except psycopg.OperationalError:
        return False  # the server is just being started again


def _require_account(house: LiveHouse, terminal: Terminal) -> None:
    stream = f"DEMO/table/{terminal.table}"
    keys = [(press.key, press.seq) for press in terminal.acknowledged]
    held = [(str(key), int(seq)) for key, seq in house.ask(_RECEIPTS, stream, f"{terminal.table}-%")]
    assert held == keys, f"{stream}: acknowledged and not held {_less(keys, held)}, held twice {_less(held, keys)}"
    head, events, first, last, bets, opened, confirmed = house.ask(_LOG, stream)[0]
    _same(f"{stream}: first, last and number of its events", (first, last, events), (1, head, head))
    _same(f"{stream}: its head", head, terminal.acknowledged[-1].seq)
    played = (terminal.bets_a_round * terminal.rounds, terminal.rounds, terminal.rounds)
    _same(f"{stream}: bets, rounds opened and confirmed", (bets, opened, confirmed), played)
    sums = (terminal.rounds, terminal.stakes, terminal.house_net)
    _same(f"{stream}: rounds, handle and gain of the books", house.ask(_BOOKS, stream), [sums])


def _same(what: str, found: object, wanted: object) -> None:
    assert found == wanted, f"{what} are {found}, not {wanted}"


def _less(some: list[tuple[str, int]], others: list[tuple[str, int]]) -> list[tuple[str, int]]:
    known = set(others)
    return [one for one in some if one not in known]
