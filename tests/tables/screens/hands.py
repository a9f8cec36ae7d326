"""Hands before a screen, without a browser: what a form holds is read from the page, as a browser would."""

import re
from collections.abc import Mapping
from typing import Any

from django.test import Client
from django.utils import timezone

from tables.services import sign_ons, terminals
from tests import browsers, builders
from tests.builders import House

_FIELD = re.compile(r'<input type="hidden" name="(key|seq|spot|by)" value="([^"]*)"')


class Hands:
    """A browser with its cookies. ``page`` is what it shows."""

    def __init__(self, house: House, *, strict: bool = False) -> None:
        self.house = house
        self.client = Client(enforce_csrf_checks=strict, raise_request_exception=True)
        self.page = ""

    def enrol(self, table: str | None = "BJ-01") -> Any:
        """Exchange a fresh code for the device's cookie."""
        registered = terminals.register_terminal(
            actor=self.house.people["hana"], at=timezone.now(), terminal="T-01", table=table
        )
        return self.client.post("/enrol", {"code": registered["enrolment_code"]})

    def sign_on(self, name: str = "dana", pin: str = "", table: str = "BJ-01") -> Any:
        """Badge and PIN at the terminal."""
        keyed = {"badge": name, "pin": pin or builders.PEOPLE[name][1]}
        return self.client.post(f"/t/{table}/sign-on", keyed)

    def sign_in(self, name: str, password: str = builders.PASSWORD) -> Any:
        """User name and password at the office door."""
        return self.client.post("/sign-in/", {"username": name, "password": password})

    def sit_down(self, name: str, pin: str = "") -> "Hands":
        """Signed on at an office device of one's own; the session is as a sign-on leaves it."""
        at = timezone.now()
        office: dict[str, Any] = {
            "actor": self.house.people["hana"],
            "at": at,
            "terminal": f"T-{name.upper()}",
            "table": None,
        }
        device = terminals.enrol_terminal(at=at, code=terminals.register_terminal(**office)["enrolment_code"])
        signed = sign_ons.sign_on(at=at, device_token=device.token, badge=name, pin=pin or builders.PEOPLE[name][1])
        browsers.sit(self.client, signed.token)
        return self

    def look(self, path: str = "/t/BJ-01/", **headers: str) -> Any:
        """Load a page."""
        response = self.client.get(path, headers=headers)
        self.page = response.content.decode()
        return response

    def press(self, path: str, keyed: Mapping[str, Any], *, swap: bool = True) -> Any:
        """Send a form of the page that was last looked at; ``swap`` as the script would."""
        hidden = dict(_FIELD.findall(self.page)) if self.page else {}
        headers = {"HX-Request": "true"} if swap else {}
        response = self.client.post(path, {**hidden, **keyed}, headers=headers)
        if response.content:
            self.page = response.content.decode()
        return response

    def at_the_terminal(self) -> "Hands":
        """Enrolled and signed on as dana, the terminal before her."""
        self.enrol()
        self.sign_on()
        self.look()
        return self


def signing(**who: str) -> dict[str, str]:
    """Signature fields: ``boss="petra"`` keys her badge and PIN."""
    badges = {f"{prefix}_badge": name for prefix, name in who.items()}
    return badges | {f"{prefix}_pin": builders.PEOPLE[name][1] for prefix, name in who.items()}


def refusal(response: Any) -> str:
    """The code in the refusal bar; empty when there is none."""
    found = re.search(r"<code>([a-z_]+)</code>", response.content.decode())
    return found[1] if found else ""
