"""From shooter to shooter, from frame to frame, into playoffs and to the end (rules.md S3, S7, S8.4)."""

from collections.abc import Iterable

from tables.games.scarney.pot import share_out
from tables.games.scarney.state import (
    ACT,
    ANTES,
    BIG_SCARNEY,
    PLAYOFF,
    SHARED,
    TOTAL,
    WALKOVER,
    Effects,
    Seat,
    State,
)
from tables.games.scarney.throws import ALL_DICE


def first_frame(state: State) -> None:
    """The antes are in: the first shooter takes the dice."""
    state.order = list(range(len(state.seats)))
    _take_dice(state, 0)


def end_frame(state: State, effects: Effects, score: int) -> None:
    """The shooter's frame is over; the dice go to the next who is there (S3.3)."""
    _enter(state, effects, score)
    _pass_dice(state, effects)


def _pass_dice(state: State, effects: Effects) -> None:
    """The dice go on; frames of players who have left count 0 in passing (domain.md T-91)."""
    at = state.at + 1
    while True:
        if at == len(state.order):
            if not _next_frame(state, effects):
                return
            at = 0
        state.at = at
        if not state.shooter.left:
            _take_dice(state, at)
            return
        _enter(state, effects, 0)
        at += 1


def big_scarney(state: State, effects: Effects) -> None:
    """The shooter, or his side, takes the pot, whatever the scores (S7.1, S8.4)."""
    share_out(state, effects, _sharers(state, state.shooter), BIG_SCARNEY)


def begin_playoff_frame(state: State, effects: Effects) -> None:
    """The antes of a playoff are in, or none are asked (S7.4)."""
    state.at = -1
    _pass_dice(state, effects)


def walked_out(state: State, effects: Effects) -> bool:
    """Whether the game is over because nobody is left to play against: at once under ``leaver`` ``out``, and else
    before a playoff has begun; a frame that is under way is played out."""
    if state.rules.leaver != "out" and state.phase != ANTES:
        return False
    there = [seat for seat in playing(state) if not seat.left]
    if len({seat.side if state.partners else seat.number for seat in there}) > 1:
        return False
    share_out(state, effects, _sharers(state, there[0]), WALKOVER)
    return True


def _take_dice(state: State, at: int) -> None:
    state.at = at
    state.phase = ACT
    state.live = ALL_DICE
    state.points = 0
    state.craps = False
    state.double = state.opposite = False


def _enter(state: State, effects: Effects, score: int) -> None:
    """Write a finished frame on the score sheet."""
    place = state.order[state.at]
    seat = state.seats[place]
    if state.playoffs:
        state.playoffs[-1][place] = score
    else:
        seat.frames.append(score)
        seat.total += score
    effects.facts.append(
        {"fact": "frame_ended", "player": seat.player, "frame": state.frame + 1, "score": score, "total": seat.total}
    )


def _next_frame(state: State, effects: Effects) -> bool:
    """Everybody has played this frame. True: the next one begins at once."""
    if state.frame + 1 < state.rules.frames:
        state.frame += 1
        return True
    if state.partners:
        return _between_sides(state, effects)
    return _between_players(state, effects)


def _between_players(state: State, effects: Effects) -> bool:
    """The best takes the pot; level at the top, those who are still there play on (S7.2, S7.3)."""
    able = [seat for seat in playing(state) if not barred(state, seat)]
    top = max(score(state, seat) for seat in able)
    best = [seat for seat in able if score(state, seat) == top]
    if len(best) == 1:
        return _won(state, effects, best, PLAYOFF if state.playoffs else TOTAL)
    there = [seat for seat in best if not seat.left]
    if len(there) > 1:
        return _playoff(state, effects, there)
    return _won(state, effects, there or best, WALKOVER if there else SHARED)


def _between_sides(state: State, effects: Effects) -> bool:
    """The side with the higher sum; level sides play a further frame, every member of them (S8.4)."""
    sides = [[seat for seat in state.seats if seat.side == at] for at in range(len(state.sides))]
    sums = [sum(score(state, seat) for seat in side) for side in sides]
    if sums[0] != sums[1]:
        best = sides[sums.index(max(sums))][0]
        return _won(state, effects, _sharers(state, best), PLAYOFF if state.playoffs else TOTAL)
    there = [side[0] for side in sides if any(not seat.left for seat in side)]
    if len(there) > 1:
        return _playoff(state, effects, state.seats)
    if there:
        return _won(state, effects, _sharers(state, there[0]), WALKOVER)
    return _won(state, effects, state.seats, SHARED)


def _playoff(state: State, effects: Effects, seats: Iterable[Seat]) -> bool:
    state.order = [int(seat.number) - 1 for seat in seats]
    state.frame += 1
    state.playoffs.append({})
    players = [state.seats[place].player for place in state.order]
    effects.facts.append({"fact": "playoff_begun", "players": players})
    if not state.rules.playoff_ante:
        return True
    state.owing = [place for place in state.order if not state.seats[place].left]
    state.phase = ANTES
    return False


def _won(state: State, effects: Effects, winners: list[Seat], reason: str) -> bool:
    share_out(state, effects, winners, reason)
    return False


def playing(state: State) -> list[Seat]:
    """Those whose frames decide now: in a playoff only its players."""
    return [state.seats[place] for place in state.order]


def score(state: State, seat: Seat) -> int:
    """What decides, as far as it is in: the frame of the last playoff, or the total."""
    return state.playoffs[-1].get(int(seat.number) - 1, 0) if state.playoffs else seat.total


def _sharers(state: State, winner: Seat) -> list[Seat]:
    """Who shares the pot with ``winner``, himself included: his side, less who is barred from the pot."""
    if not state.partners:
        return [winner]
    return [seat for seat in state.seats if seat.side == winner.side and not barred(state, seat)]


def barred(state: State, seat: Seat) -> bool:
    """Whether the player can no longer win the pot."""
    return seat.left and state.rules.leaver == "out"
