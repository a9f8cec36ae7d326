"""Totals to date: sums first, ratios after, boxes over several days, where a month and a year begin (T-55, T-62)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from accounting.domain import day_totals
from accounting.domain.day_totals import Kind, Scope, Span, Total
from accounting.domain.days import Effect, effect
from accounting.domain.rows import PeriodResult
from accounting.domain.shift_lines import Box, CrowdSums, Period, PeriodKey, Place

PLACE = Place("BJ-01", "P1", "blackjack", True)
TABLE = Scope(Kind.TABLE, "BJ-01", True, "P1", "blackjack")
HOUSE = Scope(Kind.HOUSE, "", True)


def period(number: int, opener: int, closer: int, boxes: str, shift: str = "day", **more: Any) -> Period:
    """A closed period; all that a total does not ask for is empty."""
    texts = {
        "gaming_day": "2026-03-04",
        "shift": shift,
        "boxes": boxes,
        "detail": "{}",
        "opened_at": "",
        "closed_at": "",
    }
    values = {**dict.fromkeys(PeriodResult._fields, 0), **texts, "number": number, "opener": opener, "closer": closer}
    return Period(PLACE, PeriodResult(**{**values, **more}))


def box(number: int, periods: Sequence[int], counted: int) -> Box:
    return Box("BJ-01", number, tuple(periods), counted, counted)


def line(totals: day_totals.Totals, scope: Scope = TABLE) -> dict[str, Any]:
    return day_totals.line(scope, totals[scope])


def day(
    periods: Sequence[Period],
    *boxes: Box,
    learnt: Sequence[tuple[Place, Effect]] = (),
    crowd: Mapping[PeriodKey, CrowdSums] | None = None,
) -> dict[Scope, Total]:
    return day_totals.of_day(periods, {("BJ-01", one.number): one for one in boxes}, learnt, crowd or {})


def test_a_day_and_the_month_with_it() -> None:
    monday = day([period(1, 1_000, 900, "1", handle=500, rounds=5)], box(1, [1], 300))
    tuesday = day([period(2, 900, 1_000, "2", handle=700, rounds=7)], box(2, [2], 100))
    month = day_totals.summed(day_totals.to_date(day_totals.to_date({}, monday), tuesday))
    assert (line(monday)["drop"], line(monday)["win"]) == (300, 200)
    assert (line(tuesday)["drop"], line(tuesday)["win"]) == (100, 200)
    told = line(month)
    assert (told["drop"], told["win"], told["handle"], told["rounds"]) == (400, 400, 1_200, 12)
    assert line(month, HOUSE) == told


def test_t55_v05_hold_to_date_is_a_ratio_of_sums() -> None:
    """66.67 % and 200.00 % are 100.00 % together, whatever their mean."""
    monday = day([period(1, 1_000, 900, "1")], box(1, [1], 300))
    tuesday = day([period(2, 900, 1_000, "2")], box(2, [2], 100))
    month = day_totals.to_date(day_totals.to_date({}, monday), tuesday)
    assert [line(totals)["hold"]["percent"] for totals in (monday, tuesday, month)] == ["66.67", "200.00", "100.00"]


def test_t84_a_pot_table_has_a_rake_and_neither_win_nor_hold() -> None:
    """T-84: the players win from each other; what the box holds is what they bought, and no drop to hold by."""
    scope = TABLE._replace(banked=False)
    told = day_totals.line(scope, Total(opener=1_000, closer=1_200, box=300, rake=40, rake_booked=50))
    assert (told["drop"], told["win"], told["hold"]) == (300, None, None)
    assert (told["rake"], told["rake_booked"]) == (40, 50)


def test_t84_pot_tables_are_added_to_no_banked_sum() -> None:
    """T-84: a blackjack and a pot table of one pit and game code: pit, game and house have two sums each."""
    pots = TABLE._replace(code="SC-01", banked=False)
    of_tables = {TABLE: Total(opener=1_000, closer=1_200, box=300), pots: Total(box=70, rake=40, rake_booked=50)}
    found = day_totals.summed(of_tables)
    wider = [(Kind.PIT, "P1"), (Kind.GAME, "blackjack"), (Kind.HOUSE, "")]
    assert {scope: found[scope] for scope in found if scope not in of_tables} == {
        Scope(kind, code, banked): of_tables[TABLE if banked else pots]
        for kind, code in wider
        for banked in (True, False)
    }


def test_v08_a_box_over_two_days_leaves_both_without_a_win_and_the_month_with_one() -> None:
    whole = box(1, [1, 2], 300)
    monday = day([period(1, 1_000, 900, "1")], whole)
    tuesday = day([period(2, 900, 1_000, "1")], whole)
    first = day_totals.to_date({}, monday)
    month = day_totals.to_date(first, tuesday)
    assert [line(totals)["win"] for totals in (monday, tuesday, first, month)] == [None, None, None, 300]
    assert (line(month)["drop"], line(month)["chip_result"]) == (300, 0)


def test_a_box_that_began_in_the_month_before_is_never_whole_in_this_one() -> None:
    tuesday = day([period(2, 900, 1_000, "1")], box(1, [1, 2], 300))
    wednesday = day([period(3, 1_000, 1_000, "2")], box(2, [3], 50))
    month = day_totals.to_date(day_totals.to_date({}, tuesday), wednesday)
    assert (line(wednesday)["win"], line(month)["win"]) == (50, None)


def test_a_table_that_stays_closed_keeps_its_month_and_its_open_box() -> None:
    monday = day([period(1, 1_000, 900, "1")], box(1, [1, 2], 300))
    closed = day_totals.to_date(day_totals.to_date({}, monday), {})
    assert closed == day_totals.to_date({}, monday)
    learnt = day([], learnt=[(PLACE, Effect(10, 10, 0))])
    assert day_totals.to_date(closed, learnt)[TABLE] == replace(closed[TABLE], adjusted_drop=10, adjusted_win=10)


def test_shifts_are_added_up_over_the_month() -> None:
    both = [period(1, 1_000, 900, "1"), period(2, 900, 950, "2", "swing")]
    monday = day(both, box(1, [1], 300), box(2, [2], 10))
    month = day_totals.to_date(day_totals.to_date({}, monday), {Scope(Kind.SHIFT, "swing", True): Total(box=7)})
    assert line(monday, Scope(Kind.SHIFT, "day", True))["win"] == 200
    assert line(month, Scope(Kind.SHIFT, "swing", True))["win"] == 67


@pytest.mark.parametrize(
    ("span", "of", "starts_month", "first"),
    [
        (Span.DAY, date(2026, 1, 1), 1, date(2026, 1, 1)),
        (Span.MONTH, date(2025, 12, 31), 1, date(2025, 12, 1)),
        (Span.MONTH, date(2026, 1, 1), 1, date(2026, 1, 1)),
        (Span.YEAR, date(2025, 12, 31), 1, date(2025, 1, 1)),
        (Span.YEAR, date(2026, 1, 1), 1, date(2026, 1, 1)),
        (Span.YEAR, date(2026, 6, 30), 7, date(2025, 7, 1)),
        (Span.YEAR, date(2026, 7, 1), 7, date(2026, 7, 1)),
    ],
)
def test_t62_a_month_and_a_business_year_begin_where_they_should(
    span: Span, of: date, starts_month: int, first: date
) -> None:
    assert day_totals.starts(span, of, starts_month) == first


@pytest.mark.parametrize(
    ("figure", "amount", "moved"),
    [
        ("box", 100, Effect(100, 100, 0)),
        ("opener", 100, Effect(0, -100, 0)),
        ("closer", -100, Effect(0, -100, 0)),
        ("fills", 100, Effect(0, -100, 0)),
        ("credits", 100, Effect(0, 100, 0)),
        ("markers_issued", 100, Effect(100, 100, 0)),
        ("markers_paid_cash", 100, Effect(-100, -100, 0)),
        ("markers_paid_chips", 100, Effect(0, -100, 0)),
        ("rake", 100, Effect(0, 0, 100)),
    ],
)
def test_an_adjustment_moves_drop_and_win_by_the_one_formula(figure: str, amount: int, moved: Effect) -> None:
    assert effect(figure, amount) == moved


def test_t06_what_was_learnt_later_stands_apart_as_drop_win_and_rake() -> None:
    """T-06: a fill that was 100 more moves no drop, 30 in the box move both, and the counted figures stay."""
    found = day(
        [period(1, 1_000, 900, "1")],
        box(1, [1], 300),
        learnt=[(PLACE, effect("fills", 100)), (PLACE, effect("box", 30)), (PLACE, effect("rake", 7))],
    )
    month = day_totals.summed(day_totals.to_date(day_totals.to_date({}, found), found))
    assert line(found)["adjusted"] == {"drop": 30, "win": -70, "rake": 7}
    assert (line(found)["drop"], line(found)["win"]) == (300, 200)
    for scope in (TABLE, HOUSE):
        assert line(month, scope)["adjusted"] == {"drop": 60, "win": -140, "rake": 14}


def test_what_is_promotional_of_the_drop_is_told_apart() -> None:
    found = day([period(1, 1_000, 900, "1")], replace(box(1, [1], 300), promotional=50))
    assert (found[TABLE].box, found[TABLE].promotional) == (350, 50)


def test_the_crowd_is_added_up_beside_the_win() -> None:
    """Two periods of a day, one of them without a crowd, and the day after: sums of bets, stakes and what was paid."""
    first, second = period(1, 1_000, 1_000, "1", "day"), period(2, 1_000, 1_000, "1", "swing")
    crowd = {(0, 1): CrowdSums(2, 300, 500), (0, 7): CrowdSums(9, 9, 9)}
    monday = day([first, second], box(1, [1, 2], 0), crowd=crowd)
    told = {"bets": 2, "stakes": 300, "paid": 500, "result": -200}
    assert line(monday)["crowd"] == told
    assert line(monday, Scope(Kind.SHIFT, "day", True))["crowd"] == told
    assert "crowd" not in line(monday, Scope(Kind.SHIFT, "swing", True))
    tuesday = day([period(3, 1_000, 1_000, "2")], box(2, [3], 0), crowd={(0, 3): CrowdSums(1, 400, 0)})
    month = day_totals.summed(day_totals.to_date(day_totals.to_date({}, monday), tuesday))
    for scope in (TABLE, HOUSE):
        assert line(month, scope)["crowd"] == {"bets": 3, "stakes": 700, "paid": 500, "result": 200}
    assert (line(month)["win"], line(month)["drop"]) == (0, 0)
