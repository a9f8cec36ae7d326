"""A pit screen on the real web process: an act at a table is there within a second, and staleness is told."""

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, Route, expect

from tables.services import calls
from tests import browsers, builders, callers, custody
from tests.browser.web import Web
from tests.builders import House

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


ONLY_NEWS = """
window.setInterval = () => 0;
window.heard = 0;
window.EventSource = class extends window.EventSource {
  constructor(address) {
    super(address);
    this.addEventListener("news", () => { window.heard += 1; });
  }
};
"""
"""A page that never looks by itself, so that whatever is new on it came by the line; it counts the news it heard."""


@pytest.fixture
def house(web: Web) -> House:
    """A table that is open, with dana at it."""
    return custody.running(builders.house(at=timezone.now()))


def pit(web: Web, house: House, context: BrowserContext) -> Page:
    """Petra's pit screen, with a line."""
    who = callers.at_terminal(house, "petra", "T-PIT")
    client = Client()
    browsers.sit(client, who.token)
    context.add_cookies(browsers.jar(client, web.url))
    page = context.new_page()
    page.goto(f"{web.url}/pit/P1/")
    expect(page.locator("body")).to_have_attribute("data-line", "live")
    return page


def test_an_act_at_a_table_comes_to_the_pit_screen_by_itself(web: Web, house: House, context: BrowserContext) -> None:
    """How soon is measured by ``script/bench live``."""
    context.add_init_script(ONLY_NEWS)
    page = pit(web, house, context)
    expect(page.locator("#board")).not_to_contain_text("The dealer calls")
    calls.call_floor(actor=house.dana, at=timezone.now(), table="BJ-01", reason="please")
    expect(page.locator("#board")).to_contain_text("The dealer calls")


def test_news_that_come_while_the_board_is_fetched_are_fetched_after_it(
    web: Web, house: House, context: BrowserContext
) -> None:
    held: list[Route] = []

    def hold_first(route: Route) -> None:
        if held:
            route.continue_()
        held.append(route)

    context.add_init_script(ONLY_NEWS)
    context.route("**/pit/P1/?part=board*", hold_first)
    page = pit(web, house, context)
    while not held:  # the line tells how far the table is as soon as it is there
        page.wait_for_timeout(50)
    old = held[0].fetch()
    heard = page.evaluate("heard")
    calls.call_floor(actor=house.dana, at=timezone.now(), table="BJ-01", reason="please")
    page.wait_for_function(f"heard > {heard}")
    assert len(held) == 1
    assert "The dealer calls" not in old.text()
    held[0].fulfill(response=old)
    expect(page.locator("#board")).to_contain_text("The dealer calls")


def test_the_screen_says_since_when_it_is_not_fresh_and_recovers(
    web: Web, house: House, context: BrowserContext
) -> None:
    page = pit(web, house, context)
    web.stop()
    expect(page.locator("[data-line-sign]")).to_contain_text("not fresh since")
    web.start()
    expect(page.locator("body")).to_have_attribute("data-line", "live")
    calls.call_floor(actor=house.dana, at=timezone.now(), table="BJ-01", reason="please")
    expect(page.locator("#board")).to_contain_text("The dealer calls")
