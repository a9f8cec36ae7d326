"""Reports in the background: asked for once, made by whoever is free, seen by whom they concern."""

import hashlib
import json
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from celery import current_app
from django.db import IntegrityError, transaction
from kombu.exceptions import OperationalError

from accounting import tasks
from accounting.models.report_jobs import ReportFile, ReportJob
from accounting.models.reports import ShiftReport
from accounting.reports import kinds
from accounting.reports.asking import Ask, ReportKind
from accounting.selectors import report_jobs as selector
from accounting.services import certify, report_jobs
from tables.documents import drawing
from tables.documents.drawing import DrawingError, File, Format
from tables.documents.model import Document, Notes
from tables.domain.actors import Role
from tables.domain.errors import Conflict, FloorError, Invalid, NotAllowed, NotFound
from tables.services import staffing
from tests import builders, custody, reported
from tests.builders import House
from tests.tables.documents import paper

pytestmark = pytest.mark.django_db


@pytest.fixture
def house(db: None) -> Iterator[House]:
    """A house with a certified day shift; the clock stands."""
    with time_machine.travel(builders.AT, tick=False):
        made = custody.running(builders.house(outsider=True))
        custody.close_table(made)
        certify.certify_shift(actor=made.ada, at=made.at, gaming_day=builders.GAMING_DAY, shift="day")
        yield made


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that are drawn in no time."""

    def file(document: Document, form: Format, **_: Any) -> File:
        return File(f"report.{form}", drawing.CONTENT_TYPES[form], f"{form} of {document.title}".encode())

    monkeypatch.setattr(drawing, "file", file)


Offer = Callable[[Callable[[Ask], Document]], None]


@pytest.fixture
def offer(monkeypatch: pytest.MonkeyPatch, quick: None) -> Offer:
    """Offers a kind ``sample`` that is built by the function given."""

    def put(build: Callable[[Ask], Document]) -> None:
        sample = ReportKind("sample", "Sample", "About", build)
        monkeypatch.setattr(kinds, "KINDS", {**kinds.KINDS, "sample": sample})

    return put


def refused(code: str, family: type[FloorError], act: Callable[[], object], **detail: Any) -> None:
    """The act is refused and leaves no job behind."""
    before = ReportJob.objects.count()
    with pytest.raises(family) as caught:
        act()
    assert caught.value.code == code
    assert caught.value.detail == detail or not detail
    assert ReportJob.objects.count() == before


def sample(house: House, **more: Any) -> int:
    return reported.asked(house, kind="sample", parameters={}, **more)


def test_a_report_is_made_with_all_its_files(house: House) -> None:
    number = reported.asked(house)
    waiting = selector.job(house.ada, number)
    assert (waiting.number, waiting.status, waiting.percent, waiting.unfinished) == (1, "waiting", 0, True)
    assert (waiting.parameters, waiting.asked_by, waiting.files) == (reported.SHIFT, "ada", ())
    assert report_jobs.make_next() == number
    done = selector.job(house.ada, number)
    assert (done.status, done.percent, done.message, done.unfinished) == ("done", 100, "", False)
    assert done.files == ("pdf", "xlsx", "csv", "json")
    assert done.sha256 == ShiftReport.objects.get().sha256
    for form, beginning in (("pdf", b"%PDF"), ("xlsx", b"PK"), ("csv", b"PK"), ("json", b"{")):
        found = selector.file(house.ada, number, form)
        assert bytes(found.content).startswith(beginning)
        assert found.sha256 == hashlib.sha256(bytes(found.content)).hexdigest()
    document = selector.document(house.ada, number)
    assert json.loads(bytes(selector.file(house.ada, number, "json").content))["number"] == document.number


def test_the_document_is_dated_when_it_was_asked_for(house: House, offer: Offer) -> None:
    asks: list[Ask] = []

    def build(ask: Ask) -> Document:
        asks.append(ask)
        return paper.report(dated=ask.at)

    offer(build)
    sample(house, language="zh-hans")
    with time_machine.travel(builders.AT + timedelta(hours=1), tick=False):
        report_jobs.make_next()
    (ask,) = asks
    assert (ask.at, ask.language, ask.actor.badge, ask.house.code) == (house.at, "zh-hans", "ada", "DEMO")


def test_the_same_key_is_the_same_job(house: House) -> None:
    assert reported.asked(house) == reported.asked(house) == 1
    refused("idempotency_key_reused", Conflict, lambda: reported.asked(house, language="zh-hans"))
    assert reported.asked(house, "axel", key="report-of-ada") == 2  # another person's key is another key


@pytest.mark.parametrize(
    ("name", "more", "code", "family"),
    [
        ("dana", {}, "not_permitted", NotAllowed),
        ("cass", {}, "not_permitted", NotAllowed),
        ("ada", {"kind": "gossip"}, "no_such_report_kind", NotFound),
        ("ada", {"parameters": {"shift": "day"}}, "bad_report_parameter", Invalid),
        ("ada", {"language": "fr"}, "bad_language", Invalid),
    ],
)
def test_what_cannot_be_asked_for(
    house: House, name: str, more: dict[str, Any], code: str, family: type[FloorError]
) -> None:
    refused(code, family, lambda: reported.asked(house, name, **more))


def test_a_kind_may_need_a_permission_of_its_own(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    private = ReportKind("private", "Private", "", lambda ask: paper.report(), permission="read_staff")
    monkeypatch.setattr(kinds, "KINDS", {"private": private})
    refused("not_permitted", NotAllowed, lambda: reported.asked(house, kind="private", parameters={}))
    assert reported.asked(house, "axel", kind="private", parameters={}) == 1


def test_nobody_fills_the_line_alone(house: House) -> None:
    for at in range(report_jobs.MOST_WAITING):
        reported.asked(house, key=f"report-{at:04d}")
    refused("too_many_reports", Conflict, lambda: reported.asked(house, key="report-9999"), most=5)
    assert reported.asked(house, "axel") == report_jobs.MOST_WAITING + 1


def test_only_who_holds_the_askers_role_sees_it(house: House, quick: None) -> None:
    reported.made(house)
    for name in ("petra", "axel", "hana", "otto"):
        assert selector.listed(house.people[name]) == []
        with pytest.raises(NotFound) as caught:
            selector.job(house.people[name], 1)
        assert caught.value.code == "no_such_report_job"
        for act in (lambda who: selector.document(who, 1), lambda who: selector.file(who, 1, "pdf")):
            with pytest.raises(NotFound):
                act(house.people[name])
    for name in ("dana", "cass", "colin"):
        with pytest.raises(NotAllowed):
            selector.listed(house.people[name])
    assert [job.number for job in selector.listed(house.ada)] == [1]


def test_who_lost_the_permission_gets_no_report(house: House, quick: None) -> None:
    reported.asked(house)
    staffing.revoke_role(actor=house.hana, at=house.at, badge="ada", role=Role.ACCOUNTANT)
    report_jobs.make_next()
    row = ReportJob.objects.get()
    assert (row.status, row.message, row.document) == ("failed", "not_permitted", "")


def test_what_is_refused_while_it_is_built_fails_the_job(house: House) -> None:
    number = reported.made(house, parameters={**reported.SHIFT, "version": 9})
    failed = selector.job(house.ada, number)
    assert (failed.status, failed.message, failed.finished_at) == ("failed", "no_such_report", house.at)
    assert not ReportFile.objects.exists()
    for act in (lambda: selector.document(house.ada, number), lambda: selector.file(house.ada, number, "pdf")):
        with pytest.raises(Conflict) as caught:
            act()
        assert caught.value.code == "report_not_ready"


def test_a_fault_of_ours_fails_the_job_and_is_raised(house: House, offer: Offer) -> None:
    def build(ask: Ask) -> Document:
        raise ZeroDivisionError

    offer(build)
    sample(house)
    with pytest.raises(ZeroDivisionError):
        report_jobs.make_next()
    assert (ReportJob.objects.get().status, ReportJob.objects.get().message) == ("failed", "report_failed")


def test_a_page_that_cannot_be_drawn_is_told_in_the_log(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def file(*_: Any, **__: Any) -> File:
        raise DrawingError("the ink is out")

    monkeypatch.setattr(drawing, "file", file)
    reported.made(house)
    assert ReportJob.objects.get().message == "report_failed"
    assert "report_not_drawn" in caplog.text
    assert "the ink is out" in caplog.text


def test_too_long_for_paper_is_still_a_workbook(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "MOST_ROWS", {Format.PDF: 1, Format.XLSX: 100_000})
    number = reported.made(house)
    assert selector.job(house.ada, number).files == ("xlsx", "csv", "json")
    with pytest.raises(NotFound) as caught:
        selector.file(house.ada, number, "pdf")
    assert caught.value.code == "no_such_report_file"


def test_a_drawer_that_is_busy_fails_the_job(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def file(*_: Any, **__: Any) -> File:
        raise Conflict("drawing_busy")

    monkeypatch.setattr(drawing, "file", file)
    reported.made(house)
    assert ReportJob.objects.get().message == "drawing_busy"


def test_jobs_are_made_in_turn_and_one_at_a_time(house: House, quick: None) -> None:
    first, second = reported.asked(house), reported.asked(house, "axel")
    ReportJob.objects.filter(number=first).update(status="running", heard_at=house.at)
    assert report_jobs.make_next() is None
    ReportJob.objects.filter(number=first).update(status="waiting", heard_at=None)
    assert [report_jobs.make_next(), report_jobs.make_next(), report_jobs.make_next()] == [first, second, None]


def later(minutes: int) -> datetime:
    return builders.AT + timedelta(minutes=minutes)


def test_a_job_that_a_dead_worker_left_is_tried_once_more_then_given_up(house: House, quick: None) -> None:
    number = reported.asked(house)
    ReportJob.objects.update(status="running", heard_at=house.at, attempts=1)
    with time_machine.travel(later(9), tick=False):
        assert report_jobs.sweep(later(9)) is False
        assert report_jobs.make_next() is None
    assert report_jobs.sweep(later(11)) is True
    with time_machine.travel(later(11), tick=False):
        assert report_jobs.make_next() == number
    ReportJob.objects.update(status="running", heard_at=house.at, attempts=2, finished_at=None)
    with time_machine.travel(later(11), tick=False):
        assert report_jobs.make_next() is None
    assert (ReportJob.objects.get().status, ReportJob.objects.get().message) == ("failed", "report_failed")


def test_a_job_that_was_given_up_meanwhile_stays_so(house: House, offer: Offer) -> None:
    def build(ask: Ask) -> Document:
        ReportJob.objects.update(status="failed", message="report_failed", finished_at=ask.at)
        return paper.report()

    offer(build)
    sample(house)
    report_jobs.make_next()
    assert (ReportJob.objects.get().status, ReportJob.objects.get().document) == ("failed", "")
    assert not ReportFile.objects.exists()


def test_old_reports_are_let_go_and_who_had_them_stays(house: House, quick: None) -> None:
    number = reported.made(house)
    report_jobs.sweep(house.at + timedelta(days=30))
    assert selector.job(house.ada, number).status == "done"
    report_jobs.sweep(house.at + timedelta(days=30, seconds=1))
    gone = selector.job(house.ada, number)
    assert (gone.status, gone.asked_by, gone.files) == ("expired", "ada", ())
    with pytest.raises(Conflict):
        selector.document(house.ada, number)
    assert not ReportFile.objects.exists()
    assert reported.asked(house, key="once-more-0001") == number + 1


def test_a_lost_message_costs_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def lost(*_: Any, **__: Any) -> None:
        raise OperationalError("no broker")

    monkeypatch.setattr(current_app, "send_task", lost)
    report_jobs.wake()
    assert "report_not_announced" in caplog.text
    reported.asked(house)
    assert report_jobs.sweep(house.at) is True


def test_tasks_take_the_next_and_wake_for_the_one_after(
    house: House, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    woken: list[str] = []
    monkeypatch.setattr(current_app, "send_task", lambda name, **_: woken.append(name))
    first, second = reported.asked(house), reported.asked(house, "axel")
    tasks.sweep_reports(word_of_the_next_version=1)
    assert woken == ["accounting.tasks.make_report"]
    assert tasks.make_report(anything=1) == first
    assert woken == ["accounting.tasks.make_report"] * 2
    assert [tasks.make_report(), tasks.make_report()] == [second, None]
    tasks.sweep_reports()
    assert len(woken) == 2


def test_pages_of_the_list(house: House) -> None:
    for at in range(3):
        reported.asked(house, key=f"report-{at:04d}")
    assert [job.number for job in selector.listed(house.ada, limit=2)] == [3, 2]
    assert [job.number for job in selector.listed(house.ada, before=2)] == [1]
    with pytest.raises(NotFound):
        selector.job(house.ada, 10**14)


@pytest.mark.parametrize(
    "change",
    [
        {"status": "lost"},
        {"percent": 101},
        {"status": "done", "finished_at": builders.AT},
        {"status": "failed"},
        {"finished_at": builders.AT},
    ],
)
def test_the_database_keeps_a_job_in_shape(house: House, change: dict[str, Any]) -> None:
    reported.asked(house)
    with pytest.raises(IntegrityError), transaction.atomic():
        ReportJob.objects.update(**change)


def test_a_part_that_says_nothing_is_a_document_too(house: House, offer: Offer) -> None:
    offer(lambda ask: paper.report(parts=(Notes("none", "Nothing", (), empty="none"),)))
    sample(house)
    report_jobs.make_next()
    assert selector.document(house.ada, 1).tables == ()
