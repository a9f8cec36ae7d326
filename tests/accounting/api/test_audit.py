"""Internal audit through the API."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pytest_django import DjangoDbBlocker

from accounting.services import follow
from tests import builders, callers, whole_house
from tests.accounting import worked
from tests.callers import Caller
from tests.script.unpacked import checker, files_of

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def axel(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Caller]:
    """The auditor, in a house with a day behind it whose books have followed."""
    with django_db_blocker.unblock(), whole_house.frozen(), whole_house.undone():
        house = worked.house_at_work()
        follow.follow_all()
        yield callers.at_terminal(house, "axel", "T-AUDIT")


def answer(response: Any, status: int = 200) -> Any:
    assert response.status_code == status, response.content
    return response.json()


def test_an_export_is_recorded_listed_and_taken_away(axel: Caller, tmp_path: Path) -> None:
    recorded = answer(axel.post("audit/log-exports", {}), 201)
    assert (recorded["export"], recorded["whole"]) == (1, True)
    answer(axel.post("audit/log-exports", {"streams": ["DEMO/house"]}), 201)
    page = answer(axel.get("audit/log-exports?limit=1"))
    assert ([line["export"] for line in page["results"]], page["next"]) == ([2], "?limit=1&before=2")
    (line,) = answer(axel.get(f"audit/log-exports{page['next']}"))["results"]
    assert (line["root"], line["exported_by"], line["events"]) == (recorded["root"], "axel", recorded["events"])
    response = axel.get("audit/log-exports/1/archive.zip")
    assert (response.status_code, response.headers["Content-Type"]) == (200, "application/zip")
    assert response.headers["Content-Disposition"] == 'attachment; filename="DEMO-log-1.zip"'
    assert response.headers["Cache-Control"] == "no-store"
    assert response.streaming
    path = tmp_path / "log.zip"
    path.write_bytes(response.getvalue())
    whole, *_ = checker.check(str(path), [recorded["root"]])
    assert whole.endswith("whole")
    manifest = json.loads(files_of(path.read_bytes())["manifest.json"])
    assert (manifest["export"], manifest["exported_by"], manifest["root"]) == (1, "axel", recorded["root"])


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("audit/log-exports/9/archive.zip", 404, "no_such_export"),
        ("audit/log-exports/1/archive.zip?x=1", 400, "unknown_parameter"),
        ("audit/log-exports?before=x", 400, "bad_parameter"),
        ("audit/samples/9", 404, "no_such_sample"),
        ("audit/samples?x=1", 400, "unknown_parameter"),
        ("audit/sequences/2026-02-30", 404, "not_found"),
        ("audit/sequences/2026-03-04?last_day=x", 400, "bad_parameter"),
        ("audit/sequences/2026-03-04?last_day=2026-03-03", 422, "bad_days"),
    ],
)
def test_what_a_reader_is_refused(axel: Caller, path: str, status: int, code: str) -> None:
    assert answer(axel.get(path), status)["code"] == code


def test_a_sample_is_drawn_and_read_again(axel: Caller) -> None:
    asked = {"first_day": "2026-03-02", "last_day": "2026-03-03", "seed": "a seed"}
    drawn = answer(axel.post("audit/samples", asked), 201)
    assert (drawn["sample"], drawn["picks"], drawn["seed"]) == (1, [], "a seed")
    assert [lacking["what"] for lacking in drawn["missing"]] == ["opening", "closing", "fill", "credit", "gaming_days"]
    told = answer(axel.get("audit/samples/1"))
    assert {name: told[name] for name in drawn} == drawn
    assert answer(axel.get("audit/samples"))["results"] == [told]
    late = {**asked, "last_day": "2026-03-04"}
    assert answer(axel.post("audit/samples", late), 409)["code"] == "day_not_over"


def test_the_sequence_report(axel: Caller) -> None:
    told = answer(axel.get("audit/sequences/2026-03-04"))
    assert told == {"first_day": "2026-03-04", "last_day": "2026-03-04", "series": [], "voids": [], "reprints": []}


@pytest.mark.parametrize("body", [{"streams": "DEMO/house"}, {"streams": [7]}, {"stream": []}])
def test_a_wrong_shape_records_nothing(axel: Caller, body: dict[str, Any]) -> None:
    before = builders.snapshot()
    assert answer(axel.post("audit/log-exports", body), 422)["code"] == "invalid_request"
    assert builders.snapshot() == before


def test_a_finding_from_its_recording_to_its_closing(axel: Caller) -> None:
    seen = {"area": "cage", "cause": "training", "explanation": "a slip without a signature", "owner": "cass"}
    auditor = {"badge": "axel", "pin": builders.PEOPLE["axel"][1]}
    asked = {**seen, "gaming_day": "2026-03-04", "about": [{"stream": "DEMO/cage", "seq": 1}], "auditor": auditor}
    first = answer(axel.post("audit/findings", asked), 201)
    assert (first["finding"], first["status"], first["occurrence"]) == (1, "open", 1)
    again = answer(axel.post("audit/findings", {**asked, "repeat_of": 1}), 201)
    assert (again["finding"], again["repeat_of"], again["occurrence"]) == (2, 1, 2)
    assert answer(axel.post("audit/findings/1/closures", _closure(auditor)), 409)["code"] == "not_answered"
    owner = {"badge": "cass", "pin": builders.PEOPLE["cass"][1]}
    assert answer(axel.post("audit/findings/1/answers", {"answer": "told again", "owner": owner}), 403)["code"] == (
        "not_permitted"
    )
    page = answer(axel.get("audit/findings?limit=1&status=open&area=cage&cause=training"))
    assert ([line["finding"] for line in page["results"]], page["next"]) == (
        [2],
        "?status=open&area=cage&cause=training&limit=1&before=2",
    )
    told = answer(axel.get("audit/findings/1"))
    assert (told["explanation"], told["about"], told["closed_at"]) == (seen["explanation"], asked["about"], None)
    (line,) = answer(axel.get("audit/repeated-findings"))["results"]
    assert (line["finding"], line["occurrences"], line["open"]) == (1, 2, 2)
    assert answer(axel.get("audit/findings?status=done"), 400)["code"] == "bad_parameter"


def _closure(auditor: dict[str, str]) -> dict[str, Any]:
    return {"remark": "done", "auditor": auditor, "second": {"badge": "ada", "pin": builders.PEOPLE["ada"][1]}}
