"""Blackjack behind the contract of all games."""

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal

from tables.games.blackjack import betting, deal, insurance, play, rules, store, view
from tables.games.blackjack.rules import Rules
from tables.games.blackjack.state import ACT, BETTING, DEAL, DOUBLED, DRAW, OFFER, OVER, State
from tables.games.contract import Action, Applied, Await, Awaiting, Refused, Status, Table, Transfer

_HANDLERS: Final[dict[str, Callable[[State, Action], Applied]]] = {
    "raise_limit": betting.raise_limit,
    "bet": betting.bet,
    "back_bet": betting.back_bet,
    "withdraw_bet": betting.withdraw_bet,
    "withdraw_back_bet": betting.withdraw_back_bet,
    "close_betting": betting.close_betting,
    "card": deal.card,
    "shoe_empty": deal.shoe_empty,
    "shuffled": deal.shuffled,
    "insure": insurance.insure,
    "close_insurance": insurance.close_insurance,
    "hit": play.hit,
    "stand": play.stand,
    "double": play.double,
    "split": play.split,
}

_STAKES: Final = Await(Awaiting.STAKES)
_SHUFFLE: Final = Await(Awaiting.SHUFFLE)
_OFFER: Final = Await(Awaiting.OFFER)
_NOTHING: Final = Await(Awaiting.NOTHING)
_DEALER_UP: Final = Await(Awaiting.CARD, deal.DEALER_SEAT, 0, False)
_DEALER_HOLE: Final = Await(Awaiting.CARD, deal.DEALER_SEAT, 0, True)


class Blackjack:
    """The engine (``contract.Engine``). It has no state of its own."""

    code: str = "blackjack"
    banked: bool = True
    chance: Literal["cards", "dice"] = "cards"
    die: tuple[int | str, ...] = ()
    options: frozenset[str] = frozenset()

    def rules(self, values: Mapping[str, Any]) -> Rules:
        """House rules from JSON values; ValueError names what is wrong."""
        return rules.parse(values)

    def rule_values(self, rules_: Rules) -> dict[str, Any]:
        """Every house rule as JSON."""
        return rules.values(rules_)

    def new(self, rules_: Rules, table: Table) -> State:
        """A round before its first bet. ValueError for limits that let no bet pass."""
        if not 1 <= table.minimum <= table.maximum:
            raise ValueError("minimum: must be at least 1 and not above the maximum")
        return State(
            rules_,
            table.minimum,
            table.maximum,
            dict(table.raised),
            dict(table.funds),
            table.shuffle_due,
            [None] * (rules_.spots + 1),
        )

    def awaits(self, state: State) -> Await:
        """What is needed next. ``acts`` are exact: they tell the owner's pair, so they are not for every eye."""
        if state.shuffling:
            return _SHUFFLE
        phase = state.phase
        if phase == DRAW:
            face_down = state.draw == DOUBLED and state.rules.double_card == "face_down"
            return Await(Awaiting.CARD, state.spots[state.at_spot].seat, state.at_hand, face_down)
        if phase == ACT:
            spot = state.spots[state.at_spot]
            return Await(Awaiting.ACT, spot.seat, state.at_hand, False, spot.owner, play.legal(state))
        if phase == DEAL:
            return _deal_awaits(state)
        if phase == BETTING:
            return _STAKES
        if phase == OFFER:
            return _OFFER
        return _NOTHING if phase == OVER else _DEALER_UP

    def legal(self, state: State) -> tuple[str, ...]:
        """The legal acts of the player in turn, sorted."""
        return play.legal(state)

    def apply(self, state: State, action: Action) -> Applied:
        """Change ``state`` by ``action``, or raise ``Refused`` and leave it as it was."""
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
        return tuple(state.transfers)

    def next_options(self, state: State) -> dict[str, Any]:
        """Every round is opened alike."""
        return {}

    def dump(self, state: State) -> dict[str, Any]:
        """The whole state as JSON, hidden cards included."""
        return store.dump(state)

    def load(self, rules_: Rules, data: Mapping[str, Any]) -> State:
        """The state that ``dump`` gave."""
        return store.load(rules_, data)


def _deal_awaits(state: State) -> Await:
    at = state.cards_dealt
    spots = state.spots
    if at == len(spots):
        return _DEALER_UP
    if at > 2 * len(spots):
        return _DEALER_HOLE
    spot = spots[at] if at < len(spots) else spots[at - len(spots) - 1]
    return Await(Awaiting.CARD, spot.seat, 0, state.rules.player_cards == "face_down")


ENGINE: Final = Blackjack()
