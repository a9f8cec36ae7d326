"""Requests that another site makes a browser send, and ways to make the house send a browser to another site."""

from functools import partial
from typing import Any
from urllib.parse import quote

import pytest

from tests import builders
from tests.attacks import pages, untouched
from tests.whole_house import WholeHouse

pytestmark = pytest.mark.django_db

TARGETS = (
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "javascript:alert(1)",
    "https:evil.example",
    "///evil.example",
)
WORKERS = {
    "/t/": "dealer",
    "/pit": "boss",
    "/slips/": "cashier",
    "/cage/": "cashier",
    "/count/": "counter",
    "/house/": "manager",
}


@pytest.mark.parametrize("address", sorted(pages.addresses()))
def test_no_page_takes_a_press_without_its_token(address: str, whole: WholeHouse) -> None:
    role = next((role for start, role in WORKERS.items() if address.startswith(start)), "accountant")
    browser = pages.browser(whole[role], strict=True)
    for origin in ("", "https://evil.example", "null"):
        press = partial(browser.post, address, {"reason": "x"}, headers={"Origin": origin} if origin else {})
        assert untouched.ask(press).status_code in (403, 404, 405)


@pytest.mark.parametrize("target", TARGETS)
def test_signing_in_leads_to_no_other_site(target: str, whole: WholeHouse) -> None:
    keyed = {"username": "ada", "password": builders.PASSWORD, "next": target}
    answer = pages.browser(whole["nobody"]).post(f"/sign-in/?next={quote(target)}", keyed)
    assert (answer.status_code, answer.headers["Location"]) == (302, "/")


@pytest.mark.parametrize("target", TARGETS)
def test_choosing_a_language_leads_to_no_other_site(target: str, whole: WholeHouse) -> None:
    answer = pages.browser(whole["boss"]).post("/language/", {"language": "en", "next": target, "back": target})
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith("/")
    assert "evil" not in answer.headers["Location"]


@pytest.mark.parametrize(
    "address",
    [
        "/reports/jobs/1/..%2f..%2f..%2fetc%2fpasswd.csv",
        "/reports/jobs/1/report.../../../etc/passwd",
        "/reports/2026-03-04/day/v1/%2e%2e%2f%2e%2e%2fsettings.csv",
        "/reports/2026-03-04/day/v1/report.py",
        "/reports/2026-03-04/..%2f/v1/report.pdf",
        "/reports/days/2026-03-04/report.%2e%2e",
        "/static/../casino/settings.py",
        "/static/%2e%2e/%2e%2e/casino/settings.py",
        "/static/..%5c..%5ccasino%5csettings.py",
        "/.git/config",
        "/.env",
        "/problems/..%2f..%2fetc%2fpasswd",
    ],
)
def test_no_address_leads_out_of_its_folder(address: str, whole: WholeHouse, settings: Any) -> None:
    settings.WHITENOISE_AUTOREFRESH = False  # as a house has it
    answer = pages.browser(whole["accountant"]).get(address)
    assert answer.status_code == 404
    assert b"SECRET_KEY" not in answer.content
