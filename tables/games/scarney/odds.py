"""What a shooter may expect of a frame, exactly (rules.md 5.3): by how many dice are live and what is in hand.

``hit(n, p)`` is the expected score of a frame in which ``n`` dice are thrown with ``p`` points in hand and played on
as well as can be; ``keep(n, p)`` that after a score, where staying is the other choice. They are points, not money.
"""

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Final

from tables.games.dice import SCARNEY
from tables.games.scarney import throws
from tables.games.scarney.rules import Rules
from tables.games.scarney.throws import ALL_DICE, LITTLE_POINTS

BIG_POINTS: Final = 30
"""What a Big Scarney is taken to be worth: it ends the game, and a frame must be compared with something."""

CERTAIN: Final = 200
"""With more points in hand one stays. By the default rules nobody throws on with 57; where one may stay after craps,
five dice can lose nothing, and the reckoning has to end somewhere.
"""

EXACT: Final = 1e-9


@dataclass(frozen=True, slots=True)
class Chances:
    """How a throw of ``n`` dice falls. ``scores`` are points and their chance; ``craps`` live dice left and theirs."""

    scores: tuple[tuple[int, float], ...]
    doubled: tuple[tuple[int, float], ...]
    craps: tuple[tuple[int, float], ...]
    little: float
    big: float


@cache
def chances(count: int, bonus_min_dice: int, no_dice: str) -> Chances:
    """Every way that ``count`` dice can fall, counted."""
    scores, doubled, craps = Counter[int](), Counter[int](), Counter[int]()
    ends = Counter[str]()
    for faces in product(SCARNEY, repeat=count):
        worth = throws.value(faces, False, False, bonus_min_dice, no_dice)
        if worth.kind == throws.SCORE:
            scores[worth.points] += 1
            doubled[throws.value(faces, True, False, bonus_min_dice, no_dice).points] += 1
        elif worth.kind == throws.CRAPS:
            craps[count - worth.dead] += 1
        else:
            ends[worth.kind] += 1
    ways = len(SCARNEY) ** count

    def shares(seen: Counter[int]) -> tuple[tuple[int, float], ...]:
        return tuple((what, many / ways) for what, many in sorted(seen.items()))

    little, big = ends[throws.LITTLE] / ways, ends[throws.BIG] / ways
    return Chances(shares(scores), shares(doubled), shares(craps), little, big)


class Frame:
    """The expectations under one set of house rules, worked out once."""

    def __init__(self, frame_score: str, bonus_min_dice: int, no_dice: str, stay_after_craps: bool) -> None:
        self._adds_up = frame_score == "cumulative"
        self._may_stay = stay_after_craps
        self._chances = [chances(count, bonus_min_dice, no_dice) for count in range(1, ALL_DICE + 1)]
        self._hit = [[0.0] * (CERTAIN + 1) for _ in range(ALL_DICE + 1)]
        for count in range(1, ALL_DICE + 1):
            self._fill(count)

    def hit(self, live: int, points: int) -> float:
        """The expected score of throwing ``live`` dice."""
        return self._hit[live][points] if points <= CERTAIN else 0.0

    def keep(self, live: int, points: int) -> float:
        """The expected score with the choice of staying."""
        return max(float(points), self.hit(live, points))

    def double_gain(self, live: int) -> float:
        """By how many points a doubled throw of ``live`` dice is better than a plain one, nothing being in hand."""
        fall = self._chances[live - 1]
        return self._scored(live, 0, fall.doubled) - self._scored(live, 0, fall.scores)

    def _fill(self, live: int) -> None:
        """Fewer dice are known by now; more points are worked out first, because a score only adds to them."""
        if self._adds_up:
            for points in range(CERTAIN, -1, -1):
                self._hit[live][points] = self._after_dead(live, points) + self._scored(live, points)
            return
        dead = [self._after_dead(live, points) for points in range(CERTAIN + 1)]
        scored, before = 0.0, -1.0
        while scored - before > EXACT:  # the newest score replaces the old, so this is the same for all points
            self._hit[live] = [scored + rest for rest in dead]
            scored, before = self._scored(live, 0), scored

    def _scored(self, live: int, points: int, scores: tuple[tuple[int, float], ...] | None = None) -> float:
        """The part of the expectation that comes from scoring throws."""
        held = points if self._adds_up else 0
        fall = self._chances[live - 1].scores if scores is None else scores
        return sum(chance * self.keep(live, held + more) for more, chance in fall)

    def _after_dead(self, live: int, points: int) -> float:
        """The part that comes from throws with dead dice, and from Big Scarney."""
        fall = self._chances[live - 1]
        held = (points if self._adds_up else 0) + LITTLE_POINTS
        known = fall.big * BIG_POINTS
        known += fall.little * (self.keep(live - 4, held) if live > 4 else held)
        choice = self.keep if self._may_stay and points else self.hit
        return known + sum(chance * choice(left, points) for left, chance in fall.craps)


@cache
def _frame(frame_score: str, bonus_min_dice: int, no_dice: str, stay_after_craps: bool) -> Frame:
    return Frame(frame_score, bonus_min_dice, no_dice, stay_after_craps)


def frame(rules: Rules) -> Frame:
    """The expectations under ``rules``."""
    return _frame(rules.frame_score, rules.bonus_min_dice, rules.little_scarney_no_dice, rules.stay_after_craps)
