"""A count at the screens of the count room, in both languages; every page is looked at on the way."""

from collections.abc import Callable, Mapping

import pytest
from playwright.sync_api import expect

from tables.models.counts import CountSheet
from tests import browsers, builders
from tests.browser.floor import Floor
from tests.browser.looks import faults, picture
from tests.tables.screens.count.conftest import left_table
from tests.tables.screens.hands import Hands

pytestmark = pytest.mark.browser

DESK = {"width": 1680, "height": 1050}
TERMINAL = {"width": 1280, "height": 800}
SHEET = "/count/sheets/BJ-01/1/cash/"
NOTES = {"2000": "13", "5000": "6", "10000": "37"}
Check = Callable[[str], None]


@pytest.fixture(params=("en", "zh-hans"))
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def check(floor: Floor, language: str) -> Check:
    """Looks at the page that stands there at both sizes, and takes its picture."""

    def look(name: str) -> None:
        floor.page.mouse.move(0, 0)
        for size, width in ((TERMINAL, ""), (DESK, "-desk")):
            floor.page.set_viewport_size(size)  # type: ignore[arg-type]
            assert faults(floor.page) == [], name
            picture(floor.page, f"{name}{width}-{language[:2]}")
        floor.page.set_viewport_size(TERMINAL)  # type: ignore[arg-type]

    return look


def sit_down(floor: Floor, name: str, language: str) -> None:
    """The browser is an office one, with somebody signed on."""
    context = floor.page.context
    context.clear_cookies()
    context.add_cookies(browsers.jar(Hands(floor.house).sit_down(name).client, floor.url, django_language=language))


def sign(floor: Floor, **who: str) -> None:
    """Badges and PINs under the form."""
    for prefix, name in who.items():
        floor.page.locator(f"#id_{prefix}_badge").fill(name)
        floor.page.locator(f"#id_{prefix}_pin").fill(builders.PEOPLE[name][1])


def send(floor: Floor, do: str, done: str) -> None:
    """Send the form and wait for the page that says what was done."""
    floor.page.locator(f"button[name=do][value='{do}']").tap()
    floor.page.wait_for_url(f"**done={done}**")


def by_touch(floor: Floor, notes: Mapping[str, str]) -> None:
    """Key banknotes at the pad."""
    for value, pieces in notes.items():
        floor.page.locator(f"#id_notes-{value}").tap()
        for digit in pieces:
            floor.page.locator(f".pad[data-for=digits] [data-sign='{digit}']").tap()


def test_a_count_from_its_opening_to_its_closing(floor: Floor, language: str, check: Check) -> None:
    left_table(floor.house)
    page = floor.page
    sit_down(floor, "colin", language)
    page.goto(f"{floor.url}/count/")
    check("count-open")
    sign(floor, member1="colin", member2="cora")
    send(floor, "open", "open")
    page.locator("a[href*='table=BJ-01']").tap()
    sign(floor, counter="colin")
    check("count-accept")
    send(floor, "accept", "accept")
    check("count-board")
    page.goto(floor.url + SHEET)
    by_touch(floor, NOTES)
    expect(page.locator("[data-total]").first).to_have_text("4,260")
    page.locator("summary").tap()
    page.locator("[name='coupon-1-value']").fill("12.50")
    page.locator("[name='coupon-1-pieces']").fill("3")
    check("count-blind")
    page.locator("label:has([name=shown_empty])").tap()
    page.locator("#id_counter_badge").tap()
    check("count-sign")
    sign(floor, counter="colin")
    send(floor, "first", "first_counted")
    check("count-sealed")
    sit_down(floor, "cora", language)
    page.goto(floor.url + SHEET)
    check("count-second")
    by_touch(floor, {**NOTES, "10000": "36"})
    page.locator("summary").tap()
    page.locator("[name='coupon-1-value']").fill("12.50")
    page.locator("[name='coupon-1-pieces']").fill("3")
    sign(floor, counter="cora")
    send(floor, "second", "variance")
    check("count-variance")
    page.goto(floor.url + SHEET)
    page.locator("button[value=verifier]").tap()
    assert CountSheet.objects.get().status == "variance"
    sit_down(floor, "ada", language)
    page.goto(floor.url + SHEET)
    by_touch(floor, NOTES)
    page.locator("#id_explanation").fill("two notes stuck together")
    sign(floor, verifier="ada")
    page.locator("label:has([name=nothing])").tap()
    page.locator("button[value=verifier]").tap()
    expect(page.locator(".bar.bad code")).to_have_text("bad_form")
    check("count-refused")
    page.locator("label:has([name=nothing])").tap()
    sign(floor, verifier="ada")
    send(floor, "verifier", "counted")
    page.goto(floor.url + SHEET)
    check("count-variance-report")
    page.goto(f"{floor.url}/count/?work=verify")
    page.locator("#id_notes-10000").fill("37")
    check("count-verify")
    sign(floor, verifier="ada")
    send(floor, "verify", "differs")
    sit_down(floor, "colin", language)
    page.goto(f"{floor.url}/count/?work=close")
    page.locator("#id_note").fill("she took a part of the notes only")
    check("count-close")
    sign(floor, member1="colin", member2="cora")
    send(floor, "close", "close")
    check("count-closed")
    page.goto(f"{floor.url}/count/sessions/")
    check("count-sessions")
    page.goto(f"{floor.url}/count/removals/")
    check("count-removals")


def test_the_rooms_of_the_house_manager_fit(floor: Floor, language: str, check: Check) -> None:
    sit_down(floor, "hana", language)
    floor.page.goto(floor.url)
    check("home-of-hana")
