"""The floor map, its list and the dealers' rotation on every size of screen, in both languages."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.demo import Demo
from tests.browser.looks import faults, picture, turn

pytestmark = pytest.mark.browser

SIZES = {
    "": {"width": 1280, "height": 800},
    "-desk": {"width": 1680, "height": 1050},
    "-phone": {"width": 390, "height": 844},
}
PAGES = {"?form=map": "pit-map", "?form=list": "pit-list", "rotation/": "pit-rotation", "table/BJ-01/": "pit-watch"}
Check = Callable[[str], None]


@pytest.fixture(params=("en", "zh-hans"))
def check(request: pytest.FixtureRequest, demo: Demo) -> Check:
    """Looks at the page that stands there, and takes its picture."""
    demo.speak(request.param)

    def look(name: str) -> None:
        demo.page.mouse.move(0, 0)
        assert faults(demo.page) == [], name
        picture(demo.page, f"{name}-{request.param[:2]}")

    return look


def test_the_pages_of_a_pit_on_every_screen(demo: Demo, check: Check) -> None:
    demo.sign_in("P201")
    for path, name in PAGES.items():
        for suffix, size in SIZES.items():
            demo.page.set_viewport_size(size)  # type: ignore[arg-type]  # playwright's own shape
            demo.page.goto(f"{demo.url}/pit/P1/{path}")
            expect(demo.page.locator("body")).to_have_attribute("data-line", "looking")
            check(f"{name}{suffix}")
    demo.page.set_viewport_size(SIZES[""])  # type: ignore[arg-type]
    turn(demo.page)
    check("pit-watch-light")


def test_every_slip_of_a_period_is_in_sight(demo: Demo, check: Check) -> None:
    """At a terminal's width nothing has to be pushed aside to find the closer, not even where a count differed."""
    demo.sign_in("A501")
    demo.page.goto(f"{demo.url}/periods/BJ-02/")
    for suffix, size in SIZES.items():
        demo.page.set_viewport_size(size)  # type: ignore[arg-type]
        if suffix != "-phone":
            expect(demo.page.locator("main .word.bad")).to_have_count(1)
            assert demo.page.locator("main .wide").evaluate("box => box.scrollWidth <= box.clientWidth"), suffix
        check(f"periods{suffix}")


def test_an_opener_is_printed_once_and_then_as_a_copy(demo: Demo, check: Check) -> None:
    demo.sign_in("A501")
    page = demo.page
    page.goto(f"{demo.url}/periods/BJ-02/1/opener/")
    page.wait_for_url("**/papers/BJ-02/*/")
    page.get_by_role("button").and_(page.locator("[value=print]")).tap()
    expect(page.locator(".bar.good")).to_have_count(1)
    for suffix, size in SIZES.items():
        page.set_viewport_size(size)  # type: ignore[arg-type]
        check(f"paper{suffix}")
    page.locator("details.box summary").tap()
    page.locator("[name=reason]").fill("the paper jammed")
    page.locator("[value=print]").tap()
    expect(page.locator("nav.box li")).to_have_count(2)
    expect(page.locator("article.document .state")).to_have_count(1)


def test_a_table_is_placed_by_keys_and_by_touch(demo: Demo) -> None:
    demo.sign_in("M001")
    page = demo.page
    page.goto(f"{demo.url}/house/pits/P1/")
    table = page.locator("[data-table='BJ-02']")
    table.focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    expect(page.locator("[name=x-BJ-02]")).to_have_value("5")
    expect(page.locator("[name=y-BJ-02]")).to_have_value("4")
    expect(page.locator("[data-plan-said]")).to_have_text("BJ-02: column 5, row 4")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(page.locator("[name=y-BJ-02]")).to_have_value("3")  # BJ-03 stands above
    page.locator("[data-table='BJ-01']").tap()
    box = page.locator(".plan").bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] * 7.5 / 12, box["y"] + box["height"] * 4.5 / 12)
    expect(page.locator("[name=x-BJ-01]")).to_have_value("8")
    expect(page.locator("[name=y-BJ-01]")).to_have_value("5")
    page.locator("button[value=places]").tap()
    expect(page.locator(".bar.good")).to_contain_text("The plan is drawn this way from now on.")
    expect(page.locator("[name=x-BJ-01]")).to_have_value("8")
