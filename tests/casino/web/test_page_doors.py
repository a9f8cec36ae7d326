"""How often a stranger may knock at a page, and what he sees when a page takes no such request."""

import pytest
from django.test import Client, override_settings

from casino.web import page_doors, throttles

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    throttles.COUNTER.forget()
    now = [1000.0]
    monkeypatch.setattr("casino.web.page_doors.time.monotonic", lambda: now[0])
    return now


def knock(address: str = "203.0.113.7", path: str = "/sign-in/", **headers: str) -> int:
    keyed = {"username": "nobody", "password": "wrong"}
    return Client(REMOTE_ADDR=address).post(path, keyed, headers=headers).status_code


@pytest.mark.parametrize(
    ("path", "name"), [("/sign-in/", "sign-in"), ("/enrol", "enrol"), ("/t/BJ-01/sign-on", "terminal-sign-on")]
)
def test_so_many_tries_a_minute_and_no_more(
    path: str, name: str, clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(page_doors.MOST, name, 3)
    told = [knock(path=path) for _ in range(5)]
    assert told[3:] == [429, 429]
    assert 429 not in told[:3]
    assert knock("203.0.113.8", path) != 429  # nobody else is held up
    clock[0] += 60
    assert knock(path=path) != 429


def test_the_page_says_so_and_when_to_come_back(clock: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(page_doors.MOST, "sign-in", 0)
    clock[0] += 17.5
    answer = Client().post("/sign-in/", {}, headers={"Accept-Language": "zh-Hans"})
    assert (answer.status_code, answer["Retry-After"], answer["Cache-Control"]) == (429, "60", "no-store")
    assert "<code>too_many_requests</code>" in answer.content.decode()
    assert '<html lang="zh-Hans">' in answer.content.decode()


def test_looking_is_not_knocking() -> None:
    assert {Client().get("/sign-in/").status_code for _ in range(page_doors.MOST["sign-in"] + 5)} == {200}


def test_a_header_is_no_new_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(page_doors.MOST, "sign-in", 1)
    assert [knock(**{"X-Forwarded-For": f"198.51.100.{number}"}) for number in range(2)] == [403, 429]
    with override_settings(SECURE_PROXY_SSL_HEADER=("HTTP_X_FORWARDED_PROTO", "https")):
        assert knock(**{"X-Forwarded-For": "198.51.100.9"}) == 403


def test_a_page_that_takes_no_such_request_says_so() -> None:
    answer = Client().get("/t/BJ-01/press")
    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    assert "<code>method_not_allowed</code>" in answer.content.decode()


def test_the_api_answers_a_405_itself() -> None:
    answer = Client().put("/api/v1/sign-ons", {}, content_type="application/json")
    assert (answer.status_code, answer["Content-Type"]) == (405, "application/problem+json")
