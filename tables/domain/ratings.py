"""What a rating slip says of a player, and the theoretical win that follows from it (domain.md §1.1, §1.3).

Theo = average bet x hours x rounds an hour x edge. Rounds are rounds: four hands of one round are one (V-13).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final

from tables.domain import limits, names
from tables.domain.actors import instant
from tables.domain.errors import Invalid

LONGEST: Final = timedelta(hours=24)
MOST_AN_HOUR: Final = 1_000
MILLION: Final = 1_000_000
MOST_EDGE: Final = MILLION // 2
LONGEST_NOTE: Final = 240


class Skill(StrEnum):
    """How well somebody plays, as the rater sees it; it explains an edge that is not the game's own."""

    SOFT = "soft"
    AVERAGE = "average"
    HARD = "hard"


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's time at a table. Money in minor units, ``edge`` in parts per million of the stake.

    ``player`` is a patron's code, or what the table calls him; ``result`` is what he won, estimated by his chips (lost:
    negative), None when nobody could tell.
    """

    player: str
    seat: int | None
    since: datetime
    until: datetime
    buy_in: int
    average_bet: int
    per_hour: int
    edge: int
    skill: Skill
    result: int | None
    note: str = ""

    def require_right(self, at: datetime) -> None:
        """Refuse what cannot be.

        ``bad_player``, ``bad_seat``, ``bad_rating_span``, ``bad_amount``, ``bad_speed``, ``bad_edge``, ``bad_note``.
        """
        names.require_person(self.player, 40, "bad_player")
        if self.seat is not None and not 1 <= self.seat <= 99:
            raise Invalid("bad_seat")
        if not self.since < self.until <= at or self.until - self.since > LONGEST:
            raise Invalid("bad_rating_span")
        limits.require_amount(self.buy_in, least=0)
        limits.require_amount(self.average_bet, least=0)
        if self.average_bet > limits.MOST_LICENSED:  # no stake is larger, and a day of it is what a row holds
            raise Invalid("bad_amount", most=limits.MOST_LICENSED)
        limits.require_amount(abs(self.result or 0), least=0)
        if not 1 <= self.per_hour <= MOST_AN_HOUR:
            raise Invalid("bad_speed")
        if not 0 < self.edge <= MOST_EDGE:
            raise Invalid("bad_edge")
        if self.note:
            names.require_name(self.note, LONGEST_NOTE, "bad_note")

    @property
    def theo(self) -> int:
        """What the house may expect of him, minor units, rounded once, half away from nought."""
        return theo(self.average_bet, self.until - self.since, self.per_hour, self.edge)

    def as_data(self) -> dict[str, Any]:
        """As it stands in the log."""
        return {
            "player": self.player,
            "seat": self.seat,
            "since": instant(self.since),
            "until": instant(self.until),
            "buy_in": self.buy_in,
            "average_bet": self.average_bet,
            "per_hour": self.per_hour,
            "edge": self.edge,
            "skill": self.skill.value,
            "result": self.result,
            "note": self.note,
            "theo": self.theo,
        }


def theo(average_bet: int, time: timedelta, per_hour: int, edge: int) -> int:
    """Average bet x hours x rounds an hour x edge in millionths; half a minor unit goes away from nought."""
    microseconds = time // timedelta(microseconds=1)
    due, whole = average_bet * microseconds * per_hour * edge, 3_600_000_000 * MILLION
    rounded = (2 * abs(due) + whole) // (2 * whole)
    return rounded if due >= 0 else -rounded


def of_data(data: Mapping[str, Any]) -> Rating:
    """The rating that an event tells."""
    return Rating(
        data["player"],
        data["seat"],
        datetime.fromisoformat(data["since"]),
        datetime.fromisoformat(data["until"]),
        data["buy_in"],
        data["average_bet"],
        data["per_hour"],
        data["edge"],
        Skill(data["skill"]),
        data["result"],
        data["note"],
    )


def paper(casino: str, table: str, rating: Rating, corrects: int | None, reason: str) -> dict[str, Any]:
    """What the rater signs; of a correction the number of the slip that it corrects, and why."""
    return {
        "paper": "rating_slip",
        "casino": casino,
        "table": table,
        **rating.as_data(),
        "corrects": corrects,
        "reason": reason,
    }
