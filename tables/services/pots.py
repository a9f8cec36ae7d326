"""The pot between rounds: players' chips that the house only holds (domain.md §1.6, T-84)."""

from collections.abc import Mapping
from typing import Any

from tables.domain import names
from tables.domain.errors import Conflict, Invalid
from tables.games.contract import Place, Tender, Transfer, player_place
from tables.models.floor import TableState
from tables.services.live import LiveTable
from tables.services.log import Entry

REASON = "pot_paid"


def pay_pot(entry: Entry, table: LiveTable, given: Mapping[str, Any]) -> None:
    """Hand the whole pot to the player whom the table has agreed on, between two rounds.

    Refused: ``round_in_play``, ``pot_empty``, ``bad_player``.
    """
    table.require_between_rounds()
    player = given.get("to")
    if not isinstance(player, str):
        raise Invalid("bad_player")
    names.require_name(player, 40, "bad_player")
    if not table.pot:
        raise Conflict("pot_empty")
    amount, table.pot = table.pot, 0
    paid = Transfer(Place.POT.value, player_place(player), amount, REASON, Tender.CHIPS.value)
    entry.record("pot_paid", {"player": player, "amount": amount, "transfers": [list(paid)]})
    if player in table.funds:
        table.funds[player] += amount


def require_empty(state: TableState) -> None:
    """Refuse (``pot_not_empty``) to close a table at which players' chips lie in the pot."""
    if state.pot:
        raise Conflict("pot_not_empty", pot=state.pot)
