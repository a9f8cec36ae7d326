"""Numbers of a series: used, void, missing (T-24)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounting.domain.sequences import Gap, reconcile


def test_t_24_a_void_number_is_used_up_and_not_missing() -> None:
    found = reconcile("F-2026", 1001, range(1001, 1007), voided={1003})
    assert (found.used, found.void, found.missing_numbers) == (5, 1, 0)
    assert (found.first, found.last, found.missing, found.twice) == (1001, 1006, (), ())


def test_t_24_a_number_that_is_absent_is_missing() -> None:
    found = reconcile("F-2026", 1001, [1001, 1002, 1003, 1004, 1006], voided={1003})
    assert (found.used, found.void, found.missing_numbers) == (4, 1, 1)
    assert found.missing == (Gap(1005, 1005),)


@pytest.mark.parametrize(
    ("first", "issued", "known", "missing"),
    [
        (1, [3, 4], (), (Gap(1, 2),)),
        (1, [5, 1, 9], (), (Gap(2, 4), Gap(6, 8))),
        (1, [3, 4], (1, 2), ()),
        (3, [3, 5], (4, 77), ()),
        (7, [], (), ()),
    ],
    ids=["from the beginning", "several", "of other days", "in between", "none"],
)
def test_where_numbers_are_missing(
    first: int, issued: list[int], known: tuple[int, ...], missing: tuple[Gap, ...]
) -> None:
    assert reconcile("C", first, issued, known=known).missing == missing


def test_t_24_numbers_of_other_days_are_neither_used_nor_missing() -> None:
    """1001 and 1005 were issued on the days before and after: the day used three numbers and voided one."""
    found = reconcile("F-2026", 1001, [1002, 1003, 1004, 1006], voided={1003, 1005}, known={1001, 1005})
    assert (found.used, found.void, found.missing_numbers) == (3, 1, 0)
    assert (found.first, found.last) == (1001, 1006)


def test_a_number_on_two_documents() -> None:
    found = reconcile("C", 1, [1, 2, 2, 3])
    assert (found.used, found.twice, found.missing) == (3, (2,), ())


def test_nothing_issued() -> None:
    found = reconcile("C", 7, [])
    assert (found.first, found.last, found.used, found.void, found.missing_numbers) == (7, 6, 0, 0, 0)


@given(st.sets(st.integers(1, 60), min_size=1), st.sets(st.integers(1, 60)))
def test_every_number_is_one_of_the_three(issued: set[int], voided: set[int]) -> None:
    found = reconcile("F", 1, issued, voided)
    assert found.used + found.void + found.missing_numbers == max(issued)
    told = {number for gap in found.missing for number in range(gap.first, gap.last + 1)}
    assert told == set(range(1, max(issued) + 1)) - issued
    assert found.void == len(issued & voided)
