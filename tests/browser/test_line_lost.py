"""The line goes in the middle of a press: nothing is lost, nothing is doubled, and the dealer goes on."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests import builders, custody, dealt
from tests.browser.floor import Floor
from tests.browser.web import Web

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def floor(web: Web, page: Page) -> Floor:
    """Dana's terminal, a 25 chip laid on spot 1 and not yet sent."""
    house = dealt.ready(builders.house(at=timezone.now()))
    opened = Floor(web.url, page, house)
    opened.enrol()
    opened.sign_on()
    opened.choose(1)
    page.locator("button[name=add][value='chips-2500']").tap()
    return opened


def bets(floor: Floor) -> int:
    """How many bets the log holds."""
    return len(builders.facts("bet_placed"))


def place(floor: Floor) -> None:
    """The press that the line swallows."""
    floor.page.locator("#screen").get_by_role("button", name="Place bet").first.tap()


def test_an_answer_that_is_lost_is_asked_for_again_and_the_bet_is_there_once(floor: Floor) -> None:
    def swallowed(route: Route) -> None:
        route.fetch()  # the house does it
        route.abort()  # and the answer is lost

    floor.page.route("**/t/BJ-01/bet", swallowed, times=1)
    place(floor)
    expect(floor.page.locator("[data-kept]")).to_be_visible()
    expect(floor.page.locator("[data-kept]")).to_be_hidden()
    expect(floor.page.locator("a.spot").first).to_contain_text("25")
    assert bets(floor) == 1


def test_the_line_goes_while_a_press_is_on_its_way_and_it_is_sent_once(floor: Floor, context: BrowserContext) -> None:
    def cut(route: Route) -> None:
        context.set_offline(True)
        route.abort("internetdisconnected")

    floor.page.route("**/t/BJ-01/bet", cut, times=1)
    place(floor)
    expect(floor.page.locator("[data-kept]")).to_be_visible()
    expect(floor.page.locator("[data-lost]")).to_contain_text(re.compile(r"\d\d:\d\d:\d\d"))  # since when
    floor.page.locator("[data-call]").first.tap()
    expect(floor.page.locator("[data-by-hand]")).to_be_visible()
    assert bets(floor) == 0
    context.set_offline(False)
    expect(floor.page.locator("[data-kept]")).to_be_hidden()
    expect(floor.page.locator("[data-by-hand]")).to_be_hidden()
    assert bets(floor) == 1
    floor.bet(3, 2_500)
    assert bets(floor) == 2


def test_without_a_line_the_keys_are_locked_and_nothing_waits(floor: Floor, context: BrowserContext) -> None:
    context.set_offline(True)
    expect(floor.page.locator("#screen.locked")).to_have_count(1)
    expect(floor.page.locator("[data-total]").first).to_have_text("25")  # what was last confirmed, and keyed, stays
    place(floor)
    expect(floor.page.locator("[data-kept]")).to_be_hidden()
    floor.page.locator("[data-call]").first.tap()
    expect(floor.page.locator("[data-by-hand]")).to_be_visible()
    context.set_offline(False)
    expect(floor.page.locator("#screen.locked")).to_have_count(0)
    assert bets(floor) == 0
    floor.touch("Place bet")
    assert bets(floor) == 1


def test_the_house_is_started_again_in_mid_press_and_the_dealer_goes_on(web: Web, floor: Floor) -> None:
    web.stop()
    place(floor)
    expect(floor.page.locator("[data-kept]")).to_be_visible()
    web.start()
    expect(floor.page.locator("[data-kept]")).to_be_hidden()
    assert bets(floor) == 1
    floor.bet(3, 2_500)
    assert bets(floor) == 2
    assert custody.facts(floor.house, "bet_placed")[-1]["input"]["spot"] == 3
