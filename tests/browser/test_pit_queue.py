"""The queue, alerts and the handover in a real browser: two touches, two bosses, both languages, no fault."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tables.models.approvals import Approval, ShiftHandover
from tables.services import alerts, approvals, calls, pits
from tests import custody, dealt, pit_stages
from tests import slips as slip_acts
from tests.browser.floor import Floor
from tests.browser.looks import faults, picture
from tests.browser.test_slips import sit_down
from tests.builders import House

pytestmark = pytest.mark.browser
SIZES = {
    "": {"width": 1280, "height": 800},
    "-desk": {"width": 1680, "height": 1050},
    "-phone": {"width": 390, "height": 844},
}


def look(page: Page, name: str, *, terminal: bool = False) -> None:
    """The page as it stands, at every size; a terminal is no telephone."""
    for suffix, size in SIZES.items():
        if terminal and suffix == "-phone":
            continue
        page.set_viewport_size(size)  # type: ignore[arg-type]
        picture(page, f"{name}{suffix}")
        assert faults(page, terminal=terminal) == [], f"{name}{suffix}"
    page.set_viewport_size(SIZES[""])  # type: ignore[arg-type]


def busy(house: House) -> None:
    """Everything that may wait in a pit."""
    slip_acts.add_paul(house)
    custody.running(house)
    custody.close_table(house, custody.rack_of(house))
    custody.open_table(house, {**custody.BANK, 100: 50}, note="recounted twice")
    dealt.shoe_ready(house)
    dealt.press(house, {"do": "open_round"}, {"do": "bet", "by": "S3", "spot": 3, "amount": 2_500})
    where = {"at": house.at, "table": "BJ-01"}
    approvals.ask_lift(actor=house.dana, player="S2", maximum=100_000, **where)  # type: ignore[arg-type]
    approvals.ask_void(actor=house.dana, number=1, reason="Wrong card keyed", **where)  # type: ignore[arg-type]
    wanted = {500: 40, 2_500: 20}
    approvals.ask_fill(actor=house.dana, wanted=wanted, total=70_000, urgent=True, **where)  # type: ignore[arg-type]
    calls.call_floor(actor=house.dana, reason="Dispute over a hand", **where)  # type: ignore[arg-type]


def test_a_dealer_asks_and_the_boss_decides_in_two_touches(floor: Floor, browser: Browser) -> None:
    house = floor.house
    dealt.ready(house)
    floor.enrol()
    floor.sign_on()
    floor.open("Pit boss")
    floor.open("Lift a limit")
    floor.page.get_by_text("Seat 2", exact=True).tap()
    floor.page.locator("#id_maximum").tap()
    floor.type("1000")
    floor.touch("Ask the floor")
    floor.says("waits for the pit boss")
    desk = Floor(floor.url, browser.new_context(has_touch=True, viewport=SIZES[""]).new_page(), house)  # type: ignore[arg-type]
    desk.page.set_default_timeout(30_000)
    sit_down(desk, "petra", "en")
    desk.page.goto(f"{floor.url}/pit/P1/")
    desk.page.get_by_role("button", name="Seat 2 → 1,000").tap()
    desk.page.get_by_role("button", name="Lift the limit").tap()
    expect(desk.page.get_by_text("Nobody asks for anything.")).to_be_visible()
    assert house.state().raised == {"S2": 100_000}
    expect(floor.page.get_by_text("approved")).to_be_visible()
    desk.page.context.close()


def test_the_pit_is_handed_over_by_touch(floor: Floor) -> None:
    house, page = floor.house, floor.page
    busy(house)
    sit_down(floor, "petra", "en")
    page.goto(f"{floor.url}/pit/P1/")
    page.get_by_role("link", name="Hand over").tap()
    page.get_by_label("Messages for the next shift").fill("Seat 3 wants a lift.")
    page.locator("#id_outgoing_pin").fill("610437")
    page.locator("#id_incoming_badge").fill("paul")
    page.locator("#id_incoming_pin").fill("613579")
    page.get_by_role("button", name="Sign the handover").tap()
    expect(page.get_by_text("Seat 3 wants a lift.")).to_be_visible()
    assert ShiftHandover.objects.get().incoming.badge == "paul"


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_every_page_of_the_queue(floor: Floor, language: str) -> None:
    house, page, short = floor.house, floor.page, language[:2]
    busy(house)
    pits.assign_pit_boss(actor=house.hana, at=house.at, pit="P1", badge="paul")
    sit_down(floor, "petra", language)
    mark = alerts.listed(house.petra, "P1", house.at)[0]
    alerts.acknowledge_alert(actor=house.petra, at=house.at, table="BJ-01", alert=mark.kind, mark=mark.mark)
    page.goto(f"{floor.url}/pit/P1/")
    look(page, f"queue-{short}")
    for ask in ("lift:BJ-01:1", "void:BJ-01:2", "fill:BJ-01:3", "variance:BJ-01:2"):
        page.goto(f"{floor.url}/pit/P1/?ask={ask}")
        look(page, f"queue-{ask.partition(':')[0]}-{short}")
    page.goto(f"{floor.url}/pit/P1/handover/")
    look(page, f"handover-{short}")
    pit_stages.hand_over(house, messages="Seat 3 wants a lift.\nThe shuffler of BJ-02 is loud.")
    page.goto(f"{floor.url}/pit/P1/handovers/1/")
    look(page, f"handed-over-{short}")
    page.emulate_media(media="print")
    picture(page, f"handed-over-print-{short}")
    page.emulate_media(media="screen")
    page.goto(f"{floor.url}/pit/P1/handovers/")
    look(page, f"handovers-{short}")


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_every_sheet_that_asks(floor: Floor, language: str) -> None:
    house, page, short = floor.house, floor.page, language[:2]
    busy(house)
    approvals.refuse_approval(actor=house.petra, at=house.at, table="BJ-01", number=1, reason="The player is not known")
    floor.enrol()
    floor.sign_on()
    page.context.add_cookies([{"name": "django_language", "value": language, "url": floor.url}])
    page.goto(f"{floor.url}/t/BJ-01/")
    look(page, f"asked-{short}", terminal=True)
    for sheet in ("lift", "void", "boss", "slips", "ask_fill"):
        page.goto(f"{floor.url}/t/BJ-01/?sheet={sheet}")
        look(page, f"asks-{sheet}-{short}", terminal=True)
    assert Approval.objects.count() == 3
