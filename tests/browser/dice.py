"""A dealer before a dice table, and the players' telephones beside it."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, Page

from tests.browser.floor import Floor
from tests.browser.looks import faults, picture

PHONE = {"width": 390, "height": 844}
Open = Callable[..., "Dice"]


class Dice:
    """A dealer before a dice table, in one language."""

    def __init__(self, floor: Floor, language: str) -> None:
        self.floor, self.page, self.language = floor, floor.page, language

    def look(self, name: str) -> None:
        """No fault on the screen as it stands; its picture, if pictures are asked for."""
        self.page.mouse.move(0, 0)
        self.look_at(self.page, name, terminal=True)

    def look_at(self, page: Page, name: str, *, terminal: bool = False) -> None:
        """The same for any page."""
        found = faults(page, terminal=terminal)
        assert found == [], f"{name}: {found}"
        picture(page, f"{name}-{self.language[:2]}")

    def fits_a_telephone(self) -> None:
        """No fault on the same screen upright."""
        here = self.page.viewport_size
        assert here is not None
        self.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
        assert faults(self.page, terminal=True) == []
        self.page.set_viewport_size(here)

    def send(self, where: str) -> None:
        """A key that sends something."""
        with self.floor.answered():
            self.page.locator(where).first.tap()

    def open(self, where: str) -> None:
        """A key that only changes what is shown."""
        with self.floor.answered("GET"):
            self.page.locator(where).first.tap()

    def seats(self, *numbers: int) -> None:
        """Who plays; the first of them begins."""
        for number in numbers:
            self.page.locator(f"label.key:has(input[name=in][value=S{number}])").tap()
        self.page.locator(f"label.key:has(input[name=first][value=S{numbers[0]}])").tap()

    def key(self, *faces: Any) -> None:
        """A face for each die, left to right."""
        for at, face in enumerate(faces):
            self.page.locator(f"label.key:has(input[name=die-{at}][value='{face}'])").tap()

    def throw(self, *faces: Any) -> None:
        """A throw as it fell."""
        self.key(*faces)
        self.send("button[value=throw]")

    def phase(self) -> str | None:
        return self.floor.phase()

    def seat_link(self, number: int) -> str:
        """Make the link of a seat and read its code, as the player does."""
        self.page.goto(f"{self.floor.url}/t/BJ-01/?sheet=links")
        self.send(f"button[name=player][value=S{number}]")
        return "".join(self.page.locator(".link .code code").all_inner_texts())

    def telephone(self, browser: Browser) -> Page:
        """A telephone of its own; its context is to be closed."""
        context = browser.new_context(viewport=PHONE, has_touch=True, locale=self.language)  # type: ignore[arg-type]
        return context.new_page()
