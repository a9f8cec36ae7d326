"""The fold of a table's stream: bank periods, boxes, rounds and what became of every bet.

A round belongs to the period in which it is decided (T-07); a void after that is a dated correction in the period in
which it was ruled (T-79). Periods, and not the clock, decide the shift (T-08).
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from accounting.domain import dispute_lines
from accounting.domain.cash_log import TableCash
from accounting.domain.drafts import DraftError
from accounting.domain.facts import Fact
from accounting.domain.period_memory import PeriodMemory, opened
from accounting.domain.period_papers import PAPERS
from accounting.domain.rows import BoxRemoval, RoundResult, Rows, Settlement
from accounting.domain.streams import Earlier, Mark
from tables.domain import undoing
from tables.domain.canonical import canonical
from tables.games.contract import Place


@dataclass(slots=True)
class BoxMemory:
    """The box on the table: by the log, the cash in it and the rake that was taken beside it."""

    number: int
    cash: int = 0
    rake: int = 0


@dataclass(slots=True)
class RoundMemory:
    """The running round: its game, the bets that are decided before its end, and what went through its pot so far."""

    number: int
    game: str
    decided: list[int] = field(default_factory=list)
    pot: int = 0
    pot_paid: int = 0
    rake: int = 0


class TableBooks:
    """The fold of one table's stream."""

    def __init__(self, stream_id: int, memory: Mapping[str, Any], earlier: Earlier) -> None:
        self._stream_id = stream_id
        self._earlier = earlier
        self.dealer: str = memory.get("dealer", "")
        period, box, running = memory.get("period"), memory.get("box"), memory.get("round")
        self.period = PeriodMemory(**period) if period else None
        self.box = BoxMemory(**box) if box else None
        self.round = RoundMemory(**running) if running else None
        self.cash = TableCash.read(stream_id, memory.get("cash", {}))
        self._folds: dict[str, Callable[[Fact, Rows], None]] = {
            "table_opened": self._table_opened,
            "table_closed": self._table_closed,
            "box_placed": self._box_placed,
            "box_removed": self._box_removed,
            "buy_in_taken": self._buy_in_taken,
            "dealer_tapped_in": self._dealer_tapped_in,
            "dealer_tapped_out": self._dealer_tapped_out,
            "limits_set": self._noted("limits", "minimum", "maximum"),
            "limit_lifted": self._noted("lifted", "player", "maximum"),
            "misdeal_recorded": self._noted("misdeals", "round", "reason"),
            "misdeal_ruled": self._noted("rulings", "round", "ruling", "reason"),
            "shoe_blocked": self._noted("blocked_shoes", "shoe", "reason"),
            "shoe_mixed": self._counted("shuffles"),
            "floor_called": self._counted("floor_calls"),
            "pot_paid": self._pot_paid,
            "seat_fee_taken": self._seat_fee_taken,
            "round_opened": self._round_opened,
            "round_voided": self._round_voided,
            "ruling_paid": self._ruling_paid,
            **dict.fromkeys(dispute_lines.TOLD, self._disputed),
            undoing.UNDO: self._press_undone,
            **dict.fromkeys(PAPERS, self._paper),
        }
        self.folded = frozenset(self._folds)

    def fold(self, fact: Fact, rows: Rows) -> Mark:
        """Take the next event of the table."""
        before = self.period
        own = self._folds.get(fact.type)
        if own is not None:
            own(fact, rows)
        elif "settled" in fact.data or "ended" in fact.data or "transfers" in fact.data:
            self._played(fact, rows)
        self.cash.take(fact, rows)
        period = self.period or before
        return (period.number if period else None), fact.data.get("round")

    def dump(self) -> str:
        """The memory as canonical JSON."""
        return canonical(
            {
                "dealer": self.dealer,
                "period": self.period.dump() if self.period else None,
                "box": asdict(self.box) if self.box else None,
                "round": asdict(self.round) if self.round else None,
                "cash": self.cash.dump(),
            }
        )

    def _require_period(self, fact: Fact) -> PeriodMemory:
        if self.period is None:
            raise DraftError(f"{fact.type} outside a bank period")
        return self.period

    # ------------------------------------------------------------------------------------------ counts and boxes
    def _table_opened(self, fact: Fact, rows: Rows) -> None:
        if self.period is not None:
            raise DraftError(f"period {self.period.number} is still open")
        if self.box is None or self.box.number != fact.data["box"]:
            raise DraftError(f"box {fact.data['box']} is not on the table")
        self.period = opened(fact)
        if self.dealer:
            self.period.tap_in(self.dealer, fact.at)

    def _table_closed(self, fact: Fact, rows: Rows) -> None:
        period = self._require_period(fact)
        if period.number != fact.data["period"]:
            raise DraftError(f"period {fact.data['period']} is not open")
        rows.periods.append(period.closed(self._stream_id, fact))
        self.period = None

    def _box_placed(self, fact: Fact, rows: Rows) -> None:
        if self.box is not None:
            raise DraftError(f"box {self.box.number} is still on the table")
        self.box = BoxMemory(fact.data["box"])
        if self.period is not None:
            self.period.boxes.append(self.box.number)

    def _box_removed(self, fact: Fact, rows: Rows) -> None:
        box = self.box
        if box is None or box.number != fact.data["box"]:
            raise DraftError(f"box {fact.data['box']} is not on the table")
        periods = ",".join(map(str, fact.data["periods"]))
        rows.removals.append(BoxRemoval(self._stream_id, fact.seq, box.number, periods, box.cash, box.rake))
        self.box = None

    def _buy_in_taken(self, fact: Fact, rows: Rows) -> None:
        period = self._require_period(fact)
        if self.box is None or self.box.number != fact.data["box"]:
            raise DraftError(f"box {fact.data['box']} is not on the table")
        cash = fact.data["cash"]
        period.buy_ins += 1
        period.buy_in_cash += cash
        self._cash_in(fact, cash)

    def _paper(self, fact: Fact, rows: Rows) -> None:
        if cash := PAPERS[fact.type](self._require_period(fact), fact):
            self._cash_in(fact, cash)

    def _cash_in(self, fact: Fact, cash: int) -> None:
        if self.box is None:
            raise DraftError("cash for a box, and no box on the table")
        self.box.cash += cash
        self._require_period(fact).box_cash += cash

    # ------------------------------------------------------------------------------------------------ the table
    def _dealer_tapped_in(self, fact: Fact, rows: Rows) -> None:
        self.dealer = fact.data["badge"]
        if self.period is not None:
            self.period.tap_in(self.dealer, fact.at)

    def _dealer_tapped_out(self, fact: Fact, rows: Rows) -> None:
        self.dealer = ""
        if self.period is not None:
            self.period.tap_out(fact.at)

    def _noted(self, where: str, *names: str) -> Callable[[Fact, Rows], None]:
        """A fold that keeps some fields of the event in the period it happens in."""

        def note(fact: Fact, rows: Rows) -> None:
            if self.period is not None:
                line = {"seq": fact.seq, "at": fact.at, "by": fact.actor}
                getattr(self.period, where).append(line | {name: fact.data[name] for name in names})

        return note

    def _counted(self, where: str) -> Callable[[Fact, Rows], None]:
        """A fold that counts the event in the period it happens in."""

        def count(fact: Fact, rows: Rows) -> None:
            if self.period is not None:
                setattr(self.period, where, getattr(self.period, where) + 1)

        return count

    # --------------------------------------------------------------------------------------------------- rounds
    def _round_opened(self, fact: Fact, rows: Rows) -> None:
        """A number comes again where the opening before it was undone; then decisions of its bets may, too."""
        number, before = fact.data["round"], self.round
        decided = before.decided if before is not None and before.number == number else []
        self.round = RoundMemory(number, fact.data["game"], decided)

    def _played(self, fact: Fact, rows: Rows) -> None:
        """An action that moved money, decided bets or ended the round."""
        data = fact.data
        running, period = self.round, self._require_period(fact)
        if running is None or running.number != data["round"]:
            raise DraftError(f"round {data['round']} is not running")
        self._cash_moved(fact)
        self._pot_moved(fact, running)
        if data.get("settled"):
            self._decide(fact, running, period, rows)
        if "ended" in data:
            self._end(fact, running, period, rows)
            self.round = None

    def _decide(self, fact: Fact, running: RoundMemory, period: PeriodMemory, rows: Rows) -> None:
        decided = running.decided
        again = decided and any(line["bet"] in decided for line in fact.data["settled"])
        earlier = self._last(running.number, rows) if again else {}
        for line in fact.data["settled"]:
            entry = 0
            before = earlier.get(line["bet"])
            if before is not None and before.outcome != REVERSED:
                before = self._take_back(before, fact, running.game, period, rows)
            if before is not None:
                entry = before.entry + 1
            decision = Settlement(
                self._stream_id, running.number, line["bet"], entry, fact.seq, period.number, line["kind"],
                line["player"], line["tender"], line["outcome"], line["stake"], line["returned"],
                line["due_numerator"], line["due_denominator"], fact.gaming_day,
            )  # fmt: skip
            rows.settlements.append(decision)
            period.stake(running.game, decision)
        if "ended" not in fact.data:
            decided.extend(line["bet"] for line in fact.data["settled"] if line["bet"] not in decided)

    def _take_back(self, decision: Settlement, fact: Fact, game: str, period: PeriodMemory, rows: Rows) -> Settlement:
        opposite = _opposite(decision, fact, period.number)
        rows.settlements.append(opposite)
        period.unstake(game, decision)
        return opposite

    def _press_undone(self, fact: Fact, rows: Rows) -> None:
        """Decisions of the press are taken back, and what it moved through the pot. It had ended no round."""
        running, period = self.round, self._require_period(fact)
        if running is None or running.number != fact.data["round"]:
            raise DraftError(f"round {fact.data['round']} is not running")
        for source, target, amount, *_ in fact.data.get("transfers", ()):
            if source == Place.POT:
                running.pot -= amount
            elif target == Place.POT:
                running.pot_paid -= amount
        if fact.data["reopened"]:
            decided = self._latest(running.number, rows)
            for bet in fact.data["reopened"]:
                self._take_back(decided[bet], fact, running.game, period, rows)

    def _end(self, fact: Fact, running: RoundMemory, period: PeriodMemory, rows: Rows) -> None:
        data = fact.data
        counts = 1 if data["ended"] == "settled" else 0
        result = RoundResult(
            self._stream_id, fact.seq, running.number, period.number, running.game, data["ended"],
            self.dealer, counts, data["hands"], data["handle"], data["house_net"],
            running.pot, running.pot_paid, running.rake, fact.gaming_day,
        )  # fmt: skip
        self._add(result, period, rows)

    def _round_voided(self, fact: Fact, rows: Rows) -> None:
        """Everything of the round is taken back: what was decided, and its result if it had ended."""
        period, number = self._require_period(fact), fact.data["round"]
        self._noted("voids", "round", "reason")(fact, rows)
        self._cash_moved(fact)
        self._rake_moved(fact, rake_of(fact))
        decided = list(self._latest(number, rows).values())
        rows.settlements += [_opposite(before, fact, period.number) for before in decided]
        results = [*self._earlier.round_results(number), *(row for row in rows.rounds if row.round == number)]
        if self.round is not None and self.round.number == number:
            game, dealer, self.round = self.round.game, self.dealer, None
        elif results:
            game, dealer = results[0].game, results[0].dealer
        else:
            raise DraftError(f"round {number} was never opened")
        for before in decided:
            period.unstake(game, before)
        undone = RoundResult(
            self._stream_id, fact.seq, number, period.number, game, "voided", dealer,
            -sum(row.rounds for row in results), -sum(row.hands for row in results),
            -sum(row.handle for row in results), -sum(row.house_net for row in results),
            -sum(row.pot for row in results), -sum(row.pot_paid for row in results),
            -sum(row.rake for row in results), fact.gaming_day,
        )  # fmt: skip
        self._add(undone, period, rows)

    def _ruling_paid(self, fact: Fact, rows: Rows) -> None:
        """Chips that follow a ruling and not the rules: no part of what the rounds won (T-78)."""
        period, amount = self._require_period(fact), fact.data["amount"]
        if fact.data["period"] != period.number:
            raise DraftError(f"period {fact.data['period']} is not open")
        period.rulings_paid += max(amount, 0)
        period.rulings_taken += max(-amount, 0)

    def _disputed(self, fact: Fact, rows: Rows) -> None:
        """A step of a dispute, kept in the period it happens in; one at a closed table stands in no period."""
        if self.period is not None:
            self.period.disputes.append(dispute_lines.line_of(fact))

    def _cash_moved(self, fact: Fact) -> None:
        """Cash of money plays that this event put into the box, or took back out of the books of it."""
        moves = fact.data.get("transfers", ())
        cash = sum(move[2] for move in moves if move[1] == "box") - sum(move[2] for move in moves if move[0] == "box")
        if cash:
            self._cash_in(fact, cash)

    def _pot_moved(self, fact: Fact, running: RoundMemory) -> None:
        """Chips of a pot game that this event put into the pot, paid out of it, or took as rake (domain.md §1.6)."""
        for source, target, amount, *_ in fact.data.get("transfers", ()):
            if target == Place.POT:
                running.pot += amount
            elif source == Place.POT and target != Place.RAKE:
                running.pot_paid += amount
        taken = rake_of(fact)
        running.rake += taken
        self._rake_moved(fact, taken)

    def _pot_paid(self, fact: Fact, rows: Rows) -> None:
        """Chips that rounds left in the pot go to a player."""
        self._require_period(fact).pot_paid += sum(move[2] for move in fact.data["transfers"])

    def _seat_fee_taken(self, fact: Fact, rows: Rows) -> None:
        """A seat pays for its time: rake that comes from no pot."""
        taken = rake_of(fact)
        self._require_period(fact).time_charges += taken
        self._rake_moved(fact, taken)

    def _rake_moved(self, fact: Fact, amount: int) -> None:
        """Rake falls into the rake box that stands beside the drop box; a void takes it out again."""
        if amount:
            if self.box is None:
                raise DraftError("rake for a box, and no box on the table")
            self.box.rake += amount

    def _add(self, result: RoundResult, period: PeriodMemory, rows: Rows) -> None:
        period.rounds += result.rounds
        period.hands += result.hands
        period.handle += result.handle
        period.house_net += result.house_net
        period.pot += result.pot
        period.pot_paid += result.pot_paid
        period.rake += result.rake
        rows.rounds.append(result)

    def _latest(self, round_number: int, rows: Rows) -> dict[int, Settlement]:
        """The decision in force of every decided bet of a round; a bet whose last row is an opposite has none."""
        return {bet: row for bet, row in self._last(round_number, rows).items() if row.outcome != REVERSED}

    def _last(self, round_number: int, rows: Rows) -> dict[int, Settlement]:
        """The last row of every bet of a round that was ever decided."""
        fresh = (row for row in rows.settlements if row.round == round_number)
        return {row.bet: row for row in [*self._earlier.settlements(round_number), *fresh]}


REVERSED = "reversed"
"""The outcome of a row that takes an earlier one back."""


def rake_of(fact: Fact) -> int:
    """What the house took by this event, in minor units of chips; below zero when a void gives it back."""
    taken = 0
    for source, target, amount, *_ in fact.data.get("transfers", ()):
        taken += amount if target == Place.RAKE else -amount if source == Place.RAKE else 0
    return taken


def _opposite(row: Settlement, fact: Fact, period: int) -> Settlement:
    """The row that takes ``row`` back, to the minor unit."""
    return row._replace(
        entry=row.entry + 1,
        seq=fact.seq,
        period=period,
        outcome=REVERSED,
        stake=-row.stake,
        returned=-row.returned,
        due_numerator=-row.due_numerator,
        gaming_day=fact.gaming_day,
    )
