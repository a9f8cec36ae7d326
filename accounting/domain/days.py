"""The gaming day from its opening to its lock: states, what hinders the lock, and the papers (domain.md §5, T-60).

A day's state follows from facts and is kept nowhere: OPEN until its clock has run out and every table's period is
counted, ROLLED until every box is, COUNTED until nothing is left to explain or to arrive, BALANCED until two persons
lock it. A locked day never opens again.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any

from accounting.domain import figures
from accounting.domain.figures import Inputs
from accounting.domain.shift_lines import Line
from tables.domain.actors import Role

Paper = dict[str, Any]
LONGEST_TEXT = 1_000


class DayState(StrEnum):
    OPEN = "open"
    ROLLED = "rolled"
    COUNTED = "counted"
    BALANCED = "balanced"
    LOCKED = "locked"


UNROLLED = frozenset({"day_not_over", "table_not_counted"})
UNCOUNTED = frozenset({"box_on_table", "box_not_counted", "box_missing", "rake_not_counted", "count_not_closed"})
IN_TURN = "earlier_day_open"
"""Says nothing of this day: only that another has to be locked first."""

_TABLES, _COUNT, _CAGE, _BOOKS = (Role.PIT_BOSS,), (Role.COUNTER,), (Role.CASHIER,), (Role.ACCOUNTANT,)
WHO: Mapping[str, tuple[Role, ...]] = {
    "day_not_over": (),
    IN_TURN: _BOOKS,
    "table_not_counted": _TABLES,
    "box_on_table": _COUNT,
    "box_not_counted": _COUNT,
    "box_missing": _COUNT,
    "rake_not_counted": _COUNT,
    "count_not_closed": _COUNT,
    "slip_open": (Role.CASHIER, Role.PIT_BOSS),
    "number_missing": (Role.CASHIER, Role.AUDITOR),
    "shift_not_certified": _BOOKS,
    "crowd_not_settled": (Role.HOUSE_MANAGER, Role.AUDITOR),
    "books_behind": _BOOKS,
    "books_stopped": (Role.AUDITOR,),
    "opener_variance": _TABLES,
    "first_opener_variance": _TABLES,
    "closer_difference": _TABLES,
    "bank_variance": _TABLES,
    "drop_variance": _COUNT,
    "rake_difference": _COUNT,
    "transit_variance": _CAGE,
    "cage_variance": _CAGE,
    # reminders: they do not hold up the lock
    "cage_count_due": _CAGE,
    "drop_waiting": (Role.CASHIER, Role.COUNTER),
    "marker_late": (Role.PIT_BOSS, Role.CASHIER),
    "impressment_due": _CAGE,
    "chips_from_nowhere": (Role.ACCOUNTANT, Role.AUDITOR),
}
"""What may hinder a lock, or is to be looked at before -> in which roles somebody can mend it."""

VARIANCES = frozenset(
    {
        *("opener_variance", "first_opener_variance", "closer_difference", "bank_variance"),
        *("drop_variance", "rake_difference", "transit_variance", "cage_variance"),
    }
)
"""Exceptions that hinder the lock until they are explained."""


@dataclass(frozen=True, slots=True)
class Hindrance:
    """One thing that stands between a day and its lock. ``amount`` in minor units.

    ``exception`` is what an explanation names it by, where an explanation settles it.
    """

    kind: str
    table: str = ""
    period: int | None = None
    box: int | None = None
    shift: str = ""
    slip: str = ""
    what: str = ""
    amount: int | None = None
    exception: str = ""

    @property
    def who(self) -> tuple[Role, ...]:
        """In which roles somebody has to act."""
        return WHO[self.kind]

    def as_data(self) -> dict[str, Any]:
        """What there is to say of it: the place, and who must act."""
        told = {
            "table": self.table,
            "period": self.period,
            "box": self.box,
            "shift": self.shift,
            "slip": self.slip,
            "what": self.what,
            "amount": self.amount,
            "exception": self.exception,
        }
        said = {name: value for name, value in told.items() if value not in ("", None)}
        return {"kind": self.kind, **said, "who": [role.value for role in self.who]}


def state_of(hindrances: Iterable[Hindrance]) -> DayState:
    """The state of a day that is not locked."""
    kinds = {hindrance.kind for hindrance in hindrances} - {IN_TURN}
    if kinds & UNROLLED:
        return DayState.OPEN
    if kinds & UNCOUNTED:
        return DayState.ROLLED
    return DayState.COUNTED if kinds else DayState.BALANCED


def exception_name(line: Line) -> str:
    """What an exception is called for good: its kind, where it is, and the number of the period, box, slip or count."""
    if document := line.get("slip") or line.get("count"):
        return f"{line['kind']}/{document}"
    return f"{line['kind']}/{line['table']}/{line['period'] if 'period' in line else line['box']}"


def explaining_roles(kind: str) -> list[Role]:
    """In which roles an exception is explained: whoever answers for the area, or the house manager above him."""
    return [*WHO[kind], Role.HOUSE_MANAGER]


ADJUSTED: Mapping[str, str] = {
    "opener": "opener",
    "closer": "closer",
    "box": "box",
    "fills": "fills",
    "credits": "credits",
    "markers_issued": "markers_issued",
    "markers_paid_cash": "markers_paid_cash",
    "markers_paid_chips": "markers_paid_chips",
    "rake": "",
}
"""What later knowledge may correct -> the counted figure that drop and win are made of; rake stands alone."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What an adjustment does to the figures to date."""

    drop: int
    win: int
    rake: int


def effect(figure: str, amount: int) -> Effect:
    """By the formulas of ``figures``: cash found in a box is drop and win, a fill that was one more is win only."""
    name = ADJUSTED[figure]
    if not name:
        return Effect(0, 0, amount)
    given = Inputs(**{**{"opener": 0, "closer": 0, "box": 0}, name: amount})
    return Effect(figures.drop(given) or 0, figures.win(given) or 0, 0)


def explanation(casino: str, gaming_day: date, exception: str, amount: int, cause: str, text: str) -> Paper:
    """What is signed by whoever answers for the area."""
    return {
        "paper": "exception_explanation",
        "casino": casino,
        "gaming_day": gaming_day.isoformat(),
        "exception": exception,
        "amount": amount,
        "cause": cause,
        "explanation": text,
    }


def lock(casino: str, gaming_day: date) -> Paper:
    """What the accountant and the second person sign: that the day is complete and is to be closed for good."""
    return {"paper": "day_lock", "casino": casino, "gaming_day": gaming_day.isoformat()}


def adjustment(casino: str, gaming_day: date, table: str, figure: str, amount: int, reason: str) -> Paper:
    """What both approve."""
    return {
        "paper": "day_adjustment",
        "casino": casino,
        "gaming_day": gaming_day.isoformat(),
        "table": table,
        "figure": figure,
        "amount": amount,
        "reason": reason,
    }
