"""Numbers taken at one moment from many streams: each once, none left out, whoever gives up (T-27)."""

import threading
from collections import Counter
from functools import partial
from typing import Any

import pytest
from django.db import connection

from accounting.services import follow
from accounting.services.verify.run import verify
from tables.domain.errors import Conflict
from tables.models.slips import Slip, SlipSeries
from tables.services import log, slip_numbers
from tables.services.slips import steps
from tests import builders, custody
from tests import slips as acts
from tests.builders import House
from tests.races import meeting

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]
TABLES = tuple(f"BJ-0{number}" for number in range(1, 7))


def take(house: House, table: str, *, gives_up: bool = False) -> str:
    """A number from within an entry of a table's stream, where a marker takes one."""
    with log.table_entry(actor=house.petra, at=house.at, table=table, request={"do": "take"}) as entry:
        text = slip_numbers.take(entry, "M").text
        if gives_up:
            raise Conflict("busy")
    return text


@pytest.fixture
def tables() -> House:
    """Six tables, so that six streams have locks of their own."""
    return builders.house(tables=TABLES)


def test_t27_numbers_neither_skip_nor_repeat(tables: House) -> None:
    """T-27: six streams at once, twice over."""
    for _ in range(2):
        outcomes = meeting.at_once(*(partial(take, tables, table) for table in TABLES))
        assert meeting.told(outcomes) == Counter(ok=6)
    outcomes = meeting.at_once(*(partial(take, tables, table) for table in TABLES))
    assert {str(text) for text in outcomes} == {f"M-{number:06d}" for number in range(13, 19)}
    assert SlipSeries.objects.get().last_number == 18


def test_t27_who_gives_up_leaves_no_gap(tables: House) -> None:
    """T-27: three of six roll back after they took a number; the other three have 1, 2 and 3."""
    outcomes = meeting.at_once(*(partial(take, tables, table, gives_up=at % 2 == 0) for at, table in enumerate(TABLES)))
    assert meeting.told(outcomes) == Counter(ok=3, busy=3)
    assert sorted(text for text in outcomes if isinstance(text, str)) == ["M-000001", "M-000002", "M-000003"]
    assert SlipSeries.objects.get().last_number == 3


def test_without_the_lock_a_number_is_taken_twice(tables: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The race that the lock of the series is for: both read the same last number before either writes."""
    SlipSeries.objects.create(casino=tables.casino, series="M", last_number=7)
    both = threading.Barrier(2)

    def looks_and_writes(casino_id: int, series: str) -> int:
        row = SlipSeries.objects.get(casino_id=casino_id, series=series)
        both.wait(60)
        SlipSeries.objects.filter(pk=row.pk).update(last_number=row.last_number + 1)
        return row.last_number + 1

    with monkeypatch.context() as unlocked:
        unlocked.setattr(slip_numbers, "_next", looks_and_writes)
        outcomes = meeting.at_once(lambda: take(tables, "BJ-01"), lambda: take(tables, "BJ-02"))
    assert outcomes == ["M-000008", "M-000008"]


def test_a_sequence_of_the_database_would_leave_a_gap(tables: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Why no sequence counts slips: it does not go back with the transaction."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMPORARY SEQUENCE would_be")

    def next_value(*_: Any) -> int:
        with connection.cursor() as cursor:
            cursor.execute("SELECT nextval('would_be')")
            return int(cursor.fetchone()[0])

    monkeypatch.setattr(slip_numbers, "_next", next_value)
    assert take(tables, "BJ-01") == "M-000001"
    with pytest.raises(Conflict):
        take(tables, "BJ-01", gives_up=True)
    assert take(tables, "BJ-01") == "M-000003"


# ------------------------------------------------------------------------------------------------- two at one slip
@pytest.fixture
def house() -> House:
    """A fill at the table's side."""
    house = acts.house()
    acts.add_paul(house)
    return house


def test_two_cashiers_make_out_one_slip(house: House) -> None:
    acts.ask_fill(house)
    outcomes = meeting.at_once(lambda: acts.issue(house), lambda: acts.issue(house))
    assert meeting.told(outcomes) == Counter(ok=1, bad_slip_step=1)
    assert acts.numbers() == {"F": 1}
    whole(house)


def test_what_the_pit_withdraws_is_not_made_out(house: House) -> None:
    acts.ask_fill(house)
    outcomes = meeting.at_once(lambda: acts.withdraw(house), lambda: acts.issue(house))
    assert meeting.told(outcomes) == Counter(ok=1, bad_slip_step=1)
    whole(house)


def test_a_fill_is_carried_or_voided_and_not_both(house: House) -> None:
    slip = acts.issued_fill(house)
    told = meeting.told(meeting.at_once(lambda: acts.carry(house, slip), lambda: acts.void(house, slip)))
    assert told["ok"] == 1
    assert set(told) <= {"ok", "bad_slip_step", "chips_moved"}
    whole(house)


def test_two_streams_meet_at_one_slip(house: House) -> None:
    """The pit withdraws in the table's stream what the cage refuses in its own: the slip's lock decides."""
    acts.ask_fill(house)
    outcomes = meeting.at_once(lambda: acts.withdraw(house), lambda: acts.refuse(house))
    assert meeting.told(outcomes) == Counter(ok=1, bad_slip_step=1)
    whole(house)


def test_without_the_slips_lock_both_streams_have_their_way(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The race that the slip's lock is for: no stream's lock keeps the other's out."""
    acts.ask_fill(house)
    both = threading.Barrier(2)

    def looks(row: Slip) -> Slip:
        found = Slip.objects.select_related("table").get(pk=row.pk)
        both.wait(60)
        return found

    with monkeypatch.context() as unlocked:
        unlocked.setattr(steps, "lock", looks)
        outcomes = meeting.at_once(lambda: acts.withdraw(house), lambda: acts.refuse(house))
    assert meeting.told(outcomes) == Counter(ok=2)


def whole(house: House) -> None:
    """The log, the rows and the books agree."""
    follow.follow_all()
    assert [str(finding) for finding in verify().findings] == []
    assert custody.rack_of(house)
