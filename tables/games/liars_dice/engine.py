"""Liar's dice behind the contract of all games."""

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal

from tables.games import dice
from tables.games.contract import Action, Applied, Await, Awaiting, Refused, Status, Table, Transfer
from tables.games.dice import Face
from tables.games.liars_dice import bidding, challenge, cups, leaving, opening, rules, store, view
from tables.games.liars_dice.rules import Rules
from tables.games.liars_dice.state import BID, OVER, State, seat_number

_HANDLERS: Final[dict[str, Callable[[State, Action], Applied]]] = {
    "roll": cups.roll,
    "bid": bidding.bid,
    "open": challenge.open_bid,
    "leave": leaving.leave,
}

_NOTHING: Final = Await(Awaiting.NOTHING)


class LiarsDice:
    """The engine (``contract.Engine``). It has no state of its own; one of its rounds is one opening of a bid."""

    code: str = "liars_dice"
    banked: bool = False
    chance: Literal["cards", "dice"] = "dice"
    die: tuple[Face, ...] = dice.ORDINARY
    options: frozenset[str] = opening.OPTIONS

    def rules(self, values: Mapping[str, Any]) -> Rules:
        """House rules from JSON values; ValueError names what is wrong."""
        return rules.parse(values)

    def rule_values(self, rules_: Rules) -> dict[str, Any]:
        """Every house rule as JSON."""
        return rules.values(rules_)

    def new(self, rules_: Rules, table: Table) -> State:
        """A round before its first throw; ``opening.new`` says which ``table.options`` it needs."""
        return opening.new(rules_, table)

    def awaits(self, state: State) -> Await:
        """What is needed next. Cups may be thrown in any order; ``to`` names one that is missing."""
        if state.phase == BID:
            return Await(
                Awaiting.ACT, seat_number(state.turn), None, False, state.players[state.turn], view.acts(state)
            )
        if state.phase == OVER:
            return _NOTHING
        at = cups.called(state)
        count = state.rules.dice_per_player
        return Await(Awaiting.DICE, seat_number(at), None, False, state.players[at], (), count, "roll")

    def legal(self, state: State) -> tuple[str, ...]:
        """The legal acts of the player in turn, sorted."""
        return view.acts(state)

    def apply(self, state: State, action: Action) -> Applied:
        """Change ``state`` by ``action``, or raise ``Refused`` and leave it as it was."""
        if state.phase == OVER:
            raise Refused("round_over")
        try:
            handler = _HANDLERS[action["do"]]
        except (KeyError, TypeError):
            raise Refused("unknown_action") from None
        return handler(state, action)

    def count(self, state: State) -> int:
        """How many actions were accepted."""
        return state.count

    def status(self, state: State) -> Status:
        """Where the round stands."""
        return state.status

    def view(self, state: State, audience: str) -> dict[str, Any]:
        """What ``audience`` may see."""
        return view.view(state, audience)

    def result(self, state: State) -> tuple[Transfer, ...]:
        """All transfers of the round so far, in order."""
        return state.transfers

    def next_options(self, state: State) -> dict[str, Any]:
        """The same people for the same unit; the loser starts (L8.1)."""
        return opening.again(state)

    def dump(self, state: State) -> dict[str, Any]:
        """The whole state as JSON, hidden cups included."""
        return store.dump(state)

    def load(self, rules_: Rules, data: Mapping[str, Any]) -> State:
        """The state that ``dump`` gave."""
        return store.load(rules_, data)


ENGINE: Final = LiarsDice()
