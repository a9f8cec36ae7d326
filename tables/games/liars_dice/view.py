"""What each audience may see of a round. No cup leaves this module before the open, except to its owner (rules.md L2.1;
domain.md T-89)."""

from typing import Any, Final

from tables.games.liars_dice import money
from tables.games.liars_dice.bidding import can_raise, offers, standing_bid
from tables.games.liars_dice.counting import counted
from tables.games.liars_dice.cups import wanted
from tables.games.liars_dice.state import BID, NOBODY, OVER, ROLL, SHOW, Bid, State, seat_number

_AWAITED: Final[dict[int, str]] = {ROLL: "dice", BID: "act", SHOW: "dice", OVER: "nothing"}

_PLAYER: Final = "player:"


def view(state: State, audience: str) -> dict[str, Any]:
    """A picture of the table for ``dealer``, ``floor``, ``public`` or ``player:<name>``; JSON only.

    Before the open everybody sees how often each cup was thrown, and a player the dice under his own. Which bids are
    legal does not depend on any cup, so it is told to all.
    """
    own = audience[len(_PLAYER) :] if audience.startswith(_PLAYER) else None
    opened = state.phase in (SHOW, OVER)
    return {
        "status": state.status.value,
        "awaits": _AWAITED[state.phase],
        "wanted": list(wanted(state)),
        "unit": state.unit,
        "starter": state.players[state.starter],
        "players": [_player(state, at, opened or name == own) for at, name in enumerate(state.players)],
        "bids": [_bid(state, bid) for bid in state.bids],
        "standing_bid": standing_bid(state),
        "zhai": state.zhai,
        "maximum_bid": state.maximum,
        "turn": _turn(state),
        "opened": None if state.opener == NOBODY else {"by": state.players[state.opener], "units": state.open_units},
        "result": _result(state),
        "leaver": None if state.leaver == NOBODY else state.players[state.leaver],
        "net": money.net(state) if state.phase == OVER else None,
        "pot": money.held(state, money.POT),
        "rake": money.held(state, money.RAKE),
        "next_starter": state.players[state.next_starter],
    }


def acts(state: State) -> tuple[str, ...]:
    """The legal acts of the player in turn, sorted."""
    if state.phase != BID:
        return ()
    if not state.bids:
        return ("bid",)
    return ("bid", "open") if can_raise(state) else ("open",)


def _player(state: State, at: int, seen: bool) -> dict[str, Any]:
    """``cup`` is the throw that stands, ``earlier`` the single hands before it; null where they may not be seen."""
    thrown = [throw.dice for throw in state.throws if throw.at == at]
    cup = state.cups[at]
    earlier = thrown[:-1] if cup is not None else thrown
    shown = cup if seen else None
    return {
        "player": state.players[at],
        "seat": seat_number(at),
        "throws": len(thrown),
        "ready": cup is not None,
        "cup": shown and list(shown),
        "earlier": [list(dice) for dice in earlier] if seen else None,
        "counted": _counted(state, shown),
    }


def _counted(state: State, cup: tuple[int, ...] | None) -> int | None:
    """What the cup counts towards the bid that was opened."""
    if cup is None or state.verdict is None:
        return None
    return counted(cup, state.bids[-1].face, not state.zhai, state.rules.counting == "bonus")


def _bid(state: State, bid: Bid) -> dict[str, Any]:
    return {
        "by": state.players[bid.at],
        "quantity": bid.quantity,
        "face": bid.face,
        "call": bid.call,
        "zhai": bid.zhai,
    }


def _turn(state: State) -> dict[str, Any] | None:
    """Whose move it is: his acts, and the lowest bid of each face and call, in the order to be offered."""
    if state.phase != BID:
        return None
    return {
        "player": state.players[state.turn],
        "acts": list(acts(state)),
        "bids": [offer._asdict() for offer in offers(state)],
        "max_open_units": state.rules.max_open_units,
    }


def _result(state: State) -> dict[str, Any] | None:
    verdict = state.verdict
    if verdict is None:
        return None
    return {
        "count": verdict.counted,
        "holds": verdict.holds,
        "loser": state.players[verdict.loser],
        "winner": state.players[verdict.winner],
        "units": verdict.units,
        "penalty": verdict.units * state.unit,
    }
