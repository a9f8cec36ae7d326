"""What a hand does at the screens of a house: enrol, sign on, touch keys, key a card."""

from dataclasses import dataclass

from django.utils import timezone
from playwright.sync_api import Page, expect

from tables.services import terminals
from tests.builders import PEOPLE, House


@dataclass
class Floor:
    """A live house and the browser before it."""

    url: str
    page: Page
    house: House

    def enrol(self, table: str = "BJ-01") -> None:
        """Make this browser the terminal of a table."""
        registered = terminals.register_terminal(
            actor=self.house.people["hana"], at=timezone.now(), terminal="T-01", table=table
        )
        self.page.goto(f"{self.url}/enrol")
        self.page.get_by_label("Code").fill(registered["enrolment_code"])
        self.page.get_by_role("button", name="Enrol").tap()

    def sign_on(self, name: str = "dana") -> None:
        """Badge and PIN at the terminal."""
        self.page.get_by_label("Badge").fill(name)
        self.page.get_by_label("PIN").fill(PEOPLE[name][1])
        self.page.get_by_role("button", name="Sign on").tap()

    def touch(self, name: str) -> None:
        """Touch the key with these words, and wait for what the house answers."""
        with self.page.expect_response(lambda response: response.request.method == "POST"):
            self.page.get_by_role("button", name=name).first.tap()
        expect(self.page.locator("#screen")).not_to_have_attribute("data-sent", "yes")
