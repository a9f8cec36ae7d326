"""One touch a bet: what a spot laid in the last round, or the least that it may; and all of them at once.

A key names the whole bet, so that what it sends follows from the page and from nothing else.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final
from urllib.parse import quote, unquote

from tables.domain import chips
from tables.domain.chips import Chips
from tables.domain.errors import Invalid
from tables.games.contract import Tender
from tables.screens.felt import Felt
from tables.selectors.last_bets import LaidBefore

MAIN: Final = "main"
_BET: Final = re.compile(
    r"(?P<spot>[1-9][0-9]?):(?P<by>[^:]{1,160}):(?P<amount>[1-9][0-9]{0,14}):(?P<laid>cash|any|[0-9]+x[0-9]+(?:,[0-9]+x[0-9]+)*)",
    re.ASCII,
)
_MOST: Final = 400


@dataclass(frozen=True, slots=True)
class Offer:
    """A bet that one touch lays. ``before``: the spot had it in the last round; else it is the table's minimum."""

    spot: int
    by: str
    amount: int
    before: bool
    cash: bool = False
    stack: tuple[tuple[int, int], ...] = ()

    @property
    def value(self) -> str:
        """The bet as its key sends it."""
        laid = ",".join(f"{worth}x{pieces}" for worth, pieces in self.stack) or "any"
        return f"{self.spot}:{quote(self.by, safe='')}:{self.amount}:{'cash' if self.cash else laid}"


def offers(
    outcome: Mapping[str, Any], laid: Sequence[LaidBefore], spots: int, minimum: int | None, maximum: int | None
) -> list[Offer]:
    """A bet for every spot, as far as limits are posted; what was taken back or is outside them is the minimum."""
    if minimum is None or maximum is None:
        return []
    stood = {number for spot in outcome.get("spots", ()) for hand in spot["hands"] for number in hand["bets"]}
    raised = outcome.get("raised", {})
    found = {spot: Offer(spot, f"S{spot}", minimum, before=False) for spot in range(1, spots + 1)}
    for bet in laid:
        most = max(maximum, raised.get(bet.player, 0))
        if bet.number in stood and bet.seat.isdecimal() and minimum <= bet.amount <= most and int(bet.seat) in found:
            stack = tuple(bet.stack.items())
            cash = bet.tender == Tender.CASH
            found[int(bet.seat)] = Offer(int(bet.seat), bet.player, bet.amount, before=True, cash=cash, stack=stack)
    return list(found.values())


def laid_on(felt: Felt, offered: Sequence[Offer]) -> Felt:
    """The felt with a bet to lay on each of its empty spots."""
    by_spot = {offer.spot: offer for offer in offered}
    spots = tuple(spot if spot.hands else replace(spot, offer=by_spot.get(spot.number)) for spot in felt.spots)
    return replace(felt, spots=spots)


def read(value: str) -> dict[str, Any]:
    """The bet that a key names, as an input of the round. Refused: ``bad_form``."""
    found = _BET.fullmatch(value) if len(value) <= _MOST else None
    if found is None:
        raise Invalid("bad_form", field="lay")
    bet: dict[str, Any] = {
        "do": "bet",
        "by": unquote(found["by"]),
        "spot": int(found["spot"]),
        "amount": int(found["amount"]),
    }
    if found["laid"] == "cash":
        return {**bet, "tender": Tender.CASH.value}
    return bet if found["laid"] == "any" else {**bet, "chips": chips.as_data(_stack(found["laid"]))}


def _stack(text: str) -> Chips:
    try:
        return {int(worth): int(pieces) for worth, _, pieces in (line.partition("x") for line in text.split(","))}
    except ValueError as error:
        raise Invalid("bad_form", field="lay") from error
