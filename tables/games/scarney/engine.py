"""Straight Scarney Dice, with and without partners, behind the contract of all games."""

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal

from tables.games import dice
from tables.games.contract import Action, Applied, Await, Awaiting, Refused, Status, Table, Transfer
from tables.games.dice import Face
from tables.games.scarney import antes, opening, play, rules, seating, store, view
from tables.games.scarney.rules import Rules
from tables.games.scarney.state import ACT, ANTES, DICE, OVER, State
from tables.games.scarney.throws import ALL_DICE

_HANDLERS: Final[dict[str, Callable[[State, Action], Applied]]] = {
    "seat": seating.seat,
    "ante": antes.ante,
    "throw": play.throw,
    "announce": play.announce,
    "dice": play.fall,
    "stay": play.stay,
    "leave": play.leave,
}

_NOTHING: Final = Await(Awaiting.NOTHING)


class Scarney:
    """The engine of one form of the game (``contract.Engine``). It never changes."""

    banked: bool = False
    chance: Literal["cards", "dice"] = "dice"
    die: tuple[Face, ...] = dice.SCARNEY
    options: frozenset[str] = opening.OPTIONS

    def __init__(self, code: str, *, partners: bool) -> None:
        self.code = code
        self.partners = partners

    def rules(self, values: Mapping[str, Any]) -> Rules:
        """House rules from JSON values; ValueError names what is wrong."""
        return rules.parse(values)

    def rule_values(self, rules_: Rules) -> dict[str, Any]:
        """Every house rule as JSON."""
        return rules.values(rules_)

    def new(self, rules_: Rules, table: Table) -> State:
        """A game before its first throw or ante; what ``table.options`` hold is told in ``opening``."""
        return opening.new(rules_, self.partners, table)

    def awaits(self, state: State) -> Await:
        """What is needed next. In the seating the dice are of the player named, one after the other."""
        phase = state.phase
        if phase == ACT:
            seat = state.shooter
            return Await(Awaiting.ACT, seat.number, 0, False, seat.player, play.legal(state))
        if phase == DICE:
            seat = state.shooter
            return Await(Awaiting.DICE, seat.number, 0, False, seat.player, dice=state.live, word="dice")
        if phase == ANTES:
            seat = state.seats[state.owing[0]]
            return Await(Awaiting.STAKES, seat.number, 0, False, seat.player)
        if phase == OVER:
            return _NOTHING
        return Await(Awaiting.DICE, player=seating.to_throw(state)[0], dice=ALL_DICE, word="dice")

    def legal(self, state: State) -> tuple[str, ...]:
        """The legal acts of the shooter, sorted."""
        return play.legal(state)

    def apply(self, state: State, action: Action) -> Applied:
        """Change ``state`` by ``action``, or raise ``Refused`` and leave it as it was."""
        if state.phase == OVER:
            raise Refused("game_over")
        try:
            handler = _HANDLERS[action["do"]]
        except (KeyError, TypeError):
            raise Refused("unknown_action") from None
        return handler(state, action)

    def count(self, state: State) -> int:
        """How many actions were accepted."""
        return state.count

    def status(self, state: State) -> Status:
        """Where the game stands."""
        return state.status

    def view(self, state: State, audience: str) -> dict[str, Any]:
        """What anybody may see: nothing is hidden in this game."""
        return view.view(state)

    def result(self, state: State) -> tuple[Transfer, ...]:
        """All transfers of the game so far, in order."""
        return tuple(state.transfers)

    def next_options(self, state: State) -> dict[str, Any]:
        """The same people for the same ante, the next first shooter first (S2.4)."""
        return opening.again(state, view.next_first_shooter(state))

    def dump(self, state: State) -> dict[str, Any]:
        """The whole state as JSON."""
        return store.dump(state)

    def load(self, rules_: Rules, data: Mapping[str, Any]) -> State:
        """The state that ``dump`` gave."""
        return store.load(rules_, data)


ENGINE: Final = Scarney("scarney", partners=False)
PARTNERSHIP: Final = Scarney("scarney_partnership", partners=True)
