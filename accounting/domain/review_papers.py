"""The papers of a statistical review: what is frozen when it is opened, and what each signature stands for (§1.4).

A review is open until every deviation that it flagged is explained in writing: cause, words, signature, date. The word
"investigated" alone explains nothing and is refused; a review with an unexplained deviation cannot be closed.
"""

from collections.abc import Mapping
from datetime import date
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final

from accounting.domain import statistics
from accounting.domain.statistics import Expected, Judged, Staked, Won
from tables.domain.actors import Role

Paper = dict[str, Any]
LONGEST_TEXT: Final = 1_000
EMPTY_WORDS: Final = frozenset(
    {"investigated", "checked", "reviewed", "done", "ok", "okay", "n/a", "调查过", "已调查", "已查"}
)
"""What some write to have it done with."""


class DeviationCause(StrEnum):
    """Why hold left its base, as far as anybody can say."""

    WITHIN_CHANCE = "within_chance"
    LARGE_WAGERS = "large_wagers"
    FEW_HANDS = "few_hands"
    CHIPS_NOT_PLAYED = "chips_not_played"
    PROCEDURE_NOT_FOLLOWED = "procedure_not_followed"
    COUNT_ERROR = "count_error"
    CLERICAL_ERROR = "clerical_error"
    SUSPICION = "suspicion"
    UNEXPLAINED = "unexplained"


EXPLAINING: Final = (Role.PIT_BOSS, Role.ACCOUNTANT, Role.HOUSE_MANAGER)
"""In which roles a deviation is explained."""
SECONDING: Final = (Role.HOUSE_MANAGER, Role.AUDITOR)
"""In which roles the second signature under a closing may be given."""


def says_nothing(text: str) -> bool:
    """Whether an explanation is only the claim that there was one."""
    return text.strip(" .!,;:-。，！").casefold() in EMPTY_WORDS


def line(
    kind: str, code: str, won: Won, base: Won | None, judged: Judged, staked: Staked, range_: Expected | None
) -> Paper:
    """A scope's figures as they are frozen: money in minor units, ratios exact."""
    return {
        "scope": scope(kind, code),
        "drop": won.drop,
        "win": won.win,
        "base_drop": base and base.drop,
        "base_win": base and base.win,
        "verdict": judged.verdict.value,
        "points": _exact(judged.points),
        "relative": _exact(judged.relative),
        "staked": staked.stakes,
        "staked_squares": str(staked.squares),
        "expected": range_ and range_._asdict(),
    }


def scope(kind: str, code: str) -> str:
    """What a line of a review is called: ``table/BJ-01``, ``game/blackjack``, ``house``."""
    return f"{kind}/{code}" if code else kind


def models() -> Paper:
    """The edge and the variance of each game as they were used."""
    return {
        game: {"edge": str(model.edge), "variance": str(model.variance)} for game, model in statistics.MODELS.items()
    }


def edges(set_: Mapping[tuple[str, date], int]) -> list[Paper]:
    """The house's own edges as they were used, in parts per million."""
    return [
        {"game": game, "effective_from": since.isoformat(), "edge": edge}
        for (game, since), edge in sorted(set_.items())
    ]


def opening(casino: str, first: date, last: date) -> Paper:
    """What the accountant signs who opens a review."""
    return {"paper": "statistical_review", "casino": casino, "first": first.isoformat(), "last": last.isoformat()}


def explanation(casino: str, review: int, of: str, cause: str, text: str) -> Paper:
    """What is signed by whoever explains a deviation."""
    told = {"review": review, "scope": of, "cause": cause, "explanation": text}
    return {"paper": "deviation_explanation", "casino": casino, **told}


def closing(casino: str, review: int, explained: Mapping[str, int]) -> Paper:
    """What the accountant and a second person sign; ``explained`` are the positions of the explanations in the log."""
    return {"paper": "review_closing", "casino": casino, "review": review, "explained": dict(explained)}


def _exact(value: Fraction | None) -> str | None:
    return None if value is None else str(value)
