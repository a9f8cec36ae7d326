"""What the cash log comes to, without a database: where each limit lies, and who is whom (V-20 to V-27)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from accounting.domain import cash_report
from accounting.domain.cash_report import DayTotal, Identities, Person
from accounting.domain.rows import CashTransaction, PatronIdentity
from tables.domain.rule_packs import shipped
from tables.domain.rule_packs.words import CashKind

NEVADA, FRANCE = shipped.pack("nevada-like", 1, 2), shipped.pack("french-like", 1, 2)
PAT = Person("P-7")
DAYS = tuple(f"2026-03-{day:02d}" for day in range(1, 32))
PACKS = dict.fromkeys(DAYS, NEVADA)
ABOVE, FROM = 1_000_000, 250_000
"""Nevada-like, in minor units: reported above 10,000.00, logged from 2,500.00 on."""


def row(amount: int, who: str = "P-7", day: int = 4, direction: str = "in", **more: Any) -> CashTransaction:
    """A buy-in or a redemption at noon of a day in March, at BJ-01."""
    kind = CashKind.BUY_IN if direction == "in" else CashKind.REDEMPTION
    found = CashTransaction(
        stream_id=1,
        seq=1,
        line=0,
        gaming_day=DAYS[day - 1],
        happened_at=f"{DAYS[day - 1]}T20:00:00.000000Z",
        place="BJ-01",
        who=who,
        direction=direction,
        amount=amount,
        kind=kind.value,
        corrects=None,
        round=None,
        recorded_by="dana",
    )
    return found._replace(**more)


def told(seq: int, known_as: str, patron: str, **more: str) -> PatronIdentity:
    """A word about who somebody was, in the order of ``seq``."""
    return PatronIdentity(2, seq, known_as, more.get("place", ""), more.get("since", ""), more.get("until", ""), patron)


def total(cash_in: int = 0, cash_out: int = 0) -> DayTotal:
    return DayTotal(PAT, DAYS[3], cash_in, cash_out)


def days_of(*sums: tuple[int, int], direction: str = "in") -> list[DayTotal]:
    """Pat's days: day of March and sum."""
    named = {"in": "cash_in", "out": "cash_out"}[direction]
    return [replace(DayTotal(PAT, DAYS[day - 1]), **{named: amount}) for day, amount in sums]  # type: ignore[arg-type]


def reviews(*sums: tuple[int, int], direction: str = "in") -> list[tuple[str, str, Sequence[tuple[str, int]]]]:
    found = cash_report.structuring(days_of(*sums, direction=direction), PACKS)
    return [(one.reason, one.direction, [(day[-2:], amount) for day, amount in one.days]) for one in found]


# ----------------------------------------------------------------------------------------------------- reported, logged
def test_v21_a_report_is_due_above_the_threshold_and_not_at_it() -> None:
    """V-21: strictly more than 10,000.00, in either direction."""
    assert cash_report.reportable(total(ABOVE, ABOVE), NEVADA) == ()
    assert cash_report.reportable(total(ABOVE + 1, ABOVE), NEVADA) == ("in",)
    assert cash_report.reportable(total(ABOVE, ABOVE + 1), NEVADA) == ("out",)
    assert cash_report.reportable(total(ABOVE + 1, ABOVE + 1), NEVADA) == ("in", "out")
    assert cash_report.reportable(total(10 * ABOVE), FRANCE) == ()


def test_v21_the_log_begins_at_its_own_threshold() -> None:
    """V-21: from 2,500.00 on, this amount with it."""
    for of_day in (total(FROM), total(0, FROM)):
        assert cash_report.logged(of_day, NEVADA)
    for of_day in (total(FROM - 1), total(0, FROM - 1)):
        assert not cash_report.logged(of_day, NEVADA)


def test_v22_neither_threshold_adds_the_directions_or_takes_one_from_the_other() -> None:
    """V-22: 9,000.00 both ways is no report; 2,000.00 both ways is no line of the log; 11,000.00 both ways is both."""
    assert cash_report.reportable(total(900_000, 900_000), NEVADA) == ()
    assert not cash_report.logged(total(200_000, 200_000), NEVADA)
    assert cash_report.reportable(total(1_100_000, 1_100_000), NEVADA) == ("in", "out")
    assert cash_report.logged(total(1_100_000, 1_100_000), NEVADA)


def test_v22_who_nears_the_threshold_is_told_by_the_larger_direction() -> None:
    """V-22: 8,000.00 one way is near, 7,999.99 both ways is not."""
    assert cash_report.near(total(800_000), NEVADA) == cash_report.near(total(0, 800_000), NEVADA) == "near"
    assert cash_report.near(total(799_999, 799_999), NEVADA) == ""
    assert (cash_report.near(total(ABOVE), NEVADA), cash_report.near(total(ABOVE + 1), NEVADA)) == ("near", "above")
    assert cash_report.near(total(10 * ABOVE), FRANCE) == ""


def test_v20_a_persons_day_is_one_sum_whatever_the_place() -> None:
    """V-20: table and cage together; another day and another person are apart."""
    rows = [
        row(600_000),
        row(450_000, place="cage"),
        row(100_000, day=5),
        row(70_000, who="P-8"),
        row(30_000, direction="out"),
    ]
    found = cash_report.totals(rows, Identities([], ["P-7", "P-8"]), PACKS)
    assert [(one.gaming_day[-2:], one.person.patron, one.cash_in, one.cash_out) for one in found] == [
        ("04", "P-7", 1_050_000, 30_000),
        ("04", "P-8", 70_000, 0),
        ("05", "P-7", 100_000, 0),
    ]


def test_v25_a_correction_lowers_the_sum_and_both_lines_stay() -> None:
    """V-25: 12,000.00 keyed for 1,200.00."""
    rows = [row(1_200_000, seq=7), row(-1_080_000, seq=9, corrects=7)]
    (found,) = cash_report.totals(rows, Identities([], ["P-7"]), PACKS)
    assert (found.cash_in, [entry.row.amount for entry in found.entries]) == (120_000, [1_200_000, -1_080_000])


def test_v27_what_the_pack_does_not_list_is_shown_and_not_counted() -> None:
    """V-27, V-24: each direction has its own list of kinds; another line stands in the log and in no sum."""
    assert [cash_report.counts(row(1, direction=way), NEVADA) for way in ("in", "out")] == [True, True]
    odd = row(500_000, direction="out", kind=CashKind.BUY_IN.value)
    assert not cash_report.counts(odd, NEVADA)
    (found,) = cash_report.totals([odd], Identities([], ["P-7"]), PACKS)
    assert (found.cash_in, found.cash_out, len(found.entries)) == (0, 0, 1)


# ---------------------------------------------------------------------------------------------------------- structuring
@pytest.mark.parametrize(
    ("first", "second", "seen"),
    [
        (600_000, 400_001, True),
        (600_000, 400_000, False),  # together exactly the threshold
        (ABOVE, 1, True),  # a day at the threshold is no report yet
        (1, ABOVE, True),
        (ABOVE + 1, 600_000, False),  # that day is reported itself
        (600_000, ABOVE + 1, False),
    ],
)
def test_v23_two_days_together_above_it(first: int, second: int, seen: bool) -> None:
    found = reviews((4, first), (5, second))
    assert [(reason, days) for reason, _, days in found if reason == "around_roll"] == (
        [("around_roll", [("04", first), ("05", second)])] if seen else []
    )


def test_v23_only_days_that_follow_each_other() -> None:
    assert reviews((4, 600_000), (6, 600_000)) == []


@pytest.mark.parametrize("direction", ["in", "out"])
def test_v23_each_direction_is_looked_at(direction: str) -> None:
    assert reviews((4, 600_000), (5, 600_000), direction=direction) == [
        ("around_roll", direction, [("04", 600_000), ("05", 600_000)])
    ]


def test_v23_in_of_one_day_and_out_of_the_next_are_not_added() -> None:
    mixed = [*days_of((4, 600_000)), *days_of((5, 600_000), direction="out")]
    assert cash_report.structuring(mixed, PACKS) == []


@pytest.mark.parametrize(("amount", "seen"), [(799_999, False), (800_000, True), (ABOVE, True), (ABOVE + 1, False)])
def test_v23_what_is_just_below(amount: int, seen: bool) -> None:
    """From 80 % of the threshold on, up to the threshold: what lies above it is reported."""
    found = reviews((4, 900_000), (6, amount))
    assert found == ([("just_below", "in", [("04", 900_000), ("06", amount)])] if seen else [])


@pytest.mark.parametrize(
    ("days", "weeks"),
    [
        ((4, 10), [(4, 10)]),
        ((4, 11), []),
        ((4,), []),
        ((3, 4, 10), [(3, 4), (4, 10)]),
        ((4, 5, 6), [(4, 5, 6)]),
        ((4, 5, 20), [(4, 5)]),
        ((4, 5, 20, 26), [(4, 5), (20, 26)]),
    ],
    ids=["seven days", "eight", "once", "the third is a week after the second", "in a row", "once more later", "two"],
)
def test_v23_every_week_is_looked_at(days: tuple[int, ...], weeks: list[tuple[int, ...]]) -> None:
    """Two sums just below within seven gaming days; a later day takes no earlier week away."""
    found = reviews(*((day, 800_000 + day) for day in days))
    told = [tuple(int(day) for day, _ in line) for reason, _, line in found if reason == "just_below"]
    assert told == weeks


def test_v23_where_there_is_no_threshold_there_is_nothing_below_it() -> None:
    assert cash_report.structuring(days_of((4, 900_000), (5, 900_000)), dict.fromkeys(DAYS, FRANCE)) == []


# --------------------------------------------------------------------------------------------------------- who was whom
NOON, ONE, TWO = (f"2026-03-04T{hour}:00:00.000000Z" for hour in (20, 21, 22))


def whom(words: Sequence[PatronIdentity], who: str = "seat 3", at: str = ONE, place: str = "BJ-01") -> Person:
    """Whom a line of the log is about."""
    return Identities(words, ["P-7", "P-8", "P-9"]).person(row(1, who=who, happened_at=at, place=place))


def test_v26_a_description_is_known_by_its_place_alone() -> None:
    """V-26: seat 3 of one table is not seat 3 of another, and a word about one says nothing of the other."""
    assert whom([]) == Person("", "seat 3", "BJ-01")
    assert whom([], place="BJ-02") == Person("", "seat 3", "BJ-02")
    said = [told(1, "seat 3", "P-7", place="BJ-01", since=NOON, until=TWO)]
    assert whom(said) == PAT
    assert whom(said, place="BJ-02") == Person("", "seat 3", "BJ-02")


def test_v26_a_word_holds_from_its_beginning_until_before_its_end() -> None:
    said = [told(1, "seat 3", "P-7", place="BJ-01", since=NOON, until=TWO)]
    assert [whom(said, at=at).patron for at in (NOON, ONE, TWO)] == ["P-7", "P-7", ""]
    assert whom(said, at="2026-03-04T19:59:59.999999Z").patron == ""


def test_v26_the_last_word_counts_whatever_order_they_are_read_in() -> None:
    words = [
        told(1, "seat 3", "P-7", place="BJ-01", since=NOON, until=TWO),
        told(2, "seat 3", "P-8", place="BJ-01", since=NOON, until=TWO),
    ]
    assert whom(words) == whom(words[::-1]) == Person("P-8")


def test_v26_codes_are_merged_through_each_other() -> None:
    """V-26: a description becomes a code, the code another one, and that a third."""
    words = [
        told(1, "seat 3", "P-9", place="BJ-01", since=NOON, until=TWO),
        told(2, "P-9", "P-8"),
        told(3, "P-8", "P-7"),
    ]
    assert whom(words) == whom(words, who="P-9") == whom(words, who="P-8") == PAT


def test_v26_two_codes_that_point_at_each_other_end() -> None:
    circle = [told(1, "P-8", "P-7"), told(2, "P-7", "P-8")]
    assert (whom(circle, who="P-7"), whom(circle, who="P-8")) == (Person("P-8"), PAT)


def test_v26_a_merge_that_is_taken_back_parts_them_again() -> None:
    words = [told(1, "P-8", "P-7"), told(2, "P-8", "")]
    assert whom(words, who="P-8") == Person("P-8")
