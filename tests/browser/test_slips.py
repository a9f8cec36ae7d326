"""Slips by touch, and every page of them in both languages without a fault."""

import pytest
from playwright.sync_api import expect

from tests import browsers, dealt
from tests import slips as acts
from tests.browser.floor import Floor
from tests.browser.looks import faults, picture
from tests.tables.screens.hands import Hands

pytestmark = pytest.mark.browser
DESK = {"width": 1680, "height": 1050}


def sit_down(floor: Floor, name: str, language: str) -> None:
    """The browser is an office one, with somebody signed on."""
    context = floor.page.context
    context.clear_cookies()
    context.add_cookies(browsers.jar(Hands(floor.house).sit_down(name).client, floor.url, django_language=language))


def test_a_fill_is_counted_by_touch(floor: Floor) -> None:
    dealt.ready(floor.house)
    slip = acts.carried_fill(floor.house)
    floor.enrol()
    floor.sign_on()
    expect(floor.page.locator("#slips-waiting")).to_contain_text("1")
    floor.open("Slips")
    floor.says(slip)
    floor.open("Count it")
    floor.page.locator("#id_chips-500").tap()
    floor.type("40")
    floor.page.locator("#id_chips-2500").tap()
    floor.type("20")
    expect(floor.page.locator("[data-total]")).to_have_text("700")
    floor.sign(dealer="dana", boss="petra")
    floor.touch("Sign and take it")
    floor.says("10,700")
    assert acts.row(floor.house).status == "accepted"


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_every_page_of_slips(floor: Floor, language: str) -> None:
    house, page = floor.house, floor.page
    dealt.ready(house)
    acts.ask_fill(house)
    pages = {
        "slips": "/slips/",
        "slips-all": "/slips/all/",
        "slip-request": "/slips/of/BJ-01/1/",
        "slip-issued": f"/slips/{acts.issued_fill(house)}/",
        "slip-declined": f"/slips/{acts.declined_fill(house)}/",
        "slip-coming": f"/slips/{acts.counted_out_credit(house)}/",
    }
    exchange = acts.carried_exchange(house)
    sit_down(floor, "cass", language)
    looks = [(name, path, False) for name, path in pages.items()]
    look_at(floor, looks, language)
    sit_down(floor, "petra", language)
    look_at(floor, [("pit-fill", "/pit/P1/?table=BJ-01&work=fill", False)], language)
    look_at(floor, [("pit-exchange", "/pit/P1/?table=BJ-01&work=exchange", False)], language)
    page.context.clear_cookies()
    floor.enrol()
    floor.sign_on()
    page.context.add_cookies([{"name": "django_language", "value": language, "url": floor.url}])
    look_at(floor, [("sheet-slips", "/t/BJ-01/?sheet=slips", True)], language)
    look_at(floor, [("sheet-exchange", f"/t/BJ-01/?sheet=slip&slip={exchange}", True)], language)


def look_at(floor: Floor, looks: list[tuple[str, str, bool]], language: str) -> None:
    """Each page at the terminal's size and, in an office, at the desk's."""
    for name, path, terminal in looks:
        for size in (floor.page.viewport_size,) if terminal else (floor.page.viewport_size, DESK):
            assert size is not None
            floor.page.set_viewport_size(size)  # type: ignore[arg-type]
            floor.page.goto(f"{floor.url}{path}")
            assert faults(floor.page, terminal=terminal) == [], (name, size)
        floor.page.set_viewport_size({"width": 1280, "height": 800})
        picture(floor.page, f"{name}-{language[:2]}")
