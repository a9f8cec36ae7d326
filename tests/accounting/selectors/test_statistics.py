"""The statistical review over locked days: which base, which sums, and the range of chance beside them."""

from datetime import date
from fractions import Fraction

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounting.domain.statistics import Verdict, Won
from accounting.selectors import statistics
from accounting.selectors.statistics import Review, ReviewLine
from tables.domain.errors import Invalid, NotAllowed
from tables.services import rule_packs
from tests import builders
from tests.builders import House
from tests.reviewed import lock, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    return builders.house()


def line(review: Review, kind: str = "table") -> ReviewLine:
    (found,) = [line for line in review.lines if line.kind == kind]
    return found


def choose(house: House, pack: str) -> None:
    rule_packs.choose_rule_pack(actor=house.hana, at=house.at, name=pack, version=1, effective_from=builders.GAMING_DAY)


def march(house: House) -> Review:
    return statistics.review(house.ada, date(2026, 3, 1), date(2026, 3, 31))


def test_t_62_the_first_year_is_compared_with_the_month_before(house: House) -> None:
    lock(house, date(2026, 2, 27), 50_000, 9_000)
    lock(house, date(2026, 2, 28), 50_000, 9_500, {"month": (100_000, 18_500), "year": (100_000, 18_500)})
    lock(house, date(2026, 3, 4), 100_000, 15_600, {"year": (200_000, 34_100)})
    review = march(house)
    assert (review.basis.kind, review.days, review.base_days) == ("prior_month", 1, 2)
    found = line(review)
    assert (found.won, found.base) == (Won(100_000_00, 15_600_00), Won(100_000_00, 18_500_00))
    assert (found.judged.verdict, found.judged.points) == (Verdict.WITHIN, Fraction(-29, 10))
    assert [line(review, kind).won for kind in ("game", "house")] == [found.won] * 2


def test_t_62_january_of_year_two_is_compared_with_the_year(house: House) -> None:
    lock(house, date(2026, 11, 30), 50_000, 10_000)
    lock(house, date(2026, 12, 31), 50_000, 5_000, {"month": (50_000, 5_000), "year": (100_000, 15_000)})
    lock(house, date(2027, 1, 2), 20_000, 2_300)
    review = statistics.review(house.ada, date(2027, 1, 1), date(2027, 1, 31))
    found = line(review)
    assert (review.basis.kind, found.base) == ("prior_business_year", Won(100_000_00, 15_000_00))
    assert (found.judged.verdict, found.judged.points) == (Verdict.FLAGGED, Fraction(-35, 10))


def test_thirty_days_against_a_lifetime_of_two_years(house: House) -> None:
    choose(house, "french-like")
    lock(house, date(2025, 10, 31), 100_000, 20_000)
    lock(house, date(2026, 3, 4), 100_000, 14_000)
    review = march(house)
    found = line(review)
    assert (review.basis.kind, found.base) == ("lifetime", Won(200_000_00, 34_000_00))
    assert (found.judged.verdict, found.judged.hold, found.judged.base) == (
        Verdict.FLAGGED,
        Fraction(14, 100),
        Fraction(17, 100),
    )


def test_an_interval_of_the_months_days(house: House) -> None:
    choose(house, "new-jersey-like")
    lock(house, date(2026, 2, 27), 20_000, 5_000)
    lock(house, date(2026, 2, 28), 20_000, 3_000, {"month": (40_000, 8_000)})
    lock(house, date(2026, 3, 4), 20_000, 6_771)
    lock(house, date(2026, 3, 5), 20_000, 5_148, {"month": (40_000, 11_919)})
    assert line(march(house)).judged.verdict is Verdict.WITHIN
    lock(house, date(2026, 3, 6), 20_000, 9_000)
    assert line(march(house)).judged.verdict is Verdict.FLAGGED


def test_t_61_days_that_are_not_locked_are_not_read(house: House) -> None:
    lock(house, date(2026, 3, 4), 100_000, 15_600)
    play(house, date(2026, 3, 4), 100, 25)
    play(house, date(2026, 3, 5), 900, 25)
    found = line(march(house))
    assert (found.hands, found.staked.stakes) == (100, 100 * 25_00)
    assert found.judged.verdict is Verdict.NO_BASE


def test_a_losing_month_of_one_table_is_within_chance(house: House) -> None:
    """16,800 hands of 25 at the product's own edge: theo 2,058, and 7,240 to either side."""
    lock(house, date(2026, 3, 4), 100_000, -5_000)
    play(house, date(2026, 3, 4), 16_800, 25)
    found = line(march(house))
    assert found.expected is not None
    assert (found.expected.win, found.expected.low, found.expected.high) == (2_058_00, -5_182_28, 9_298_28)
    assert found.outside is False


def test_a_box_over_two_days_is_whole_in_the_month(house: House) -> None:
    lock(house, date(2026, 3, 4), 0, 1_000, reach_past=1)
    lock(house, date(2026, 3, 5), 30_000, 2_000, began_before=1)
    assert line(march(house)).won == Won(30_000_00, 3_000_00)
    assert line(statistics.review(house.ada, date(2026, 3, 4), date(2026, 3, 4))).judged.verdict is Verdict.NOT_COUNTED


def test_the_cost_is_the_same_for_more_days(house: House) -> None:
    counts = []
    march(house)  # what is read once a process is read
    for number in range(1, 9):
        lock(house, date(2026, 3, number), 1_000 * number, 100)
        play(house, date(2026, 3, number), 10, 25)
        if number in (1, 8):
            with CaptureQueriesContext(connection) as seen:
                march(house)
            counts.append(len(seen))
    assert counts[0] == counts[1]


@pytest.mark.parametrize("last", [date(2026, 2, 28), date(2027, 3, 2)])
def test_days_that_are_none(house: House, last: date) -> None:
    with pytest.raises(Invalid, match="bad_days"):
        statistics.review(house.ada, date(2026, 3, 1), last)


def test_a_dealer_reads_no_review(house: House) -> None:
    with pytest.raises(NotAllowed, match="not_permitted"):
        statistics.review(house.dana, date(2026, 3, 1), date(2026, 3, 31))


def test_t06_what_was_learnt_of_locked_days_is_part_of_their_hold(house: House) -> None:
    """T-06: a note of 400 more in the box and a fill that was 1,000 more: drop 100,400 and win 29,400."""
    lock(house, date(2026, 3, 4), 100_000, 30_000, adjusted_drop=400_00, adjusted_win=-600_00)
    assert line(march(house)).won == Won(100_400_00, 29_400_00)


def test_what_is_promotional_moves_no_hold(house: House) -> None:
    """20,000 of a drop of 100,000 are coupons: 80,000 and 10,000 are left, which is 12.5 % and not 30 %."""
    lock(house, date(2026, 3, 4), 100_000, 30_000, promotional=20_000_00)
    assert line(march(house)).won == Won(80_000_00, 10_000_00)
