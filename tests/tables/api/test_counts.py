"""The count room's doors: a whole count over HTTP, what each answer tells, and what a body may not be."""

from collections.abc import Iterator
from typing import Any

import pytest

from casino.web import throttles
from tests import count_stages, counting, custody, whole_house
from tests.count_stages import NOTES
from tests.tables.api.matrix_house import sign
from tests.whole_house import WholeHouse

pytestmark = pytest.mark.django_db

FOUND: dict[str, Any] = {"notes": {str(value): pieces for value, pieces in NOTES.items()}, "total": 50_000}
BOX = "tables/BJ-01/boxes/1"
COLIN, CORA = sign("colin"), sign("cora")
DROP = {"session": 1, "notes": FOUND["notes"], "cash_total": 50_000, "sets": {}, "chips_total": 0}


@pytest.fixture
def at_count(whole: WholeHouse) -> Iterator[WholeHouse]:
    """The first table's box is on its way to the count room; what happens here is taken back."""
    throttles.COUNTER.forget()
    with whole_house.undone():
        count_stages.STAGES["box_removed"](whole.house)
        yield whole


def sent(whole: WholeHouse, who: str, path: str, body: dict[str, Any]) -> Any:
    """The answer to a write that must be accepted."""
    response = whole[who].post(path, body)
    assert response.status_code == 201, response.content
    return response.json()


def test_a_count_from_the_trolley_to_the_vault(at_count: WholeHouse) -> None:
    """The whole way; from the first count to the closing the cage is told no figure."""
    (waiting,) = at_count["counter"].get("waiting-boxes").json()["results"]
    assert (waiting["table"], waiting["box"], waiting["status"]) == ("BJ-01", 1, "removed")
    opened = sent(at_count, "counter", "count-sessions", {"team": [COLIN, CORA]})
    assert (opened["session"], opened["team"]) == (1, ["colin", "cora"])
    accepted = sent(at_count, "counter", "count-sessions/1/boxes", {"table": "BJ-01", "box": 1, "counter": COLIN})
    assert accepted["parts"] == ["cash"]
    first = sent(at_count, "counter", f"{BOX}/first-counts", {**FOUND, "shown_empty": True, "counter": COLIN})
    assert set(first) == {"session", "table", "box", "part", "status", "seq"}
    second = sent(at_count, "counter", f"{BOX}/second-counts", {**FOUND, "counter": CORA})
    assert (second["status"], second["total"], second["drop"]) == ("counted", 50_000, 50_000)
    verified = sent(at_count, "accountant", "count-sessions/1/verifications", {**FOUND, "verifier": sign("ada")})
    assert verified["agrees"] is True
    assert at_count["cashier"].get("count-sessions/1").json()["totals"] is None
    assert at_count["cashier"].get("cage/waiting-drops").json() == {"results": []}
    assert at_count["cashier"].post("cage/drop-takeovers", {**DROP, "counter": COLIN, "cashier": sign("cass")}).json()[
        "code"
    ] == ("no_such_drop")
    closed = sent(at_count, "counter", "count-sessions/1/closings", {"team": [COLIN, CORA], "cash_total": 50_000})
    assert (closed["cash_total"], closed["boxes"], closed["missing"]) == (50_000, [{"table": "BJ-01", "box": 1}], [])
    seen = at_count["cashier"].get("count-sessions/1").json()
    assert (seen["status"], seen["totals"]["cash_total"], seen["boxes"][0]["sheets"][0]["contents"]["total"]) == (
        "closed",
        50_000,
        50_000,
    )
    taken = sent(at_count, "cashier", "cage/drop-takeovers", {**DROP, "counter": COLIN, "cashier": sign("cass")})
    assert taken["cash_total"] == 50_000


def test_counts_that_differ_over_http(at_count: WholeHouse) -> None:
    counting.open_count(at_count.house)
    counting.accept(at_count.house)
    sent(at_count, "counter", f"{BOX}/first-counts", {**FOUND, "shown_empty": True, "counter": COLIN})
    other = {"notes": {"10000": 4}, "total": 40_000}
    second = sent(at_count, "counter", f"{BOX}/second-counts", {**other, "counter": CORA})
    assert set(second) == {"session", "table", "box", "part", "status", "seq"}
    assert second["status"] == "variance"
    body = {**FOUND, "explanation": "two notes stuck together", "verifier": sign("ada")}
    recounted = sent(at_count, "accountant", f"{BOX}/recounts", body)
    assert (recounted["decided_by"], recounted["differed"]["second"]["total"]) == ("verifier", 40_000)
    assert at_count["cashier"].get(f"{BOX}/sheets/cash").json()["result"] is None
    sheet = at_count["accountant"].get(f"{BOX}/sheets/cash").json()
    assert (sheet["status"], sheet["first_by"], sheet["second_by"], sheet["verified_by"]) == (
        "counted",
        "colin",
        "cora",
        "ada",
    )
    assert sheet["result"]["differed"] == recounted["differed"]
    assert sheet["contents"] == sheet["result"]["contents"]


@pytest.mark.parametrize(
    ("change", "pointer", "code"),
    [
        ({"notes": {"10000": -1}}, "/notes", "bad_chips"),
        ({"total": "500"}, "/total", "invalid"),
        ({"shown_empty": "true"}, "/shown_empty", "invalid"),
        ({"shown_empty": 1}, "/shown_empty", "invalid"),
        ({"promotional": [1]}, "/promotional", "not_a_dict"),
        ({"papers": "F-000001"}, "/papers", "not_a_list"),
        ({"foreign": [{"kind": "gold", "description": "x", "pieces": 1}]}, "/foreign/0/kind", "invalid_choice"),
        ({"counter": {"badge": "colin"}}, "/counter/pin", "required"),
        ({"gaming_day": "2026-03-04"}, "/gaming_day", "unknown_field"),
        ({"expected": 50_000}, "/expected", "unknown_field"),
    ],
)
def test_t04_a_body_that_is_not_right_points_to_it(
    at_count: WholeHouse, change: dict[str, Any], pointer: str, code: str
) -> None:
    """T-04: no client says which day it is, and none says what a box should hold."""
    before = custody.standing(at_count.house)
    body = {**FOUND, "shown_empty": True, "counter": COLIN, **change}
    response = at_count["counter"].post(f"{BOX}/first-counts", body)
    assert response.status_code == 422
    assert [(error["pointer"], error["code"]) for error in response.json()["errors"]] == [(pointer, code)]
    assert custody.standing(at_count.house) == before


@pytest.mark.parametrize("path", ["count-sessions/0", "count-sessions/x", "count-sessions/1.5"])
def test_a_count_has_a_number(at_count: WholeHouse, path: str) -> None:
    assert at_count["counter"].get(path).status_code == 404


def test_a_count_that_was_never_opened_is_not_found(at_count: WholeHouse) -> None:
    for number in (1, 10**15 - 1):
        response = at_count["counter"].get(f"count-sessions/{number}")
        assert (response.status_code, response.json()["code"]) == (404, "no_such_count")
