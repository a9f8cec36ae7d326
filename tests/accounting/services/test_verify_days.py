"""Locked days under proof: whoever changes a byte of one, or its totals, or an adjustment, is named."""

import pytest
from django.db import connection

from accounting.models.days import DayAdjustment, DayLock, DayTotal, ExceptionExplained
from accounting.services import follow, rebuild
from accounting.services.verify.run import verify
from tables.models import log
from tests import builders, custody, days
from tests.accounting import forging
from tests.accounting.columns import unnoticed
from tests.builders import House
from tests.days import DAY

pytestmark = pytest.mark.django_db
HELD = {"accounting_daytotal.span"}
"""Every scope has all three spans, so the rows' own key refuses another word there."""


@pytest.fixture
def house() -> House:
    """Two locked days: a variance explained on the first, an adjustment of it on the second, a box over both days."""
    made = builders.house(outsider=True)
    days.played(made, note="25.00 short", lost=1)
    days.counted(made)
    days.certified(made)
    days.explained(made, "closer_difference/BJ-01/1")
    days.locked(made)
    days.adjusted(made)
    days.locked(made, gaming_day=DAY + days.NEXT, at=days.after(made) + days.NEXT)
    follow.follow_all()
    forging.unguard()
    return made


def told() -> list[str]:
    return [str(finding) for finding in verify(["DEMO/house"]).findings]


def test_nothing_is_found_in_sound_days(house: House) -> None:
    assert told() == []
    assert [str(finding) for finding in verify().findings] == []


def test_every_column_is_looked_at(house: House) -> None:
    models = (ExceptionExplained, DayAdjustment, DayLock, DayTotal)
    assert [name for model in models for name in unnoticed(model, HELD)] == []


def test_a_changed_byte_of_a_report_is_named(house: House) -> None:
    row = DayLock.objects.get(gaming_day=DAY)
    DayLock.objects.filter(gaming_day=DAY).update(text=row.text.replace('"drop":10000', '"drop":90000', 1))
    assert told()[0] == (
        f"DEMO/house #{row.seq} day_locked: the report's text is not what was locked: 2026-03-04, {len(row.text)} signs"
    )


def test_a_log_that_was_written_anew_is_found_by_the_lock(house: House) -> None:
    """Somebody changes a closer and makes the whole chain fit again: the frozen report still says what it said."""
    stream = log.Stream.objects.get(key="DEMO/table/BJ-01")
    event = log.Event.objects.get(stream_id=stream.pk, type="table_closed")
    log.Event.objects.filter(stream_id=stream.pk, seq=event.seq).update(
        body=event.body.replace('"note":"25.00 short"', '"note":"25.00 spent"')
    )
    forging.chain_again(stream)
    lock = DayLock.objects.get(gaming_day=DAY)
    assert f"DEMO/house #{lock.seq} day_locked: the root is not that of the heads" in told()


def test_rows_that_are_lost_are_named_and_made_again(house: House) -> None:
    before = [list(model.objects.order_by("pk").values()) for model in (ExceptionExplained, DayAdjustment, DayLock)]
    totals = list(DayTotal.objects.order_by("gaming_day", "span", "kind", "code").values_list("span", "box", "closer"))
    with connection.cursor() as cursor:
        for table in ("exceptionexplained", "dayadjustment", "daylock", "daytotal"):
            cursor.execute(f"DELETE FROM accounting_{table}")  # noqa: S608 - our own names
    lock = log.Event.objects.filter(type="day_locked").order_by("seq").values_list("seq", flat=True)[0]
    assert f"DEMO/house #{lock} day_locked: the locked day's report is missing" in told()
    assert f"DEMO/house #{lock} day_locked: total 2026-03-04/day/table/BJ-01 is missing" in told()
    rebuild.rebuild(["DEMO/house"])
    assert told() == []
    assert before == [
        list(model.objects.order_by("pk").values()) for model in (ExceptionExplained, DayAdjustment, DayLock)
    ]
    assert totals == list(
        DayTotal.objects.order_by("gaming_day", "span", "kind", "code").values_list("span", "box", "closer")
    )


def test_a_row_that_no_event_tells_of_is_named(house: House) -> None:
    row = DayAdjustment.objects.get()
    row.seq += 1_000
    row.save(force_insert=True)
    assert told() == [f"DEMO/house #{row.seq}: a row of day_adjusted that no event tells of"]


def test_the_rows_cannot_be_changed_by_the_application() -> None:
    made = builders.house()
    days.ready(made)
    days.locked(made)
    for model in (DayLock, DayTotal):
        with custody.atomic(), pytest.raises(Exception, match="append-only"):
            model.objects.update(gaming_day=DAY)
