"""A pit screen on the real web process: an act at a table is there within a second, and staleness is told."""

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from tables.services import calls
from tests import browsers, builders, callers, custody
from tests.browser.web import Web
from tests.builders import House

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


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
    """How soon is measured by ``script/bench live``; a page without news asks only every twenty seconds."""
    page = pit(web, house, context)
    expect(page.locator("#board")).not_to_contain_text("The dealer calls")
    calls.call_floor(actor=house.dana, at=timezone.now(), table="BJ-01", reason="please")
    expect(page.locator("#board")).to_contain_text("The dealer calls", timeout=5_000)


def test_the_screen_says_since_when_it_is_not_fresh_and_recovers(
    web: Web, house: House, context: BrowserContext
) -> None:
    page = pit(web, house, context)
    web.stop()
    expect(page.locator("[data-line-sign]")).to_contain_text("not fresh since", timeout=15_000)
    web.start()
    expect(page.locator("body")).to_have_attribute("data-line", "live", timeout=15_000)
    calls.call_floor(actor=house.dana, at=timezone.now(), table="BJ-01", reason="please")
    expect(page.locator("#board")).to_contain_text("The dealer calls", timeout=2_000)
