"""The floor's rows against the log: what the next key press would read must be what the events say.

Rounds and bets are compared at the end of each bank period, so that a long history is walked in little memory.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from accounting.services.streams import StreamInfo, house_streams
from accounting.services.verify import floor_rows, marker_fold, rounds, seat_charges, undos, walking
from accounting.services.verify.findings import Finding, compared
from accounting.services.verify.rounds import Played, Wrong
from accounting.services.verify.table_fold import TableFold, Told
from tables.domain.events import StreamKind
from tables.domain.table_states import RoundStatus
from tables.games.contract import Status
from tables.models.log import Stream
from tables.selectors import house_rules
from tables.services import live

_EVENTS = b"SELECT seq, type, body, sealed FROM tables_event WHERE stream_id = %s AND seq <= %s ORDER BY seq"
_LAST = 2**63 - 1

Rows = Mapping[Any, Mapping[str, Any]]


class FloorCheck:
    """One table: its stream is folded, its rounds are played again, its rows are compared."""

    def __init__(self, stream: StreamInfo) -> None:
        self._stream = stream
        self._table_id = Stream.objects.values_list("table_id", flat=True).get(pk=stream.id) or 0
        self._fold = TableFold()
        self._plays = rounds.plays(stream)
        self._newest: Played | None = None
        self._outcomes: dict[int, Any] = {}
        self._compared = 0
        self.rounds = 0

    def findings(self) -> Iterator[Finding]:
        """Everything that is wrong, rounds included. Inside one snapshot of the database."""
        for event in self._events():
            try:
                self._fold.take(event)
            except Wrong as wrong:
                yield Finding(self._stream.key, wrong.args[0], event.seq, event.type)
            except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
                yield Finding(self._stream.key, f"does not fit: {type(error).__name__}", event.seq, event.type)
                return
            if event.type == "seat_fee_taken" and (wrong_fee := seat_charges.wrong(self._stream.casino_id, event.data)):
                yield Finding(self._stream.key, wrong_fee, event.seq, event.type)
            if event.type == "table_closed":
                yield from self._rounds(self._fold.round_number)
                self._fold.forget()
        yield from self._rounds(_LAST)
        yield from rounds.voids(self._stream)
        yield from undos.findings(self._stream)
        yield from self._numbered()
        yield from self._in_order("dealer turn", self._fold.turns, floor_rows.turns(self._table_id))
        yield from self._in_order("limits", self._fold.limits, floor_rows.limits(self._table_id))
        yield from self._rack()
        yield from self._state()

    def _events(self) -> Iterator[Told]:
        undone = undos.undone(self._stream)
        for rows in walking.chunks("verify_floor", _EVENTS, [self._stream.id, self._stream.head_seq]):
            for seq, type_, body, sealed in rows:
                if seq in undone:
                    continue
                event = json.loads(body)
                yield Told(seq, type_, event["occurred_at"], event["actor"], event["data"], sealed, event["gaming_day"])

    # --------------------------------------------------------------------------------------------------- rounds
    def _rounds(self, last: int) -> Iterator[Finding]:
        """Play the rounds up to ``last`` again and compare their rows and bets."""
        while (self._newest.number if self._newest else 0) < min(last, self._fold.round_number):
            played = next(self._plays, None)
            if played is None:
                break
            self.rounds += 1
            if isinstance(played, Finding):
                yield played
                continue
            self._newest = played
            if played.engine.status(played.state) != Status.OPEN:
                self._outcomes[played.number] = _as_json(played.engine.view(played.state, "public"))
            elif self._begun(played):
                self._fold.rounds[played.number]["status"] = RoundStatus.IN_PLAY
                self._fold.round_status = RoundStatus.IN_PLAY
        made = {
            number: {**row, "outcome": self._outcomes.pop(number, {})}
            for number, row in self._fold.rounds.items()
            if number > self._compared
        }
        yield from self._compare("round", made, floor_rows.rounds(self._table_id, self._compared, last))
        bets = {key: row for key, row in self._fold.bets.items() if key[0] > self._compared}
        yield from self._compare("bet", bets, floor_rows.bets(self._table_id, self._compared, last))
        self._compared = self._fold.round_number

    def _begun(self, played: Played) -> bool:
        """Whether an unfinished round is past its betting."""
        return self._fold.rounds[played.number]["status"] == RoundStatus.BETTING and played.begun

    # ----------------------------------------------------------------------------------------------- the others
    def _numbered(self) -> Iterator[Finding]:
        found = floor_rows.numbered(self._table_id)
        shoes = {
            number: {
                **{name: value for name, value in asdict(shoe).items() if name != "number"},
                "seeds": json.dumps(shoe.seeds) if shoe.seeds else "",
            }
            for number, shoe in self._fold.shoes.items()
        }
        yield from self._compare("period", self._fold.periods, found["period"])
        yield from self._compare("box", self._fold.boxes, found["box"])
        yield from self._compare("shoe", shoes, found["shoe"])

    def _rack(self) -> Iterator[Finding]:
        listed = floor_rows.listed(self._owner(StreamKind.HOUSE), self._stream.table)
        at_first = {int(value): pieces for value, pieces in listed["par"].items()} if listed else {}
        par = at_first if self._fold.par is None else self._fold.par
        found = floor_rows.rack(self._table_id)
        made = {
            value: {"count": self._fold.rack.get(value, 0), "par": par.get(value, 0)}
            for value in (found.keys() & floor_rows.chips_in_use(self._table_id)) | self._fold.rack.keys() | par.keys()
        }
        yield from self._compare("rack", made, found)

    def _state(self) -> Iterator[Finding]:
        fold, found = self._fold, floor_rows.state(self._table_id)
        if found is None:
            yield Finding(self._stream.key, "the table's state is missing")
            return
        raised, funds = self._known()
        made = {
            "status": fold.status,
            "stopped_reason": fold.stopped_reason,
            "dealer": fold.dealer,
            "period": fold.period,
            "box": fold.box,
            "shoe": fold.shoe,
            "round_number": fold.round_number,
            "round_status": fold.round_status,
            "live": self._live(_read(found["live"])),
            "raised": raised,
            "funds": funds,
            "pot": fold.pot.value,
        }
        there = {**found, "live": _read(found["live"])}
        yield from self._compare("table state", {"": made}, {"": there})

    def _known(self) -> tuple[dict[str, int], dict[str, int]]:
        """Lifted limits and known chips: as the round's engine left them, and what came after its last action."""
        raised, funds = dict(self._fold.opened.get("raised", {})), dict(self._fold.opened.get("funds", {}))
        if self._newest is not None and self._newest.seqs:
            dumped = self._newest.engine.dump(self._newest.state)
            raised, funds = dict(dumped.get("raised", raised)), dict(dumped.get("funds", funds))
        for event in self._fold.later:
            data = event.data
            if event.type == "limit_lifted":
                raised[data["player"]] = data["maximum"]
            elif event.type == "table_closed":
                raised = {}
            elif event.type == "patron_funds_declared":
                funds[data["player"]] = data["amount"]
            elif event.type in {"buy_in_taken", "buy_in_corrected"} and data["player"] in funds:
                funds[data["player"]] += data["cash"]
            elif event.type == "seat_fee_taken" and data["player"] in funds:
                funds[data["player"]] -= data["total"]
            elif event.type in marker_fold.FUNDS and data["patron"] in funds:
                funds[data["patron"]] += marker_fold.FUNDS[event.type](data)
            elif event.type in {"pot_paid", "ruling_paid"} and data["player"] in funds:
                funds[data["player"]] += data["amount"]
            elif event.type == "round_voided":
                before, after = self._fold.funds[data["round"]]
                left = dict(funds if after is None else after)
                for player in before.keys() & left.keys():
                    funds[player] -= left[player] - before[player]
        return raised, funds

    def _live(self, there: Any) -> Any:
        """The running (or newest) round as the services keep it, with all that is still sealed."""
        played = self._newest
        if played is None:
            return None
        order = {seq: ordinal for ordinal, seq in enumerate(played.seqs)}
        order[self._fold.rounds[played.number]["opened_seq"]] = live.OPENING
        names = ("kind", "player", "spot", "hand", "amount", "tender", "chips")
        bets = {
            str(number): [row[name] for name in names] + self._paid(round_, number)
            for (round_, number), row in self._fold.bets.items()
            if round_ == played.number and (round_, number) not in self._fold.withdrawn
        }
        kept = {
            "rules": self._rules(there),
            "state": _as_json(played.engine.dump(played.state)),
            "bets": bets,
            "sealed": {str(order[seq]): [seq, *hidden] for seq, hidden in self._fold.sealed.items()},
        }
        return kept if played.engine.banked else {**kept, "pot": self._fold.pot.as_data()}

    def _paid(self, round_: int, number: int) -> list[Any]:
        """The chips that the rack paid for a bet, where it paid any."""
        stack = self._fold.paid.get((round_, number))
        return [] if stack is None else [stack]

    def _rules(self, there: Any) -> Any:
        """The version of the house rules and the table's chips, which together give the round's rules."""
        opened = self._fold.opened
        row = floor_rows.rules_id(self._stream.casino_id, opened["game"], opened["rules_version"])
        kept = there.get("rules") if isinstance(there, dict) else None
        values = kept[1:] if isinstance(kept, list) else []
        if row is None or not values or not all(type(value) is int and value > 0 for value in values):
            return [row, "the values of chips"]
        right = house_rules.rules_in_force(row, *values).values == opened["rules"]
        return [row, *values] if right else [row, "the values of other chips"]

    # ------------------------------------------------------------------------------------------------- comparing
    def _compare(self, what: str, made: Rows, found: Rows) -> Iterator[Finding]:
        return compared(self._stream.key, what, made, found)

    def _in_order(
        self, what: str, made: Sequence[Mapping[str, Any]], found: Sequence[Mapping[str, Any]]
    ) -> Iterator[Finding]:
        yield from self._compare(what, dict(enumerate(made, 1)), dict(enumerate(found, 1)))

    def _owner(self, kind: StreamKind) -> int:
        return next(stream.id for stream in house_streams(self._stream.casino_id) if stream.kind == kind)


def _as_json(value: Any) -> Any:
    return json.loads(json.dumps(value))


def _read(text: str) -> Any:
    """What ``live`` says; unreadable text stands for itself."""
    try:
        return json.loads(text) if text else None
    except ValueError:
        return text
