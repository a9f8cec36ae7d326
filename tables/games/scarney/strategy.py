"""How sensible shooters play: by the expected score of the frame, and for the win when they throw last."""

from collections.abc import Mapping
from typing import Any, Final

from tables.games.contract import Action, Await, Awaiting, Engine, Table
from tables.games.players import Chance
from tables.games.scarney import odds, turn
from tables.games.scarney.pot import covers, double_price
from tables.games.scarney.state import State

POINTS_A_POT: Final = 160
"""A point more moves a player's chance of the pot by about one in so many (seven frames, two to six players)."""

SELDOM_DOUBLES: Final = 0.05
"""How often somebody doubles although it does not pay."""
TURNS_OVER: Final = 0.25
"""How often the last die is called opposite; it makes no difference."""


def stays(state: State) -> bool:
    """Whether the shooter, who has points in hand, should keep them.

    When only his frame is missing he needs to be level, for a playoff; before that he plays for the highest
    expected frame.
    """
    needed = target(state)
    if needed is not None:
        return state.points >= needed
    return odds.frame(state.rules).hit(state.live, state.points) <= state.points


def doubles(state: State) -> bool:
    """Whether the points that a double-down adds are worth its chips."""
    gain = odds.frame(state.rules).double_gain(state.live)
    return gain * state.pot > double_price(state) * POINTS_A_POT


def target(state: State) -> int | None:
    """The frame that makes the shooter, or his side, level with the best of the others; None until he throws last."""
    shooter = state.shooter
    to_come = [state.seats[place] for place in state.order[state.at + 1 :]]
    if state.frame + 1 < state.rules.frames or any(not seat.left for seat in to_come):
        return None
    rivals = [seat for seat in turn.playing(state) if seat is not shooter]
    own = turn.score(state, shooter)
    if state.partners:
        own += sum(turn.score(state, seat) for seat in rivals if seat.side == shooter.side)
        return sum(turn.score(state, seat) for seat in rivals if seat.side != shooter.side) - own
    return max(turn.score(state, seat) for seat in rivals if not turn.barred(state, seat)) - own


class SensibleShooters:
    """People who ante when everybody can, and play as ``stays`` and ``doubles`` say."""

    def stakes(self, chance: Chance, table: Table, seats: Mapping[str, str]) -> list[Action]:
        """Everybody's ante; none where the seats are thrown for first, or where somebody has not the chips."""
        players = table.options["players"]
        ante = table.options.get("ante", table.minimum)
        if table.options.get("seating") or any(table.funds.get(player, ante) < ante for player in players):
            return []
        return [{"do": "ante", "by": player} for player in players]

    def decide(self, engine: Engine[Any, Any], state: State, awaited: Await, chance: Chance) -> Action:
        """The shooter's act; a throw is announced, and the dice are somebody else's to throw.

        Who is asked for the ante of a playoff and has not the chips leaves.
        """
        if awaited.kind is Awaiting.STAKES:
            able = covers(state, state.seats[state.owing[0]], state.ante)
            return {"do": "ante" if able or not state.playoffs else "leave", "by": awaited.player}
        if "stay" in awaited.acts and stays(state):
            return {"do": "stay", "by": awaited.player}
        double = "throw+double" in awaited.acts and (doubles(state) or chance.random() < SELDOM_DOUBLES)
        opposite = "throw+opposite" in awaited.acts and chance.random() < TURNS_OVER
        return {"do": "announce", "by": awaited.player, "double": double, "opposite": opposite}


STRATEGY: Final = SensibleShooters()
