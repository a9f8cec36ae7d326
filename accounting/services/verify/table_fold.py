"""A table as its log tells it: what the floor's rows must be (docs/events.md). Rounds are played in ``rounds``."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from accounting.services.verify.pot_fold import FoldedPot
from accounting.services.verify.rounds import Wrong
from accounting.services.verify.shoe_fold import FoldedShoe
from tables.domain import chips
from tables.domain.chips import Chips
from tables.domain.table_states import BoxStatus, RoundStatus, ShoeStatus, TableStatus
from tables.games.contract import CHANGED, WINNINGS, Place
from tables.models import sealing

Data = Mapping[str, Any]
Row = dict[str, Any]

SEED = "seed"
"""What a round with the server's dice seals at its opening."""
NOT_RUNNING = frozenset({"", RoundStatus.CONFIRMED, RoundStatus.NO_BETS, RoundStatus.VOIDED})
_ENDED = {"settled": RoundStatus.SETTLED, "void": RoundStatus.VOIDED, "no_bets": RoundStatus.NO_BETS}


@dataclass(frozen=True, slots=True)
class Told:
    """An event as the fold takes it."""

    seq: int
    type: str
    at: str
    actor: str
    data: Data
    sealed: str
    gaming_day: str = ""

    @property
    def hidden(self) -> dict[str, tuple[str, str]]:
        """What the event seals: field -> nonce and value. Raises ``CannotOpen``, a ValueError."""
        found: dict[str, tuple[str, str]] = json.loads(sealing.opened("sealed", self.sealed)) if self.sealed else {}
        return found


@dataclass(slots=True)
class TableFold:
    """Rows by their number, as they must stand. ``rounds`` and ``bets`` are those since ``forget`` was last called.

    ``funds`` are the known chips before a round and, once it has ended, after it.
    """

    status: str = TableStatus.CLOSED
    stopped_reason: str = ""
    dealer: str | None = None
    period: int | None = None
    box: int | None = None
    shoe: int | None = None
    round_number: int = 0
    round_status: str = ""
    rack: Chips = field(default_factory=dict)
    pot: FoldedPot = field(default_factory=FoldedPot)
    par: Chips | None = None
    periods: dict[int, Row] = field(default_factory=dict)
    boxes: dict[int, Row] = field(default_factory=dict)
    shoes: dict[int, FoldedShoe] = field(default_factory=dict)
    turns: list[Row] = field(default_factory=list)
    limits: list[Row] = field(default_factory=list)
    rounds: dict[int, Row] = field(default_factory=dict)
    bets: dict[tuple[int, int], Row] = field(default_factory=dict)
    paid: dict[tuple[int, int], Data] = field(default_factory=dict)
    withdrawn: set[tuple[int, int]] = field(default_factory=set)
    sealed: dict[int, tuple[str, str, str]] = field(default_factory=dict)
    opened: Data = field(default_factory=dict)
    later: list[Told] = field(default_factory=list)
    funds: dict[int, tuple[Data, Data | None]] = field(default_factory=dict)

    def take(self, event: Told) -> None:
        """The next event of the table. Raises Wrong when it does not fit what came before."""
        fold = _FOLDS.get(event.type)
        if fold is not None:
            fold(self, event)
        elif "input" in event.data:
            _input(self, event)
        before = self.rack
        if rack := event.data.get("rack"):
            self._move_rack(chips.from_data(rack))
        if any(move[1] == Place.RAKE for move in event.data.get("transfers", ())) and self.box is not None:
            self.boxes[self.box]["raked"] = True
        self.pot.take(event.data, before)

    def forget(self) -> None:
        """Let go of finished rounds: no later event changes them, because a void needs the open period."""
        keep = self.round_number
        self.rounds = {number: row for number, row in self.rounds.items() if number == keep}
        self.bets = {key: row for key, row in self.bets.items() if key[0] == keep}
        self.paid = {key: stack for key, stack in self.paid.items() if key[0] == keep}
        self.withdrawn = {key for key in self.withdrawn if key[0] == keep}
        told = {keep} | {event.data["round"] for event in self.later if event.type == "round_voided"}
        self.funds = {number: held for number, held in self.funds.items() if number in told}

    @property
    def round_running(self) -> bool:
        """Whether a round is under way."""
        return self.round_status not in NOT_RUNNING

    def this_shoe(self) -> FoldedShoe:
        """The shoe at the table."""
        if self.shoe is None:
            raise Wrong("there is no shoe at the table")
        return self.shoes[self.shoe]

    def _move_rack(self, change: Chips) -> None:
        self.rack = chips.add(self.rack, change)

    def seal(self, event: Told) -> None:
        """Keep what the event seals."""
        for name, (nonce, value) in event.hidden.items():
            self.sealed[event.seq] = (name, nonce, value)

    def show(self, event: Told) -> None:
        """Raise Wrong when the event shows anything but what was sealed."""
        for shown in event.data.get("revealed", ()):
            if self.sealed.pop(shown["seq"], None) != (shown["field"], shown["nonce"], shown["value"]):
                raise Wrong("what is shown is not what was sealed")


def _bank_issued(fold: TableFold, event: Told) -> None:
    fold.rack = chips.add(fold.rack, chips.from_data(event.data["chips"]))


def _table_opened(fold: TableFold, event: Told) -> None:
    data = event.data
    fold.status, fold.period = TableStatus.OPEN, data["period"]
    fold.periods[data["period"]] = {
        "session": data["session"],
        "gaming_day": data["gaming_day"],
        "shift": data["shift"],
        "opened_at": event.at,
        "opener": data["opener"],
        "opener_total": data["total"],
        "opener_variance": data["variance"],
        "opened_seq": event.seq,
        "box": data["box"],
        "closed_at": None,
        "closer": None,
        "closer_total": None,
        "closer_expected": None,
        "closed_seq": None,
    }


def _table_closed(fold: TableFold, event: Told) -> None:
    data = event.data
    fold.later.append(event)
    fold.status, fold.period = TableStatus.CLOSED, None
    fold.periods[data["period"]] |= {
        "closed_at": event.at,
        "closer": data["closer"],
        "closer_total": data["total"],
        "closer_expected": chips.value(chips.from_data(data["expected"])),
        "closed_seq": event.seq,
    }


def _box_placed(fold: TableFold, event: Told) -> None:
    fold.box = event.data["box"]
    placed = {"status": BoxStatus.ON_TABLE, "placed_at": event.at, "removed_at": None, "emergency": "", "raked": False}
    fold.boxes[event.data["box"]] = placed


def _box_removed(fold: TableFold, event: Told) -> None:
    fold.box = None
    gone = {"status": BoxStatus.REMOVED, "removed_at": event.at, "emergency": event.data["emergency"]}
    fold.boxes[event.data["box"]] |= gone


def _buy_in_taken(fold: TableFold, event: Told) -> None:
    fold.rack = chips.less(fold.rack, chips.from_data(event.data["chips"]))
    fold.later.append(event)


def _chips_changed(fold: TableFold, event: Told) -> None:
    change = chips.less(chips.from_data(event.data["given"]), chips.from_data(event.data["taken"]))
    fold.rack = chips.add(fold.rack, change)


def _par_set(fold: TableFold, event: Told) -> None:
    fold.par = chips.from_data(event.data["par"])


def _tapped_in(fold: TableFold, event: Told) -> None:
    fold.dealer = event.data["badge"]
    fold.turns.append({"badge": fold.dealer, "tapped_in_at": event.at, "tapped_out_at": None})


def _tapped_out(fold: TableFold, event: Told) -> None:
    fold.dealer = None
    fold.turns[-1]["tapped_out_at"] = event.at


def _limits_set(fold: TableFold, event: Told) -> None:
    names = ("minimum", "maximum", "effective_from")
    fold.limits.append({**{name: event.data[name] for name in names}, "set_by": event.actor})


def _kept(fold: TableFold, event: Told) -> None:
    """Changes what the table knows of limits and chips; counts when no action of the round comes after it."""
    fold.later.append(event)


def _misdeal_recorded(fold: TableFold, event: Told) -> None:
    """A card that was not called for has left the shoe; a misdeal that the dealer called has no card of its own."""
    fold.status, fold.stopped_reason = TableStatus.STOPPED, "misdeal"
    if event.data["card"] is not None:
        fold.this_shoe().taken(event.data["card"], from_server=False)


def _misdeal_ruled(fold: TableFold, event: Told) -> None:
    fold.status, fold.stopped_reason = TableStatus.OPEN, ""


def _shoe_received(fold: TableFold, event: Told) -> None:
    fold.shoe = event.data["shoe"]
    fold.shoes[event.data["shoe"]] = FoldedShoe(event.data["shoe"], event.data["decks"])


def _shoe_inspected(fold: TableFold, event: Told) -> None:
    fold.this_shoe().status = ShoeStatus.INSPECTED


def _shoe_mixed(fold: TableFold, event: Told) -> None:
    fold.this_shoe().mixed(event.seq, event.data, event.hidden, round_running=fold.round_running)


def _shoe_cut(fold: TableFold, event: Told) -> None:
    fold.this_shoe().cut(event.data)


def _shoe_blocked(fold: TableFold, event: Told) -> None:
    fold.this_shoe().status = ShoeStatus.BLOCKED


def _shoe_retired(fold: TableFold, event: Told) -> None:
    fold.this_shoe().retired(event.data)
    fold.shoe = None


def _round_opened(fold: TableFold, event: Told) -> None:
    data = event.data
    if data["round"] != fold.round_number + 1:
        raise Wrong(f"round {data['round']} follows round {fold.round_number}")
    if data["period"] != fold.period:
        raise Wrong("the round is in another period than the table")
    if any(name == SEED for name, _, _ in fold.sealed.values()):
        raise Wrong(f"the seed of round {fold.round_number} was never shown")
    fold.round_number, fold.round_status = data["round"], RoundStatus.BETTING
    fold.sealed, fold.opened, fold.later = {}, data, []
    fold.pot.settlement = None
    fold.seal(event)
    fold.funds[data["round"]] = (data["funds"], None)
    if fold.shoe is not None:
        fold.this_shoe().round_from = len(fold.this_shoe().dealt)
    fold.rounds[data["round"]] = {
        "period": data["period"],
        "game": data["game"],
        "rules_version": data["rules_version"],
        "status": RoundStatus.BETTING,
        "opened_at": event.at,
        "opened_seq": event.seq,
        "settled_at": None,
        "settled_seq": None,
        "dealer": fold.dealer or event.actor,
        "handle": 0,
        "hands": 0,
        "house_net": 0,
    }


def _input(fold: TableFold, event: Told) -> None:
    """An action of the running round: cards leave the shoe, bets are laid, and perhaps it ends."""
    data = event.data
    fold.later = []
    if data["input"].get("do") == "card":
        hidden = event.hidden
        card = hidden["card"][1] if "card" in hidden else data["input"]["card"]
        fold.this_shoe().taken(card, from_server=bool(fold.this_shoe().seeds))
    elif data["input"].get("do") == "shoe_empty":
        fold.this_shoe().status = ShoeStatus.CUT_CARD_OUT
    fold.seal(event)
    fold.show(event)
    _bets(fold, event)
    if "ended" in data:
        fold.round_status = _ENDED[data["ended"]]
        fold.funds[data["round"]] = (fold.funds[data["round"]][0], data.get("funds"))
        fold.rounds[data["round"]] |= {
            "status": fold.round_status,
            "settled_at": event.at,
            "settled_seq": event.seq,
            "dealer": fold.dealer or event.actor,
            **{name: data[name] for name in ("handle", "hands", "house_net")},
        }


def _bets(fold: TableFold, event: Told) -> None:
    data = event.data
    for bet in data.get("laid", ()):
        names = ("kind", "hand", "player", "amount", "tender", "chips", "parent")
        told = {name: bet[name] for name in names}
        fold.bets[data["round"], bet["bet"]] = {"spot": bet["seat"], "gaming_day": event.gaming_day, **told}
    _payments(fold, data)
    if event.type == "bet_withdrawn":
        fold.withdrawn |= {(data["round"], bet["bet"]) for bet in data["settled"]}


def _payments(fold: TableFold, data: Data) -> None:
    """The chips that bets were paid, which come to what the rack paid for them."""
    paid = {bet["bet"]: bet["chips"] for bet in data.get("settled", ()) if "chips" in bet}
    moves = data.get("transfers", ())
    due = sum(move[2] for move in moves if move[0] == Place.RACK and move[3] in (WINNINGS, CHANGED))
    if paid and due != sum(chips.value(chips.from_data(stack)) for stack in paid.values()):
        raise Wrong("the chips that bets were paid are not worth what the rack paid")
    fold.paid |= {(data["round"], number): stack for number, stack in paid.items()}


def _seed_revealed(fold: TableFold, event: Told) -> None:
    fold.show(event)


def _pot_paid(fold: TableFold, event: Told) -> None:
    """The whole pot goes to one player between two rounds; ``take`` then moves it."""
    if fold.round_running or event.data["amount"] != fold.pot.value:
        raise Wrong("the pot that is paid is not the pot of the table")
    fold.later.append(event)


def _settlement_confirmed(fold: TableFold, event: Told) -> None:
    fold.round_status = RoundStatus.CONFIRMED
    fold.rounds[event.data["round"]]["status"] = RoundStatus.CONFIRMED


def _round_voided(fold: TableFold, event: Told) -> None:
    number = event.data["round"]
    row = fold.rounds[number]
    row |= {"status": RoundStatus.VOIDED, "handle": 0, "hands": 0, "house_net": 0}
    row["settled_at"], row["settled_seq"] = row["settled_at"] or event.at, row["settled_seq"] or event.seq
    fold.show(event)
    if number == fold.round_number:
        if fold.sealed:
            raise Wrong("the void does not show what was sealed")
        fold.round_status = RoundStatus.VOIDED
    fold.later.append(event)


_FOLDS: dict[str, Callable[[TableFold, Told], None]] = {
    "table_bank_issued": _bank_issued,
    "table_opened": _table_opened,
    "table_closed": _table_closed,
    "box_placed": _box_placed,
    "box_removed": _box_removed,
    "buy_in_taken": _buy_in_taken,
    "buy_in_corrected": _buy_in_taken,
    "chips_changed": _chips_changed,
    "par_set": _par_set,
    "dealer_tapped_in": _tapped_in,
    "dealer_tapped_out": _tapped_out,
    "limits_set": _limits_set,
    "limit_lifted": _kept,
    "patron_funds_declared": _kept,
    "seat_fee_taken": _kept,
    "marker_issued": _kept,
    "marker_paid": _kept,
    "marker_voided": _kept,
    "ruling_paid": _kept,
    "misdeal_recorded": _misdeal_recorded,
    "misdeal_ruled": _misdeal_ruled,
    "shoe_received": _shoe_received,
    "shoe_inspected": _shoe_inspected,
    "shoe_mixed": _shoe_mixed,
    "shoe_cut": _shoe_cut,
    "shoe_blocked": _shoe_blocked,
    "shoe_retired": _shoe_retired,
    "round_opened": _round_opened,
    "seed_revealed": _seed_revealed,
    "pot_paid": _pot_paid,
    "settlement_confirmed": _settlement_confirmed,
    "round_voided": _round_voided,
}
