"""Games of dice by touch in a real browser, in both languages: every screen on the way is looked at for faults."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import time_machine
from playwright.sync_api import Browser, Page, expect

from accounting.services import follow
from tables.models.staff import StaffMember
from tests import builders, custody, dealt, potted
from tests.browser.conftest import close_pools
from tests.browser.floor import Floor
from tests.browser.looks import faults, picture
from tests.tables.screens.hands import Hands

pytestmark = pytest.mark.browser

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
        assert faults(page, terminal=terminal) == [], name
        picture(page, f"{name}-{self.language[:2]}")

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


@pytest.fixture(params=("en", "zh-hans"))
def table(
    request: pytest.FixtureRequest, browser: Browser, transactional_db: None, live_server: Any, page: Page
) -> Iterator[Open]:
    """Opens the first table of a house with the game that is named, dana signed on before it."""

    def opened(game: str, source: str = "keyed", **rules: Any) -> Dice:
        floor = Floor(live_server.url, page, potted.house(game, source, **rules))
        floor.enrol()
        StaffMember.objects.update(language=request.param)
        floor.page.locator("#id_badge").fill("dana")
        floor.page.locator("#id_pin").fill(builders.PEOPLE["dana"][1])
        floor.page.locator(".fields .key").tap()
        page.wait_for_selector("#screen")
        return Dice(floor, request.param)

    with time_machine.travel(builders.AT, tick=True):
        yield opened
        page.close()
    close_pools()


def test_a_game_of_scarney_is_dealt_by_touch(table: Open) -> None:
    dice = table("scarney", frames=2, rake="percent")
    dice.seats(1, 3, 4)
    dice.look("scarney-opening")
    dice.send("button[form=sheet].go")
    dice.look("scarney-antes")
    dice.send("button[value=antes]")
    dice.key(6, 6, 4)
    dice.look("scarney-throw")
    dice.page.locator("label.key:has(input[name=double])").tap()
    dice.throw(6, 6, 4, 4, 1)
    dice.send("button[value^='stay:']")
    dice.throw("D", 1, 3, 4, "D")
    dice.look("scarney-craps")
    dice.throw(6, 6, 1)
    dice.send("button[value^='stay:']")
    dice.throw("D", "D", "D", "D", 3)
    dice.look("scarney-one-die")
    dice.page.locator("label.key:has(input[name=opposite])").tap()
    dice.throw(1)
    dice.send("button[value^='stay:']")
    for _ in range(3):
        dice.throw(1, 1, 3, 4, 6)
        dice.send("button[value^='stay:']")
    assert dice.phase() == "settle"
    dice.look("scarney-settlement")
    dice.send("button[value=confirm_settlement]")
    assert dice.phase() == "ready"
    (ended,) = custody.facts(dice.floor.house, "settlement_confirmed")
    assert ended == {"round": 1}


def test_a_long_game_of_many_fits_the_screen(table: Open) -> None:
    dice = table("scarney")
    players = [f"S{number}" for number in range(1, 8)]
    potted.open_scarney(dice.floor.house, *players)
    for at, faces in enumerate(((6, 6, 6, 4, 4), (6, 6, 6, 6, 4), (1, 3, 4, 6, 6), (4, 4, 6, 6, 1), (6, 6, 6, 3, 3))):
        frames = (potted.frame(player, *faces[at:], *faces[:at]) for player in players)
        dealt.press(dice.floor.house, *(act for frame in frames for act in frame))
    dealt.press(dice.floor.house, *potted.frame("S1", 6, 6, 4, 4, 3), potted.throw("S2", 6, 6, 3, "D", 1))
    dice.page.goto(dice.page.url)
    dice.look("scarney-sheet")


def test_a_round_of_liars_dice_is_dealt_by_touch(table: Open) -> None:
    dice = table("liars_dice")
    dice.seats(2, 3, 5, 6)
    dice.look("liars-opening")
    dice.send("button[form=sheet].go")
    dice.look("liars-first-bid")
    dice.send("button[value='6:2:']")
    dice.open("a[href*='plus=1']")
    dice.send("button[value='7:6:']")
    dice.open("a[href*='call=zhai']")
    dice.send("button[value='8:2:zhai']")
    dice.open("a[href*='call=fei']")
    dice.look("liars-bid")
    dice.page.locator("#id_quantity").fill("9")
    dice.send("button[value$=':3:fei']")
    dice.look("liars-refused")
    dice.send("button[value^='open:S6:2']")
    dice.open("a.cup[href$='cup=S3']")
    dice.look("liars-cups")
    cups = {"S3": (2, 2, 1, 2, 1), "S2": (2, 2, 2, 2, 2), "S5": (2, 3, 3, 6, 1), "S6": (2, 3, 4, 6, 4)}
    for player, faces in cups.items():
        if player in ("S5", "S6"):  # the first who is wanted is chosen by itself
            dice.open(f"a.cup[href$='cup={player}']")
        dice.key(*faces)
        dice.send("button[value=roll]")
    assert dice.phase() == "settle"
    dice.look("liars-settlement")
    dice.send("button[value=confirm_settlement]")
    assert dice.phase() == "ready"


def test_time_is_charged_by_touch(table: Open) -> None:
    dice = table("scarney", rake="time", rake_amount=500)
    dice.open("a[href$='sheet=felt']")
    dice.open("a[href$='sheet=fee']")
    dice.send("button[name=player][value=S2]")
    expect(dice.page.locator("button[name=player][value=S2] small")).to_have_count(1)
    dice.look("scarney-fee")


def test_a_player_sees_his_own_cup_on_his_telephone(table: Open, browser: Browser) -> None:
    dice = table("liars_dice", "server")
    dice.open("a[href$='sheet=links']")
    dice.send("button[name=player][value=S2]")
    dice.look("seat-link")
    code = "".join(dice.page.locator(".link .code code").all_inner_texts())
    context = browser.new_context(viewport=PHONE, has_touch=True, locale=dice.language)  # type: ignore[arg-type]
    phone = context.new_page()
    try:
        phone.goto(f"{dice.floor.url}/seat/#{code}")
        assert phone.locator("#id_code").input_value() == code
        assert phone.url.endswith("/seat/")
        dice.look_at(phone, "seat-door")
        phone.locator("button.go").tap()
        phone.wait_for_selector("#screen")
        dice.look_at(phone, "seat-waiting")
        dice.page.goto(f"{dice.floor.url}/t/BJ-01/?sheet=links")
        dice.look("seat-links")
        dice.page.goto(f"{dice.floor.url}/t/BJ-01/")
        dice.seats(1, 2, 3)
        dice.send("button[form=sheet].go")
        expect(phone.locator("#screen .one")).to_have_count(5)
        dice.send("button[name=bid][value='4:2:']")
        expect(phone.locator(".whose-turn.mine")).to_have_count(1)
        dice.look_at(phone, "seat-turn")
        dice.send("button[value='open:S2:2']")
        expect(phone.locator(".verdict")).to_have_count(1)
        assert phone.locator("#screen .one").count() == 5
        dice.look_at(phone, "seat-result")
    finally:
        context.close()


def test_the_pit_sees_what_goes_through_the_pots(table: Open) -> None:
    dice = table("scarney", frames=1, rake="percent")
    house, page = dice.floor.house, dice.page
    potted.open_scarney(house)
    dealt.press(house, *potted.frame("anna", 6, 6, 4, 4, 1), *potted.frame("bo", 1, 1, 3, 3, 4))
    follow.follow_all()
    cookies = Hands(house).sit_down("petra").client.cookies
    page.context.add_cookies([{"name": "sessionid", "value": cookies["sessionid"].value, "url": dice.floor.url}])
    page.goto(f"{dice.floor.url}/pit/P1/")
    figures = page.locator("dl.pot dd")
    expect(figures).to_have_count(4)
    page.locator("dl.pot").evaluate("figures => figures.dataset.before = 'yes'")
    with page.expect_response(lambda answer: "part=board" in answer.url):
        pass  # the board is drawn anew; its figures stay until the books tell new ones
    expect(page.locator("dl.pot[data-before] dd")).to_have_count(4)
    assert figures.all_inner_texts()[1:3] == ["10", "0.50"]
    dice.look_at(page, "pit-dice")
