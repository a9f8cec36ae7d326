"""How often somebody may knock."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.test import RequestFactory, override_settings

from casino.web import throttles
from casino.web.throttles import Counter, HouseThrottle


@pytest.fixture(autouse=True)
def fresh() -> None:
    throttles.COUNTER.forget()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [1000.0]
    monkeypatch.setattr("casino.web.throttles.time.monotonic", lambda: now[0])
    return now


def knock(client: str = "", peer: str = "10.0.0.1", **meta: Any) -> tuple[bool, throttles.Allowance]:
    request: Any = RequestFactory().get("/api/v1/meta", REMOTE_ADDR=peer, **meta)
    request.user = SimpleNamespace(actor=SimpleNamespace(client=client)) if client else SimpleNamespace()
    view = SimpleNamespace(allowance=None)
    throttle = HouseThrottle()
    allowed = throttle.allow_request(request, view)
    assert view.allowance is not None
    assert throttle.wait() == view.allowance.seconds
    return allowed, view.allowance


def test_a_terminal_has_ten_presses_a_second(clock: list[float]) -> None:
    told = [knock("terminal:1") for _ in range(601)]
    assert [allowed for allowed, _ in told] == [True] * 600 + [False]
    assert told[0][1].headers() == {
        "RateLimit-Policy": '"floor";q=600;w=60',
        "RateLimit": '"floor";r=599;t=60',
    }
    assert told[600][1].left == 0
    assert knock("terminal:2")[0]  # nobody else is held up


def test_the_window_ends(clock: list[float]) -> None:
    for _ in range(601):
        knock("terminal:1")
    clock[0] += 59.5
    allowed, allowance = knock("terminal:1")
    assert (allowed, allowance.seconds) == (False, 1)
    clock[0] += 0.5
    allowed, allowance = knock("terminal:1")
    assert (allowed, allowance.left, allowance.seconds) == (True, 599, 60)


def test_strangers_share_the_limit_of_their_address(clock: list[float]) -> None:
    assert [knock()[0] for _ in range(121)] == [True] * 120 + [False]
    assert knock(peer="10.0.0.2")[0]


def test_a_forwarded_address_counts_only_from_a_trusted_proxy(clock: list[float]) -> None:
    for number in range(120):
        knock(HTTP_X_FORWARDED_FOR=f"1.2.3.{number}")
    assert not knock(HTTP_X_FORWARDED_FOR="9.9.9.9")[0]
    with override_settings(SECURE_PROXY_SSL_HEADER=("HTTP_X_FORWARDED_PROTO", "https")):
        for number in range(120):
            knock(HTTP_X_FORWARDED_FOR=f"1.2.3.{number}, 7.7.7.7")  # only what the proxy itself wrote counts
        assert not knock(HTTP_X_FORWARDED_FOR="8.8.8.8, 7.7.7.7")[0]
        assert knock(HTTP_X_FORWARDED_FOR="8.8.8.8")[0]


def test_names_do_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttles, "MOST_NAMES", 3)
    counter = Counter()
    for name in "aabc":
        counter.count(name, 0.0)
    assert counter.count("a", 0.0) == (3, 0.0)
    assert counter.count("d", 0.0) == (1, 0.0)
    assert counter.count("a", 0.0) == (1, 0.0)  # forgiven, not refused
