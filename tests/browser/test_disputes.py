"""A dispute from the dealer's flag to the boss's ruling, by touch; and every page of it in both languages."""

import pytest
from playwright.sync_api import expect

from tables.models.disputes import Dispute
from tests import dealt
from tests.browser.floor import Floor
from tests.browser.looks import faults, picture
from tests.browser.test_slips import sit_down
from tests.disputed import claim, escalate, misdeal, rule

pytestmark = pytest.mark.browser
TERMINAL = {"width": 1280, "height": 800}
DESK = {"width": 1680, "height": 1050}


def look(floor: Floor, name: str, *, terminal: bool = False) -> None:
    """The page as it stands, at both sizes."""
    for size, width in ((DESK, "-desk"), (TERMINAL, "")):
        floor.page.set_viewport_size(size)  # type: ignore[arg-type]
        picture(floor.page, f"{name}{width}")
        assert faults(floor.page, terminal=terminal) == [], name


def test_a_line_is_flagged_by_touch_and_ruled_on_with_the_replay(floor: Floor) -> None:
    dealt.settled(floor.house)
    floor.enrol()
    floor.sign_on()
    floor.page.locator(".flag-line").first.wait_for()
    look(floor, "settle-flags-en", terminal=True)
    with floor.answered("GET"):
        floor.page.locator(".flag-line").last.tap()
    look(floor, "flag-en", terminal=True)
    floor.touch("Points added up wrongly")
    expect(floor.page.locator(".ledger .word.warn")).to_contain_text("flagged")
    row = Dispute.objects.get()
    assert (row.claim, row.status, row.opened_by.badge) == ("wrong_total", "open", "dana")
    page = floor.page
    page.goto("about:blank")
    sit_down(floor, "petra", "en")
    page.goto(f"{floor.url}/pit/P1/")
    page.locator(".ask button", has_text="A claim waits for your ruling").tap()
    page.locator(".walk a[rel=prev]").tap()
    expect(page.locator(".walk .at")).to_contain_text("step")
    page.locator(".walk a[rel=next]").tap()
    page.get_by_text("Correct a mispay").tap()
    page.get_by_label("Mispay: how much").fill("15")
    page.get_by_label("Reason").fill("camera 4")
    page.get_by_label("PIN").fill("610437")
    page.get_by_role("button", name="Sign the ruling").tap()
    floor.says("The ruling stands")
    row.refresh_from_db()
    assert (row.status, row.ruling, row.paid) == ("ruled", "correct_mispay", 1_500)


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_every_page_of_disputes(floor: Floor, language: str) -> None:
    house, page = floor.house, floor.page
    dealt.settled(house)
    claim(house)
    rule(house, reason="the camera shows nineteen")
    claim(house, player="bo", spot="2", claimed=60_000, text="He says that he had split his eights.")
    rule(house, "continue", 2)
    escalate(house, 2)
    misdeal(house, 1, claim="wrong_count", text="two cards too many in the discard rack")
    claim(house, player="cy", spot="2", claimed=500, text="His back-bet stood.")
    sit_down(floor, "petra", language)
    pages = {
        "disputes": "/disputes/",
        "dispute-open": "/disputes/BJ-01/4/?step=9",
        "dispute-misdeal": "/disputes/BJ-01/3/",
        "dispute-escalated": "/disputes/BJ-01/2/",
        "dispute-ruled": "/disputes/BJ-01/1/?step=14",
        "round-replay": "/rounds/BJ-01/1/?step=16",
        "pit-disputes": "/pit/P1/?table=BJ-01",
    }
    for name, path in pages.items():
        page.goto(floor.url + path)
        look(floor, f"{name}-{language[:2]}")
