"""The pot: players' chips that the house only holds, during a round and between rounds (domain.md §1.6, T-84).

Stakes lie in it in the very chips they were laid in. Payments are cut from it; where its chips cannot make one the
dealer changes with the rack, equal value both ways, so that no rack ever wins or loses by a pot.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tables.domain import chips, names, pot_chips
from tables.domain.chips import Chips
from tables.domain.errors import Conflict, Invalid
from tables.domain.pot_chips import Paid
from tables.games.contract import Applied, Place, Tender, Transfer, player_place
from tables.models.floor import TableState
from tables.services import racks, seated_names
from tables.services.live import LiveTable
from tables.services.log import Entry

REASON = "pot_paid"
_RAKED = "UPDATE tables_dropbox SET raked = true WHERE table_id = %s AND status = 'on_table' AND NOT raked"


def move(table: LiveTable, applied: Applied, data: dict[str, Any]) -> Chips:
    """Do with chips what the transfers of an action say; the change of the rack, worth nothing.

    ``data`` has the stakes as they were laid and gets ``stacks``, the chips of each transfer, and ``change``.
    """
    laid = [chips.from_data(stake["chips"]) for stake in data.get("laid", ())]
    rack = _carry_out(table, applied.transfers, laid, data)
    payments = [
        [transfer.target, transfer.amount, stack]
        for transfer, stack in zip(applied.transfers, data["stacks"], strict=True)
        if transfer.source == Place.POT
    ]
    if payments:
        table.settlement = {"payments": payments, "change": data.get("change")}
    return rack


def give_back(
    table: LiveTable, back: Sequence[Transfer], story: Sequence[Mapping[str, Any]], data: dict[str, Any]
) -> Chips:
    """Undo with chips what a round (``story``: its events' data) had moved: winners hand back the very chips that they
    were paid, and everybody gets the very chips that he had laid as far as they are there. As ``move``."""
    moved = [chips.from_data(stack) for told in reversed(story) for stack in reversed(told.get("stacks", ()))]
    into = [stack for transfer, stack in zip(back, moved, strict=True) if transfer.target == Place.POT]
    out = [stack for transfer, stack in zip(back, moved, strict=True) if transfer.source == Place.POT]
    return _carry_out(table, back, into, data, out)


def pay_pot(entry: Entry, table: LiveTable, given: Mapping[str, Any]) -> None:
    """Hand the whole pot to the player whom the table has agreed on, between two rounds.

    Refused: ``round_in_play``, ``pot_empty``, ``bad_player``, ``name_looks_alike``.
    """
    table.require_between_rounds()
    player = given.get("to")
    if not isinstance(player, str):
        raise Invalid("bad_player")
    names.require_person(player, 40, "bad_player")
    if not table.pot:
        raise Conflict("pot_empty")
    seated_names.require_tellable(table, player)
    amount, stack = table.pot, table.pot_chips
    table.pot, table.pot_chips = 0, {}
    paid = Transfer(Place.POT.value, player_place(player), amount, REASON, Tender.CHIPS.value)
    entry.record(
        "pot_paid",
        {"player": player, "amount": amount, "transfers": [list(paid)], "stacks": [chips.as_data(stack)]},
    )
    if player in table.funds:
        table.funds[player] += amount


def keep_rake(entry: Entry, transfers: Iterable[Transfer]) -> None:
    """Rake that was taken lies beside the drop box: from now on there is some to count when the box has left."""
    if any(transfer.target == Place.RAKE for transfer in transfers):
        entry.later(_RAKED, [entry.table_id])


def require_empty(state: TableState) -> None:
    """Refuse (``pot_not_empty``) to close a table at which players' chips lie in the pot."""
    if state.pot:
        raise Conflict("pot_not_empty", pot=state.pot)


def _carry_out(
    table: LiveTable,
    transfers: Sequence[Transfer],
    into: Sequence[Chips],
    data: dict[str, Any],
    wished: Sequence[Chips] = pot_chips.NO_WISHES,
) -> Chips:
    """First everything that comes into the pot, in the chips of ``into``, then everything that goes out of it."""
    added = sum(transfer.amount for transfer in transfers if transfer.target == Place.POT)
    if sum(map(chips.value, into)) != added:
        raise RuntimeError(f"{into} are not the {added} that the engine says came into the pot")
    amounts = [transfer.amount for transfer in transfers if transfer.source == Place.POT]
    held = chips.add(table.pot_chips, *into)
    paid = pot_chips.pay_somehow(
        held, amounts, lambda: racks.holding(table.table_id), table.furnished.denominations, wished
    )
    table.pot += added - sum(amounts)
    table.pot_chips = paid.left
    arriving, leaving = iter(into), iter(paid.stacks)
    stacks = [next(arriving if transfer.target == Place.POT else leaving) for transfer in transfers]
    data["stacks"] = [chips.as_data(stack) for stack in stacks]
    if paid.source:
        data["change"] = _change_told(paid)
    return chips.less(paid.given, paid.taken) if paid.source == pot_chips.RACK else {}


def _change_told(paid: Paid) -> dict[str, Any]:
    return {"source": paid.source, "given": chips.as_data(paid.given), "taken": chips.as_data(paid.taken)}
