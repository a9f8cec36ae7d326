"""Disputes of a table against its log: the rows, what was ruled within which rule pack, and the chips that followed."""

import json
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any

from django.db import connection

from accounting.services.streams import StreamInfo
from accounting.services.verify.findings import Finding, compared
from accounting.services.verify.rounds import Wrong
from tables.domain import chips, disputes
from tables.domain.errors import FloorError
from tables.domain.rule_packs import shipped
from tables.domain.rule_packs.words import Ruling
from tables.domain.table_states import DISPUTE_ARROWS, DisputeStatus
from tables.games.contract import Place, Tender, player_place
from tables.models.house import Casino

Row = dict[str, Any]
Data = Mapping[str, Any]

_AT = "to_char({} AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')"
_EVENTS = """
SELECT seq, type, body FROM tables_event WHERE stream_id = %s AND seq <= %s AND type = ANY(%s) ORDER BY seq
"""
_ROWS = f"""
SELECT d.number, json_build_object(
    'status', d.status, 'claim', d.claim, 'text', d.text, 'claimed', d.claimed, 'stopped', d.stopped,
    'round', r.number, 'player', d.player, 'patron', coalesce(p.code, ''), 'spot', d.spot, 'dealer', m.badge,
    'opened_at', {_AT.format("d.opened_at")}, 'opened_by', o.badge, 'ruling', d.ruling, 'reason', d.reason,
    'pack', d.pack, 'paid', d.paid, 'ruled_at', {_AT.format("d.ruled_at")}, 'ruled_by', b.badge,
    'minutes', d.minutes, 'surveillance', d.surveillance, 'regulator', d.regulator, 'note', d.note,
    'closed_at', {_AT.format("d.closed_at")}
)::text
FROM tables_dispute d
JOIN tables_stream s ON s.table_id = d.table_id
LEFT JOIN tables_round r ON r.id = d.round_id AND r.table_id = d.table_id
LEFT JOIN tables_patron p ON p.id = d.patron_id
LEFT JOIN tables_staffmember m ON m.id = d.dealer_id
LEFT JOIN tables_staffmember o ON o.id = d.opened_by_id
LEFT JOIN tables_staffmember b ON b.id = d.ruled_by_id
WHERE s.id = %s
"""  # noqa: S608 - forms of our own columns


def check(stream: StreamInfo) -> Iterator[Finding]:
    """What of a table's disputes does not follow from its log. Inside one snapshot of the database."""
    fold = _Fold(Casino.objects.values_list("exponent", flat=True).get(pk=stream.casino_id))
    with connection.cursor() as cursor:
        cursor.execute(_EVENTS, [stream.id, stream.head_seq, list(disputes.EVENTS)])
        for seq, type_, body in cursor.fetchall():
            try:
                fold.take(type_, json.loads(body))
            except Wrong as wrong:
                yield Finding(stream.key, wrong.args[0], seq, type_)
        if fold.owing:
            yield Finding(stream.key, f"the ruling on dispute {fold.owing[0]} was never paid")
        cursor.execute(_ROWS, [stream.id])
        found = {number: json.loads(row) for number, row in cursor.fetchall()}
    yield from compared(stream.key, "dispute", fold.rows, found)


class _Fold:
    """The disputes as their events tell them. ``owing``: dispute, ruling and amount of a ruling not yet paid."""

    def __init__(self, exponent: int) -> None:
        self.rows: dict[int, Row] = {}
        self.owing: tuple[int, str, int] | None = None
        self._exponent = exponent

    def take(self, type_: str, event: Mapping[str, Any]) -> None:
        """The next event of a dispute. Raises Wrong."""
        data = event["data"]
        if type_ == "dispute_opened":
            self._opened(event, data)
            return
        row = self.rows.get(data["dispute"])
        if row is None:
            raise Wrong("there is no such dispute")
        if data["round"] != row["round"]:
            raise Wrong("is about another round than the dispute")
        if self.owing is not None and type_ != "ruling_paid":
            raise Wrong(f"the ruling on dispute {self.owing[0]} was not paid")
        _TAKES[type_](self, row, event, data)

    def _opened(self, event: Mapping[str, Any], data: Data) -> None:
        if data["dispute"] != len(self.rows) + 1:
            raise Wrong(f"dispute {data['dispute']} follows dispute {len(self.rows)}")
        names = ("claim", "text", "claimed", "stopped", "round", "player", "patron", "spot", "dealer")
        self.rows[data["dispute"]] = {
            "status": DisputeStatus.OPEN.value,
            **{name: data[name] for name in names},
            "opened_at": event["occurred_at"],
            "opened_by": event["actor"],
            **dict.fromkeys(("ruling", "reason", "pack", "surveillance", "regulator", "note"), ""),
            "paid": 0,
            **dict.fromkeys(("ruled_at", "ruled_by", "minutes", "closed_at")),
        }

    def ruled(self, row: Row, event: Mapping[str, Any], data: Data) -> None:
        """The ruling: within its rule pack, signed by somebody else than the dealer, and as much as was claimed."""
        boss, amount, word = data["signatures"][0]["badge"], data["amount"], Ruling(data["ruling"])
        if boss == row["dealer"]:
            raise Wrong("is ruled by who dealt the round")
        self._require_within(data["pack"], word, amount)
        if word == Ruling.PAY_AS_CLAIMED and amount != disputes.outstanding(row["claimed"], row["paid"]):
            raise Wrong("does not pay what was claimed")
        if (word == Ruling.CORRECT_MISPAY) is not bool(amount) and word != Ruling.PAY_AS_CLAIMED:
            raise Wrong("moves chips, or none, against its own word")
        minutes = disputes.minutes_between(_moment(row["opened_at"]), _moment(event["occurred_at"]))
        if minutes != data["minutes"]:
            raise Wrong("the claim waited for another time")
        _advance(row, DisputeStatus.RULED)
        row |= {name: data[name] for name in ("ruling", "reason", "pack", "minutes")}
        row |= {"paid": row["paid"] + amount, "ruled_at": event["occurred_at"], "ruled_by": boss}
        self.owing = (data["dispute"], data["ruling"], amount) if amount else None

    def paid(self, row: Row, _event: Mapping[str, Any], data: Data) -> None:
        """The chips that follow: worth the amount, between this player and the rack, and nothing else."""
        amount, his = data["amount"], player_place(row["spot"] or row["player"])
        if self.owing != (data["dispute"], data["ruling"], amount) or data["player"] != row["player"]:
            raise Wrong("pays what was not ruled")
        self.owing = None
        source, target = (Place.RACK, his) if amount > 0 else (his, Place.RACK)
        if data["transfers"] != [[source, target, abs(amount), disputes.REASON, Tender.CHIPS]]:
            raise Wrong("moves something else than what was ruled")
        stack = chips.from_data(data["chips"])
        if chips.value(stack) != abs(amount) or min(stack.values()) < 0:
            raise Wrong("the chips are not the amount")
        if chips.from_data(data["rack"]) != (chips.less({}, stack) if amount > 0 else stack):
            raise Wrong("the rack did not change as was ruled")

    def _require_within(self, pack: str, word: Ruling, amount: int) -> None:
        """What a round holds at most is the floor's to know; the pack's own bounds are looked at again."""
        name, _, version = pack.rpartition(" ")
        try:
            bound = shipped.pack(name, int(version), self._exponent).ruling(word)
        except FloorError:
            raise Wrong("there is no such rule pack") from None
        if bound is None or (bound.most is not None and abs(amount) > bound.most):
            raise Wrong("is outside the rule pack")


def _accepted(_fold: _Fold, row: Row, event: Mapping[str, Any], data: Data) -> None:
    _advance(row, DisputeStatus.ACCEPTED)
    row |= {"note": data["note"], "closed_at": event["occurred_at"]}


def _escalated(_fold: _Fold, row: Row, _event: Mapping[str, Any], data: Data) -> None:
    _advance(row, DisputeStatus.ESCALATED)
    row |= {"surveillance": data["surveillance"], "note": data["note"]}


def _reported(_fold: _Fold, row: Row, event: Mapping[str, Any], data: Data) -> None:
    _advance(row, DisputeStatus.REGULATOR)
    row |= {"regulator": data["reference"], "note": "", "closed_at": event["occurred_at"]}
    if data["outstanding"] != disputes.outstanding(row["claimed"], row["paid"]):
        raise Wrong("reports another amount than is left")


def _advance(row: Row, status: DisputeStatus) -> None:
    if status not in DISPUTE_ARROWS[row["status"]]:
        raise Wrong(f"cannot follow a dispute that is {row['status']}")
    row["status"] = status.value


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


_TAKES: Mapping[str, Callable[[_Fold, Row, Mapping[str, Any], Data], None]] = {
    "dispute_ruled": _Fold.ruled,
    "ruling_paid": _Fold.paid,
    "dispute_accepted": _accepted,
    "dispute_escalated": _escalated,
    "dispute_reported": _reported,
}
