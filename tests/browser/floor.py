"""What a hand does at the screens of a house: enrol, sign on, touch keys, key a card. Everything is touched."""

from collections.abc import Iterator
from contextlib import contextmanager
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
        self.page.wait_for_url(f"**/t/{table}/")

    def sign_on(self, name: str = "dana") -> None:
        """Badge and PIN at the terminal; the PIN by touch."""
        self.page.get_by_label("Badge").fill(name)
        self.page.get_by_label("PIN").tap()
        self.type(PEOPLE[name][1])
        self.page.get_by_role("button", name="Sign on").tap()
        self.page.wait_for_selector("#screen")

    def type(self, signs: str) -> None:
        """Signs on the pad that is shown."""
        for sign in signs:
            self.page.locator(f".pad:not([hidden]) .key[data-sign='{sign}']").tap()

    def touch(self, name: str) -> None:
        """A key that sends something, by its words."""
        with self.answered():
            self.page.locator("#screen").get_by_role("button", name=name).first.tap()

    def open(self, name: str) -> None:
        """A key that opens something, by its words."""
        with self.answered("GET"):
            self.page.locator("#screen").get_by_role("link", name=name).first.tap()

    @contextmanager
    def answered(self, method: str = "POST") -> Iterator[None]:
        """Wait until the house has answered the request made inside and the page shows it."""
        self.page.evaluate("document.getElementById('screen').dataset.before = 'yes'")

        def is_the_answer(response: object) -> bool:
            request = getattr(response, "request")  # noqa: B009 - playwright's own types are strings here
            return request.method == method and "seen=" not in request.url and request.resource_type == "xhr"

        with self.page.expect_response(is_the_answer):
            yield
        expect(self.page.locator("#screen[data-before]")).to_have_count(0)

    def choose(self, spot: int) -> None:
        """A betting spot on the felt."""
        with self.answered("GET"):
            self.page.locator("a.spot", has=self.page.locator(f".no b:text-is('{spot}')")).tap()

    def bet(self, spot: int, *chips: int) -> None:
        """Chips on a spot, one touch each."""
        self.choose(spot)
        for worth in chips:
            self.page.locator(f"button[name=add][value='chips-{worth}']").tap()
        self.touch("Place bet")

    def card(self, code: str) -> None:
        """A card in one touch."""
        with self.answered():
            self.page.locator(f"button[name=card][value='{code}']").tap()

    def cards(self, *codes: str) -> None:
        """Cards one after the other."""
        for code in codes:
            self.card(code)

    def sign(self, **who: str) -> None:
        """Badges and PINs under a paper, both by touch as far as the badge has only what the pad has."""
        for prefix, name in who.items():
            self.page.locator(f"#id_{prefix}_badge").fill(name)
            self.page.locator(f"#id_{prefix}_pin").tap()
            self.type(PEOPLE[name][1])

    def phase(self) -> str | None:
        """What the terminal waits for."""
        return self.page.locator("#screen").get_attribute("data-phase")

    def says(self, words: str) -> None:
        """The words stand on the page."""
        expect(self.page.locator("body")).to_contain_text(words)
