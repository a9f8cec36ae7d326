"""Who is let in: by token, or by the browser's session with its CSRF token."""

from datetime import timedelta
from importlib import import_module
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.contrib.auth import SESSION_KEY as DJANGO_SESSION_KEY
from django.test import Client

from casino.web import throttles
from tables.domain.actors import Role
from tables.services import staffing
from tests import browsers, builders, callers, statements
from tests.builders import House
from tests.callers import Caller

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def fresh() -> None:
    throttles.COUNTER.forget()


@pytest.fixture
def house() -> Any:
    with time_machine.travel(builders.AT, tick=False):
        yield builders.house()


def browser(token: str, *, csrf: bool) -> Client:
    """A browser whose session names a sign-on, as the sign-on screen leaves it."""
    client = Client(enforce_csrf_checks=csrf)
    browsers.sit(client, token)
    return client


@pytest.mark.parametrize(
    "header", ["", "Token", "Token ", "Token x", "Bearer {}", "Basic {}", "{}", "Token {}x", "Token x{}"]
)
def test_without_a_right_token_nobody_is_let_in(house: House, header: str) -> None:
    token = callers.at_terminal(house, "dana", "T-1").token
    response = Client().get("/api/v1/meta", headers={"Authorization": header.format(token)} if header else {})
    assert (response.status_code, response.json()["code"]) == (401, "not_signed_on")
    assert response["WWW-Authenticate"] == "Token"


@pytest.mark.parametrize("header", ["Token {}", "token {}", "TOKEN  {}"])
def test_a_token_lets_its_person_in(house: House, header: str) -> None:
    token = callers.at_terminal(house, "dana", "T-1").token
    response = Client().get("/api/v1/meta", headers={"Authorization": header.format(token)})
    assert (response.status_code, response.json()["badge"]) == (200, "dana")


def test_a_sign_on_ends_after_twelve_hours(house: House) -> None:
    dana = callers.at_terminal(house, "dana", "T-1")
    with time_machine.travel(builders.AT + timedelta(hours=11, minutes=59), tick=False):
        assert dana.get("meta").status_code == 200
    with time_machine.travel(builders.AT + timedelta(hours=12), tick=False):
        assert dana.get("meta").status_code == 401


def test_a_request_finds_its_person_by_one_query(house: House) -> None:
    dana = callers.at_terminal(house, "dana", "T-1")
    with statements.counted() as sent:
        dana.get("tables/BJ-01/limits?page=2")  # refused before anything is read
    assert len(sent) == 1
    assert "tables_signon" in sent[0]


def test_a_browser_reads_by_its_session(house: House) -> None:
    token = callers.at_terminal(house, "dana", "T-1").token
    response = browser(token, csrf=True).get("/api/v1/meta")
    assert (response.status_code, response.json()["badge"], response.json()["terminal"]) == (200, "dana", "T-1")


def post(client: Client, **headers: str) -> Any:
    return client.post(
        "/api/v1/staff/dana/pins",
        data='{"pin": "908172", "old_pin": "480215"}',
        content_type="application/json",
        headers={"Idempotency-Key": "key-0001", **headers},
    )


def test_a_browser_writes_only_with_its_csrf_token(house: House) -> None:
    token = callers.at_terminal(house, "dana", "T-1").token
    client = browser(token, csrf=True)
    heads = builders.snapshot()
    assert (post(client).status_code, post(client).json()["code"]) == (403, "csrf_failed")
    client.cookies[settings.CSRF_COOKIE_NAME] = "a" * 32
    foreign = post(client, **{"X-CSRFToken": "b" * 32})
    assert (foreign.status_code, foreign.json()["code"]) == (403, "csrf_failed")
    origin = post(client, **{"X-CSRFToken": "a" * 32, "Origin": "https://evil.example"})
    assert (origin.status_code, origin.json()["code"]) == (403, "csrf_failed")
    assert builders.snapshot() == heads
    assert post(client, **{"X-CSRFToken": "a" * 32}).status_code == 201


def test_a_browser_signed_off_is_nobody(house: House) -> None:
    dana = callers.at_terminal(house, "dana", "T-1")
    client = browser(dana.token, csrf=False)
    assert dana.delete("sign-ons/current").status_code == 204
    assert client.get("/api/v1/meta").status_code == 401
    assert dana.get("meta").status_code == 401


def test_the_admins_session_is_no_sign_on(house: House) -> None:
    client = Client()
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[DJANGO_SESSION_KEY] = str(house.hana.staff_id)
    session.save()
    client.cookies[settings.SESSION_COOKIE_NAME] = session.session_key
    assert client.get("/api/v1/meta").status_code == 401


def test_a_token_beats_a_cookie(house: House) -> None:
    """A wrong token is refused even in a browser that is signed on: it says who wants to act."""
    token = callers.at_terminal(house, "dana", "T-1").token
    response = browser(token, csrf=False).get("/api/v1/meta", headers={"Authorization": "Token wrong"})
    assert response.status_code == 401


def test_roles_taken_count_with_the_next_request(house: House) -> None:
    ada: Caller = callers.at_terminal(house, "hana", "T-2")
    assert ada.get("staff").status_code == 200
    staffing.grant_role(actor=house.hana, at=house.at, badge="ada", role=Role.HOUSE_MANAGER)
    staffing.revoke_role(actor=house.hana, at=house.at, badge="hana", role=Role.HOUSE_MANAGER)
    assert ada.get("staff").json()["code"] == "not_permitted"
