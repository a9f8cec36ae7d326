"""A stretch of a stream's log, and the rows that follow from it: the one way in which books are made.

Following writes the rows, verifying compares them; both call ``make``.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db import connection

from accounting.domain import posting, streams
from accounting.domain.drafts import DraftError
from accounting.domain.facts import Fact, parsed
from accounting.domain.rows import Journal, Leg, RoundResult, Rows, Settlement
from accounting.domain.streams import StreamBooks
from accounting.domain.table_books import TableBooks
from accounting.services import storing
from accounting.services.streams import CasinoAccounts, StreamInfo, table_stream
from tables.domain.canonical import GENESIS, chain_hash
from tables.domain.events import StreamKind
from tables.selectors import stream_days

MOST_BYTES = 32 * 1024 * 1024
"""A batch stops here: the settlement of a big round may be one event of many megabytes."""
_EVENTS = """
SELECT seq, type, body, hash FROM (
    SELECT seq, type, body, hash, sum(octet_length(body)) OVER (ORDER BY seq) - octet_length(body) AS before
    FROM tables_event WHERE stream_id = %s AND seq > %s AND seq <= %s AND gaming_day BETWEEN %s AND %s
) e WHERE before < %s ORDER BY seq
"""
_EXPECTED = "SELECT expected, rake FROM accounting_boxremoval WHERE stream_id = %s AND box = %s"


Logged = tuple[int, str, str, bytes]
"""An event's row as the follower reads it: number, type, body, hash."""


class PostingError(Exception):
    """The books cannot go past this event. It names the event; nothing is guessed and nothing is skipped."""

    def __init__(self, stream: str, seq: int, type_: str, reason: str) -> None:
        super().__init__(f"{stream} #{seq} {type_}: {reason}")
        self.stream = stream
        self.seq = seq
        self.type = type_
        self.reason = reason


class WaitsForTable(PostingError):
    """A box was counted that the books have not yet seen leave its table: follow that stream first."""

    def __init__(self, stream: str, seq: int, type_: str, owner: StreamInfo) -> None:
        super().__init__(stream, seq, type_, f"the box has not left its table in the books of {owner.key}")
        self.owner = owner


class _NotRemoved(Exception):
    """Raised inside the fold; ``make`` knows the event and tells it."""

    def __init__(self, owner: StreamInfo) -> None:
        super().__init__(owner.key)
        self.owner = owner


class InBooks:
    """What the fold may ask of the rows that events up to ``seq`` have made; later ones are in the batch at hand."""

    def __init__(self, stream: StreamInfo, seq: int) -> None:
        self._stream = stream
        self.seq = seq

    def settlements(self, round_number: int) -> Sequence[Settlement]:
        """The settlement rows of a round of this stream."""
        return [row for row in storing.settlements_of(self._stream.id, round_number) if row.seq <= self.seq]

    def round_results(self, round_number: int) -> Sequence[RoundResult]:
        """The result rows of a round of this stream."""
        return [row for row in storing.results_of(self._stream.id, round_number) if row.seq <= self.seq]

    def expected_cash(self, table: str, box: int) -> int:
        """Cash in a removed box by the log. WaitsForTable comes of it when the books have not seen it leave."""
        return self._removed(table, box)[0]

    def expected_rake(self, table: str, box: int) -> int:
        """Rake of a removed box by the log; as ``expected_cash``."""
        return self._removed(table, box)[1]

    def _removed(self, table: str, box: int) -> tuple[int, int]:
        owner = table_stream(self._stream.casino_id, table)
        with connection.cursor() as cursor:
            cursor.execute(_EXPECTED, [owner.id, box])
            row = cursor.fetchone()
        if row is None:
            raise _NotRemoved(owner)
        return int(row[0]), int(row[1])


@dataclass(slots=True)
class Position:
    """Where in a stream the books stand: after event ``seq``, whose hash is ``hash``, with the fold's memory."""

    stream: StreamInfo
    seq: int
    hash: bytes
    books: StreamBooks
    earlier: InBooks
    accounts: CasinoAccounts


def position(stream: StreamInfo, seq: int = 0, head: bytes = GENESIS, memory: str = "") -> Position:
    """A stream as its cursor has it, ready for the next events."""
    earlier = InBooks(stream, seq)
    return Position(stream, seq, head, _books(stream, memory, earlier), earlier, CasinoAccounts(stream))


def read(stream_id: int, after: int, limit: int) -> list[Logged]:
    """The next events of a stream: at most ``limit``, and no more once they pass ``MOST_BYTES``."""
    days = stream_days.of([(stream_id, after + 1, after + limit)])
    with connection.cursor() as cursor:
        cursor.execute(_EVENTS, [stream_id, after, after + limit, *days, MOST_BYTES])
        return list(cursor.fetchall())


def make(at: Position, events: Iterable[Logged]) -> Rows:
    """The rows that ``events`` give; ``at`` moves along to the last of them.

    Each event must continue the chain. Raises PostingError at the first that does not, or that no rule can post.
    """
    rows = Rows()
    at.earlier.seq = at.seq
    passed_over = _PASSED_OVER - at.books.folded
    for seq, type_, body, digest in events:
        try:
            if seq != at.seq + 1:
                raise DraftError(f"follows #{at.seq}: events are missing")
            if chain_hash(at.hash, body) != digest:
                raise DraftError("hash does not match")
            if not body.endswith(f'"type":"{type_}","version":1}}'):
                raise DraftError("type and body do not agree, or the version is unknown")
            if type_ not in passed_over or _moves(type_, body):
                _post(at, parsed(body, at.stream.table), rows)
        except _NotRemoved as missing:
            raise WaitsForTable(at.stream.key, seq, type_, missing.owner) from None
        except (DraftError, KeyError, TypeError, ValueError, LookupError) as error:
            reason = str(error) if isinstance(error, DraftError) else f"{type(error).__name__} {error}"
            raise PostingError(at.stream.key, seq, type_, reason) from error
        at.seq, at.hash = seq, digest
    return rows


def _post(at: Position, fact: Fact, rows: Rows) -> None:
    draft = posting.post(fact, at.earlier)
    period, round_ = at.books.fold(fact, rows)
    if draft is None:
        return
    stream_id, seq, balances = at.stream.id, fact.seq, rows.balances
    rows.journals.append(Journal(stream_id, seq, fact.type, fact.gaming_day, fact.shift, period, round_))
    for number, (code, asset, amount) in enumerate(draft.lines):
        account = at.accounts[code, asset]
        rows.legs.append(Leg(stream_id, seq, number, account, amount, fact.gaming_day))
        balances[account] = balances.get(account, 0) + amount


_PASSED_OVER = posting.NO_MONEY | posting.OF_ROUNDS
"""Types that need no look at all unless the fold wants them, or an action of a round moved money or ended it."""


def _moves(type_: str, body: str) -> bool:
    """Whether a round's action has a money part. A name in quotes cannot stand inside a JSON text, only as a key."""
    return '"transfers":' in body or (type_ in posting.OF_ROUNDS and '"ended":' in body)


def _books(stream: StreamInfo, memory: str, earlier: InBooks) -> StreamBooks:
    match stream.kind:
        case StreamKind.TABLE:
            return TableBooks(stream.id, streams.memory(memory), earlier)
        case StreamKind.COUNT:
            return streams.CountBooks(stream.id, earlier)
        case StreamKind.HOUSE:
            return streams.HouseBooks(stream.id)
        case StreamKind.CAGE:
            return streams.CageBooks(stream.id)
        case StreamKind.CROWD:
            return streams.CrowdBooks()
