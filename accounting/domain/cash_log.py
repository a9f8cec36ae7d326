"""Every movement of currency between a patron and the house, as the log tells it (V-20 to V-27).

Cash in and cash out are apart for ever: nothing here nets them. A correction is a further row that points at the event
it corrects, so that a plain sum is right and the wrong entry stays (V-25).
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from accounting.domain.facts import Fact
from accounting.domain.rows import CashTransaction, Rows
from tables.domain import undoing
from tables.domain.rule_packs.words import CashKind
from tables.games.contract import Place, Tender, player_place

IN, OUT = "in", "out"
NOTES_RETURNED: Final = "notes_returned"
"""Notes of a money play go back to who laid them. Whether that is cash out, the rule pack says (V-24)."""
CAGE: Final = "cage"


def at_cage(stream_id: int, fact: Fact, rows: Rows) -> None:
    """The window: chips sold and redeemed, markers settled, front money."""
    told = _WINDOW.get(fact.type)
    if told is None:
        return
    direction, kind = told
    who, amount = fact.data["patron"], fact.data["cash"]
    if amount:
        rows.cash.append(_row(stream_id, fact, rows, CAGE, who, direction, amount, kind))


_WINDOW: Mapping[str, tuple[str, str]] = {
    "chips_sold": (IN, CashKind.BUY_IN.value),
    "chips_redeemed": (OUT, CashKind.REDEMPTION.value),
    "marker_settled": (IN, CashKind.MARKER_PAYMENT.value),
    "front_money_taken": (IN, CashKind.FRONT_MONEY.value),
    "front_money_returned": (OUT, CashKind.FRONT_MONEY_WITHDRAWAL.value),
}


@dataclass(slots=True)
class Stake:
    """Notes that a player has laid in a round: what of them was new to the house, and the events that said so.

    ``unlaid`` are notes that lay at this place, whoever's, and were taken back before the cards: a void tells of both
    once more.
    """

    player: str
    counted: int = 0
    laid_seq: int = 0
    laid_day: str = ""
    back_seq: int | None = None
    unlaid: int = 0


@dataclass(slots=True)
class TableCash:
    """What a table must remember of its cash.

    ``notes`` are notes by player that came back to him and were counted as cash in before: laying them again is no new
    cash in, only an increase is (V-24). They are forgotten with the gaming day and with the bank period: a seat's name
    may then mean another person, and too much in the log is better than too little. ``stakes`` are those of the rounds
    of the open period, by round and place.
    """

    stream_id: int
    day: str = ""
    notes: dict[str, int] = field(default_factory=dict)
    stakes: dict[str, dict[str, Stake]] = field(default_factory=dict)

    @classmethod
    def read(cls, stream_id: int, memory: Mapping[str, Any]) -> "TableCash":
        """The memory that ``dump`` gave; empty for a stream that was never followed."""
        stakes = {
            number: {place: Stake(*line) for place, line in laid.items()}
            for number, laid in memory.get("stakes", {}).items()
        }
        return cls(stream_id, memory.get("day", ""), dict(memory.get("notes", {})), stakes)

    def dump(self) -> dict[str, Any]:
        """The memory as JSON."""
        lines = {
            number: {
                place: [s.player, s.counted, s.laid_seq, s.laid_day, s.back_seq, s.unlaid] for place, s in laid.items()
            }
            for number, laid in self.stakes.items()
        }
        return {"day": self.day, "notes": self.notes, "stakes": lines}

    def take(self, fact: Fact, rows: Rows) -> None:
        """The next event of the table."""
        if fact.gaming_day != self.day:
            self.day, self.notes = fact.gaming_day, {}
        data = fact.data
        if fact.type == "buy_in_taken":
            self._spend(data["player"], data["cash"])
            self._add(fact, rows, data["player"], IN, data["cash"], CashKind.BUY_IN.value)
        elif fact.type == "buy_in_corrected":
            day = data.get("gaming_day", fact.gaming_day)
            kind = CashKind.BUY_IN.value
            self._add(fact, rows, data["player"], IN, data["cash"], kind, corrects=data["corrects"], day=day)
        elif fact.type == "marker_paid":
            self._add(fact, rows, data["patron"], IN, data["cash"], CashKind.MARKER_PAYMENT.value)
        elif fact.type == "table_closed":
            self.notes, self.stakes = {}, {}
        elif "transfers" in data:
            self._played(fact, rows)

    def _played(self, fact: Fact, rows: Rows) -> None:
        number = str(fact.data.get("round", ""))
        for bet in fact.data.get("laid", ()):
            if bet["tender"] == Tender.CASH:
                laid, place = self.stakes.setdefault(number, {}), player_place(bet["seat"])
                before = laid.get(place)
                if before is None or before.player != bet["player"]:  # who was there took all of his back
                    laid[place] = Stake(bet["player"], unlaid=before.unlaid if before else 0)
        taken_back = fact.type in {"bet_withdrawn", "round_voided", undoing.UNDO}
        nothing: Counter[str] = Counter()  # what a void lays only to take it back
        for source, target, amount, reason, tender in fact.data["transfers"]:
            if tender != Tender.CASH:
                continue
            laid = self.stakes.get(number, {})
            undone = taken_back and reason != undoing.RELAID
            if target == Place.LAYOUT and source in laid:
                if fact.type == "round_voided" and laid[source].unlaid >= amount:
                    laid[source].unlaid -= amount
                    nothing[source] += amount
                else:
                    (self._return_undone if undone else self._laid)(fact, rows, laid[source], amount)
                    laid[source].unlaid -= amount if reason == undoing.RELAID else 0
            elif source == Place.LAYOUT and target in laid:
                if nothing[target] >= amount:
                    nothing[target] -= amount
                else:
                    (self._laid_undone if undone else self._returned)(fact, rows, laid[target], amount)
                    laid[target].unlaid += amount if fact.type == "bet_withdrawn" else 0

    def _laid(self, fact: Fact, rows: Rows, stake: Stake, amount: int) -> None:
        """Notes on the layout: what of them is not known from before is cash in."""
        new = amount - self._spend(stake.player, amount)
        stake.counted += new
        stake.laid_seq, stake.laid_day = fact.seq, fact.gaming_day
        self._add(fact, rows, stake.player, IN, new, CashKind.MONEY_PLAY.value)

    def _returned(self, fact: Fact, rows: Rows, stake: Stake, amount: int) -> None:
        """The same notes go back; they may be laid again."""
        stake.back_seq = fact.seq
        self._keep(stake.player, amount)
        self._add(fact, rows, stake.player, OUT, amount, NOTES_RETURNED)

    def _laid_undone(self, fact: Fact, rows: Rows, stake: Stake, amount: int) -> None:
        """The bet never was: what was counted of it is taken back, on the day it was counted."""
        less = min(amount, stake.counted)
        stake.counted -= less
        self._keep(stake.player, amount - less)
        kind, day = CashKind.MONEY_PLAY.value, stake.laid_day
        self._add(fact, rows, stake.player, IN, -less, kind, corrects=stake.laid_seq, day=day)

    def _return_undone(self, fact: Fact, rows: Rows, stake: Stake, amount: int) -> None:
        self._spend(stake.player, amount)
        day = stake.laid_day
        self._add(fact, rows, stake.player, OUT, -amount, NOTES_RETURNED, corrects=stake.back_seq, day=day)

    def _spend(self, player: str, amount: int) -> int:
        """Take notes that are known from before out of a player's hand, at most ``amount``; how much they were."""
        known = min(amount, self.notes.get(player, 0))
        if known:
            self._keep(player, -known)
        return known

    def _keep(self, player: str, amount: int) -> None:
        held = self.notes.get(player, 0) + amount
        if held:
            self.notes[player] = held
        else:
            self.notes.pop(player, None)

    def _add(
        self,
        fact: Fact,
        rows: Rows,
        who: str,
        direction: str,
        amount: int,
        kind: str,
        *,
        corrects: int | None = None,
        day: str = "",
    ) -> None:
        if amount:
            row = _row(self.stream_id, fact, rows, fact.table, who, direction, amount, kind)
            rows.cash.append(row._replace(corrects=corrects, gaming_day=day or fact.gaming_day))


def _row(
    stream_id: int, fact: Fact, rows: Rows, place: str, who: str, direction: str, amount: int, kind: str
) -> CashTransaction:
    """A row of the log, numbered within its event; the gaming day is the clock's, not the bank period's (T-08)."""
    last = rows.cash[-1] if rows.cash else None
    line = last.line + 1 if last is not None and last.seq == fact.seq else 0
    return CashTransaction(
        stream_id=stream_id,
        seq=fact.seq,
        line=line,
        gaming_day=fact.gaming_day,
        happened_at=fact.at,
        place=place,
        who=who,
        direction=direction,
        amount=amount,
        kind=kind,
        corrects=None,
        round=fact.data.get("round"),
        recorded_by=fact.actor,
    )
