"""The chips behind a round: what lies on the layout, what the rack takes and pays.

The engine moves amounts; the floor moves chips. A stake keeps the chips it was laid in, a loss brings just these
into the rack, and every bet is paid by itself from what the rack holds (rules.md B10.5).
"""

from collections.abc import Mapping, Sequence
from typing import Any

from tables.domain import chips, limits
from tables.domain.chips import Chips
from tables.domain.errors import Invalid
from tables.games.contract import CHANGED, WINNINGS, Applied, Place, Tender, Transfer
from tables.services import hot, pots, racks
from tables.services.live import LaidBet, LiveTable
from tables.services.log import Entry

_LAY = """
INSERT INTO tables_bet (table_id, round_number, number, kind, spot, hand, player, amount, tender, chips, parent,
                        gaming_day)
SELECT %s::bigint, u.round, u.number, u.kind, u.spot, u.hand, u.player, u.amount, u.tender, u.chips::jsonb, u.parent,
       %s::date
FROM unnest(%s::bigint[], %s::int[], %s::text[], %s::text[], %s::smallint[], %s::text[], %s::bigint[], %s::text[],
            %s::text[], %s::int[]) AS u(round, number, kind, spot, hand, player, amount, tender, chips, parent)
"""


def move(table: LiveTable, applied: Applied, offered: Chips | None) -> dict[str, Any]:
    """Do with chips what ``applied`` says in amounts; the money part of the event's data.

    ``offered`` are the chips that the player laid with this action, if the dealer keyed them.
    """
    data: dict[str, Any] = {}
    if applied.laid:
        data["laid"] = [_lay(table, laid, offered if index == 0 else None) for index, laid in enumerate(applied.laid)]
        table.laid += [_row(table.round_number, laid) for laid in data["laid"]]
    banked = table.require_round().engine.banked
    rack: Chips = {}
    if applied.settled:
        taken = _settle(table, applied, data)
        if banked:
            rack = _rack_change(table, applied, taken, data)
    if applied.transfers:
        data["transfers"] = [list(transfer) for transfer in applied.transfers]
        if not banked:
            rack = pots.move(table, applied, data)
    if rack:
        racks.move_rack(table.table_id, rack)
        data["rack"] = chips.as_data(rack)
    return data


def _lay(table: LiveTable, laid: Any, offered: Chips | None) -> dict[str, Any]:
    stack: Chips = {}
    if laid.tender == Tender.CHIPS:
        if offered is None:
            stack = chips.break_down(laid.amount, table.furnished.denominations)
        else:
            stack = chips.checked(offered, table.furnished.denominations)
            chips.require_total(stack, laid.amount)
    elif offered:
        raise Invalid("chips_with_cash")
    else:  # notes are paid in chips: what these cannot make could be won and never be paid
        chips.break_down(laid.amount, table.furnished.denominations)
    table.bets[laid.bet] = LaidBet(laid.kind, laid.player, laid.seat, laid.hand, laid.amount, laid.tender, stack)
    return {**laid._asdict(), "chips": chips.as_data(stack)}


def write_rows(entry: Entry, table: LiveTable) -> None:
    """Write the bets that the entry laid: one statement, however many they are, with a parameter a column.

    Refused: ``too_much_at_stake``, by all stakes of the round together.
    """
    if table.laid:
        limits.require_layout(bet.amount for bet in table.bets.values())
        day = entry.window.gaming_day
        entry.later(_LAY, [table.table_id, day, *map(hot.array, zip(*table.laid, strict=True))])


def _row(round_number: int, laid: Mapping[str, Any]) -> tuple[Any, ...]:
    named = (laid[name] for name in ("bet", "kind", "seat", "hand", "player", "amount", "tender"))
    return (round_number, *named, _json_chips(laid["chips"]), laid["parent"])


def _json_chips(stack: Mapping[str, int]) -> str:
    return "{" + ",".join(f'"{value}":{count}' for value, count in stack.items()) + "}"


def _settle(table: LiveTable, applied: Applied, data: dict[str, Any]) -> Chips:
    """Put the settled bets into the event as they stand in it; the chips of the lost ones."""
    taken: Chips = {}
    settled = []
    for bet in applied.settled:
        laid = table.bets[bet.bet]
        settled.append({**bet._asdict(), "kind": laid.kind, "player": laid.player, "tender": laid.tender})
        if bet.returned == 0 and laid.tender == Tender.CHIPS:
            taken = chips.add(taken, laid.chips)
        if applied.event == "bet_withdrawn":
            del table.bets[bet.bet]  # taken back before the deal: never wagered
    data["settled"] = settled
    return taken


def _rack_change(table: LiveTable, applied: Applied, taken: Chips, data: dict[str, Any]) -> Chips:
    """What the rack takes and pays where the house is the bank; ``data`` has the settled bets as they will be told."""
    lost = sum(
        t.amount
        for t in applied.transfers
        if t.target == Place.RACK and t.source == Place.LAYOUT and t.tender == "chips"
    )
    if chips.value(taken) != lost:
        raise RuntimeError(f"chips taken {chips.value(taken)} are not the {lost} that the engine says were lost")
    return _pay(table, applied, chips.add(taken, _given_back(table, applied)), data)


def _given_back(table: LiveTable, applied: Applied) -> Chips:
    """Winnings that players hand back because the rules called the round off (B3.6), in the fewest chips."""
    handed: Chips = {}
    for transfer in applied.transfers:
        if transfer.target == Place.RACK and transfer.source != Place.LAYOUT:
            handed = chips.add(handed, chips.break_down(transfer.amount, table.furnished.denominations))
    return handed


def _pay(table: LiveTable, applied: Applied, taken: Chips, data: dict[str, Any]) -> Chips:
    """Cut each payment from what the rack holds by then, the chips that came in with it included."""
    payments = [t for t in applied.transfers if t.source == Place.RACK]
    if not payments:
        return taken
    change = taken
    held = chips.add(racks.holding(table.table_id), taken)
    paid = []
    for payment in payments:
        stack = chips.cut_from(payment.amount, held)
        held = chips.less(held, stack)
        change = chips.less(change, stack)
        paid.append(stack)
    _tell_payments(table, applied, data, list(zip(payments, paid, strict=True)))
    return change


def _tell_payments(
    table: LiveTable, applied: Applied, data: dict[str, Any], paid: Sequence[tuple[Transfer, Chips]]
) -> None:
    """Put the chips that a bet was paid beside it, in the event and on the table: the dealer cuts just these."""
    left = iter([(payment, stack) for payment, stack in paid if payment.reason in (CHANGED, WINNINGS)])
    for bet, told in zip(applied.settled, data["settled"], strict=True):
        if bet.returned <= bet.stake:
            continue
        payment, stack = next(left)
        if payment.reason == CHANGED:  # chips for his notes come before what they have won
            payment, more = next(left)
            stack = chips.add(stack, more)
        if payment.amount != bet.returned - bet.stake:
            raise RuntimeError(f"{payment} is not what bet {bet.bet} has won")
        table.bets[bet.bet].paid = stack
        told["chips"] = chips.as_data(stack)
