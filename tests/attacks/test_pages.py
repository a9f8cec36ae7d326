"""Every page, whoever asks for it: headers that keep others out, nothing in it that a browser would run."""

import logging
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests import whole_house
from tests.attacks import pages
from tests.whole_house import WholeHouse

pytestmark = pytest.mark.django_db

#: A script or style that stands in the page itself, or a handler in an attribute.
INLINE = re.compile(
    r"<script(?![^>]*\bsrc=)[^>]*>|<style(?![^>]*\bnonce=)|\son[a-z]+\s*=|\sstyle\s*=|javascript:", re.IGNORECASE
)
LOOKING = ("dealer", "boss", "cashier", "counter", "accountant", "auditor", "manager", "outsider")
EVERY_PAGE = pytest.mark.parametrize("address", sorted(pages.addresses()))


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Pages that are refused leave a line each."""
    logging.disable(logging.ERROR)
    yield
    logging.disable(logging.NOTSET)


def held(response: Any) -> list[str]:
    """What is missing at a response."""
    policy = dict(part.strip().partition(" ")[::2] for part in response.headers["Content-Security-Policy"].split(";"))
    wanted = {
        "default-src 'self'": policy["default-src"] == "'self'",
        "script-src": policy["script-src"].startswith("'self'") and "unsafe" not in policy["script-src"],
        "style-src": policy["style-src"].startswith("'self'") and "unsafe" not in policy["style-src"],
        "object-src": policy["object-src"] == "'none'",
        "base-uri": policy["base-uri"] == "'none'",
        "frame-ancestors": policy["frame-ancestors"] == "'none'",
        "form-action": policy["form-action"] == "'self'",
        "nosniff": response.headers["X-Content-Type-Options"] == "nosniff",
        "no frame": response.headers["X-Frame-Options"] == "DENY",
        "referrer": response.headers["Referrer-Policy"] == "same-origin",
        "opener": response.headers["Cross-Origin-Opener-Policy"] == "same-origin",
        "no foreign origin": "Access-Control-Allow-Origin" not in response.headers,
    }
    return [name for name, right in wanted.items() if not right]


@EVERY_PAGE
def test_a_page_has_its_headers_and_runs_nothing(address: str, whole: WholeHouse) -> None:
    seen = set()
    for role in LOOKING:
        with whole_house.undone():
            response = pages.browser(whole[role]).get(address)
            seen.add(response.status_code)
            assert response.status_code < 500, role
            assert held(response) == [], role
            if response.headers.get("Content-Type", "").startswith("text/html"):
                assert INLINE.findall(response.content.decode()) == [], role
    assert seen <= {200, 204, 302, 400, 403, 404, 405, 409, 422}


def test_a_page_that_would_run_something_is_seen() -> None:
    for evil in (
        "<script>a()</script>",
        '<img src=x onerror="a()">',
        "<style>",
        '<p style="x">',
        '<a href="javascript:a()">',
    ):
        assert INLINE.search(evil), evil
    assert not INLINE.search('<script src="/static/a.js" defer></script><p data-once="x">')


#: Where somebody who is not signed on finds a door, or what anybody may know.
OPEN = (
    "/",
    "/sign-in/",
    "/enrol",
    "/seat/",
    "/t/BJ-01/",
    "/healthz",
    "/readyz",
    "/api/docs/",
    "/api/schema/",
    "/problems/stale_sequence",
)


@EVERY_PAGE
def test_a_stranger_is_led_to_a_door_or_sees_nothing(address: str, whole: WholeHouse) -> None:
    response = pages.browser(whole["nobody"]).get(address)
    if address in OPEN:
        assert response.status_code in (200, 302, 503)
        return
    assert response.status_code in (204, 302, 403, 404, 405)
    if response.status_code == 302:
        assert re.match(r"/(sign-in/|enrol|t/BJ-01/)", response.headers["Location"])


def test_a_stranger_at_a_terminal_sees_its_door_and_no_felt(whole: WholeHouse) -> None:
    page = pages.browser(whole["nobody"]).get("/t/BJ-01/").content.decode()
    assert 'id="screen"' not in page
    assert "dana" not in page.lower()


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
@pytest.mark.parametrize(
    "address",
    [
        "/reports/proof/?first={0}&last={0}&place=cage&asset=chips&figure=opening",
        "/reports/proof/?first={0}&last={0}&place=cage&asset=chips&figure=closing",
        "/reports/proof/?day={0}&figure=win&span=year",
        "/reports/days/{0}/",
        "/reports/?first={0}&last={0}",
        "/reports/reviews/?first={0}&last={0}",
        "/books/cash-log/?first={0}&last={0}",
        "/audit/trail/?day={0}",
        "/audit/numbers/?first_day={0}&last_day={0}",
        "/slips/?gaming_day={0}",
    ],
)
def test_the_ends_of_the_calendar_are_days_of_no_house(address: str, day: str, whole: WholeHouse) -> None:
    """A day before the first date, or after the last, cannot even be named."""
    assert pages.browser(whole["accountant"]).get(address.format(day)).status_code in (200, 404, 422)


@pytest.mark.parametrize("moment", ["0001-01-01T00:00:00.000000+2359", "9999-12-31T23:59:59.999999-2359"])
def test_a_page_that_goes_on_from_no_moment_of_the_calendar(moment: str, whole: WholeHouse) -> None:
    asked = {"before": moment}
    assert pages.browser(whole["accountant"]).get("/reports/", asked).status_code == 422
