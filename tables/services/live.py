"""The table as the next key press finds it, read once under the stream's lock and written back once.

Raw SQL, because this is the hot path: one read and one write a press (perf.md §5, §8).
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypedDict

from tables.domain import chips
from tables.domain.chips import Chips
from tables.domain.errors import Conflict, Invalid
from tables.domain.table_states import RoundStatus, TableStatus
from tables.models import floor, house, sealing
from tables.selectors import house_rules
from tables.selectors.house_rules import RulesInForce
from tables.services.log import Entry

_SAVE = """
UPDATE tables_tablestate
SET status = %s, stopped_reason = %s, round_number = %s, round_status = %s, live = %s, raised = %s::text::jsonb,
    funds = %s::text::jsonb, pot = %s
WHERE table_id = %s
"""
_SAVE_SHOE = """
UPDATE tables_shoe SET status = %s, stock = %s, dealt = %s, on_table = %s, round_from = %s WHERE id = %s
"""

OPENING = -1
"""In ``LiveTable.sealed``: what the opening of the round has sealed, before the first action."""

NOT_RUNNING = frozenset({"", RoundStatus.CONFIRMED, RoundStatus.NO_BETS, RoundStatus.VOIDED})
"""Round states after which a new round may begin."""


@dataclass(slots=True)
class LiveShoe:
    """The shoe at the table. ``stock``, ``dealt`` and ``on_table`` are hidden (T-90)."""

    id: int
    number: int
    decks: int
    status: str
    stock: str
    dealt: str
    on_table: str
    round_from: int
    changed: bool = False


@dataclass(slots=True)
class LaidBet:
    """A stake on the layout: what is needed to take or pay it. ``paid`` are the chips that the rack paid for it."""

    kind: str
    player: str
    seat: str
    hand: int
    amount: int
    tender: str
    chips: Chips
    paid: Chips = field(default_factory=dict)


class PotSettlement(TypedDict):
    """How a round was paid out of the pot: target, amount and chips of each payment, and the change made for them."""

    payments: list[list[Any]]
    change: dict[str, Any] | None


@dataclass(slots=True)
class RoundRow:
    """What an entry has to write of a round: a new row, or its status, or also how it ended. One write a row."""

    number: int
    status: str
    opening: tuple[Any, ...] | None = None
    ending: tuple[Any, ...] | None = None


@dataclass(frozen=True, slots=True)
class Furnished:
    """A table as it is furnished and licensed; a change of it is a change of the casino's settings."""

    code: str
    pit_id: int
    spots: int
    chip_set_id: int
    card_source: str
    licensed_maximum: int
    rules_id: int
    denominations: tuple[int, ...]


@dataclass(slots=True)
class LiveTable:
    """One table under its lock. ``state`` is the engine's; ``sealed`` maps an action's ordinal to what it hides.

    ``pot`` is the value of the players' chips in the pot, ``pot_chips`` are the chips; ``settlement`` tells how the
    newest round was paid out of it.

    ``acted`` tells that the engine accepted an action since the read: then lifted limits and known chips, which
    outlive the round, are taken over from its state. ``rows`` and ``laid`` are rows of rounds and bets to be written.
    """

    table_id: int
    furnished: Furnished
    status: str
    stopped_reason: str
    dealer_id: int | None
    period_id: int | None
    round_number: int
    round_status: str
    raised: dict[str, int]
    funds: dict[str, int]
    pot: int
    shoe: LiveShoe | None
    in_force: RulesInForce | None = None
    state: Any = None
    bets: dict[int, LaidBet] = field(default_factory=dict)
    sealed: dict[int, tuple[int, str, str, str]] = field(default_factory=dict)
    pot_chips: Chips = field(default_factory=dict)
    settlement: PotSettlement | None = None
    acted: bool = False
    rows: dict[int, RoundRow] = field(default_factory=dict)
    laid: list[tuple[Any, ...]] = field(default_factory=list)

    @property
    def running(self) -> bool:
        """Whether a round is under way (from its opening to the dealer's confirmation)."""
        return self.round_status not in NOT_RUNNING

    def rules_to_open_with(self) -> RulesInForce:
        """The house rules by which the next round is dealt."""
        return house_rules.rules_in_force(self.furnished.rules_id, *self.furnished.denominations)

    def require_open(self) -> None:
        """Refuse ``play_stopped`` or ``table_not_open``."""
        if self.status == TableStatus.STOPPED:
            raise Conflict("play_stopped", reason=self.stopped_reason)
        if self.status != TableStatus.OPEN:
            raise Conflict("table_not_open")

    def require_between_rounds(self) -> None:
        """Refuse (``round_in_play``) while a round is under way: counts are taken between rounds (T-07)."""
        if self.running:
            raise Conflict("round_in_play", round=self.round_number)

    def require_shoe(self) -> LiveShoe:
        """The shoe at the table. Refused: ``no_shoe``."""
        if self.shoe is None:
            raise Conflict("no_shoe")
        return self.shoe

    def require_round(self) -> RulesInForce:
        """The rules of the running round. Refused: ``no_round``."""
        if self.in_force is None or not self.running:
            raise Conflict("no_round")
        return self.in_force


def read(entry: Entry) -> LiveTable:
    """The table whose stream ``entry`` has locked."""
    if entry.table_id is None:
        raise RuntimeError(f"{entry.stream} is no table's")
    status, stopped_reason, dealer_id, period_id, number, round_status, packed, raised, funds, pot, *shoe = entry.row
    table = LiveTable(
        table_id=entry.table_id,
        furnished=furnished(entry.table_id, entry.settings_version),
        status=status,
        stopped_reason=stopped_reason,
        dealer_id=dealer_id,
        period_id=period_id,
        round_number=number,
        round_status=round_status,
        raised=json.loads(raised),
        funds=json.loads(funds),
        pot=pot,
        shoe=_shoe(*shoe) if shoe[0] is not None else None,
    )
    if packed:
        _unpack(table, json.loads(sealing.opened("live", packed)))
    return table


def _shoe(
    id_: int, number: int, decks: int, status: str, stock: str, dealt: str, on_table: str, round_from: int
) -> LiveShoe:
    return LiveShoe(
        id_,
        number,
        decks,
        status,
        sealing.opened("stock", stock),
        sealing.opened("dealt", dealt),
        sealing.opened("on_table", on_table),
        round_from,
    )


def save(entry: Entry, table: LiveTable) -> None:
    """Write the table back with the entry, and its shoe if cards moved."""
    packed = sealing.shut("live", _pack(table))
    entry.later(
        _SAVE,
        [
            table.status,
            table.stopped_reason,
            table.round_number,
            table.round_status,
            packed,
            json.dumps(table.raised),
            json.dumps(table.funds),
            table.pot,
            table.table_id,
        ],
    )
    shoe = table.shoe
    if shoe is not None and shoe.changed:
        stock, dealt = sealing.shut("stock", shoe.stock), sealing.shut("dealt", shoe.dealt)
        on_table = sealing.shut("on_table", shoe.on_table)
        entry.later(_SAVE_SHOE, [shoe.status, stock, dealt, on_table, shoe.round_from, shoe.id])


def _pack(table: LiveTable) -> str:
    """The running round as text, taking over what the engine knows of lifted limits and chips if it was used."""
    if table.in_force is None:
        return ""
    state = table.in_force.engine.dump(table.state)
    if table.acted:
        table.raised = state.get("raised", table.raised)
        table.funds = state.get("funds", table.funds)
    packed: dict[str, Any] = {
        "rules": [table.in_force.id, *table.in_force.denominations],
        "state": state,
        "bets": {
            number: [bet.kind, bet.player, bet.seat, bet.hand, bet.amount, bet.tender, bet.chips, *_paid(bet)]
            for number, bet in table.bets.items()
        },
        "sealed": table.sealed,
    }
    if not table.in_force.engine.banked:
        packed["pot"] = pot_data(table)
    return json.dumps(packed, separators=(",", ":"))


def _paid(bet: LaidBet) -> list[Chips]:
    """What is packed of a bet's payment: nothing of the many that are paid nothing."""
    return [bet.paid] if bet.paid else []


def pot_data(table: LiveTable) -> dict[str, Any]:
    """The pot by its chips, as it is kept and shown."""
    return {"chips": chips.as_data(table.pot_chips), "settlement": table.settlement}


def _unpack(table: LiveTable, packed: Mapping[str, Any]) -> None:
    in_force = house_rules.rules_in_force(*packed["rules"])
    table.in_force = in_force
    table.state = in_force.engine.load(in_force.rules, packed["state"])
    table.bets = {
        int(number): LaidBet(kind, player, seat, hand, amount, tender, *map(chips.from_data, stacks))
        for number, (kind, player, seat, hand, amount, tender, *stacks) in packed["bets"].items()
    }
    table.sealed = {int(ordinal): tuple(what) for ordinal, what in packed["sealed"].items()}
    if pot := packed.get("pot"):
        table.pot_chips, table.settlement = chips.from_data(pot["chips"]), pot["settlement"]


@lru_cache(maxsize=4096)
def furnished(table_id: int, settings_version: int) -> Furnished:
    """The table as of a version of the casino's settings, with the denominations in use, ascending."""
    row = floor.GamingTable.objects.get(pk=table_id)
    return Furnished(
        row.code,
        row.pit_id,
        row.spots,
        row.chip_set_id,
        row.card_source,
        row.licensed_maximum,
        row.rules_id,
        denominations(row.chip_set_id, settings_version),
    )


@lru_cache(maxsize=256)
def denominations(chip_set_id: int, settings_version: int) -> tuple[int, ...]:
    """The denominations of a chip set that are in use, ascending, as of a version of the casino's settings."""
    rows = house.Denomination.objects.filter(chip_set_id=chip_set_id, retired=False)
    values = tuple(sorted(rows.values_list("value", flat=True)))
    if not values:
        raise Invalid("no_denominations")
    return values
