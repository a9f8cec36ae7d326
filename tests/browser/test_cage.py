"""A cashier's evening at the screens of the cage, in both languages; every page is looked at on the way."""

from collections.abc import Callable, Mapping

import pytest
from playwright.sync_api import expect

from tables.models.rounds import Patron
from tests.browser.demo import Demo
from tests.browser.looks import faults, picture

pytestmark = pytest.mark.browser

DESK = {"width": 1680, "height": 1050}
TERMINAL = {"width": 1280, "height": 800}
CASHIER, SECOND, ACCOUNTANT, MANAGER = "K301", "K302", "A501", "M001"
Check = Callable[[str], None]


@pytest.fixture(params=("en", "zh-hans"))
def check(request: pytest.FixtureRequest, demo: Demo) -> Check:
    """Looks at the page that stands there at both sizes, and takes its picture."""
    demo.speak(request.param)

    def look(name: str) -> None:
        demo.page.mouse.move(0, 0)
        for size, width in ((TERMINAL, ""), (DESK, "-desk")):
            demo.page.set_viewport_size(size)  # type: ignore[arg-type]
            assert faults(demo.page) == [], name
            picture(demo.page, f"{name}{width}-{request.param[:2]}")

    return look


def fill(demo: Demo, form: str, keyed: Mapping[str, str]) -> None:
    """Key values into the fields of a form."""
    for name, value in keyed.items():
        demo.page.locator(f"{form} [name='{name}']").fill(value)


def sign(demo: Demo, **who: str) -> None:
    """Badges and PINs under the form."""
    for prefix, badge in who.items():
        demo.page.locator(f"#id_{prefix}_badge").fill(badge)
        demo.page.locator(f"#id_{prefix}_pin").fill(demo.person(badge)["pin"])


def send(demo: Demo, do: str, where: str) -> None:
    """Send the form and wait for the page that it leads to."""
    demo.page.locator(f"button[name=do][value='{do}']").tap()
    demo.page.wait_for_url(f"**{where}**")


def test_an_evening_in_the_cage(demo: Demo, check: Check) -> None:
    page = demo.page
    demo.sign_in(CASHIER)
    check("cage-home")
    page.goto(f"{demo.url}/cage/moves/?work=from_bank")
    fill(demo, "main form", {"notes-10000": "300", "notes-2000": "500"})
    sign(demo, cashier=CASHIER, accountant=ACCOUNTANT)
    check("cage-from-bank")
    expect(page.locator("[data-total]")).to_have_text("40,000")
    send(demo, "move", "/cage/movements/")
    page.goto(f"{demo.url}/cage/moves/?work=from_vault")
    fill(demo, "main form", {"notes-10000": "200", "notes-2000": "400"})
    sign(demo, giver=CASHIER, taker=SECOND)
    check("cage-from-vault")
    send(demo, "move", "/cage/movements/")
    page.goto(f"{demo.url}/cage/window/")
    sell = "form:has(button[value='sell'])"
    fill(demo, sell, {"patron": "tall man in a grey suit", "notes-10000": "3", "chips-10000": "2", "chips-2500": "4"})
    check("cage-window")
    send(demo, "sell", "done=sell")
    check("cage-sold")
    fill(demo, "form:has(button[value='redeem'])", {"patron": "Mr Lee", "chips-10000": "1", "notes-2000": "4"})
    page.locator("button[name=do][value='redeem']").tap()
    expect(page.locator(".bar.bad code")).to_have_text("total_mismatch")
    check("cage-window-refused")
    page.goto(f"{demo.url}/cage/count/?place=vault")
    fill(demo, "main form", {"notes-10000": "99", "notes-2000": "100"})
    sign(demo, outgoing=CASHIER, incoming=SECOND)
    check("cage-count")
    page.locator("button[name=do][value='count']").tap()
    expect(page.locator(".bar.bad code")).to_have_text("count_differs")
    check("cage-count-differs")
    page.locator("#id_note").fill("one note is missing, the boxes were searched")
    sign(demo, outgoing=CASHIER, incoming=SECOND)
    send(demo, "count", "/cage/movements/")
    check("cage-movements")
    page.goto(f"{demo.url}/cage/")
    check("cage")


def test_the_cage_for_its_other_readers(demo: Demo, check: Check) -> None:
    page = demo.page
    demo.sign_in(MANAGER)
    page.goto(f"{demo.url}/cage/targets/")
    page.locator("form").nth(1).locator("[name='chips-2500']").fill("9000")
    check("cage-targets")
    page.locator("form").nth(1).locator("button[value='target']").tap()
    page.wait_for_url("**done=target**")
    page.goto(f"{demo.url}/cage/")
    expect(page.locator("main dl.facts")).to_have_count(3)
    check("cage-for-the-manager")
    page.goto(f"{demo.url}/books/chip-liability")
    check("cage-chip-liability")


def test_front_money_is_taken_and_paid_back(demo: Demo, check: Check) -> None:
    page, patron = demo.page, Patron.objects.order_by("code")[0].code
    demo.sign_in(CASHIER)
    page.goto(f"{demo.url}/cage/front-money/")
    check("front-money")
    left = page.locator("form", has=page.locator("button[value=deposit]"))
    left.locator("[name=patron]").fill(patron)
    left.locator("[name=notes-5000]").fill("4")
    send(demo, "deposit", "done=deposit")
    page.goto(f"{demo.url}/cage/front-money/?patron={patron}")
    expect(page.locator("main")).to_contain_text("200.00")
    check("front-money-account")
    paid = page.locator("form", has=page.locator("button[value=withdraw]"))
    paid.locator("[name=notes-10000]").fill("3")
    page.locator("button[value=withdraw]").tap()
    expect(page.locator("[role=alert]").first).to_contain_text("200.00")
    check("front-money-refused")
