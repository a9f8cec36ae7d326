"""Who sits where and shoots first: throws for the seats, ties thrown off, sides of partners (rules.md S2, S8)."""

from collections.abc import Mapping, Sequence

from tables.games import dice
from tables.games.contract import Action, Applied, Refused
from tables.games.dice import Face
from tables.games.scarney.state import ANTES, NOBODY, SEATING, Effects, Seat, State
from tables.games.scarney.throws import ALL_DICE, FACES


def to_throw(state: State) -> list[str]:
    """Who has still to throw for his seat: all at first, then the best tie until it is apart (S2.2)."""
    if state.phase != SEATING:
        return []
    return [player for player in _open_tie(state) if player not in state.seat_sums]


def seat(state: State, action: Action) -> Applied:
    """Throws for the seats, of exactly those who have still to throw."""
    if state.phase != SEATING:
        raise Refused("seating_closed")
    given = action.get("throws")
    waiting = to_throw(state)
    if not isinstance(given, Mapping) or set(given) != set(waiting):
        raise Refused("bad_seating", players=waiting)
    throws = {player: dice.read(given[player], ALL_DICE, FACES) for player in waiting}
    state.count += 1
    effects = Effects()
    for player, faces in throws.items():
        _thrown(state, effects, player, faces)
    return effects.applied(state, "seats_thrown")


def one_throw(state: State, action: Action) -> Applied:
    """The throw of the next player alone, where the server throws."""
    faces = dice.read(action.get("dice"), ALL_DICE, FACES)
    player = to_throw(state)[0]
    state.count += 1
    effects = Effects()
    _thrown(state, effects, player, faces)
    return effects.applied(state, "dice_thrown")


def sit_down(state: State, order: Sequence[str], sides: Sequence[Sequence[str]]) -> None:
    """Give out the seats clockwise in ``order``; the antes are awaited."""
    state.sides = [list(side) for side in sides]
    side_of = {player: at for at, side in enumerate(sides) for player in side}
    state.seats = [Seat(player, str(at), side_of.get(player, NOBODY)) for at, player in enumerate(order, start=1)]
    state.owing = list(range(len(order)))
    state.phase = ANTES


def _thrown(state: State, effects: Effects, player: str, faces: tuple[Face, ...]) -> None:
    """Dead dice count 0, bonuses and Big Scarney do not exist here (S2.1, S2.3)."""
    total = sum(face for face in faces if isinstance(face, int))
    state.seat_sums[player] = total
    effects.facts.append({"fact": "seat_thrown", "player": player, "sum": total})
    if not to_throw(state):
        _part(state, effects)


def _part(state: State, effects: Effects) -> None:
    """Everybody of the tie has thrown: put them apart by their sums, and sit down when nobody is level any more."""
    tie = _open_tie(state)
    sums, state.seat_sums = state.seat_sums, {}
    apart = [[player for player in tie if sums[player] == total] for total in sorted(set(sums.values()), reverse=True)]
    at = state.groups.index(tie)
    state.groups[at : at + 1] = apart
    again = to_throw(state)
    if again:
        effects.facts.append({"fact": "seats_level", "players": again})
        return
    best_first = [player for (player,) in state.groups]
    sides: list[list[str]] = []
    order = best_first
    if state.partners:
        half = len(order) // 2
        sides = [order[:half], order[half:]]
        order = [player for pair in zip(*sides, strict=True) for player in pair]  # partners sit turn about (S8.3)
    sit_down(state, order, sides)
    effects.facts.append({"fact": "seated", "ranking": best_first, "players": order, "teams": sides})


def _open_tie(state: State) -> list[str]:
    return next((group for group in state.groups if len(group) > 1), [])


def ranking(state: State) -> list[str]:
    """The players by their throws for the seats, best first; empty while that is open, or if nobody threw for them."""
    return [] if state.phase == SEATING else [player for group in state.groups for player in group]
