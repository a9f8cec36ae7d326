"""Days that are put away: out of the tables, still proven, exported and reported to the byte, and brought back."""

from datetime import date, timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction

from accounting.selectors import audit_trail, figures, hours, ledger, log_exports
from accounting.selectors.trail_filters import Wanted
from accounting.services import day_archive, follow, log_archive, rebuild
from accounting.services.verify.run import verify
from tables.domain.crowd import CrowdStatus
from tables.models.crowd import CrowdRound
from tables.selectors import replays, whole
from tables.services import clock, taps
from tests import builders, custody, days, dealt, partitions
from tests.accounting import audited
from tests.builders import House
from tests.days import DAY

pytestmark = pytest.mark.django_db

NEXT = DAY + timedelta(days=1)
LEAF = "tables_event_play_20260304"
LATE = 11


@pytest.fixture
def played() -> House:
    """A day with a round in it, which only waits for its lock."""
    house = builders.house()
    partitions.make(DAY, NEXT)
    dealt.settled(house)
    dealt.press(house, {"do": "confirm_settlement"})
    taps.tap_out(actor=house.dana, at=house.at, table=house.tables[0])
    days.closed(house, 0)
    custody.remove_box(house, 1)
    custody.count_box(house, {}, 1)
    days.certified(house)
    return house


@pytest.fixture
def house(played: House) -> House:
    """The same day, locked."""
    days.locked(played)
    follow.follow_all()
    return played


def findings() -> list[str]:
    return [str(finding) for finding in verify().findings]


def told(house: House) -> dict[str, object]:
    """All that is read of the day."""
    schedule = clock.schedule(house.casino.pk, house.casino.settings_version)
    key = f"{house.casino.code}/table/{house.tables[0]}"
    return {
        "trail": audit_trail.page(actor=house.axel, wanted=Wanted(day=DAY), limit=200),
        "report": figures.of_shift(actor=house.ada, gaming_day=DAY, shift="day"),
        "hours": hours.of_day(house.ada, DAY, schedule),
        "journals": ledger.journals(actor=house.ada, stream=key, limit=200),
        "settlements": ledger.settlements(actor=house.ada, stream=key, round_=1),
        "replay": replays.replay(actor=house.axel, table=house.tables[0], number=1),
    }


def test_a_day_is_put_away_and_nobody_misses_it(house: House) -> None:
    before, rows = told(house), {table: partitions.rows_of(table) for table in ("tables_event", "accounting_leg")}
    assert rows["tables_event"]["days." + LEAF] > 0
    assert day_archive.put_away(NEXT) == [DAY]
    assert set(partitions.rows_of("tables_event")) == {"days.tables_event_papers", *_after(rows["tables_event"])}
    assert "days.accounting_leg_20260304" not in partitions.rows_of("accounting_leg")
    assert whole.archived() == [DAY]
    assert told(house) == before
    assert findings() == []


def _after(rows: dict[str, int]) -> set[str]:
    return {name for name in rows if name.startswith("days.tables_event_play") and not name.endswith("_20260304")}


def test_who_reads_newer_days_does_not_look_into_the_archive(house: House) -> None:
    def looks(since: date) -> str:
        with whole.history(since), connection.cursor() as cursor:
            cursor.execute("SELECT current_setting('search_path')")
            ((path,),) = cursor.fetchall()
        return str(path)

    everyday = looks(DAY)
    day_archive.put_away(NEXT)
    assert {looks(DAY), looks(DAY - timedelta(days=300)), looks(date.min)} == {"whole, public"}
    assert looks(NEXT) == looks(date.max) == everyday != "whole, public"
    late(house)
    partitions.make(DAY, DAY)
    day_archive.put_away(NEXT)
    assert (looks(DAY), looks(NEXT)) == ("whole, public", everyday)


def test_a_day_comes_back_as_it_was(house: House) -> None:
    before = {table: partitions.rows_of(table) for table in ("tables_event", "tables_bet", "accounting_settlement")}
    day_archive.put_away(NEXT)
    assert day_archive.bring_back([DAY, NEXT]) == [DAY]
    assert {table: partitions.rows_of(table) for table in before} == before
    assert whole.archived() == []
    assert findings() == []
    assert day_archive.bring_back([DAY]) == []


def test_an_export_over_the_archive_is_the_same_to_the_byte(house: House) -> None:
    audited.export(house)
    export = log_exports.export(house.axel, 1)
    before = b"".join(log_archive.pieces(house.casino.pk, "DEMO", export))
    day_archive.put_away(NEXT)
    assert b"".join(log_archive.pieces(house.casino.pk, "DEMO", export)) == before


def test_the_archive_is_guarded_and_forgeries_in_it_are_found(house: House) -> None:
    day_archive.put_away(NEXT)
    with connection.cursor() as cursor:
        for table in (LEAF, "accounting_leg_20260304"):
            with pytest.raises(DatabaseError, match="is append-only"), transaction.atomic():
                cursor.execute(f"DELETE FROM archive.{table}")  # noqa: S608 - our own names
        cursor.execute(f"ALTER TABLE archive.{LEAF} DISABLE TRIGGER USER")
        cursor.execute(f"UPDATE archive.{LEAF} SET body = replace(body, 'anna', 'otto') WHERE body LIKE '%anna%'")  # noqa: S608
    assert any("hash does not match" in finding for finding in findings())


def test_a_day_that_is_not_locked_stays(played: House) -> None:
    with pytest.raises(ValueError, match="DEMO has not locked 2026-03-04"):
        day_archive.put_away(NEXT)
    assert whole.archived() == []
    assert day_archive.put_away(DAY) == []


def test_a_day_whose_crowd_is_not_settled_stays(house: House) -> None:
    crowd = CrowdRound.objects.create(stream_id=1, round=1, gaming_day=DAY, status=CrowdStatus.DECIDED)
    with pytest.raises(ValueError, match="a crowd of 2026-03-04 is not settled"):
        day_archive.put_away(NEXT)
    assert whole.archived() == []
    crowd.status = CrowdStatus.DONE
    crowd.save()
    assert day_archive.put_away(NEXT) == [DAY]


def test_books_are_not_built_again_over_a_gap(house: House) -> None:
    before = partitions.rows_of("accounting_journal")
    day_archive.put_away(NEXT)
    with pytest.raises(LookupError, match="2026-03-04 lies in the archive"):
        rebuild.rebuild()
    day_archive.bring_back([DAY])
    assert partitions.rows_of("accounting_journal") == before


def test_a_day_is_put_away_again_after_late_rows_and_all_of_it_comes_back(house: House) -> None:
    day_archive.put_away(NEXT)
    first = lying(LEAF) or 0
    assert first > 0
    late(house)
    assert partitions.rows_of("tables_event")["days.tables_event_play_other"] == LATE
    assert findings() == []
    partitions.make(DAY, DAY)
    before = told(house)
    assert day_archive.put_away(NEXT) == [DAY]
    assert (lying(LEAF), lying(LEAF + "_2")) == (first, LATE)
    assert lying("accounting_roundresult_20260304_2") is None  # no round was decided late, and nothing empty stays
    assert whole.archived() == [DAY]
    assert told(house) == before
    assert findings() == []
    assert day_archive.bring_back([DAY]) == [DAY]
    assert partitions.rows_of("tables_event")["days." + LEAF] == first + LATE
    assert (lying(LEAF), lying(LEAF + "_2"), whole.archived()) == (None, None, [])
    assert told(house) == before
    assert findings() == []


@pytest.mark.parametrize("made", [True, False])
def test_a_day_comes_back_to_late_rows_of_it(house: House, made: bool) -> None:
    before = partitions.rows_of("tables_event")["days." + LEAF]
    day_archive.put_away(NEXT)
    late(house)
    if made:
        partitions.make(DAY, DAY)
    seen = told(house)
    assert day_archive.bring_back([DAY]) == [DAY]
    rows = partitions.rows_of("tables_event")
    assert (rows["days." + LEAF], "days.tables_event_play_other" in rows) == (before + LATE, False)
    assert (told(house), whole.archived()) == (seen, [])
    assert findings() == []


def test_a_third_part_of_a_day_has_its_guards_and_is_proven(house: House) -> None:
    day_archive.put_away(NEXT)
    late(house)
    partitions.make(DAY, DAY)
    day_archive.put_away(NEXT)
    dealt.press(house, {"do": "stand", "by": "anna", "spot": 1})
    partitions.make(DAY, DAY)
    day_archive.put_away(NEXT)
    assert (lying(LEAF + "_2"), lying(LEAF + "_3")) == (LATE, 1)
    with connection.cursor() as cursor:
        with pytest.raises(DatabaseError, match="is append-only"), transaction.atomic():
            cursor.execute("DELETE FROM archive.tables_event_play_20260304_3")
        cursor.execute("ALTER TABLE archive.tables_event_play_20260304_3 DISABLE TRIGGER USER")
        cursor.execute("DELETE FROM archive.tables_event_play_20260304_3")
    assert any("the log ends here, the stream's head is" in finding for finding in findings())


def late(house: House) -> None:
    """A clock says the locked day once more: the table opens again and deals, and decides nothing."""
    custody.open_table(house, custody.rack_of(house))
    taps.tap_in(actor=house.dana, at=house.at, table=house.tables[0])
    dealt.press(house, {"do": "open_round"}, *dealt.bets(), {"do": "close_betting"})
    dealt.press(house, *dealt.cards())
    follow.follow_all()


def lying(name: str) -> int | None:
    """How many rows a table of the archive has; None where there is none."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regclass(%s) IS NULL", [f"archive.{name}"])
        if cursor.fetchone() == (True,):
            return None
        cursor.execute(f"SELECT count(*) FROM archive.{name}")  # noqa: S608 - our own names
        ((rows,),) = cursor.fetchall()
    return int(rows)


def test_the_command_puts_away_lists_and_brings_back(house: House) -> None:
    assert _said(before=NEXT) == ["2026-03-04"]
    assert _said() == ["2026-03-04"]
    assert _said(back=[DAY]) == ["2026-03-04"]
    assert _said() == []
    with pytest.raises(CommandError, match="DEMO has not locked 2026-03-05"):
        _said(before=NEXT + timedelta(days=1))


def _said(*, before: date | None = None, back: list[date] | None = None) -> list[str]:
    out = StringIO()
    call_command("archive_days", before=before, back=back, stdout=out)
    return out.getvalue().split()
