"""The crowd of a table, proven from its log: every document's bets, every decision, every settlement, every chunk.

The bets of a document hash to what its event commits to; the table's own log says that they came while betting was
open, and what each spot paid; each settlement is worked out again here, not by the statement that made it.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import connection

from accounting.services.streams import StreamInfo, table_stream
from accounting.services.verify import walking
from accounting.services.verify.findings import Finding, compared
from tables.domain import crowd
from tables.domain.crowd import CrowdBet
from tables.games.backing import Pays
from tables.services.crowd import results

_EVENTS = b"SELECT seq, type, body FROM tables_event WHERE stream_id = %s AND seq <= %s ORDER BY seq"
_BETS = b"""
SELECT b.line, b.bet, coalesce(p.code, ''), b.spot::int, b.amount FROM tables_crowdbet b
LEFT JOIN tables_patron p ON p.id = b.patron_id AND p.casino_id = %s
WHERE b.gaming_day = %s::date AND b.stream_id = %s AND b.round = %s AND b.line BETWEEN %s AND %s ORDER BY b.line
"""
_SETTLED = b"""
SELECT b.line, b.spot::int, b.amount, s.outcome, s.stake, s.returned, s.change, s.patron_id = b.patron_id, e.returned
FROM tables_crowdbet b
LEFT JOIN tables_crowdsettlement s ON s.gaming_day = b.gaming_day AND s.stream_id = b.stream_id
     AND s.round = b.round AND s.line = b.line AND s.entry = %s
LEFT JOIN tables_crowdsettlement e ON e.gaming_day = b.gaming_day AND e.stream_id = b.stream_id
     AND e.round = b.round AND e.line = b.line AND e.entry = %s - 1
WHERE b.gaming_day = %s::date AND b.stream_id = %s AND b.round = %s AND b.line BETWEEN %s AND %s ORDER BY b.line
"""
_COUNTS = """
SELECT (SELECT count(*) FROM tables_crowdbet WHERE stream_id = %(stream)s),
       (SELECT count(*) FROM tables_crowdsettlement WHERE stream_id = %(stream)s)
"""
_ROUNDS = """
SELECT round, gaming_day::text, bets, amount, spots::text, entry, pays::text, called_off, settled
FROM tables_crowdround WHERE stream_id = %s
"""
# A round is open until it is decided, and done only when every chunk is settled and paid.
_STANDING = """
SELECT r.round FROM tables_crowdround r
WHERE r.stream_id = %(stream)s AND NOT CASE r.status
    WHEN 'open' THEN r.entry = 0
    WHEN 'decided' THEN r.entry > 0
    ELSE r.entry > 0 AND r.settled = (r.bets + %(chunk)s - 1) / %(chunk)s AND NOT EXISTS (
        SELECT FROM tables_crowdchunk c WHERE c.stream_id = r.stream_id AND c.round = r.round AND NOT c.paid)
    END
ORDER BY r.round
"""
_CHUNKS = "SELECT round, entry, chunk, seq FROM tables_crowdchunk WHERE stream_id = %s"


@dataclass(slots=True)
class _Round:
    """A round of the crowd as its events tell it."""

    gaming_day: str
    bets: int = 0
    amount: int = 0
    spots: dict[str, int] = field(default_factory=dict)
    entry: int = 0
    pays: list[list[Any]] = field(default_factory=list)
    called_off: bool = False
    settled: int = 0

    def row(self) -> dict[str, Any]:
        """As the row has it."""
        names = ("gaming_day", "bets", "amount", "spots", "entry", "pays", "called_off", "settled")
        return {name: getattr(self, name) for name in names}


class CrowdCheck:
    """One crowd: its events are folded, the rows they stand for are read beside them."""

    def __init__(self, stream: StreamInfo) -> None:
        self._stream = stream
        self._table = table_stream(stream.casino_id, stream.table)
        self._rounds: dict[int, _Round] = {}
        self._chunks: dict[tuple[int, int, int], dict[str, Any]] = {}
        self._bets = 0
        self._settlements = 0

    def findings(self) -> Iterator[Finding]:
        """Everything that is wrong. Inside one snapshot of the database."""
        folds = {"crowd_bets_taken": self._taken, "crowd_round_decided": self._decided}
        folds["crowd_chunk_settled"] = self._settled
        for rows in walking.chunks("verify_crowd", _EVENTS, [self._stream.id, self._stream.head_seq]):
            for seq, type_, body in rows:
                for what in folds[type_](seq, json.loads(body)["data"]):
                    yield Finding(self._stream.key, what, seq, type_)
        made = {number: round_.row() for number, round_ in self._rounds.items()}
        yield from compared(self._stream.key, "crowd of round", made, _rounds(self._stream.id))
        yield from compared(self._stream.key, "chunk", self._chunks, _chunks(self._stream.id))
        with connection.cursor() as cursor:
            cursor.execute(_STANDING, {"stream": self._stream.id, "chunk": crowd.CHUNK})
            for (number,) in cursor.fetchall():
                yield Finding(self._stream.key, f"crowd of round {number} does not stand where its chunks do")
            cursor.execute(_COUNTS, {"stream": self._stream.id})
            bets, settlements = cursor.fetchone()
        for what, right, there in (("bets", self._bets, bets), ("settlements", self._settlements, settlements)):
            if right != there:
                yield Finding(self._stream.key, f"{there} {what}, and the log tells of {right}")

    def _taken(self, seq: int, data: Mapping[str, Any]) -> Iterator[str]:
        round_ = self._rounds.setdefault(data["round"], _Round(data["gaming_day"]))
        if round_.entry:
            yield "bets after the round was decided"
        if data["first"] != round_.bets + 1:
            yield f"begins with bet {data['first']} after {round_.bets}"
        yield from self._open_then(data)
        yield from self._rows_of(data, round_.gaming_day)
        round_.bets = data["last"]
        round_.amount += data["amount"]
        for spot, amount in data["spots"].items():
            round_.spots[spot] = round_.spots.get(spot, 0) + amount
        self._bets += data["last"] - data["first"] + 1

    def _open_then(self, data: Mapping[str, Any]) -> Iterator[str]:
        """Where the table stood when the document was committed, these hands could be backed."""
        try:
            backable = results.backable_at(self._table.id, data["round"], data["table_seq"])
        except LookupError:
            backable = None
        if backable is None:
            yield "bets while betting was not open"
        elif missing := {int(spot) for spot in data["spots"]} - backable.hands.keys():
            yield f"bets on spot {min(missing)}, which had no hand"

    def _rows_of(self, data: Mapping[str, Any], gaming_day: str) -> Iterator[str]:
        given = [self._stream.casino_id, gaming_day, self._stream.id, data["round"], data["first"], data["last"]]
        bets, amount = [], 0
        for rows in walking.chunks("verify_crowd_bets", _BETS, given):
            for line, *bet in rows:
                bets.append((line, CrowdBet(*bet)))
                amount += bets[-1][1].amount
        if crowd.digest(bets) != data["sha256"]:
            yield "the bets are not those of the document"
        if amount != data["amount"] or sum(data["spots"].values()) != amount:
            yield f"the bets come to {amount}"

    def _decided(self, seq: int, data: Mapping[str, Any]) -> Iterator[str]:
        round_ = self._rounds[data["round"]]
        if (data["bets"], data["amount"]) != (round_.bets, round_.amount):
            yield "the crowd is not what its documents laid"
        if data["entry"] != round_.entry + 1 or round_.settled != (crowd.chunks_of(round_.bets) if round_.entry else 0):
            yield "decided out of turn"
        settled = data["was"] == "settled"
        right = [list(one) for one in results.pays(self._table.id, data["round"])] if settled else []
        if data["pays"] != right:
            yield "the spots did not pay that by the rules"
        round_.entry, round_.pays, round_.settled = data["entry"], data["pays"], 0
        round_.called_off = data["was"] == "voided"

    def _settled(self, seq: int, data: Mapping[str, Any]) -> Iterator[str]:
        round_ = self._rounds[data["round"]]
        if (data["entry"], data["chunk"]) != (round_.entry, round_.settled + 1):
            yield "settled out of turn"
        if (data["first"], data["last"]) != crowd.bounds(data["chunk"], round_.bets):
            yield "not the bets of the chunk"
        stakes, change = 0, 0
        pays = {one[0]: Pays(*one) for one in round_.pays}
        given = [round_.entry, round_.entry, round_.gaming_day, self._stream.id, data["round"]]
        for rows in walking.chunks("verify_crowd_settled", _SETTLED, [*given, data["first"], data["last"]]):
            for row in rows:
                yield from _wrong(row, pays.get(row[1]), crowd.VOID if round_.called_off else crowd.RETURNED)
                stakes += row[2]
                change += row[6] or 0
        held = stakes if round_.entry == 1 else 0
        if (data["held"], data["returned"]) != (held, change):
            yield f"{held} were held and {change} returned"
        round_.settled = data["chunk"]
        self._settlements += data["last"] - data["first"] + 1
        self._chunks[data["round"], data["entry"], data["chunk"]] = {"seq": seq}


def check(stream: StreamInfo) -> Iterator[Finding]:
    """Everything that is wrong with a crowd."""
    return CrowdCheck(stream).findings()


def _wrong(row: tuple[Any, ...], pays: Pays | None, unplayed: str) -> Iterator[str]:
    line, _, amount, outcome, stake, returned, change, same_patron, before = row
    right = crowd.returned(amount, pays)
    told = (pays.outcome if pays else unplayed, amount, right, right - (before or 0), True)
    if (outcome, stake, returned, change, same_patron) != told:
        yield f"bet {line} is settled with {returned} and should be with {right}"


def _rounds(stream_id: int) -> dict[Any, Mapping[str, Any]]:
    found: dict[Any, Mapping[str, Any]] = {}
    with connection.cursor() as cursor:
        cursor.execute(_ROUNDS, [stream_id])
        for number, day, bets, amount, spots, entry, pays, called_off, settled in cursor.fetchall():
            told = _Round(day, bets, amount, json.loads(spots), entry, json.loads(pays), called_off, settled)
            found[number] = told.row()
    return found


def _chunks(stream_id: int) -> dict[Any, Mapping[str, Any]]:
    with connection.cursor() as cursor:
        cursor.execute(_CHUNKS, [stream_id])
        return {(number, entry, chunk): {"seq": seq} for number, entry, chunk, seq in cursor.fetchall()}
