"""The ledger for those who prove it: balances, journals, and what became of bets. Money in minor units."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import connection

from accounting.selectors import progress
from accounting.selectors.progress import Lag
from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.errors import NotFound
from tables.selectors import stream_days, whole

MOST_JOURNALS = 500

_BALANCES = """
SELECT a.code, a.asset, a.kind, a.side, a."table", coalesce(sum(b.balance), 0)::bigint
FROM accounting_account a LEFT JOIN accounting_streambalance b ON b.account_id = a.id
WHERE a.casino_id = %s GROUP BY a.id ORDER BY a."table", a.id
"""
_STREAM = "SELECT id FROM tables_stream WHERE key = %s AND casino_id = %s"
_JOURNALS = """
SELECT j.seq, j.type, j.gaming_day, j.shift, j.period, j.round FROM accounting_journal j
WHERE j.stream_id = %(stream)s AND j.seq > %(after)s AND j.gaming_day BETWEEN %(since)s AND %(until)s
AND (%(round)s::bigint IS NULL OR j.round = %(round)s)
AND (%(account)s = '' OR EXISTS (
    SELECT FROM accounting_leg l JOIN accounting_account a ON a.id = l.account_id
    WHERE l.stream_id = j.stream_id AND l.seq = j.seq AND l.gaming_day BETWEEN %(since)s AND %(until)s
    AND a.code = %(account)s))
ORDER BY j.seq LIMIT %(limit)s
"""
_LEGS = """
SELECT l.seq, a.code, a.asset, l.amount FROM accounting_leg l JOIN accounting_account a ON a.id = l.account_id
WHERE l.stream_id = %s AND l.seq = ANY(%s) AND l.gaming_day = ANY(%s::date[]) ORDER BY l.seq, l.line
"""
_SETTLED = """
SELECT bet, entry, seq, period, kind, player, tender, outcome, stake, returned, due_numerator, due_denominator, breakage
FROM accounting_settlement WHERE stream_id = %s AND round = %s AND gaming_day BETWEEN %s AND %s ORDER BY bet, entry
"""


@dataclass(frozen=True, slots=True)
class AccountBalance:
    """An account and what lies on it; below zero is normal for side ``credit``."""

    code: str
    asset: str
    kind: str
    side: str
    table: str
    balance: int


@dataclass(frozen=True, slots=True)
class TrialBalance:
    """Every account, the sum in each asset (0 unless something is wrong), and how far the books are behind."""

    accounts: tuple[AccountBalance, ...]
    totals: dict[str, int]
    lag: Lag


@dataclass(frozen=True, slots=True)
class LegView:
    """A line of a journal: above zero comes to the account."""

    account: str
    asset: str
    amount: int


@dataclass(frozen=True, slots=True)
class JournalView:
    """The journal of one event of a stream."""

    stream: str
    seq: int
    type: str
    gaming_day: date
    shift: str
    period: int | None
    round: int | None
    legs: tuple[LegView, ...]


@dataclass(frozen=True, slots=True)
class SettlementView:
    """What became of a bet. ``breakage`` is paid less due, in ``due_denominator``-ths of the minor unit (T-47)."""

    bet: int
    entry: int
    seq: int
    period: int
    kind: str
    player: str
    tender: str
    outcome: str
    stake: int
    returned: int
    due_numerator: int
    due_denominator: int
    breakage: int


def trial_balance(*, actor: Actor) -> TrialBalance:
    """Where every chip and banknote is by the books. Refused: ``not_permitted``."""
    permissions.require(actor, "read_books")
    with connection.cursor() as cursor:
        cursor.execute(_BALANCES, [actor.casino_id])
        accounts = tuple(AccountBalance(*row) for row in cursor.fetchall())
    totals: dict[str, int] = {}
    for account in accounts:
        totals[account.asset] = totals.get(account.asset, 0) + account.balance
    return TrialBalance(accounts, totals, progress.lag(actor.casino_id))


def journals(
    *, actor: Actor, stream: str, after: int = 0, limit: int = 50, round_: int | None = None, account: str = ""
) -> list[JournalView]:
    """The journals of a stream (``DEMO/table/BJ-01``) beyond event ``after``, in order, at most ``limit``.

    ``round_`` and ``account`` (a code) narrow them down. Refused: ``not_permitted``, ``no_such_stream``.
    """
    permissions.require(actor, "read_books")
    stream_id = _stream(actor, stream)
    asked: dict[str, Any] = {
        "stream": stream_id,
        "after": after,
        "round": round_,
        "account": account,
    }
    within = stream_days.since(stream_id, after + 1)
    if round_ is not None:
        within = within.both(stream_days.of_round(stream_id, round_))
    found: list[tuple[Any, ...]] = []
    most = min(limit, MOST_JOURNALS)
    with whole.history(within.first), connection.cursor() as cursor:
        for days in stream_days.forward(within):
            cursor.execute(_JOURNALS, {**asked, "since": days.first, "until": days.last, "limit": most - len(found)})
            found += cursor.fetchall()
            if len(found) == most:
                break
        cursor.execute(_LEGS, [stream_id, [row[0] for row in found], sorted({row[2] for row in found})])
        legs: dict[int, list[LegView]] = {}
        for seq, *leg in cursor.fetchall():
            legs.setdefault(seq, []).append(LegView(*leg))
    return [
        JournalView(stream, seq, type_, day, shift, period, number, tuple(legs.get(seq, ())))
        for seq, type_, day, shift, period, number in found
    ]


def settlements(*, actor: Actor, stream: str, round_: int) -> Sequence[SettlementView]:
    """What became of the bets of a round, corrections included. Refused: ``not_permitted``, ``no_such_stream``."""
    permissions.require(actor, "read_books")
    stream_id = _stream(actor, stream)
    days = stream_days.of_round(stream_id, round_)
    with whole.history(days.first), connection.cursor() as cursor:
        cursor.execute(_SETTLED, [stream_id, round_, *days])
        return [SettlementView(*row) for row in cursor.fetchall()]


def _stream(actor: Actor, key: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(_STREAM, [key, actor.casino_id])
        row = cursor.fetchone()
    if row is None:
        raise NotFound("no_such_stream")
    return int(row[0])
