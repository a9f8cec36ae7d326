"""Two followers of one stream at once: every message delivered three times, to three workers."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import IntegrityError, connection, connections, transaction

from accounting.domain.streams import MANNER
from accounting.models.reports import ShiftReport
from accounting.selectors import progress
from accounting.services import certify, follow, rebuild, stretches
from accounting.services.verify.run import verify
from tables.domain.canonical import GENESIS
from tables.models import log
from tests import builders, custody
from tests.accounting import bookrows, worked

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]

WORKERS = 3


def at_once(what: Callable[[], object]) -> list[object]:
    """What every worker got: its answer, or the error it raised."""
    together = Barrier(WORKERS)

    def work() -> object:
        together.wait()
        try:
            return what()
        except (IntegrityError, RuntimeError) as error:
            return error
        finally:
            connections.close_all()

    with ThreadPoolExecutor(WORKERS) as pool:
        return [done.result() for done in [pool.submit(work) for _ in range(WORKERS)]]


def test_parallel_followers_post_once(monkeypatch: pytest.MonkeyPatch) -> None:
    worked.house_at_work()
    stream_id = log.Stream.objects.get(key="DEMO/table/BJ-01").pk
    follow.follow_all()
    _forget(stream_id)
    with monkeypatch.context() as patched:
        patched.setattr(follow, "_LOCK", follow._LOCK.replace(" FOR UPDATE SKIP LOCKED", ""))
        patched.setattr(stretches, "read", _read_together)
        answers = at_once(lambda: follow.follow_stream(stream_id, 1_000))
    assert any(isinstance(answer, IntegrityError) for answer in answers)  # the race is there; the keys hold it
    _forget(stream_id)
    answers = at_once(lambda: follow.follow_to_head(stream_id))
    assert [answer for answer in answers if isinstance(answer, Exception)] == []
    assert sum(answer for answer in answers if isinstance(answer, int)) == builders.snapshot()["DEMO/table/BJ-01"]
    follow.follow_all()
    assert progress.lag().caught_up
    assert [str(finding) for finding in verify().findings] == []


def test_two_accountants_make_one_version() -> None:
    house = custody.running(builders.house())
    custody.close_table(house)
    answers = at_once(
        lambda: certify.certify_shift(actor=house.ada, at=house.at, gaming_day=builders.GAMING_DAY, shift="day")
    )
    assert [answer for answer in answers if isinstance(answer, Exception)] == []
    assert ShiftReport.objects.count() == 1
    assert builders.snapshot()["DEMO/house"] == ShiftReport.objects.get().seq


_all_have_read = Barrier(WORKERS)


def _read_together(stream_id: int, after: int, limit: int, read: Any = stretches.read) -> Any:
    """Every worker has seen the same cursor before one of them goes on."""
    _all_have_read.wait(60)
    return read(stream_id, after, limit)


def _forget(stream_id: int) -> None:
    """The books are back at the beginning of the stream."""
    others = {"accounting_account", "accounting_cursor"}
    tables = [table for table in bookrows.REBUILT if table not in others]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL casino.rebuilding = 'on'")
        for table in tables:
            cursor.execute(f"DELETE FROM {table} WHERE stream_id = %s", [stream_id])  # noqa: S608 - our own names
        cursor.execute(rebuild._BACK, [GENESIS, MANNER, stream_id])
