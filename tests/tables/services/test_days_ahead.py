"""Partitions of gaming days: made ahead, filled, moved into, and guarded like the tables that they are parts of."""

from datetime import date, timedelta

import psycopg
import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction

from accounting.services import follow
from tables.selectors import days_ready
from tables.services import days_ahead
from tests import builders, dealt, partitions
from tests.builders import House

pytestmark = pytest.mark.django_db

DAY = date(2026, 3, 4)
SPLIT = (
    "accounting_journal",
    "accounting_leg",
    "accounting_roundresult",
    "accounting_settlement",
    "tables_bet",
    "tables_crowdbet",
    "tables_crowdsettlement",
    "tables_event_play",
)
PLAYED = SPLIT[:5]
NEXT = timedelta(days=1)


@pytest.fixture
def house() -> House:
    return dealt.ready(builders.house())


def play(house: House) -> None:
    """A whole round, in the books."""
    dealt.press(house, {"do": "open_round"}, *dealt.bets(), {"do": "close_betting"})
    dealt.press(house, *dealt.cards())
    dealt.press(house, {"do": "stand", "by": "anna", "spot": 1})
    dealt.press(house, {"do": "stand", "by": "bo", "spot": 2})
    dealt.press(house, {"do": "confirm_settlement"})
    follow.follow_all()


def test_days_are_made_for_every_table_and_once() -> None:
    assert days_ready.until() is None
    made = days_ahead.prepare(DAY)
    assert made == [DAY - NEXT + number * NEXT for number in range(days_ahead.AHEAD + 2)]
    assert days_ready.until() == DAY + days_ahead.AHEAD * NEXT
    assert days_ahead.prepare(DAY) == []
    with connection.cursor() as cursor:
        cursor.execute("SELECT stem FROM tables_day_roots() ORDER BY stem")
        assert tuple(stem for (stem,) in cursor.fetchall()) == SPLIT


def test_days_run_out() -> None:
    assert days_ready.is_short(None, DAY)
    assert days_ready.is_short(DAY + NEXT, DAY)
    assert not days_ready.is_short(DAY + 2 * NEXT, DAY)


def test_a_round_lies_in_its_day_and_papers_in_their_own_partition(house: House) -> None:
    days_ahead.prepare(DAY)
    play(house)
    events = partitions.rows_of("tables_event")
    assert set(events) == {"days.tables_event_papers", "days.tables_event_play_20260304"}
    for table in PLAYED:
        assert "days." + table + "_20260304" in partitions.rows_of(table)


def test_a_press_without_its_day_is_taken_and_moves_when_the_day_is_made(house: House) -> None:
    play(house)
    before = {table: partitions.rows_of(table) for table in (*PLAYED, "tables_event")}
    assert set(before["tables_bet"]) == {"days.tables_bet_other"}
    made = days_ahead.prepare(DAY + 100 * NEXT)
    assert DAY in made
    after = {table: partitions.rows_of(table) for table in before}
    assert after["tables_bet"] == {"days.tables_bet_20260304": before["tables_bet"]["days.tables_bet_other"]}
    assert after["tables_event"] == {
        "days.tables_event_papers": before["tables_event"]["days.tables_event_papers"],
        "days.tables_event_play_20260304": before["tables_event"]["days.tables_event_play_other"],
    }
    assert not any(name.endswith("_other") for rows in after.values() for name in rows)


def test_nobody_makes_days_far_ahead() -> None:
    with pytest.raises(IntegrityError, match="is too far ahead"), transaction.atomic():
        partitions.make(date(9999, 1, 1), date(9999, 1, 1))
    assert days_ready.until() is None


@pytest.mark.parametrize("act", ["UPDATE {} SET gaming_day = gaming_day", "DELETE FROM {}", "TRUNCATE {}"])
@pytest.mark.parametrize("table", [table for table in SPLIT if table != "tables_bet"])  # a press undone takes bets back
def test_every_partition_has_the_guards_of_its_table(table: str, act: str) -> None:
    partitions.make(DAY, DAY)
    for name in (f"days.{table}_20260304", f"days.{table}_other"):
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL casino.may_truncate = 'off'")
        with pytest.raises(DatabaseError, match="is append-only") as refused, transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute(act.format(name))
        cause = refused.value.__cause__
        assert isinstance(cause, psycopg.Error)
        assert cause.sqlstate == "23001"


def test_a_partition_refuses_what_its_table_refuses() -> None:
    partitions.make(DAY, DAY)
    with pytest.raises(IntegrityError, match="journal 1:1 is out by 5"), transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("INSERT INTO days.accounting_leg_20260304 VALUES (1, 1, 0, 99, 5, '2026-03-04')")
    with pytest.raises(IntegrityError, match="violates partition constraint"), transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO days.accounting_journal_20260304 VALUES (1, 1, 'x', '2026-03-05', 'day', NULL, NULL)"
            )
    assert partitions.rows_of("accounting_leg") == partitions.rows_of("accounting_journal") == {}


def test_a_number_is_taken_once_in_a_day(house: House) -> None:
    partitions.make(DAY, DAY)
    play(house)
    with pytest.raises(IntegrityError, match="tables_event_play_20260304_pkey"), transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("INSERT INTO tables_event SELECT * FROM tables_event WHERE round IS NOT NULL")


def test_a_clock_that_is_set_back_over_the_roll_opens_no_old_day(house: House) -> None:
    later = House(casino=house.casino, tables=house.tables, at=house.at + NEXT, people=house.people)
    dealt.press(later, {"do": "open_round"})
    dealt.press(house, *dealt.bets())
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT gaming_day, first_seq FROM tables_streamday d JOIN tables_stream s ON s.id = d.stream_id"
            " WHERE s.key = 'DEMO/table/BJ-01' ORDER BY 1"
        )
        days = cursor.fetchall()
        cursor.execute(
            "SELECT DISTINCT gaming_day FROM tables_event e JOIN tables_stream s ON s.id = e.stream_id"
            " WHERE s.key = 'DEMO/table/BJ-01' AND seq >= %s",
            [days[1][1]],
        )
        told = cursor.fetchall()
        cursor.execute("SELECT head_day FROM tables_stream WHERE key = 'DEMO/table/BJ-01'")
        (head,) = cursor.fetchone() or (None,)
    assert [day for day, _ in days] == [DAY, DAY + NEXT]
    assert told == [(DAY + NEXT,)]
    assert head == DAY + NEXT
