"""Markers and cash reporting by touch, and every page of them in both languages without a fault."""

import pytest
from playwright.sync_api import expect

from accounting.services import follow
from tables.models.markers import Marker
from tests import cages, custody, dealt, markers
from tests.browser.floor import Floor
from tests.browser.looks import faults, picture
from tests.browser.test_slips import sit_down
from tests.markers import PATRON

pytestmark = pytest.mark.browser
TERMINAL = {"width": 1280, "height": 800}
DESK = {"width": 1680, "height": 1050}


def look(floor: Floor, name: str, *, terminal: bool = False) -> None:
    """The page as it stands, at both sizes."""
    for size, width in ((DESK, "-desk"), (TERMINAL, "")):
        floor.page.set_viewport_size(size)  # type: ignore[arg-type]
        picture(floor.page, f"{name}{width}")
        assert faults(floor.page, terminal=terminal) == [], name


def test_a_marker_is_given_and_paid_by_touch(floor: Floor) -> None:
    dealt.ready(floor.house)
    markers.with_credit(floor.house)
    markers.set_line(floor.house, 40_000)
    floor.enrol()
    floor.sign_on()
    floor.open("Slips")
    floor.open("Markers")
    floor.page.locator("#id_patron_code").tap()
    floor.type(PATRON)
    with floor.answered("GET"):
        floor.page.get_by_role("button", name="Find").tap()
    floor.open("New marker")
    floor.page.locator("#id_amount").tap()
    floor.type("500")
    floor.page.get_by_text("The patron has signed").tap()
    floor.page.locator("#id_chips-2500").tap()
    floor.type("20")
    expect(floor.page.locator("[data-total]")).to_have_text("500")
    floor.sign(dealer="dana", boss="petra")
    look(floor, "marker-new", terminal=True)
    floor.touch("Sign and give chips")
    floor.says("400.00 are left of the line of 400.00")
    floor.page.get_by_role("button", name="Known to the house for years").tap()
    floor.sign(dealer="dana", boss="petra", authoriser="hana")
    look(floor, "marker-over", terminal=True)
    floor.touch("Sign and give chips")
    floor.says("9,500")
    row = Marker.objects.get()
    assert (row.amount, row.over_limit) == (50_000, "Known to the house for years")
    floor.open("Slips")
    floor.open("Markers")
    floor.page.locator("#id_patron_code").fill(PATRON)
    with floor.answered("GET"):
        floor.page.get_by_role("button", name="Find").tap()
    floor.open("Take a payment")
    floor.page.locator("#id_cash").tap()
    floor.type("200")
    floor.sign(dealer="dana", boss="petra")
    floor.touch("Sign and take it")
    floor.page.wait_for_selector("#screen:not(.over)")
    assert Marker.objects.get().paid == 20_000


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_every_sheet_of_markers(floor: Floor, language: str) -> None:
    house, page = floor.house, floor.page
    dealt.ready(house)
    slip = markers.issued(house)
    floor.enrol()
    floor.sign_on()
    page.context.add_cookies([{"name": "django_language", "value": language, "url": floor.url}])
    sheets = {
        "slips": "slips",
        "find": "markers",
        "found": f"markers&patron_code={PATRON}",
        "give": "marker",
        "pay": f"marker_payment&patron_code={PATRON}&slip={slip}",
    }
    for name, sheet in sheets.items():
        page.goto(f"{floor.url}/t/BJ-01/?sheet={sheet}")
        look(floor, f"marker-{name}-{language[:2]}", terminal=True)


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_every_page_of_markers_and_cash(floor: Floor, language: str) -> None:
    house, page = floor.house, floor.page
    cages.with_cash(house)
    dealt.ready(house)
    first = markers.issued(house)
    markers.issue(house, markers.SMALL)
    markers.transfer(house, {first: 50_000})
    custody.buy_in(house, 300_000, {10_000: 30}, PATRON)
    cages.sell(house, cages.lot({100_000: 9}), {10_000: 90}, patron=PATRON)
    custody.buy_in(house, 50_000, {2_500: 20}, "S3")
    pages = {
        "cage-markers": ("cass", "/cage/markers/"),
        "cage-marker-settle": ("cass", f"/cage/markers/?slip={first}"),
        "pit-markers": ("petra", "/pit/P1/?table=BJ-01"),
        "pit-correct": ("petra", "/pit/P1/?table=BJ-01&work=correct"),
        "pit-identify": ("petra", "/pit/P1/?table=BJ-01&work=identify"),
        "credit": ("ada", f"/credit/?patron={PATRON}"),
        "patrons": ("cass", "/credit/patrons/"),
        "patron": ("cass", f"/credit/patrons/{PATRON}/"),
        "markers": ("petra", "/credit/markers/"),
        "marker": ("petra", "/credit/markers/M-000002/"),
        "marker-at-cage": ("cass", f"/credit/markers/{first}/"),
        "marker-record": ("ada", f"/credit/markers/{first}/record/"),
        "cash-log": ("ada", "/books/cash-log/"),
        "cash-review": ("ada", "/books/cash-log/?show=review"),
    }
    for name, (who, path) in pages.items():
        sit_down(floor, who, language)
        follow.follow_all()
        page.goto(floor.url + path)
        for movements in page.locator("summary").all():
            movements.click()
        look(floor, f"{name}-{language[:2]}")
