"""Chance at the table: cards and dice, named by a reader or the dealer's key, or the server's (rules.md B3, B5, L2).

A card that the rules did not call for is a misdeal: it is recorded as such and play stops for the pit boss. A card
that cannot be in the shoe any more is a wrong key and is refused, as far as the open cards tell.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tables.domain import fair_numbers, shoes
from tables.domain.errors import Conflict, Invalid
from tables.domain.table_states import ShoeStatus, TableStatus
from tables.games.cards import JOKER, VALUES
from tables.games.contract import Awaiting
from tables.services import actions, rounds
from tables.services.live import OPENING, LiveShoe, LiveTable
from tables.services.log import Entry

_CARD_FIELDS = frozenset({"do", "card"})
_THROWN = ("dice", "throws")
"""Fields in which an action tells how dice fell."""


def record_card(entry: Entry, table: LiveTable, given: Mapping[str, Any]) -> None:
    """A card came out of the shoe at a table whose cards are read or keyed.

    Refused: ``bad_card``, ``card_not_in_shoe`` (all copies lie open), ``no_shoe``, ``shoe_not_ready``,
    ``server_deals`` (this table's cards come from the server).
    """
    if table.furnished.card_source != "reader":
        raise Conflict("server_deals")
    card = given.get("card")
    if not _CARD_FIELDS.issuperset(given) or not isinstance(card, str) or not (card == JOKER or card in VALUES):
        raise Invalid("bad_card")
    shoe = table.require_shoe()
    if shoe.status not in rounds.USABLE_SHOES:
        raise Conflict("shoe_not_ready", state=shoe.status)
    if shoes.is_out(_code(card), shoe.decks, _open_cards(table, shoe)):
        raise Invalid("card_not_in_shoe", decks=shoe.decks)
    if not _is_called(table):
        _record_misdeal(entry, table, shoe, card)
        return
    _deal(entry, table, shoe, card)


def record_empty_shoe(entry: Entry, table: LiveTable) -> None:
    """The shoe is empty although the rules call for a card (B3.6). Refused: ``server_deals``, the engine's kinds.

    The event tells how many cards are out and how many the shoe should have given: a difference is a fouled shoe.
    """
    if table.furnished.card_source != "reader":
        raise Conflict("server_deals")
    _run_out(entry, table, table.require_shoe())


def require_own_throw(table: LiveTable, given: Mapping[str, Any]) -> None:
    """Refuse (``server_deals``) dice that somebody keys where the server throws them."""
    if table.furnished.card_source == "server" and any(name in given for name in _THROWN):
        raise Conflict("server_deals")


def draw_from_server(entry: Entry, table: LiveTable) -> bool:
    """Deal on from the server's shoe or dice until the rules call for something else than chance; whether any fell."""
    drawn = False
    while table.furnished.card_source == "server" and table.running and table.status == TableStatus.OPEN:
        in_force = table.require_round()
        awaited = in_force.engine.awaits(table.state)
        if awaited.kind == Awaiting.CARD:
            _draw_card(entry, table, table.require_shoe())
        elif awaited.kind == Awaiting.DICE:
            seed, ordinal = table.sealed[OPENING][3], in_force.engine.count(table.state)
            faces = fair_numbers.throw(seed, ordinal, awaited.dice, in_force.engine.die)
            actions.apply(entry, table, {"do": awaited.word, "by": awaited.player, "dice": faces})
        else:
            break
        drawn = True
    return drawn


def _draw_card(entry: Entry, table: LiveTable, shoe: LiveShoe) -> None:
    if not shoe.stock:
        _run_out(entry, table, shoe)
        return
    code, shoe.stock = shoe.stock[:2], shoe.stock[2:]
    _deal(entry, table, shoe, JOKER if code == shoes.CUT_CARD else code)


def _deal(entry: Entry, table: LiveTable, shoe: LiveShoe, card: str) -> None:
    """Give the engine the card it called for, and keep the shoe's account of what is out."""
    awaited = table.require_round().engine.awaits(table.state)
    extra = {} if card == JOKER else {"to": awaited.to, "hand": awaited.hand, "face_down": awaited.face_down}
    actions.apply(entry, table, {"do": "card", "card": card}, extra)
    _take_out(shoe, card)


def _run_out(entry: Entry, table: LiveTable, shoe: LiveShoe) -> None:
    """The shoe has no card left: it is mixed before anything else is dealt, as when the cut card has come out."""
    extra = {"cards_out": _cards_out(shoe), "cards_held": shoe.decks * 52}
    actions.apply(entry, table, {"do": "shoe_empty"}, extra)
    shoe.status, shoe.changed = ShoeStatus.CUT_CARD_OUT, True


def _take_out(shoe: LiveShoe, card: str) -> None:
    shoe.dealt += _code(card)
    shoe.changed = True
    if card == JOKER:
        shoe.status = ShoeStatus.CUT_CARD_OUT
    elif shoe.status == ShoeStatus.CUT:
        shoe.status = ShoeStatus.IN_PLAY


def _open_cards(table: LiveTable, shoe: LiveShoe) -> str:
    """The cards that are out of the shoe and lie open: to refuse a copy of a hidden one would tell which it is."""
    out = Counter(shoes.split(shoe.on_table + shoe.dealt))
    out.subtract(value for _, name, _, value in table.sealed.values() if name == "card")
    return "".join(out.elements())


def _is_called(table: LiveTable) -> bool:
    if table.in_force is None or not table.running:
        return False
    return table.in_force.engine.awaits(table.state).kind == Awaiting.CARD


def _record_misdeal(entry: Entry, table: LiveTable, shoe: LiveShoe, card: str) -> None:
    """The card is seen by all, so it is not sealed; the table stops until the pit boss has ruled."""
    running = table.round_number if table.running else None
    entry.record(
        "misdeal_recorded",
        {"round": running, "reason": "card_not_called", "card": card, "shoe": shoe.number},
        round=running,
    )
    _take_out(shoe, card)
    table.status, table.stopped_reason = TableStatus.STOPPED, "misdeal"


def _cards_out(shoe: LiveShoe) -> int:
    return sum(1 for card in shoes.split(shoe.on_table + shoe.dealt) if card != shoes.CUT_CARD)


def _code(card: str) -> str:
    return shoes.CUT_CARD if card == JOKER else card
