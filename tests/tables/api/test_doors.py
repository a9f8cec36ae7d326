"""What every door of the API asks for and tells: keys, positions, pages, limits of speed."""

import json
from typing import Any

import pytest
from django.test import Client

from casino.web import throttles
from tables.models import log
from tests import builders, callers
from tests.builders import House
from tests.callers import Caller
from tests.refusals import rows

pytestmark = pytest.mark.django_db
LIMITS = {"minimum": 1_000, "maximum": 100_000}


@pytest.fixture(autouse=True)
def fresh() -> None:
    throttles.COUNTER.forget()


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> House:
    monkeypatch.setattr("django.utils.timezone.now", lambda: builders.AT)
    return builders.house()


@pytest.fixture
def petra(house: House) -> Caller:
    return callers.at_terminal(house, "petra", "T-PIT")


def told(response: Any) -> tuple[int, str]:
    assert response["Content-Type"] == "application/problem+json"
    return response.status_code, response.json()["code"]


@pytest.mark.parametrize("key", ["short-7", "x" * 65, "has blank 1", "schlüssel", '"quoted', "a/b/c/d/e"])
def test_a_key_has_a_form(petra: Caller, key: str) -> None:
    before = rows()
    assert told(petra.post("tables/BJ-01/limits", LIMITS, key=key, match=1)) == (400, "bad_idempotency_key")
    assert rows() == before


def test_a_write_needs_a_key(petra: Caller) -> None:
    before = rows()
    assert told(petra.post("tables/BJ-01/limits", LIMITS, key=None, match=1)) == (400, "idempotency_key_required")
    assert rows() == before


def test_a_repeat_gets_the_same_answer_word_for_word(petra: Caller) -> None:
    first = petra.post("tables/BJ-01/limits", LIMITS, key="key-of-mine", match=1)
    events = log.Event.objects.count()
    again = petra.post("tables/BJ-01/limits", LIMITS, key='"key-of-mine"', match=1)
    assert (first.status_code, again.status_code) == (201, 201)
    assert json.loads(first.content) == json.loads(again.content)
    assert log.Event.objects.count() == events
    other = petra.post("tables/BJ-01/limits", {**LIMITS, "minimum": 2_000}, key="key-of-mine", match=1)
    assert told(other) == (409, "idempotency_key_reused")


def test_a_key_belongs_to_its_client(house: House, petra: Caller) -> None:
    hana = callers.at_terminal(house, "hana", "T-OFFICE")
    assert hana.post("pits/P1/reliefs", {"badge": "petra"}, key="key-0001").status_code == 201
    assert petra.post("staff/dana/pin-unlocks", {}, key="key-0001").status_code == 201


@pytest.mark.parametrize("given", ["1", 'W/"1"', '"one"', '"-1"', '"1", "2"', "*", '"' + "9" * 19 + '"', '"１"'])
def test_if_match_has_a_form(petra: Caller, given: str) -> None:
    response = petra.post("tables/BJ-01/limits", LIMITS, If_Match=given.encode().decode("latin-1"))
    assert told(response) == (400, "bad_if_match")


def test_if_match_is_refused_where_nothing_is_compared_with_it(petra: Caller) -> None:
    before = rows()
    response = petra.post("pits/P1/reliefs", {"badge": "petra"}, match=1)
    assert told(response) == (400, "if_match_not_taken")
    assert rows() == before


def test_if_match_is_required_where_others_write_too(petra: Caller) -> None:
    before = rows()
    assert told(petra.post("tables/BJ-01/limits", LIMITS)) == (428, "if_match_required")
    assert rows() == before


def test_a_stale_sender_is_told(petra: Caller) -> None:
    assert petra.post("tables/BJ-01/limits", LIMITS, match=1).status_code == 201
    before = rows()
    stale = petra.post("tables/BJ-01/limits", LIMITS, match=1)
    assert told(stale) == (412, "stale_limits")
    assert stale.json()["values"] == {"expected": 1, "version": 2}
    assert rows() == before


def test_an_etag_answers_what_is_known(petra: Caller) -> None:
    first = petra.get("tables/BJ-01/limits")
    assert (first.status_code, first["ETag"]) == (200, '"1"')
    again = petra.get("tables/BJ-01/limits", If_None_Match='"0", W/"1"')
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", '"1"')
    posted = petra.post("tables/BJ-01/limits", LIMITS, match=1)
    assert posted["ETag"] == '"2"'
    assert petra.get("tables/BJ-01/limits", If_None_Match='"1"').status_code == 200


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("limit=0", "bad_parameter"),
        ("limit=201", "bad_parameter"),
        ("limit=1e2", "bad_parameter"),
        ("limit=" + "9" * 5000, "bad_parameter"),
        ("before=yesterday", "bad_parameter"),
        ("before=2026-03-04T20:00:00", "bad_parameter"),
        ("before=2026-02-30T20:00:00Z", "bad_parameter"),
        ("ordering=-maximum", "unknown_parameter"),
        ("page=2", "unknown_parameter"),
    ],
)
def test_parameters_are_known_and_right(petra: Caller, query: str, code: str) -> None:
    assert told(petra.get(f"tables/BJ-01/limits?{query}")) == (400, code)


def test_a_list_leads_on(petra: Caller) -> None:
    for version in (1, 2):
        petra.post("tables/BJ-01/limits", LIMITS, match=version)
    seen = []
    query = "?limit=1"
    while query:
        page = petra.get(f"tables/BJ-01/limits{query}").json()
        seen += [row["minimum"] for row in page["results"]]
        query = page["next"]
    assert seen == [1_000, 1_000, 500]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"{", 400, "malformed_json"),
        (b'{"minimum": 1, "minimum": 2}', 400, "duplicate_key"),
        (b'{"minimum": 1.5}', 400, "fraction_not_allowed"),
        (b'{"minimum": "\xff"}', 400, "not_utf8"),
        (b'"' + b"x" * 65_536 + b'"', 413, "body_too_large"),
        (b"[" * 20_000, 400, "too_deep"),
        (b"[]", 422, "invalid_request"),
        (b"null", 422, "invalid_request"),
        (b"7", 422, "invalid_request"),
        (b'{"minimum": 1}', 422, "invalid_request"),
        (b'{"minimum": 1, "maximum": 2, "gaming_day": "2026-03-04"}', 422, "invalid_request"),
    ],
)
def test_no_body_gets_through_that_is_not_meant(petra: Caller, body: bytes, status: int, code: str) -> None:
    before = rows()
    assert told(petra.post("tables/BJ-01/limits", body, match=1)) == (status, code)
    assert rows() == before


def test_a_bodys_errors_are_pointed_at(petra: Caller) -> None:
    body = {"player": "p2", "maximum": "60000", "signature": {"badge": "petra"}, "spot": 1}
    response = petra.post("tables/BJ-01/limit-raises", body)
    assert told(response) == (422, "invalid_request")
    found = {error["pointer"]: error["code"] for error in response.json()["errors"]}
    assert found == {"/maximum": "invalid", "/signature/pin": "required", "/spot": "unknown_field"}


def test_a_bodiless_press_takes_no_fields(house: House) -> None:
    dana = callers.at_terminal(house, "dana", "T-BJ-01", "BJ-01")
    before = rows()
    assert told(dana.post("tables/BJ-01/taps-in", {"dealer": "dev"})) == (422, "invalid_request")
    assert rows() == before
    assert dana.post("tables/BJ-01/taps-in", b"").status_code == 201


@pytest.mark.parametrize(
    ("method", "status", "code"),
    [("put", 405, "method_not_allowed"), ("patch", 405, "method_not_allowed"), ("options", 405, "method_not_allowed")],
)
def test_other_methods_are_refused(petra: Caller, method: str, status: int, code: str) -> None:
    response = getattr(Client(), method)(
        "/api/v1/tables/BJ-01/limits",
        headers={"Authorization": f"Token {petra.token}", "X-HTTP-Method-Override": "POST"},
    )
    assert told(response) == (status, code)


def test_other_content_types_are_refused(petra: Caller) -> None:
    response = Client().post(
        "/api/v1/tables/BJ-01/limits",
        data="minimum=1&maximum=2",
        content_type="application/x-www-form-urlencoded",
        headers={"Authorization": f"Token {petra.token}", "Idempotency-Key": "key-0001", "If-Match": '"1"'},
    )
    assert told(response) == (415, "unsupported_media_type")


@pytest.mark.parametrize("path", ["nowhere", "tables/BJ-01/limits/", "tables//limits", "meta/../staff"])
def test_unknown_addresses_are_problems_too(petra: Caller, path: str) -> None:
    assert told(petra.get(path)) == (404, "not_found")


def test_a_problem_has_the_requests_id(petra: Caller) -> None:
    one, two = petra.get("nowhere").json(), petra.get("nowhere").json()
    assert len(one["request_id"]) == 36
    assert one["request_id"] != two["request_id"]


def test_words_follow_accept_language(petra: Caller) -> None:
    response = petra.get("tables/BJ-01/limits?page=2", Accept_Language="zh-Hans")
    assert response.headers["Content-Language"] == "zh-hans"
    assert told(response) == (400, "unknown_parameter")


def test_an_error_nobody_foresaw_says_nothing_of_the_inside(petra: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: Any, **kwargs: Any) -> None:
        raise RuntimeError("secret inside")

    monkeypatch.setattr("tables.selectors.limits.posted", broken)
    response = petra.get("tables/BJ-01/limits")
    assert told(response) == (500, "server_error")
    assert b"secret inside" not in response.content


def test_answers_are_kept_by_nobody_and_tell_what_is_left(petra: Caller) -> None:
    response = petra.get("meta")
    assert response["Cache-Control"] == "no-store"
    assert response["RateLimit-Policy"] == '"floor";q=600;w=60'
    assert response["RateLimit"].startswith('"floor";r=599;t=')


def test_who_knocks_too_often_waits(petra: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttles.HouseThrottle, "signed_on", ("floor", 2))
    assert [petra.get("meta").status_code for _ in range(2)] == [200, 200]
    refused = petra.get("meta")
    assert told(refused) == (429, "too_many_requests")
    assert 1 <= int(refused["Retry-After"]) <= 60
    assert refused["RateLimit"].startswith('"floor";r=0;t=')
