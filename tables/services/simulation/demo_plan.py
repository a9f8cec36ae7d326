"""The demo house as it is written in ``demo.json``: data, so that the code names no game."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from tables.domain import chips
from tables.domain.actors import Role
from tables.domain.chips import Chips
from tables.domain.gaming_day import DaySchedule, DayStart, ShiftStart, Window
from tables.domain.house_settings import Chip
from tables.services.simulation.cast import Member
from tables.services.simulation.houses import HousePlan, TablePlan

FILE = Path(__file__).with_name("demo.json")
OFFICES = frozenset(
    {Role.HOUSE_MANAGER, Role.PIT_BOSS, Role.CASHIER, Role.COUNTER, Role.ACCOUNTANT, Role.AUDITOR, Role.INTEGRATOR}
    | {Role.SECURITY}
)
"""Who signs on without a terminal and so has a password."""


@dataclass(frozen=True, slots=True)
class Miscount:
    """A count that finds other chips than there should be, and what was written about it."""

    table: str
    chips: Chips
    note: str


@dataclass(frozen=True, slots=True)
class DemoPlan:
    """The demo house, and what happened in it on its last evening; ``shift_began`` is the start of the shift that runs
    now. ``given`` is the file."""

    house: HousePlan
    tables: Mapping[str, TablePlan]
    dealers: Mapping[str, str]
    played: Window
    shift_began: datetime
    given: Mapping[str, Any]

    @property
    def checked(self) -> str:
        """The table that the check of an open house plays at, whose terminal is enrolled from the start."""
        return str(self.given["today"]["checked"])

    def miscount(self, which: str) -> Miscount:
        """The ``opener`` or the ``closer`` that did not agree."""
        found = self.given["played"][which]
        return Miscount(found["table"], chips.from_data(found["chips"]), found["note"])


def read(now: datetime) -> DemoPlan:
    """The plan for a demo house that opens at ``now``: its last evening is that of the gaming day before."""
    given = json.loads(FILE.read_text(encoding="utf-8"))
    starts = _time(given["day_starts_at"])
    shifts = tuple((code, _time(start)) for code, start in given["shifts"])
    long_ago = now.date() - timedelta(days=30)
    schedule = DaySchedule(
        ZoneInfo(given["time_zone"]),
        [DayStart(long_ago, starts)],
        [ShiftStart(long_ago, code, start) for code, start in shifts],
    )
    before = schedule.gaming_day(now) - timedelta(days=1)
    played = next(window for window in schedule.windows(before) if window.shift == given["played"]["shift"])
    return DemoPlan(
        house=_house(given, starts, shifts, before),
        tables={row["code"]: _table(given, row) for row in given["tables"]},
        dealers={row["code"]: row["dealer"] for row in given["tables"]},
        played=played,
        shift_began=schedule.window(now).starts,
        given=given,
    )


def _house(given: Mapping[str, Any], starts: time, shifts: tuple[tuple[str, time], ...], before: date) -> HousePlan:
    return HousePlan(
        code=given["code"],
        names="",
        name=given["name"],
        currency=given["currency"],
        exponent=given["exponent"],
        time_zone=given["time_zone"],
        day_starts_at=starts,
        shifts=shifts,
        opens_on=before - timedelta(days=7),
        licences_until=before + timedelta(days=730),
        chips=tuple(Chip(*chip) for chip in given["chips"]),
        owned=chips.from_data(given["owned"]),
        pits={code: pit["name"] for code, pit in given["pits"].items()},
        bosses={code: pit["boss"] for code, pit in given["pits"].items()},
        people=tuple(_member(person, given) for person in given["people"]),
    )


def _member(person: Mapping[str, Any], given: Mapping[str, Any]) -> Member:
    """A dealer deals the house's main game unless the file names others; a pit boss watches whatever is dealt."""
    role = Role(person["role"])
    games: list[str] = []
    if role == Role.DEALER:
        games = list(person.get("games", [given["game"]]))
    elif role == Role.PIT_BOSS:
        games = list(dict.fromkeys(_game(given, row) for row in given["tables"]))
    return Member(
        badge=person["badge"],
        name=person["name"],
        role=role,
        games=games,
        office=role in OFFICES,
        username=person.get("username", ""),
        language=person.get("language", "en"),
    )


def _table(given: Mapping[str, Any], row: Mapping[str, Any]) -> TablePlan:
    minimum, maximum = row["limits"]
    return TablePlan(
        code=row["code"],
        pit=row["pit"],
        game=_game(given, row),
        rules={**({} if "game" in row else given["rules"]), **row.get("rules", {})},
        spots=given["spots"],
        card_source=row.get("card_source", "reader"),
        minimum=minimum,
        maximum=maximum,
        licensed_maximum=given["licensed_maximum"],
        bank=chips.from_data(given["banks"][row["bank"]]),
    )


def _game(given: Mapping[str, Any], row: Mapping[str, Any]) -> str:
    return str(row.get("game", given["game"]))


def _time(text: str) -> time:
    return time.fromisoformat(text)
