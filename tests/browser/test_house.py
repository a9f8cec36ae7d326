"""The house manager's pages in both languages, and what is done there by touch."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.demo import Demo
from tests.browser.looks import faults, picture

pytestmark = pytest.mark.browser

DESK = {"width": 1680, "height": 1050}
PAGES = {
    "/house/people/": "house-people",
    "/house/people/new": "house-new-person",
    "/house/people/D101/": "house-person",
    "/house/signed-on/": "house-signed-on",
    "/house/terminals/": "house-terminals",
    "/house/tables/": "house-tables",
    "/house/tables/new": "house-new-table",
    "/house/tables/BJ-01/": "house-table",
    "/house/pits/P1/": "house-plan",
    "/house/rule-packs/": "house-rule-packs",
    "/house/chips/": "house-chips",
    "/house/clock/": "house-clock",
    "/house/rules/": "house-rules",
    "/house/rules/blackjack": "house-new-rules",
}
Check = Callable[[str], None]


@pytest.fixture(params=("en", "zh-hans"))
def check(request: pytest.FixtureRequest, demo: Demo) -> Check:
    """Looks at the page that stands there, and takes its picture."""
    demo.speak(request.param)

    def look(name: str) -> None:
        demo.page.mouse.move(0, 0)
        assert faults(demo.page, terminal=False) == [], name
        picture(demo.page, f"{name}-{request.param[:2]}")

    return look


def test_every_page_of_the_house(demo: Demo, check: Check) -> None:
    demo.sign_in("M001")
    for path, name in PAGES.items():
        demo.page.goto(f"{demo.url}{path}")
        check(name)
    demo.page.set_viewport_size(DESK)  # type: ignore[arg-type]  # playwright's own shape
    demo.page.goto(f"{demo.url}/house/people/")
    check("house-people-desk")


def test_what_is_shown_once_and_how_it_is_used(demo: Demo, check: Check) -> None:
    page = demo.page
    page.goto(f"{demo.url}/t/BJ-01/")
    check("no-terminal")
    page.goto(f"{demo.url}/sign-in/?own")
    check("own-password")
    demo.sign_in("M001")
    page.goto(f"{demo.url}/house/terminals/")
    page.locator("tr", has_text="T-BJ-02").locator("button[value=register_terminal]").tap()
    expect(page.locator("output")).to_be_visible()
    check("house-code")
    code = page.locator("output").inner_text()
    page.goto(f"{demo.url}/house/people/D102/")
    page.locator("button[value=pin]").tap()
    expect(page.locator("output")).to_be_visible()
    check("house-pin")
    pin = page.locator("output").inner_text()
    assert re.fullmatch("[0-9]{6}", pin)
    page.goto(f"{demo.url}/enrol")
    page.locator("#id_code").fill(code)
    page.locator("main .key").tap()
    page.wait_for_url("**/t/BJ-02/")
    page.locator("#id_badge").fill("D102")
    page.locator("#id_pin").fill(pin)
    page.locator(".fields .key").tap()
    expect(page.locator("#id_new_pin")).to_be_visible()
    check("own-pin")
    for field, value in (("pin", pin), ("new_pin", "908172"), ("again", "908172")):
        page.locator(f"#id_{field}").fill(value)
    page.locator(".fields .key").tap()
    page.wait_for_selector("#screen")
