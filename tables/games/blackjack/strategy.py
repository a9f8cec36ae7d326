"""Basic strategy for a shoe, and the made-up players who keep to it (games/players.py)."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from tables.games.blackjack import insurance
from tables.games.blackjack.rules import Rules
from tables.games.blackjack.state import State
from tables.games.cards import VALUES, count
from tables.games.contract import Action, Await, Awaiting, Engine, Table
from tables.games.players import Chance

# One letter for each up card 2 3 4 5 6 7 8 9 T A: H hit, S stand, D double or else hit, d double or else stand.
_HARD: Final[dict[int, str]] = {
    9: "HDDDDHHHHH",
    10: "DDDDDDDDHH",
    11: "DDDDDDDDDH",
    12: "HHSSSHHHHH",
    13: "SSSSSHHHHH",
    14: "SSSSSHHHHH",
    15: "SSSSSHHHHH",
    16: "SSSSSHHHHH",
}
_SOFT: Final[dict[int, str]] = {
    13: "HHHDDHHHHH",
    14: "HHHDDHHHHH",
    15: "HHDDDHHHHH",
    16: "HHDDDHHHHH",
    17: "HDDDDHHHHH",
    18: "SddddSSHHH",
}
# Where the dealer hits soft 17.
_HARD_H17: Final[dict[int, str]] = {11: "DDDDDDDDDD"}
_SOFT_H17: Final[dict[int, str]] = {18: "dddddSSHHH", 19: "SSSSdSSSSS"}
# Up cards against which a pair of the key is split, without and with doubling after a split.
_SPLIT: Final[dict[int, str]] = {
    1: "23456789TA",
    2: "4567",
    3: "4567",
    6: "3456",
    7: "234567",
    8: "23456789TA",
    9: "2345689",
}
_SPLIT_DAS: Final[dict[int, str]] = {2: "234567", 3: "234567", 4: "56", 6: "23456"}

_UP: Final = "23456789TA"

SELDOM_INSURES: Final = 0.05
SOMETIMES_BACKS: Final = 0.08
FOLLOWS: Final = 0.5


def choose(cards: Sequence[str], dealer_up: str, legal: Collection[str], rules: Rules) -> str:
    """The act of basic strategy (4 to 8 decks, dealer peeks) among those that are legal."""
    at = VALUES[dealer_up] - 2 if VALUES[dealer_up] > 1 else 9
    if "split" in legal and _splits(VALUES[cards[0]], at, rules):
        return "split"
    total, soft = count(cards)
    letter = _letter(total, soft, at, rules.dealer_soft_17 == "hit")
    if letter in "Dd":
        if "double" in legal:
            return "double"
        letter = "H" if letter == "D" else "S"
    return "hit" if letter == "H" and "hit" in legal else "stand"


def _splits(value: int, at: int, rules: Rules) -> bool:
    against = _SPLIT.get(value, "")
    if rules.double_after_split:
        against = _SPLIT_DAS.get(value, against)
    return _UP[at] in against


def _letter(total: int, soft: bool, at: int, hits_soft_17: bool) -> str:
    if soft:
        row = (_SOFT_H17.get(total) if hits_soft_17 else None) or _SOFT.get(total)
    else:
        row = (_HARD_H17.get(total) if hits_soft_17 else None) or _HARD.get(total)
    if row is not None:
        return row[at]
    return "S" if total >= 17 else "H"


class BasicPlayers:
    """People who bet a few units, seldom insure, sometimes back a neighbour, and play basic strategy."""

    def stakes(self, chance: Chance, table: Table, seats: Mapping[str, str]) -> list[Action]:
        """One bet a seat, where the chips allow the minimum; now and then a back-bet on a neighbour's hand."""
        left = dict(table.funds)
        actions: list[Action] = []
        betting: list[tuple[int, str]] = []
        for seat, player in sorted(seats.items(), key=lambda item: int(item[0])):
            amount = _size(chance, table, left.get(player))
            if amount:
                _spend(left, player, amount)
                betting.append((int(seat), player))
                actions.append({"do": "bet", "by": player, "spot": int(seat), "amount": amount})
        for at, (spot, owner) in enumerate(betting):
            kibitzer = betting[at - 1][1]
            if kibitzer == owner or chance.random() >= SOMETIMES_BACKS:
                continue
            amount = _size(chance, table, left.get(kibitzer))
            if amount:
                _spend(left, kibitzer, amount)
                actions.append(
                    {
                        "do": "back_bet",
                        "id": f"b{spot}",
                        "by": kibitzer,
                        "spot": spot,
                        "amount": amount,
                        "follow_split": chance.random() < FOLLOWS,
                        "follow_double": chance.random() < FOLLOWS,
                    }
                )
        return actions

    def decide(self, engine: Engine[Any, Any], state: State, awaited: Await, chance: Chance) -> Action:
        """Basic strategy in turn; an offer of insurance is closed, seldom after somebody has taken it."""
        if awaited.kind is Awaiting.OFFER:
            return self._insure(state, chance) or {"do": "close_insurance"}
        hand = state.spots[state.at_spot].hands[state.at_hand]
        act = choose(hand.cards, state.dealer.cards[0], awaited.acts, state.rules)
        return {"do": act, "by": awaited.player, "spot": int(awaited.to or 0)}

    def _insure(self, state: State, chance: Chance) -> Action | None:
        if state.covers or chance.random() >= SELDOM_INSURES:
            return None
        offers = [offer for offer in insurance.offers(state) if "spot" in offer]
        offer = chance.choice(offers) if offers else None
        if offer is None or offer["amount"] > state.funds.get(offer["by"], offer["amount"]):
            return None
        return {"do": "insure", **offer}


def _size(chance: Chance, table: Table, chips: int | None) -> int:
    """Mostly one to four times the minimum, sometimes ten; 0 when the chips do not cover the minimum."""
    times = 10 if chance.random() < 0.05 else chance.randint(1, 4)
    amount = min(table.minimum * times, table.maximum)
    if chips is not None and amount > chips:
        amount = table.minimum
    return amount if chips is None or amount <= chips else 0


def _spend(left: dict[str, int], player: str, amount: int) -> None:
    if player in left:
        left[player] -= amount


STRATEGY: Final = BasicPlayers()
