"""What three gaming days leave in figures, papers and books. What happens in them is told in ``three_days``."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

import pytest

from accounting.models.reports import ShiftReport
from accounting.selectors import cash_log, sequences
from accounting.services import follow
from accounting.services.verify import run
from tables.models.periods import BankPeriod
from tables.selectors import slips as slip_reads
from tables.services.counts import MissingBox
from tests import slips as acts
from tests.stories.evening import usd
from tests.stories.three_days import FRIDAY, SATURDAY, SUNDAY, ThreeDays

pytestmark = pytest.mark.django_db

LINES = ("opener", "fills", "credits", "closer", "drop", "win")


@pytest.fixture
def story() -> ThreeDays:
    """All three days played; the boxes of Friday and Saturday are counted, Sunday's is not."""
    story = ThreeDays()
    story.friday()
    story.saturday()
    story.sunday()
    story.wait_until("10:00")
    story.counted(150, 1)
    story.counts_that_differ(2, 10, 9)  # 900 stand; the log expects 1,000
    story.counted(20, 1, "BJ-02")
    story.closes_count([MissingBox("BJ-01", 3, "left in the pit")])
    return story


def line(figures: Mapping[str, Any], table: str = "BJ-01") -> dict[str, Any]:
    """Some figures of a table."""
    found = next(line for line in figures["tables"] if line["table"] == table)
    return {name: found[name] for name in LINES}


def chip_results(story: ThreeDays, day: date) -> list[int]:
    """Closer + credits - opener - fills of BJ-01, shift by shift."""
    shifts = [story.report(day, shift)["figures"]["tables"] for shift in ("day", "swing", "grave")]
    return [next(line["chip_result"] for line in tables if line["table"] == "BJ-01") for tables in shifts]


def played(figures: Mapping[str, Any]) -> tuple[int, int, int]:
    """Rounds, handle and cash for chips at BJ-01."""
    found = next(line for line in figures["tables"] if line["table"] == "BJ-01")
    return found["rounds"], found["handle"], found["buy_in_cash"]


def money(*amounts: str) -> dict[str, int]:
    """Figures in the order of LINES."""
    return dict(zip(LINES, map(usd, amounts), strict=True))


def test_t20_every_chip_has_its_place_at_each_cutoff() -> None:
    """T-20: 6,000 are in nobody's rack when Friday ends, and Friday is not locked before they have arrived.

    Friday      cage 50,000 - 20,000 as a bank - 6,000 by the fill = 24,000; Anna 15,000 - 11,000 = 4,000
    Saturday    cage 24,000 - 10,000 as a bank = 14,000; Anna 4,000 - 2,000 + 1,000 - 1,000 = 2,000 and Pat 4,000;
                Pat owes 5,000 - 3,000 = 2,000; in the boxes 15,000 + 1,000 and 2,000
    """
    story = ThreeDays()
    story.friday()
    assert story.balances() == {
        ("issued", "chips"): usd("-50,000.00"),
        ("cage", "chips"): usd("24,000.00"),
        ("in_transit", "chips"): usd("6,000.00"),
        ("rack/BJ-01", "chips"): usd("16,000.00"),
        ("players", "chips"): usd("4,000.00"),
        ("patrons", "cash"): usd("-15,000.00"),
        ("box/BJ-01", "cash"): usd("15,000.00"),
    }
    assert story.open_slips(FRIDAY) == ["F-000002"]
    story.saturday()
    assert story.balances() == {
        ("issued", "chips"): usd("-50,000.00"),
        ("cage", "chips"): usd("14,000.00"),
        ("rack/BJ-01", "chips"): usd("19,000.00"),
        ("rack/BJ-02", "chips"): usd("11,000.00"),
        ("players", "chips"): usd("6,000.00"),
        ("patrons", "cash"): usd("-18,000.00"),
        ("box/BJ-01", "cash"): usd("16,000.00"),
        ("box/BJ-02", "cash"): usd("2,000.00"),
        ("markers/BJ-01", "markers"): usd("2,000.00"),
        ("patrons", "markers"): usd("-2,000.00"),
    }
    assert story.open_slips(FRIDAY) == []
    assert [str(finding) for finding in run.verify().findings] == []


def test_t52_each_shift_has_its_chips_and_only_the_day_its_win(story: ThreeDays) -> None:
    friday = [story.report(FRIDAY, shift)["figures"]["tables"][0] for shift in ("day", "swing", "grave")]
    assert [found["chip_result"] for found in friday] == [usd("-5,500.00"), usd("3,500.00"), usd("-2,000.00")]
    assert [(found["win"], found["hold"]) for found in friday] == [(None, None)] * 3
    day = story.report(FRIDAY, "grave")["day_to_date"]
    openers, closers = "52,500.00", "48,500.00"  # 20,000 + 14,500 + 18,000 and 14,500 + 18,000 + 16,000
    assert line(day) == money(openers, "0.00", "0.00", closers, "15,000.00", "11,000.00")
    assert day["house"]["banked"]["hold"]["percent"] == "73.33"  # 11,000 / 15,000
    assert played(day) == (3, usd("11,000.00"), usd("15,000.00"))  # 2,500 + 7,500 + 1,000 laid; 8,000 + 4,000 + 3,000


def test_t20_t57_the_fill_in_transit_is_saturdays_and_the_marker_is_drop_where_it_was_signed(story: ThreeDays) -> None:
    """T-20 and T-57: by acceptance, and by the table that gave the chips."""
    assert chip_results(story, SATURDAY) == [
        usd("-5,000.00"),  # 17,000 - 16,000 - 6,000: the fill is this day's, and Pat has 5,000 for his marker
        usd("2,000.00"),  # 19,000 - 17,000
        0,  # 19,000 - 19,000
    ]
    day = story.reports(SATURDAY)["day_to_date"]
    openers, closers = "52,000.00", "55,000.00"  # 16,000 + 17,000 + 19,000 and 17,000 + 19,000 + 19,000
    assert line(day) == money(openers, "6,000.00", "0.00", closers, "5,900.00", "2,900.00")
    assert line(day, "BJ-02") == money("10,000.00", "0.00", "0.00", "11,000.00", "0.00", "0.00")
    house = day["house"]["banked"]
    assert (house["drop"], house["win"], house["hold"]["percent"]) == (usd("5,900.00"), usd("2,900.00"), "49.15")
    assert house["drop_variance"] == usd("-100.00")
    assert (house["engine_net"], house["difference"]) == (usd("3,000.00"), usd("-100.00"))
    assert played(day) == (2, usd("3,000.00"), usd("1,000.00"))  # 2,000 + 1,000 laid


def test_t12_a_wrong_opener_is_in_nobodys_win(story: ThreeDays) -> None:
    """T-12: the swing shift begins with what was counted."""
    story.counted(3, 3)
    assert chip_results(story, SUNDAY) == [
        0,  # 19,000 - 19,000
        usd("200.00"),  # 19,100 - 18,900
        usd("-200.00"),  # 14,900 + 4,000 - 19,100
    ]
    day = story.reports(SUNDAY)["day_to_date"]
    assert line(day) == money("57,000.00", "0.00", "4,000.00", "53,000.00", "300.00", "300.00")
    found = day["tables"][0]
    assert (found["opener_variance"], found["engine_net"], found["difference"]) == (usd("-100.00"), usd("300.00"), 0)
    assert played(day) == (2, usd("700.00"), usd("300.00"))  # 500 + 200 laid
    assert day["house"]["banked"]["hold"]["percent"] == "100.00"  # 300 / 300


def test_t53_a_late_count_makes_a_second_version(story: ThreeDays) -> None:
    """T-53: the first says that the box is not counted; the second names the first."""
    first = story.reports(SUNDAY)
    assert (first["version"], first["state"], first["day_to_date"]["house"]["banked"]["win"]) == (
        1,
        "preliminary",
        None,
    )
    story.counted(3, 3)
    second = story.reports(SUNDAY)
    assert (second["version"], second["state"]) == (2, "final")
    assert second["supersedes"] == ShiftReport.objects.get(gaming_day=SUNDAY, shift="grave", version=1).sha256


def test_t02_the_night_of_the_clocks_has_seven_hours(story: ThreeDays) -> None:
    """T-02: 21:50 in winter time to 05:55 in summer time are 7 h 5 min; the year before they would be an hour more."""
    night = BankPeriod.objects.get(gaming_day=SATURDAY, shift="grave")
    assert night.closed_at is not None
    assert night.closed_at - night.opened_at == timedelta(hours=7, minutes=5)
    night = BankPeriod.objects.get(gaming_day=FRIDAY, shift="grave")
    assert night.closed_at is not None
    assert night.closed_at - night.opened_at == timedelta(hours=8, minutes=5)


def test_numbers_and_places_at_the_end(story: ThreeDays) -> None:
    """50,000 were issued: BJ-01 has 14,900, BJ-02 11,000, and one chip of 100 is missing.

    The cage has 50,000 - 20,000 - 10,000 as banks - 6,000 by the fill + 4,000 by the credit = 18,000. Anna
    has 15,000 + 1,000 + 300 bought - 14,500 lost + 200 won = 2,000, Pat 5,000 - 1,000 = 4,000. Pat owes 2,000.
    """
    assert acts.numbers() == {"F": 2, "C": 1, "M": 1}
    papers = sequences.of_days(story.house.axel, FRIDAY, SUNDAY)
    assert [(one.series, one.used, one.void, one.missing) for one in papers.series] == [
        ("C", 1, 0, ()),
        ("F", 1, 1, ()),
        ("M", 1, 0, ()),
    ]
    assert [(void.slip, void.gaming_day, void.total) for void in papers.voids] == [
        ("F-000001", "2026-03-06", usd("2,000.00"))
    ]
    assert slip_reads.on_the_way(story.house.ada) == []
    assert story.balances() == {
        ("issued", "chips"): usd("-50,000.00"),
        ("cage", "chips"): usd("18,000.00"),
        ("rack/BJ-01", "chips"): usd("14,900.00"),
        ("rack/BJ-02", "chips"): usd("11,000.00"),
        ("players", "chips"): usd("6,000.00"),
        ("variance/rack/BJ-01", "chips"): usd("100.00"),
        ("patrons", "cash"): usd("-18,300.00"),  # 15,000 + 1,000 + 300 bought, 2,000 paid
        ("box/BJ-01", "cash"): usd("300.00"),
        ("count_room", "cash"): usd("17,900.00"),  # 15,000 + 900 + 2,000
        ("variance/drop/BJ-01", "cash"): usd("100.00"),
        ("markers/BJ-01", "markers"): usd("2,000.00"),
        ("patrons", "markers"): usd("-2,000.00"),
    }


def test_v20_v26_the_cash_of_three_days_by_patron(story: ThreeDays) -> None:
    """Nobody knows Anna's name: 15,000 on Friday are reported all the same. Pat's chips for his marker are no cash."""
    follow.follow_all()
    found = cash_log.read(story.house.ada, FRIDAY, SUNDAY)
    assert [(day.total.gaming_day, day.name, day.total.cash_in, day.total.cash_out) for day in found.days] == [
        ("2026-03-06", "Anna", usd("15,000.00"), 0),  # 8,000 + 4,000 + 3,000
        ("2026-03-07", "Pat Seven", usd("2,000.00"), 0),
        ("2026-03-07", "Anna", usd("1,000.00"), 0),
        ("2026-03-08", "Anna", usd("300.00"), 0),
    ]
    assert [(day.name, day.reports) for day in found.reports] == [("Anna", ("in",))]
    assert [day.name for day in found.logged] == ["Anna"]  # from 2,500 on
    assert found.structuring == []


def test_three_days_are_locked_and_nothing_is_found(story: ThreeDays) -> None:
    """Each lock carries its day and the month so far: 11,000, 13,900, 14,200; drop 15,000, 20,900, 21,200."""
    story.counted(3, 3)
    for day in (FRIDAY, SATURDAY, SUNDAY):
        story.reports(day)
    follow.follow_all()
    story.explains(SATURDAY, "drop_variance/BJ-01/2", "colin", "count_error")
    story.explains(SUNDAY, "opener_variance/BJ-01/8", "petra", "count_error")
    locked = [story.locks(day) for day in (FRIDAY, SATURDAY, SUNDAY)]
    wins = [report["figures"]["house"]["banked"]["win"] for report in locked]
    assert wins == [usd("11,000.00"), usd("2,900.00"), usd("300.00")]
    to_date = [
        next(line for line in report["to_date"]["month"] if line["kind"] == "house" and line["banked"])
        for report in locked
    ]
    assert [found["win"] for found in to_date] == [usd("11,000.00"), usd("13,900.00"), usd("14,200.00")]
    assert [found["drop"] for found in to_date] == [usd("15,000.00"), usd("20,900.00"), usd("21,200.00")]
    assert [report["previous"] and report["previous"]["gaming_day"] for report in locked] == [
        None,
        "2026-03-06",
        "2026-03-07",
    ]
    follow.follow_all()
    assert [str(finding) for finding in run.verify().findings] == []
