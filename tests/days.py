"""A gaming day on the way to its lock: one table, one buy-in, one round, and all that has to be done afterwards."""

from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta
from typing import Any

from accounting.services import certify, days, follow
from tests import custody
from tests.builders import House

DAY = date(2026, 3, 4)
NEXT = timedelta(days=1)


def after(house: House, hours: int = 19) -> datetime:
    """When the day of ``house.at`` is over: 07:00 of the next morning."""
    return house.at + timedelta(hours=hours)


def played(house: House, cash: int = 10_000, at: datetime | None = None, note: str = "", lost: int = 0) -> House:
    """The first table opened, a buy-in of 100.00, closed; ``lost`` quarters (25.00) are missing at the closer."""
    custody.running(house, at)
    return closed(house, cash, at, note, lost)


def closed(house: House, cash: int = 10_000, at: datetime | None = None, note: str = "", lost: int = 0) -> House:
    """An open table with one more buy-in, closed by a count."""
    moment = at or house.at
    if cash:
        custody.buy_in(house, cash, {2_500: cash // 2_500}, at=moment)
    rack = dict(custody.rack_of(house))
    rack[2_500] -= lost
    custody.close_table(house, rack, note, at=moment)
    return house


def counted(house: House, cash: int = 10_000, box: int = 1, at: datetime | None = None) -> None:
    """The box leaves its table and is counted."""
    moment = at or house.at
    custody.remove_box(house, box, at=moment)
    custody.count_box(house, {100: cash // 100} if cash else {}, box, at=moment)


def certified(house: House, day: date = DAY, shift: str = "day", at: datetime | None = None) -> dict[str, Any]:
    """Ada certifies the shift."""
    return certify.certify_shift(actor=house.ada, at=at or after(house), gaming_day=day, shift=shift)


def ready(house: House, cash: int = 10_000) -> House:
    """A day that only waits for its lock."""
    counted(played(house, cash), cash)
    certified(house)
    return house


def locked(house: House, **more: Any) -> dict[str, Any]:
    """Ada and hana lock the day in the morning after."""
    asked: Mapping[str, Any] = {
        "actor": house.ada,
        "at": after(house),
        "gaming_day": DAY,
        "accountant": house.sign("ada"),
        "second": house.sign("hana"),
    }
    return days.lock_day(**{**asked, **more})


def explained(house: House, exception: str, name: str = "petra", **more: Any) -> dict[str, Any]:
    """Whoever answers for it signs why."""
    follow.follow_all(house.casino.pk)
    asked: Mapping[str, Any] = {
        "actor": house.people[name],
        "at": after(house),
        "gaming_day": DAY,
        "exception": exception,
        "cause": "count_error",
        "explanation": "a chip lay under the rack's edge",
        "owner": house.sign(name),
    }
    return days.explain_exception(**{**asked, **more})


def adjusted(house: House, **more: Any) -> dict[str, Any]:
    """Ada and hana put on record that a note of 100.00 was found in the box."""
    asked: Mapping[str, Any] = {
        "actor": house.ada,
        "at": after(house),
        "gaming_day": DAY,
        "table": house.tables[0],
        "figure": "box",
        "amount": 10_000,
        "reason": "a note stuck in the box of 4 March",
        "accountant": house.sign("ada"),
        "second": house.sign("hana"),
    }
    return days.adjust_day(**{**asked, **more})


def _short(house: House) -> None:
    """The first table is open already: it closes 25.00 short."""
    closed(house, 0, note="25.00 short", lost=1)
    follow.follow_all(house.casino.pk)


def _yesterday(house: House) -> None:
    """The second table had a day of its own before, of which only the lock is left to do."""
    table, at = house.tables[1], house.at - NEXT
    asked: dict[str, Any] = {"table": table, "at": at}
    custody.issue_bank(house, **asked)
    custody.open_table(house, **asked)
    custody.close_table(house, **asked)
    custody.remove_box(house, **asked)
    custody.count_box(house, {}, **asked)
    certified(house, DAY - NEXT, at=house.at)


def _yesterday_locked(house: House) -> None:
    _yesterday(house)
    locked(house, gaming_day=DAY - NEXT, at=house.at)


STAGES: Mapping[str, Callable[[House], object]] = {
    "short": _short,
    "yesterday": _yesterday,
    "yesterday_locked": _yesterday_locked,
}
"""How far the gaming day of ``whole_house`` has come."""
