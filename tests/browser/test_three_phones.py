"""A round of liar's dice as three players live it: each at his own telephone, the dealer at the table's terminal."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.dice import Open

pytestmark = pytest.mark.browser


def dice_shown(phone: Page) -> list[str]:
    """The dice of the player's own cup, as the telephone names them."""
    return [
        str(one.get_attribute("aria-label") or one.inner_text()) for one in phone.locator("#screen .own .one").all()
    ]


def test_three_players_see_their_own_cups_until_the_open(table: Open, browser: Browser) -> None:
    dice = table("liars_dice", "server")
    phones = {number: dice.telephone(browser) for number in (1, 2, 3)}
    try:
        for number, phone in phones.items():
            phone.goto(f"{dice.floor.url}/seat/#{dice.seat_link(number)}")
            phone.locator("button.go").tap()
            phone.wait_for_selector("#screen")
        dice.page.goto(f"{dice.floor.url}/t/BJ-01/")
        dice.seats(1, 2, 3)
        dice.send("button[form=sheet].go")
        for phone in phones.values():
            expect(phone.locator("#screen .one")).to_have_count(5)  # his own, and no other die on the page
        cups = {number: dice_shown(phone) for number, phone in phones.items()}

        expect(phones[1].locator(".whose-turn.mine")).to_have_count(1)
        dice.send("button[name=bid][value='4:2:']")
        expect(phones[2].locator(".whose-turn.mine")).to_have_count(1)
        expect(phones[1].locator(".whose-turn.mine")).to_have_count(0)
        dice.send("button[name=bid][value='5:2:']")
        expect(phones[3].locator(".whose-turn.mine")).to_have_count(1)
        for number, phone in phones.items():
            assert dice_shown(phone) == cups[number]
            expect(phone.locator("#screen .one")).to_have_count(5)
        dice.send("button[value^='open:S3:']")
        for phone in phones.values():
            expect(phone.locator(".verdict")).to_have_count(1)
        assert dice.phase() == "settle"
        dice.send("button[value=confirm_settlement]")
        assert dice.phase() == "ready"
    finally:
        for phone in phones.values():
            phone.context.close()
