"""Reports in the background through the API: asked for, watched, fetched to the byte."""

import hashlib
import io
import json
import zipfile
from collections.abc import Iterator
from typing import Any

import pypdfium2
import pytest
from django.utils import translation
from pytest_django import DjangoDbBlocker

from accounting.models.report_jobs import ReportJob
from accounting.services import follow, report_jobs
from tests import callers, refusals, reported, whole_house
from tests.accounting import worked
from tests.callers import Caller

pytestmark = pytest.mark.django_db

ASKED = {"kind": "shift_report", "parameters": {"gaming_day": "2026-03-04", "shift": "swing"}}
FROZEN = "shift-reports/2026-03-04/swing/1"


@pytest.fixture(scope="module")
def ada(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Caller]:
    """Ada, in a house with a certified swing shift and one finished report of it."""
    with django_db_blocker.unblock(), whole_house.frozen(), whole_house.undone():
        house = worked.house_at_work()
        follow.follow_all()
        reported.made(house, parameters=ASKED["parameters"])
        yield callers.at_terminal(house, "ada", "T-OFFICE-1")


def answer(ada: Caller, path: str) -> Any:
    response = ada.get(path)
    assert response.status_code == 200, response.content
    return response.json()


def problem(response: Any) -> tuple[int, str]:
    assert response.headers["Content-Type"] == "application/problem+json"
    return response.status_code, json.loads(response.content)["code"]


def test_kinds_say_what_they_need(ada: Caller) -> None:
    kinds = {line["kind"]: line for line in answer(ada, "report-kinds")["results"]}
    assert kinds["shift_report"]["title"] == "Shift report"
    assert kinds["shift_report"]["parameters"] == [
        {"name": "gaming_day", "title": "Gaming day", "shape": "day", "optional": False, "choices": []},
        {"name": "shift", "title": "Shift", "shape": "text", "optional": False, "choices": []},
        {"name": "version", "title": "Version (empty: the newest)", "shape": "number", "optional": True, "choices": []},
    ]


def test_asking_answers_at_once_and_the_worker_does_the_rest(ada: Caller) -> None:
    response = ada.post("report-jobs", ASKED, key="report-0001")
    job = response.json()
    assert (response.status_code, job["status"], job["percent"], job["files"]) == (202, "waiting", 0, [])
    assert response.headers["Location"] == f"/api/v1/report-jobs/{job['number']}"
    assert ada.post("report-jobs", ASKED, key="report-0001").json() == job
    report_jobs.make_next()
    done = answer(ada, f"report-jobs/{job['number']}")
    assert (done["status"], done["percent"], done["files"]) == ("done", 100, ["pdf", "xlsx", "csv", "json"])
    assert done["sha256"] == hashlib.sha256(ada.get(FROZEN).content).hexdigest()
    again = ada.post("report-jobs", ASKED, key="report-0001")
    assert (again.status_code, again.json()["status"]) == (202, "done")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"kind": "gossip"}, 404, "no_such_report_kind"),
        ({"kind": "shift_report"}, 422, "bad_report_parameter"),
        ({**ASKED, "parameters": {**reported.SHIFT, "version": 1.0}}, 400, "fraction_not_allowed"),
        ({**ASKED, "parameters": {**reported.SHIFT, "table": "BJ-01"}}, 422, "bad_report_parameter"),
        ({**ASKED, "parameters": {**reported.SHIFT, "gaming_day": "tomorrow"}}, 422, "bad_report_parameter"),
        ({**ASKED, "parameters": ["swing"]}, 422, "invalid_request"),
        ({**ASKED, "language": "fr"}, 422, "invalid_request"),
        ({**ASKED, "format": "pdf"}, 422, "invalid_request"),
        ({"parameters": {}}, 422, "invalid_request"),
    ],
)
def test_what_cannot_be_asked_for(ada: Caller, body: dict[str, Any], status: int, code: str) -> None:
    before = (ReportJob.objects.count(), refusals.rows())
    assert problem(ada.post("report-jobs", body)) == (status, code)
    assert (ReportJob.objects.count(), refusals.rows()) == before


def test_another_wish_under_a_used_key_is_a_conflict(ada: Caller) -> None:
    ada.post("report-jobs", ASKED, key="report-0002")
    assert problem(ada.post("report-jobs", {**ASKED, "language": "zh-hans"}, key="report-0002")) == (
        409,
        "idempotency_key_reused",
    )
    assert problem(ada.post("report-jobs", ASKED, key=None)) == (400, "idempotency_key_required")


@pytest.mark.parametrize(
    ("suffix", "content_type", "beginning"),
    [
        ("pdf", "application/pdf", b"%PDF-1.7"),
        ("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", b"PK"),
        ("zip", "application/zip", b"PK"),
        ("json", "application/json", b'{"casino":"DEMO"'),
    ],
)
@pytest.mark.parametrize("accepted", ["*/*", "application/json", "application/pdf"])
def test_files_are_sent_as_they_were_drawn(
    ada: Caller, suffix: str, content_type: str, beginning: bytes, accepted: str
) -> None:
    response = ada.get(f"report-jobs/1/report.{suffix}", Accept=accepted)
    assert (response.status_code, response.headers["Content-Type"]) == (200, content_type)
    assert response.content.startswith(beginning)
    assert response.headers["ETag"] == f'"{hashlib.sha256(response.content).hexdigest()}"'
    name = f"DEMO-shift_report-2026-03-04_swing_v1.{suffix}"
    assert response.headers["Content-Disposition"] == f'attachment; filename="{name}"'


def test_a_table_is_the_file_in_the_archive(ada: Caller) -> None:
    response = ada.get("report-jobs/1/tables/tables")
    assert response.headers["Content-Type"] == "text/csv; charset=utf-8"
    with zipfile.ZipFile(io.BytesIO(ada.get("report-jobs/1/report.zip").content)) as packed:
        assert packed.read("tables.csv") == response.content


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("report-jobs/99", (404, "no_such_report_job")),
        ("report-jobs/99999999999999", (404, "no_such_report_job")),
        ("report-jobs/0", (404, "not_found")),
        ("report-jobs/99/report.pdf", (404, "no_such_report_job")),
        ("report-jobs/1/report.exe", (404, "not_found")),
        ("report-jobs/1/tables/secrets", (404, "no_such_report_file")),
        ("report-jobs/1?page=2", (400, "unknown_parameter")),
        (f"{FROZEN}/report.pdf?language=fr", (400, "bad_parameter")),
        (f"{FROZEN}/report.pdf?paper=a3", (400, "unknown_parameter")),
        ("shift-reports/2026-03-04/swing/9/report.xlsx", (404, "no_such_report")),
    ],
)
def test_what_is_not_there(ada: Caller, path: str, expected: tuple[int, str]) -> None:
    accepted = "application/pdf" if "report." in path else "application/json"
    assert problem(ada.get(path, Accept=accepted)) == expected


def test_a_report_that_is_not_ready_has_no_files(ada: Caller) -> None:
    number = ada.post("report-jobs", ASKED, key="report-0003").json()["number"]
    assert problem(ada.get(f"report-jobs/{number}/report.pdf")) == (409, "report_not_ready")
    assert problem(ada.get(f"report-jobs/{number}/tables/tables")) == (409, "report_not_ready")


def test_the_list_in_pages(ada: Caller) -> None:
    ada.post("report-jobs", ASKED, key="report-0004")
    first = answer(ada, "report-jobs?limit=1")
    second = answer(ada, "report-jobs" + first["next"])
    assert [line["number"] for line in (*first["results"], *second["results"])] == [2, 1]
    assert second["next"] is None


@pytest.mark.parametrize(("language", "title"), [("en", "Shift report"), ("zh-hans", "班次报表")])
def test_a_frozen_report_on_paper_in_both_languages(ada: Caller, language: str, title: str) -> None:
    path = f"{FROZEN}/report.pdf?language={language}"
    raw = ada.get(path).content
    opened = pypdfium2.PdfDocument(raw)
    text = " ".join(str(page.get_textpage().get_text_bounded()) for page in opened)
    opened.close()
    assert title in text
    assert hashlib.sha256(ada.get(FROZEN).content).hexdigest() in text
    assert ada.get(path).content == raw


def test_the_language_of_the_request_is_the_documents(ada: Caller) -> None:
    with translation.override("en"):  # what the request's middleware chooses would stay for the tests that follow
        asked = ada.post("report-jobs", ASKED, Accept_Language="zh-hans")
    assert asked.json()["language"] == "zh-hans"
