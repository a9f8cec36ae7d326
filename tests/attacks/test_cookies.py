"""The cookies of the house: who may read them, who may send them, and what they are called over TLS."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from tests.builders import House
from tests.tables.screens.conftest import house  # noqa: F401 - a fixture
from tests.tables.screens.hands import Hands

NAMES = ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_HSTS_SECONDS")
COOKIES = """
import json, django
django.setup()
from django.conf import settings
from tables.screens import map_view, seat, terminal, themes
from tables.selectors import actors
found = [settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, settings.LANGUAGE_COOKIE_NAME, actors.DEVICE_COOKIE]
found += [actors.DESK_COOKIE, themes._COOKIE, terminal.MIRROR_COOKIE, map_view.COOKIE, seat.SEAT_COOKIE]
print(json.dumps(found))
"""


def told(code: str, **environment: str) -> Any:
    """What a process with this environment prints."""
    known = {"PATH": os.environ["PATH"], "SECRET_KEY": "only-for-this-test-which-signs-nothing", **environment}
    known |= {"DJANGO_SETTINGS_MODULE": "casino.settings"}
    done = subprocess.run([sys.executable, "-c", code], env=known, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def settings_with(**environment: str) -> dict[str, Any]:
    """The settings of a process with this environment."""
    code = f"import json; from casino import settings; print(json.dumps({{n: getattr(settings, n) for n in {NAMES}}}))"
    return dict(told(code, **environment))


def test_over_tls_cookies_go_over_tls_alone() -> None:
    assert settings_with(CASINO_TLS="1") == {
        "SESSION_COOKIE_SECURE": True,
        "CSRF_COOKIE_SECURE": True,
        "SECURE_HSTS_SECONDS": 31_536_000,
    }


def test_over_tls_cookies_are_this_hosts_alone() -> None:
    """The last one is for the path of the seat's page, which this prefix does not allow."""
    *for_all, of_seat = told(COOKIES, CASINO_TLS="1")
    assert for_all == [
        "__Host-sessionid",
        "__Host-csrftoken",
        "__Host-django_language",
        "__Host-terminal",
        "__Host-desk",
        "__Host-theme_of_{}",
        "__Host-felt",
        "__Host-floor",
    ]
    assert of_seat == "__Secure-seat"


def test_without_tls_a_browser_would_refuse_such_names() -> None:
    assert [name for name in told(COOKIES, CASINO_TLS="0") if name.startswith("__")] == []


@pytest.mark.django_db
@pytest.mark.parametrize("given", ["\u4e2d", "\x00", "\r\nSet-Cookie: a=b", "7"])
def test_no_sign_of_an_address_goes_into_a_cookie(house: House, given: str) -> None:  # noqa: F811
    hands = Hands(house)
    hands.client.get("/t/BJ-01/", {"turn": given})
    assert hands.client.cookies["felt"].value == "0"


@pytest.mark.django_db
def test_no_script_reads_a_cookie_and_no_other_site_sends_one(house: House) -> None:  # noqa: F811
    hands = Hands(house).at_the_terminal()
    hands.look("/t/BJ-01/?turn=1")
    hands.client.post("/language/", {"language": "en", "next": "/"})
    hands.client.post("/theme/", {"rooms": "floor", "theme": "day", "next": "/"})
    cookies = hands.client.cookies
    assert {"sessionid", "csrftoken", "django_language", "felt", "theme_of_floor"} < set(cookies)
    for name, cookie in cookies.items():
        assert cookie["httponly"], name
        assert cookie["samesite"] in ("Lax", "Strict"), name
        assert cookie["domain"] == "", name


@pytest.mark.django_db
def test_over_tls_no_cookie_goes_in_the_open(house: House, settings: Any) -> None:  # noqa: F811
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True
    hands = Hands(house)
    hands.enrol()
    hands.sign_on()
    hands.look("/t/BJ-01/?turn=1")
    office = Hands(house)
    office.sign_in("hana")
    boss = Hands(house).sit_down("petra")
    boss.look("/pit/P1/?form=list")
    office.client.post("/language/", {"language": "en", "next": "/"})
    office.client.post("/theme/", {"rooms": "desk", "theme": "night", "next": "/"})
    found = {**boss.client.cookies, **hands.client.cookies, **office.client.cookies}
    assert set(found) >= {
        "sessionid",
        "csrftoken",
        "terminal",
        "desk",
        "django_language",
        "felt",
        "floor",
        "theme_of_desk",
    }
    assert [name for name, cookie in found.items() if not cookie["secure"]] == []
