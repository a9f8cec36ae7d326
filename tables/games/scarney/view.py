"""What everybody may see of a game: the score sheet, the frame in play, the pot. Nothing is hidden at this table.

A throw that is announced and has not fallen has no dice yet, so there is nothing to hide in it either.
"""

from itertools import accumulate
from typing import Any, Final

from tables.games.scarney import play, pot, seating
from tables.games.scarney.state import ACT, ANTES, DICE, OVER, SEATING, Seat, State, Throw

_AWAITED: Final[dict[int, str]] = {SEATING: "dice", ANTES: "stakes", ACT: "act", DICE: "dice", OVER: "nothing"}


def view(state: State) -> dict[str, Any]:
    """A picture of the table, JSON only. Money in minor units; ``frame`` counts from 1, playoffs included.

    ``pot`` is all that went into it, ``rake`` what the house took of that in the end.
    """
    over = state.phase == OVER
    return {
        "status": state.status.value,
        "awaits": _AWAITED[state.phase],
        "ante": state.ante,
        "chip": state.chip,
        "double_price": pot.double_price(state),
        "pot": state.pot,
        "rake": state.rake,
        "seating": {"to_throw": seating.to_throw(state), "ranking": seating.ranking(state)},
        "to_ante": [state.seats[place].player for place in state.owing],
        "frame": state.frame + 1,
        "frames": state.rules.frames,
        "sheet": [_line(seat) for seat in state.seats],
        "teams": [
            {"players": list(side), "total": total} for side, total in zip(state.sides, side_totals(state), strict=True)
        ],
        "playoffs": playoffs(state),
        "turn": _turn(state),
        "throws": [_throw(throw) for throw in state.throws],
        "winners": list(state.winners),
        "reason": state.reason or None,
        "net": pot.net(state) if over else None,
        "next_first_shooter": next_first_shooter(state),
    }


def side_totals(state: State) -> list[int]:
    """The sums of the members' totals, side by side; playoffs are not in them (S8.4)."""
    return [sum(seat.total for seat in state.seats if seat.side == at) for at in range(len(state.sides))]


def playoffs(state: State) -> list[dict[str, int]]:
    """The scores of each playoff frame by player, as far as they are in."""
    return [{state.seats[place].player: score for place, score in line.items()} for line in state.playoffs]


def next_first_shooter(state: State) -> str | None:
    """Who shoots first in the next game: the next to the left of a single winner who is still there (S2.4).

    Not defined for partners (S8.6), nor for a pot that several have shared.
    """
    if state.partners or len(state.winners) != 1:
        return None
    at = next(at for at, seat in enumerate(state.seats) if seat.player == state.winners[0])
    to_the_left = [*state.seats[at + 1 :], *state.seats[: at + 1]]
    return next((seat.player for seat in to_the_left if not seat.left), None)


def _line(seat: Seat) -> dict[str, Any]:
    """A player's line of the score sheet: each frame's score with the running total beside it."""
    return {
        "player": seat.player,
        "seat": seat.number,
        "frames": [list(pair) for pair in zip(seat.frames, accumulate(seat.frames), strict=True)],
        "total": seat.total,
        "paid": seat.paid,
        "left": seat.left,
    }


def _turn(state: State) -> dict[str, Any] | None:
    """The shooter's frame; ``announced`` is what he has called for the throw that is in the air."""
    if state.phase not in (ACT, DICE):
        return None
    seat = state.shooter
    announced = {"double": state.double, "opposite": state.opposite} if state.phase == DICE else None
    return {
        "player": seat.player,
        "seat": seat.number,
        "live_dice": state.live,
        "points": state.points,
        "craps": state.craps,
        "announced": announced,
        "acts": list(play.legal(state)),
    }


def _throw(throw: Throw) -> dict[str, Any]:
    return {**throw._asdict(), "dice": list(throw.dice), "points": throw.base + throw.bonus}
