"""A fill by four persons, each at a screen of his own, from the pit boss's order to the cashier's paper."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from accounting.services import follow
from accounting.services.verify.run import verify
from tables.models.slips import Slip
from tests.browser.conftest import TERMINAL_SIZE
from tests.browser.demo import Demo
from tests.browser.looks import faults

pytestmark = pytest.mark.browser
Seat = Callable[[], Demo]


@pytest.fixture
def seat(browser: Browser, demo: Demo) -> Iterator[Seat]:
    """Another browser before the same house, for another person."""
    opened: list[BrowserContext] = []

    def sit() -> Demo:
        context = browser.new_context(viewport=TERMINAL_SIZE, has_touch=True, locale="en")  # type: ignore[arg-type]
        context.set_default_timeout(30_000)
        opened.append(context)
        return Demo(demo.url, context.new_page(), demo.rows)

    yield sit
    for context in opened:
        context.close()


def test_a_fill_goes_through_four_hands(demo: Demo, seat: Seat) -> None:
    petra, cass, sven, dana = (seat() for _ in range(4))
    for person, badge in ((petra, "P201"), (cass, "K301"), (sven, "S801")):
        person.sign_in(badge)
    dana.enrol("BJ-01")
    dana.sign_on("D101")

    order(petra)
    slip = make_out(cass)
    carry(sven, slip)
    count(dana, slip)

    cass.page.reload()
    expect(cass.page.locator("main")).to_contain_text("in the rack")
    cass.page.locator("details", has_text="Print it again").locator("summary").tap()
    cass.page.locator("#id_reprint_reason").fill("For the file")
    cass.page.locator("button[value=reprint]").tap()
    expect(cass.page.locator("main")).to_contain_text("REPRINT 1")
    assert faults(cass.page) == []
    paper = cass.page.request.get(f"{cass.url}/slips/{slip}/slip.pdf")
    assert (paper.status, paper.headers["content-type"], paper.body()[:5]) == (200, "application/pdf", b"%PDF-")
    signed = [(line["act"], line["badge"]) for line in row(slip).signatures]
    assert signed == [
        ("fill_requested", "P201"),
        ("fill_issued", "K301"),
        ("slip_carried", "S801"),
        ("fill_accepted", "D101"),
        ("fill_accepted", "P201"),
    ]
    follow.follow_all()
    assert [str(finding) for finding in verify().findings] == []


def order(petra: Demo) -> None:
    """The pit boss asks for 40 reds at BJ-01."""
    petra.page.goto(f"{petra.url}/pit/P1/?table=BJ-01&work=fill")
    for field in petra.page.locator("input[name^=chips-]").all():
        field.fill("")
    petra.page.locator("input[name=chips-500]").fill("40")
    petra.page.locator("#id_boss_pin").fill(petra.person("P201")["pin"])
    petra.page.get_by_role("button", name="Sign and order").tap()
    expect(petra.page.locator("#id_boss_pin")).to_have_count(0)
    assert Slip.objects.filter(table__code="BJ-01", status="requested").count() == 1


def make_out(cass: Demo) -> str:
    """The cashier finds the request, makes it out, and has the number of the slip."""
    request = Slip.objects.get(table__code="BJ-01", status="requested").request
    cass.page.goto(f"{cass.url}/slips/")
    cass.page.locator(f"a[href='/slips/of/BJ-01/{request}/']").first.tap()
    cass.page.locator("#id_issue_cashier_pin").fill(cass.person("K301")["pin"])
    cass.page.locator("button[value=issue]").tap()
    expect(cass.page.locator("h1").first).to_contain_text("F-")
    made = Slip.objects.get(table__code="BJ-01", status="issued")
    return f"{made.series}-{made.number:06d}"


def carry(sven: Demo, slip: str) -> None:
    """Security takes the chips at a screen of its own."""
    sven.page.goto(f"{sven.url}/slips/")
    sven.page.locator(f"a[href='/slips/{slip}/']").first.tap()
    sven.page.locator("#id_carry_security_badge").fill("S801")
    sven.page.locator("#id_carry_security_pin").fill(sven.person("S801")["pin"])
    sven.page.locator("button[value=carry]").tap()
    expect(sven.page.locator("main")).to_contain_text("on its way to the table")


def count(dana: Demo, slip: str) -> None:
    """The dealer counts at the terminal, and the pit boss signs beside him."""
    page = dana.page
    expect(page.locator("#slips-waiting")).to_contain_text("1")
    page.goto(f"{dana.url}/t/BJ-01/?sheet=slip&slip={slip}")
    page.locator("#id_chips-500").fill("40")
    for prefix, badge in (("dealer", "D101"), ("boss", "P201")):
        page.locator(f"#id_{prefix}_badge").fill(badge)
        page.locator(f"#id_{prefix}_pin").fill(dana.person(badge)["pin"])
    page.locator("#screen").get_by_role("button", name="Sign and take it").first.tap()
    page.wait_for_selector("#screen:not(.over)")
    assert row(slip).status == "accepted"


def row(slip: str) -> Slip:
    series, _, number = slip.rpartition("-")
    return Slip.objects.get(series=series, number=int(number))
