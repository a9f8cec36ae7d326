"""Months that were locked, by hand and in whole units of money, and a review of them on the way to its end."""

from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime
from typing import Any

from accounting.domain.day_totals import COLUMNS
from accounting.models.days import DayLock, DayTotal
from accounting.models.results import PeriodResult
from accounting.services import reviews
from tables.models import log
from tests.builders import House

SPANS = ("day", "month", "year")
FEBRUARY, MARCH = date(2026, 2, 28), date(2026, 3, 31)
WHY = "two players won 8,400.00 with bets of 2,000.00"


def lock(
    house: House, day: date, drop: int, win: int, to_date: dict[str, tuple[int, int]] | None = None, **more: int
) -> None:
    """A locked day of BJ-01 in whole units; its sums to date are the day's own unless they are given."""
    stream = log.Stream.objects.get(casino=house.casino, kind="house").pk
    seq = 1_000 + day.toordinal()
    DayLock.objects.create(
        stream_id=stream, seq=seq, casino=house.casino, gaming_day=day, locked_on=date(2030, 1, 1), locked_by="A1",
        seconded_by="H1", locked_at=datetime(2030, 1, 1, tzinfo=UTC), root="r", sha256="s", text="{}",
    )  # fmt: skip
    nothing = {field.name: 0 for field in DayTotal._meta.concrete_fields if field.name in COLUMNS}
    for span in SPANS:
        dropped, won = (to_date or {}).get(span, (drop, win))
        sums = nothing | {"opener": dropped * 100, "closer": won * 100, "box": dropped * 100, **more}
        DayTotal.objects.create(
            stream_id=stream, seq=seq, casino=house.casino, gaming_day=day, span=span, kind="table", code="BJ-01",
            banked=True, pit="P1", game="blackjack", **sums,
        )  # fmt: skip


def play(house: House, day: date, hands: int, stake: int) -> None:
    """A closed period of BJ-01 with so many hands of one stake, in whole units."""
    stream = log.Stream.objects.get(casino=house.casino, kind="table", table__code="BJ-01").pk
    number = PeriodResult.objects.count() + 1
    moment = datetime(day.year, day.month, day.day, 20, tzinfo=UTC)
    given: dict[str, Any] = dict.fromkeys(
        ("opener", "opener_variance", "closer", "closer_difference", "handle", "house_net", "buy_ins", "buy_in_cash",
         "box_cash", "shuffles", "rounds"), 0,
    )  # fmt: skip
    PeriodResult.objects.create(
        stream_id=stream, seq=number * 10, number=number, opened_seq=number * 10 - 5, session=1, gaming_day=day,
        shift="day", opened_at=moment, closed_at=moment, boxes="1", detail="{}", hands=hands,
        staked=hands * stake * 100, staked_squares=hands * (stake * 100) ** 2, **given,
    )  # fmt: skip


def reviewable(house: House) -> None:
    """Hold fell from 18.5 % to 10 % in March, which is locked to its end."""
    lock(house, FEBRUARY, 100_000, 18_500)
    lock(house, MARCH, 100_000, 10_000)
    play(house, MARCH, 100, 25)


def opened(house: House, **more: Any) -> dict[str, Any]:
    """Ada opens the review of March."""
    days = {"first": MARCH.replace(day=1), "last": MARCH}
    asked = {"actor": house.ada, "at": house.at, **days, "accountant": house.sign("ada")}
    return reviews.open_review(**{**asked, **more})


def explained(house: House, scope: str = "table/BJ-01", name: str = "petra", **more: Any) -> dict[str, Any]:
    """Petra, or another, says why."""
    asked = {"actor": house.people[name], "at": house.at, "review": 1, "scope": scope, "cause": "large_wagers"}
    return reviews.explain_deviation(**{**asked, "explanation": WHY, "owner": house.sign(name), **more})


def all_explained(house: House) -> None:
    """The review is open and nothing is left to explain."""
    for scope in opened(house)["flagged"]:
        explained(house, scope)


def closed(house: House, **more: Any) -> dict[str, Any]:
    """Ada and hana close it."""
    asked = {"actor": house.ada, "at": house.at, "review": 1, "accountant": house.sign("ada")}
    return reviews.close_review(**{**asked, "second": house.sign("hana"), **more})


def _opened(house: House) -> None:
    reviewable(house)
    opened(house)


def _explained(house: House) -> None:
    reviewable(house)
    all_explained(house)


STAGES: Mapping[str, Callable[[House], None]] = {
    "reviewable": reviewable,
    "review_opened": _opened,
    "review_explained": _explained,
}
