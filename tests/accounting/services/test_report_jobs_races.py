"""Two workers and two clients at one moment, and a bar that moves while the report is read in one snapshot."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import IntegrityError, connection, connections

from accounting.models.report_jobs import ReportJob
from accounting.reports import kinds
from accounting.reports.asking import Ask, ReportKind
from accounting.services import report_jobs
from accounting.services.report_progress import Progress
from tables.documents import drawing
from tables.documents.drawing import File
from tables.documents.model import Document
from tests import builders, reported
from tests.builders import House
from tests.tables.documents import paper

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]


def at_once(*acts: Callable[[], object]) -> list[object]:
    """What each act answered, or the error it raised; all begin together."""
    together = Barrier(len(acts))

    def run(act: Callable[[], object]) -> object:
        together.wait(60)
        try:
            return act()
        except IntegrityError as error:
            return error
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as pool:
        return [done.result() for done in [pool.submit(run, act) for act in acts]]


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> House:
    """A house that offers a sample without parameters, drawn in no time."""
    sample = ReportKind("sample", "Sample", "", lambda ask: paper.report())
    monkeypatch.setattr(kinds, "KINDS", {"sample": sample})
    monkeypatch.setattr(drawing, "file", lambda document, form, **_: File(f"r.{form}", "x/y", b"drawn"))
    return builders.house()


def ask(house: House, key: str) -> int:
    return reported.asked(house, kind="sample", parameters={}, key=key)


def test_two_requests_get_two_numbers_and_without_the_lock_they_would_not(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = at_once(lambda: ask(house, "first-of-two"), lambda: ask(house, "second-of-two"))
    assert sorted(numbers, key=str) == [1, 2]
    met = Barrier(2)
    monkeypatch.setattr(report_jobs, "_one_at_a_time", lambda: None)
    create = ReportJob.objects.create

    def together(**values: Any) -> ReportJob:
        met.wait(60)
        return create(**values)

    monkeypatch.setattr(ReportJob.objects, "create", together)
    answers = at_once(lambda: ask(house, "third-of-all"), lambda: ask(house, "fourth-of-all"))
    assert sum(isinstance(answer, IntegrityError) for answer in answers) == 1


def test_one_intent_sent_twice_at_once_is_one_job(house: House) -> None:
    assert at_once(lambda: ask(house, "sent-twice"), lambda: ask(house, "sent-twice")) == [1, 1]
    assert ReportJob.objects.count() == 1


def test_two_workers_take_one_job_once(house: House) -> None:
    ask(house, "only-one-job")
    answers = at_once(report_jobs.make_next, report_jobs.make_next)
    assert sorted(map(str, answers)) == ["1", "None"]
    assert ReportJob.objects.get().attempts == 1


def test_others_see_how_far_it_is_while_the_builder_sees_one_moment(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Any] = []

    def build(asked: Ask) -> Document:
        for done in (1, 2):
            asked.tell(done, 2)
            with connection.cursor() as cursor:
                cursor.execute("SELECT percent FROM accounting_reportjob")
                inside = cursor.fetchone()[0]
                cursor.execute("SHOW transaction_read_only")
                mode = cursor.fetchone()[0]
            seen.append((inside, mode, at_once(lambda: ReportJob.objects.values_list("percent", "message").get())[0]))
        return paper.report()

    monkeypatch.setattr(kinds, "KINDS", {"sample": ReportKind("sample", "Sample", "", build)})
    monkeypatch.setattr("accounting.services.report_progress.PAUSE", -1.0)
    ask(house, "a-bar-that-moves")
    report_jobs.make_next()
    assert seen == [(0, "on", (40, "building")), (0, "on", (80, "building"))]
    assert ReportJob.objects.get().status == "done"


def test_the_bar_is_not_written_more_often_than_it_moves(house: House) -> None:
    ask(house, "a-busy-builder")
    ReportJob.objects.update(status="running")
    with Progress(ReportJob.objects.get().pk) as progress:
        progress.tell(10, "building")
        progress.tell(20, "building")
        assert ReportJob.objects.get().percent == 10
        progress.tell(250, "drawing_pdf")
        assert (ReportJob.objects.get().percent, ReportJob.objects.get().message) == (99, "drawing_pdf")
