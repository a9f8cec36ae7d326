"""The shooter's acts: announce and throw, or stay; and leaving the table (rules.md S4 to S6).

Where the dealer keys the dice, ``throw`` is one action. Where the server throws them, ``announce`` comes first and
``dice`` after it, so that no chance is drawn for a throw that the rules refuse.
"""

from typing import Final

from tables.games import dice
from tables.games.contract import Action, Applied, Refused
from tables.games.dice import Face
from tables.games.scarney import antes, seating, throws
from tables.games.scarney.pot import covers, double_price, put, require_chips
from tables.games.scarney.state import ACT, ANTES, DICE, SEATING, Effects, Seat, State, Throw
from tables.games.scarney.turn import big_scarney, end_frame, walked_out

_LEGAL: Final = {
    (stay, double, opposite): tuple(
        sorted(
            ["throw"]
            + ["stay"] * stay
            + ["throw+double"] * double
            + ["throw+opposite"] * opposite
            + ["throw+double+opposite"] * (double and opposite)
        )
    )
    for stay in (False, True)
    for double in (False, True)
    for opposite in (False, True)
}


def legal(state: State) -> tuple[str, ...]:
    """What the shooter may do, sorted, in the words of the case files."""
    if state.phase != ACT:
        return ()
    double = state.points == 0 and covers(state, state.shooter, double_price(state))
    return _LEGAL[_may_stay(state), double, state.live == 1]


def throw(state: State, action: Action) -> Applied:
    """A throw with its announcement, the dice keyed as they fell. Order of checks: S6, then the chips of a double."""
    seat = _shooter(state, action)
    double, opposite = _announced(state, action)
    faces = dice.read(action.get("dice"), state.live, throws.FACES)
    if double:
        require_chips(state, seat, double_price(state), action)
    state.count += 1
    effects = Effects()
    _announce(state, effects, seat, double, opposite)
    _fall(state, effects, seat, faces)
    return effects.applied(state, "dice_thrown")


def announce(state: State, action: Action) -> Applied:
    """The shooter will throw: doubled or opposite as announced. The chips of a double go into the pot (S6.2)."""
    seat = _shooter(state, action)
    double, opposite = _announced(state, action)
    if double:
        require_chips(state, seat, double_price(state), action)
    state.count += 1
    effects = Effects()
    _announce(state, effects, seat, double, opposite)
    effects.facts.append({"fact": "announced", "player": seat.player, "double": double, "opposite": opposite})
    return effects.applied(state, "throw_announced")


def fall(state: State, action: Action) -> Applied:
    """The dice that were called for: an announced throw, or the next one for the seats."""
    if state.phase == SEATING:
        return seating.one_throw(state, action)
    if state.phase != DICE:
        raise Refused("dice_not_called")
    faces = dice.read(action.get("dice"), state.live, throws.FACES)
    state.count += 1
    effects = Effects()
    _fall(state, effects, state.shooter, faces)
    return effects.applied(state, "dice_thrown")


def stay(state: State, action: Action) -> Applied:
    """The frame ends with the points in hand (S5.2)."""
    _shooter(state, action)
    if state.points == 0:
        raise Refused("stay_without_score")
    if not _may_stay(state):
        raise Refused("must_throw")
    state.count += 1
    effects = Effects()
    end_frame(state, effects, state.points)
    return effects.applied(state, "frame_stayed")


def leave(state: State, action: Action) -> Applied:
    """A player goes; his chips stay in the pot (domain.md T-91), his frames from this one on count 0.

    Refused: ``not_started`` before the first throw can be made (the pit boss calls such a game off),
    ``throw_announced`` while his own dice are in the air, ``unknown_player``, ``already_left``.
    """
    if not state.order:
        raise Refused("not_started")
    by = action.get("by")
    seat = next((seat for seat in state.seats if seat.player == by), None)
    if seat is None:
        raise Refused("unknown_player")
    if seat.left:
        raise Refused("already_left")
    shooting = state.phase != ANTES and state.shooter is seat
    if shooting and state.phase == DICE:
        raise Refused("throw_announced")
    state.count += 1
    seat.left = True
    effects = Effects()
    effects.facts.append({"fact": "left", "player": seat.player})
    if not walked_out(state, effects):
        if shooting:
            end_frame(state, effects, 0)
        elif state.phase == ANTES:
            _owes_nothing(state, effects, seat)
    return effects.applied(state, "player_left")


def _owes_nothing(state: State, effects: Effects, seat: Seat) -> None:
    """Who has left before a playoff pays no ante for it; if all others have, it begins."""
    state.owing = [place for place in state.owing if state.seats[place] is not seat]
    if not state.owing:
        antes.begin(state, effects)


def _may_stay(state: State) -> bool:
    """Points in hand, and no dead dice in the last throw unless the house allows it (S5.2, S5.4)."""
    return state.points > 0 and (not state.craps or state.rules.stay_after_craps)


def _shooter(state: State, action: Action) -> Seat:
    """The player in turn, if he is the one who acts and may act now."""
    by = action.get("by")
    phase = state.phase
    if phase == ACT:
        seat = state.shooter
        if by == seat.player:
            return seat
    elif phase == SEATING:
        raise Refused("seating_open")
    if not any(by == seat.player for seat in state.seats):
        raise Refused("unknown_player")
    if phase == ANTES:
        raise Refused("antes_open")
    if phase == DICE and by == state.shooter.player:
        raise Refused("throw_announced")
    raise Refused("not_your_turn")


def _announced(state: State, action: Action) -> tuple[bool, bool]:
    """What is announced with the throw. Refused: ``double_not_allowed``, then ``opposite_not_allowed`` (S6)."""
    double = action.get("double", False)
    opposite = action.get("opposite", False)
    if double is False and opposite is False:
        return False, False
    if type(double) is not bool or type(opposite) is not bool:
        raise Refused("bad_action", field="opposite" if type(double) is bool else "double")
    if double and state.points:
        raise Refused("double_not_allowed")
    if opposite and state.live != 1:
        raise Refused("opposite_not_allowed")
    return double, opposite


def _announce(state: State, effects: Effects, seat: Seat, double: bool, opposite: bool) -> None:
    """From here to the fall of the dice a throw is called for, keyed or not."""
    if state.live == throws.ALL_DICE and not state.points:  # the first throw of a frame
        state.throws.clear()
    state.phase = DICE
    state.double, state.opposite = double, opposite
    if double:
        put(state, effects, seat, "double", double_price(state))


def _fall(state: State, effects: Effects, seat: Seat, faces: tuple[Face, ...]) -> None:
    rules = state.rules
    double, opposite = state.double, state.opposite
    worth = throws.value(faces, double, opposite, rules.bonus_min_dice, rules.little_scarney_no_dice)
    kind, dead, base, bonus_name, bonus = worth
    state.throws.append(Throw(seat.player, faces, double, opposite, kind, base, bonus_name, bonus))
    state.double = state.opposite = False
    state.live -= dead
    points = base + bonus
    if points:
        state.points = points + state.points if rules.frame_score == "cumulative" else points
    fact = {
        "fact": "thrown",
        "player": seat.player,
        "kind": kind,
        "base": base,
        "bonus_name": bonus_name,
        "bonus": bonus,
        "points": points,
        "frame_points": 0 if kind == throws.CRAP_OUT else state.points,
        "live_dice": state.live,
    }
    effects.facts.append(fact)
    state.craps = kind == throws.CRAPS
    if kind == throws.BIG:
        big_scarney(state, effects)
    elif kind == throws.CRAP_OUT:
        end_frame(state, effects, 0)
    elif state.live == 0:
        end_frame(state, effects, state.points)
    else:
        state.phase = ACT
