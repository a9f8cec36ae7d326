"""How often a dealer touches the terminal: no more than there are decisions at the table, and a press shows at once."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests import builders, custody, dealt
from tests.browser.floor import Floor

pytestmark = pytest.mark.browser

SPOTS = (2, 4, 6)
DECIDED = frozenset({"bet_placed", "betting_closed", "insurance_closed", "act_taken", "settlement_confirmed"})
"""A player lays a stake or acts; the dealer says no more bets, no more insurance, paid and taken."""
PRESSED_MS = 100


@pytest.fixture
def floor(browser: object, transactional_db: None, live_server: object, page: Page) -> Floor:
    """Dana at a table whose cards come from the house, with the chips of the floor."""
    house = dealt.ready(builders.house(card_source="server", at=timezone.now()))
    opened = Floor(str(getattr(live_server, "url")), page, house)  # noqa: B009 - pytest-django gives it no type
    opened.enrol()
    opened.sign_on()
    return opened


class Touches:
    """Counts what the dealer touches; everybody stands."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self.count = 0

    def on(self, where: str) -> None:
        """One touch, and the answer."""
        self.count += 1
        with self.floor.answered():
            self.floor.page.locator(where).first.tap()

    def to_the_end(self) -> None:
        """From the deal until the round is paid."""
        self.on("button[value=close_betting]")
        while (phase := self.floor.phase()) != "betting":
            self.on({"insurance": "button[value=close_insurance]", "acts": "button[value=stand]"}.get(str(phase), PAID))


PAID = "button[value=confirm_settlement]"


def decisions(floor: Floor) -> int:
    """What was decided at the table, by its log."""
    return sum(1 for event in custody.events(floor.house) if event["type"] in DECIDED)


def test_a_round_of_three_spots_takes_no_more_touches_than_it_has_decisions(
    floor: Floor, capsys: pytest.CaptureFixture[str]
) -> None:
    first = Touches(floor)
    for spot in SPOTS:
        first.on(f"button[name=lay][value^='{spot}:']")
    first.to_the_end()
    decided = decisions(floor)
    again = Touches(floor)
    again.on("button[form=lay]:not([name])")
    again.to_the_end()
    decided_again = decisions(floor) - decided
    with capsys.disabled():
        print(f"\nfirst round: {first.count} touches, {decided} decisions;", end=" ")
        print(f"the same again: {again.count} touches, {decided_again} decisions")
    assert first.count <= decided
    assert again.count <= decided_again - 2  # three stakes in one touch
    assert [bet["input"]["spot"] for bet in custody.facts(floor.house, "bet_placed")] == [*SPOTS, *SPOTS]


def test_a_key_shows_at_once_that_it_was_pressed(floor: Floor) -> None:
    floor.page.route("**/t/BJ-01/lay", lambda route: None)  # no answer for now
    waited = floor.page.evaluate(
        """() => new Promise((done) => {
            const key = document.querySelector("button[name=lay]");
            const from = performance.now();
            new MutationObserver(() => {
                if (key.classList.contains("pressed")) requestAnimationFrame(() => done(performance.now() - from));
            }).observe(key, {attributes: true});
            key.click();
        })"""
    )
    assert waited < PRESSED_MS


def test_a_wrong_touch_is_taken_back_by_one(floor: Floor) -> None:
    with floor.answered():
        floor.page.locator("button[name=lay][value^='3:']").tap()
    key = floor.page.locator("button.undo")
    expect(key).to_contain_text("bet 5 · 3")
    with floor.answered():
        key.tap()
    expect(floor.page.locator("button[name=lay]")).to_have_count(7)
    expect(key).to_be_disabled()
    assert custody.events(floor.house)[-1]["type"] == "press_undone"


def test_the_key_counts_down_and_goes_out(floor: Floor) -> None:
    with floor.answered():
        floor.page.locator("button[name=lay][value^='3:']").tap()
    key = floor.page.locator("button.undo")
    floor.page.evaluate("document.querySelector('[data-undo-left]').dataset.undoLeft = '3200'")
    expect(key).to_contain_text(re.compile("[1-3] s"))
    expect(key).to_be_disabled()


def test_the_clock_runs_on_between_two_answers(floor: Floor) -> None:
    clock = floor.page.locator(".head [data-clock]")
    floor.page.evaluate("document.querySelector('.head [data-clock]').outerHTML = '<time data-clock>23:59:59</time>'")
    expect(clock).to_have_text(re.compile(r"00:00:\d\d"))
    assert floor.page.evaluate("houseTime(Date.now() - 3600000)").startswith("23:00:")  # whatever the device's zone


def test_the_keyboard_does_what_touches_do(floor: Floor) -> None:
    press = floor.page.keyboard.press
    with floor.answered("GET"):
        press("5")
    floor.page.locator("button[name=add][value='chips-500']").tap()
    with floor.answered():
        press("l")
    expect(floor.page.locator("button.undo")).to_contain_text("bet 5 · 5")
    with floor.answered():
        press("u")
    assert custody.events(floor.house)[-1]["type"] == "press_undone"
    expect(floor.page.locator("[data-shortcut=U]")).to_have_count(0)
