"""What a browser gets when no view answers: the house's own page in the reader's language, and nothing of the cause."""

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.urls import path

from casino import urls

SECRET = "/var/secret password=0p9o8i7u"
RAISED: dict[str, Exception] = {
    "400": SuspiciousOperation(SECRET),
    "403": PermissionDenied(SECRET),
    "404": Http404(SECRET),
    "500": RuntimeError(SECRET),
    "503": OperationalError(SECRET),
}
CODES = {"400": "bad_request", "403": "not_permitted", "404": "not_found", "500": "server_error", "503": "unavailable"}


def broken(request: HttpRequest, what: str) -> HttpResponse:
    raise RAISED[what]


urlpatterns = [path("broken/<str:what>", broken), path("api/broken/<str:what>", broken), *urls.urlpatterns]
handler400, handler403 = urls.handler400, urls.handler403
handler404, handler500 = urls.handler404, urls.handler500


@pytest.fixture
def browser() -> Client:
    return Client(raise_request_exception=False)


def look(browser: Client, where: str, **headers: str) -> Any:
    with override_settings(ROOT_URLCONF="tests.casino.web.test_error_pages"):
        return browser.get(where, headers=headers)


@pytest.mark.parametrize("what", list(RAISED))
@pytest.mark.parametrize("language", ["en", "zh-Hans"])
def test_the_houses_own_page_without_the_cause(browser: Client, what: str, language: str) -> None:
    answer = look(browser, f"/broken/{what}", **{"Accept-Language": language})
    shown = answer.content.decode()
    assert (answer.status_code, answer["Cache-Control"]) == (int(what), "no-store")
    assert f'<html lang="{language}">' in shown
    assert f"<code>{CODES[what]}</code>" in shown
    assert "floor/office.css" in shown
    for leak in ("secret", "0p9o8i7u", "Traceback", "Error", "broken/"):
        assert leak not in shown.replace('value="/broken/', "")


def test_each_language_has_its_own_words(browser: Client) -> None:
    english, chinese = (
        look(browser, "/broken/404", **{"Accept-Language": language}).content.decode() for language in ("en", "zh-Hans")
    )
    assert "There is no such address." in english
    assert "There is no such address." not in chinese


def test_the_number_of_the_request_leads_to_the_log(browser: Client) -> None:
    shown = look(browser, "/broken/500", **{"X-Request-ID": "0f6b3a52-aaaa-4bbb-8ccc-123456789abc"}).content.decode()
    assert "Number of the request" in shown


@pytest.mark.parametrize("what", list(RAISED))
def test_the_api_answers_problems(browser: Client, what: str) -> None:
    answer = look(browser, f"/api/broken/{what}")
    assert (answer.status_code, answer["Content-Type"]) == (int(what), "application/problem+json")
    assert answer.json()["code"] == CODES[what]
    assert "secret" not in answer.content.decode()


@pytest.mark.parametrize(("what", "header"), [("404", "true"), ("403", "true"), ("500", None), ("503", None)])
def test_a_part_of_a_page_is_never_replaced_by_a_page(browser: Client, what: str, header: str | None) -> None:
    answer = look(browser, f"/broken/{what}", **{"HX-Request": "true"})
    assert (answer.status_code, answer.content, answer.headers.get("HX-Refresh")) == (int(what), b"", header)


def test_another_hosts_name_is_no_page_of_ours() -> None:
    answer = Client(raise_request_exception=False).get("/sign-in/", headers={"Host": "evil.example"})
    assert answer.status_code == 400
    shown = answer.content.decode()
    assert "<code>bad_request</code>" in shown
    assert "evil.example" not in shown


def test_a_page_that_was_open_too_long() -> None:
    strict = Client(enforce_csrf_checks=True)
    answer = strict.post("/sign-in/", {"username": "ada", "password": "x"})
    assert answer.status_code == 403
    assert "<code>csrf_failed</code>" in answer.content.decode()
    part = strict.post("/sign-in/", {}, headers={"HX-Request": "true"})
    assert (part.status_code, part.headers.get("HX-Refresh")) == (403, "true")


@pytest.mark.django_db
def test_a_page_that_is_not_there() -> None:
    answer = Client().get("/nowhere")
    assert answer.status_code == 404
    assert "<code>not_found</code>" in answer.content.decode()


def test_the_page_asks_neither_the_database_nor_the_session() -> None:
    from casino.web import error_pages

    request = RequestFactory().get("/x")  # no session, no user; and this test has no database
    assert error_pages.draw(request, 500, "server_error").status_code == 500
