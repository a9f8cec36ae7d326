"""Every screen in both languages: no fault that axe knows, nothing sideways, every key and word large enough."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from accounting.services import report_jobs
from tests.browser.demo import Demo
from tests.browser.looks import faults, picture

pytestmark = pytest.mark.browser

DESK = {"width": 1680, "height": 1050}
TELEPHONE = {"width": 390, "height": 844}
LANGUAGES = ("en", "zh-hans")
Check = Callable[[str], None]


@pytest.fixture(params=LANGUAGES)
def check(request: pytest.FixtureRequest, demo: Demo) -> Check:
    """Looks at the page that stands there, and takes its picture."""
    demo.speak(request.param)

    def look(name: str) -> None:
        terminal = demo.page.locator("#screen").count() == 1
        demo.page.mouse.move(0, 0)
        assert faults(demo.page, terminal=terminal) == [], name
        picture(demo.page, f"{name}-{request.param[:2]}")

    return look


def send(demo: Demo, where: str) -> None:
    """Touch what is there and wait for the screen to be drawn anew."""
    demo.page.evaluate("document.getElementById('screen').dataset.before = 'yes'")
    demo.page.locator(where).first.tap()
    expect(demo.page.locator("#screen[data-before]")).to_have_count(0)


def card(demo: Demo, code: str) -> None:
    send(demo, f"button[name=card][value='{code}']")


def lay(demo: Demo, spot: int, *chips: int) -> None:
    send(demo, f"a.spot:has(.no b:text-is('{spot}'))")
    for worth in chips:
        demo.page.locator(f"button[name=add][value='chips-{worth}']").tap()
    send(demo, "button[name=do][form=bet]")


def test_the_office_screens(demo: Demo, check: Check) -> None:
    page = demo.page
    for path, name in (("/", "doors"), ("/sign-in/", "sign-in"), ("/enrol", "enrol")):
        page.goto(f"{demo.url}{path}")
        check(name)
    demo.sign_in("P201")
    check("home")
    page.goto(f"{demo.url}/pits/")
    check("pits")
    for query, name in (
        ("", "pit"),
        ("?form=list", "pit-list"),
        ("?form=map&table=BJ-02", "pit-table"),
        ("?table=BJ-02&work=limits", "pit-limits"),
        ("?table=BJ-02&work=lift", "pit-lift"),
        ("?table=BJ-02&work=void", "pit-void"),
        ("?table=BJ-02&work=ruling", "pit-ruling"),
        ("?work=assign", "pit-assign"),
    ):
        page.goto(f"{demo.url}/pit/P1/{query}")
        expect(page.locator(".lag .word")).to_have_count(1)
        check(name)
    page.set_viewport_size(DESK)  # type: ignore[arg-type]
    check("pit-assign-desk")


def test_the_accountants_screens(demo: Demo, check: Check) -> None:
    page = demo.page
    demo.sign_in("A501")
    page.goto(f"{demo.url}/reports/")
    check("reports")
    page.locator("table").last.get_by_role("link").first.tap()
    page.wait_for_url("**/v1/")
    check("report")
    shift = page.url.removesuffix("v1/")
    page.locator("tr.grand a.prove, tbody.grand a.prove").nth(5).tap()
    page.wait_for_url("**/reports/proof/**")
    check("proof")
    page.goto(f"{demo.url}/status/")
    expect(page.locator("#workers [role=status]")).to_have_count(0)
    check("status")
    page.goto(f"{demo.url}/reports/jobs/")
    check("report-jobs")
    gaming_day, name = shift.rstrip("/").split("/")[-2:]
    ask = page.locator("form.ask").first
    ask.locator("input[name=p-gaming_day]").fill(gaming_day)
    ask.locator("input[name=p-shift]").fill(name)
    ask.locator("button").first.tap()
    expect(page.locator("#making progress")).to_have_count(1)
    check("report-job-waits")
    report_jobs.make_next()
    expect(page.locator("article.document")).to_have_count(1)
    check("report-job")
    page.goto(f"{shift}certify/")
    check("certify")
    page.set_viewport_size(DESK)  # type: ignore[arg-type]
    check("certify-desk")
    page.goto(f"{demo.url}/reports/2020-01-01/day/v1/")
    check("refused")


def test_the_terminals_sheets(demo: Demo, check: Check) -> None:
    page = demo.page
    demo.enrol("BJ-02")
    check("sign-on")
    demo.sign_on("D102")
    check("relief")
    send(demo, "button[value=tap_in]")
    for sheet in ("buy_in", "change", "shoe", "closer", "boss", "void", "lift", "block", "call", "relief"):
        page.goto(f"{demo.url}/t/BJ-02/?sheet={sheet}")
        check(f"sheet-{sheet}")
    page.goto(f"{demo.url}/t/BJ-02/?sheet=void")
    page.locator("#id_boss_badge").tap()
    check("sheet-void-letters")


def test_a_round_at_the_terminal(demo: Demo, check: Check) -> None:
    page = demo.page
    demo.enrol("BJ-02")
    demo.sign_on("D102")
    send(demo, "button[value=tap_in]")
    check("betting-empty")
    for spot, *chips in ((1, 2_500, 2_500), (3, 10_000), (4, 2_500, 2_500), (5, 10_000, 10_000), (7, 2_500)):
        lay(demo, spot, *chips)
    send(demo, "a.spot:has(.no b:text-is('4'))")
    page.locator("button[name=add][value='chips-2500']").tap()
    check("betting")
    page.locator("label.key:has([name=follow_split])").tap()
    send(demo, "button[name=do][form=bet]")
    send(demo, "button[value=close_betting]")
    for code in ("5H", "AS", "8C", "JD", "9D", "AD", "6C", "KH", "8D"):
        card(demo, code)
    check("dealing")
    page.set_viewport_size(TELEPHONE)  # type: ignore[arg-type]
    check("dealing-telephone")
    page.set_viewport_size({"width": 1280, "height": 800})
    for code in ("9S", "9C", "7S"):
        card(demo, code)
    check("insurance")
    send(demo, "button[value^='spot:4:']")
    send(demo, "button[value=close_insurance]")
    check("acts")
    send(demo, "button[value=double]")
    card(demo, "TH")
    send(demo, "button[value=split]")
    card(demo, "3H")
    check("acts-split")
    page.set_viewport_size(DESK)  # type: ignore[arg-type]
    check("acts-split-desk")
    page.set_viewport_size({"width": 1280, "height": 800})
    send(demo, "button[value=stand]")
    card(demo, "TC")
    for _ in range(3):
        send(demo, "button[value=stand]")
    check("settlement")
    send(demo, "button[value=confirm_settlement]")
    check("same-again")
    page.set_viewport_size(TELEPHONE)  # type: ignore[arg-type]
    check("same-again-telephone")
    page.set_viewport_size({"width": 1280, "height": 800})
    lay(demo, 4, 100)
    check("refusal")


def test_a_stopped_table(demo: Demo, check: Check) -> None:
    demo.enrol("BJ-02")
    demo.sign_on("D102")
    send(demo, "button[value=tap_in]")
    lay(demo, 4, 2_500)
    send(demo, "button[value=close_betting]")
    for code in ("5H", "TD", "6C", "KH"):
        card(demo, code)
    check("acts-one")
    demo.page.evaluate(_FEED, ["TS", demo.page.locator("#press [name=csrfmiddlewaretoken]").input_value()])
    expect(demo.page.locator("#screen.stopped")).to_have_count(1)
    check("stopped")
    send(demo, "a.key.bad")
    check("ruling")


_FEED = """([card, token]) => fetch("card", {
    method: "POST",
    headers: {"X-CSRFToken": token},
    body: new URLSearchParams({
        card, key: "a-card-too-many", seq: document.getElementById("screen").dataset.seq,
    }),
})"""
"""A card that nobody called for, as a reader at the table would report it."""
