"""The demo house before a browser: its people sign on with the secrets that it keeps for its owner."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tables.models.staff import StaffMember
from tests import seeded


@dataclass
class Demo:
    """The seeded house, and what its owner knows."""

    url: str
    page: Page
    rows: list[Mapping[str, Any]]

    @classmethod
    def seed(cls, url: str, page: Page, folder: Path) -> "Demo":
        """Fill the empty house; its sign-ins go into ``folder``."""
        seeded.seed()
        kept = json.loads((folder / "demo-sign-ins.json").read_text(encoding="utf-8"))
        return cls(url, page, kept["sign_ins"])

    def speak(self, language: str) -> None:
        """Choose the language of this browser, and of everybody who will sign on."""
        self.page.context.add_cookies([{"name": "django_language", "value": language, "url": self.url}])
        StaffMember.objects.update(language=language)

    def person(self, badge: str) -> Mapping[str, Any]:
        """A person's secrets."""
        return next(row for row in self.rows if row.get("badge") == badge)

    def enrol(self, table: str) -> None:
        """Make this browser the terminal of a table."""
        device = next(row for row in self.rows if row.get("table") == table and row.get("enrolment_code"))
        self.page.goto(f"{self.url}/enrol")
        self.page.locator("#id_code").fill(device["enrolment_code"])
        self.page.locator("main .key").tap()
        self.page.wait_for_url(f"**/t/{table}/")

    def sign_on(self, badge: str) -> None:
        """Badge and PIN at the terminal."""
        self.page.locator("#id_badge").fill(badge)
        self.page.locator("#id_pin").fill(self.person(badge)["pin"])
        self.page.locator(".fields .key").tap()
        self.page.wait_for_selector("#screen")

    def sign_in(self, badge: str) -> None:
        """User name and password at the office door."""
        person = self.person(badge)
        self.page.goto(f"{self.url}/sign-in/")
        self.page.locator("#id_username").fill(person["username"])
        self.page.locator("#id_password").fill(person["password"])
        self.page.locator("main .key").tap()
        self.page.wait_for_url(f"{self.url}/")

    def sign_out(self) -> None:
        """End the office sign-on."""
        self.page.locator("header form .key").tap()
        self.page.wait_for_url(f"{self.url}/")
