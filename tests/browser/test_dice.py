"""Games of dice by touch in a real browser, in both languages: every screen on the way is looked at for faults."""

import pytest
from playwright.sync_api import Browser, expect

from accounting.services import follow
from tests import browsers, custody, dealt, potted
from tests.browser.dice import Open
from tests.tables.screens.hands import Hands

pytestmark = pytest.mark.browser


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
    dice.fits_a_telephone()
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
    dice.fits_a_telephone()
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
    dice.fits_a_telephone()
    dice.send("button[value=confirm_settlement]")
    assert dice.phase() == "ready"


def test_partners_play_off_on_one_screen(table: Open) -> None:
    dice = table("scarney_partnership", frames=1)
    players = [f"S{number}" for number in range(1, 7)]
    potted.open_scarney(dice.floor.house, *players, teams=[players[::2], players[1::2]])
    level = [act for player in players for act in potted.frame(player, 6, 4, 3, 1, 1)]
    dealt.press(dice.floor.house, *level)
    dealt.press(dice.floor.house, *level[:-2], potted.throw("S6", "D", "D", "D", "D", 1))
    dice.page.goto(dice.page.url)
    dice.look("scarney-partners")
    dice.fits_a_telephone()
    dice.send("button[value^='stay:']")
    dice.look("scarney-partners-settlement")
    dice.fits_a_telephone()
    dice.open(".flags a >> nth=0")
    dice.look("scarney-flag")
    dice.send("button[name=claim][value=dice_misread]")
    expect(dice.page.locator(".flags .word")).to_have_count(1)
    assert dice.phase() == "settle"


def test_time_is_charged_by_touch(table: Open) -> None:
    dice = table("scarney", rake="time", rake_amount=500)
    dice.open("a[href$='sheet=felt']")
    dice.open("a[href$='sheet=fee']")
    dice.send("button[name=player][value=S2]")
    expect(dice.page.locator("button[name=player][value=S2] small")).to_have_count(1)
    dice.look("scarney-fee")


def test_a_player_sees_his_own_cup_on_his_telephone(table: Open, browser: Browser) -> None:
    dice = table("liars_dice", "server")
    code = dice.seat_link(2)
    dice.look("seat-link")
    phone = dice.telephone(browser)
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
        phone.context.close()


def test_the_pit_sees_what_goes_through_the_pots(table: Open) -> None:
    dice = table("scarney", frames=1, rake="percent")
    house, page = dice.floor.house, dice.page
    potted.open_scarney(house)
    dealt.press(house, *potted.frame("anna", 6, 6, 4, 4, 1), *potted.frame("bo", 1, 1, 3, 3, 4))
    follow.follow_all()
    page.context.add_cookies(browsers.jar(Hands(house).sit_down("petra").client, dice.floor.url))
    page.goto(f"{dice.floor.url}/pit/P1/")
    figures = page.locator("dl.pot dd")
    expect(figures).to_have_count(4)
    page.locator("dl.pot").evaluate("figures => figures.dataset.before = 'yes'")
    with page.expect_response(lambda answer: "part=board" in answer.url):
        pass  # the board is drawn anew; its figures stay until the books tell new ones
    expect(page.locator("dl.pot[data-before] dd")).to_have_count(4)
    assert figures.all_inner_texts()[1:3] == ["10", "0.50"]
    dice.look_at(page, "pit-dice")
