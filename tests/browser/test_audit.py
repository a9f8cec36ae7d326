"""The audit room in both languages, at a desk and on a telephone: every page, and a finding recorded and closed."""

from datetime import timedelta

import pytest

from accounting.services import audit, follow
from tables.models.staff import StaffMember
from tests import builders, days, slips
from tests.accounting import audited
from tests.browser.floor import Floor
from tests.browser.looks import faults, picture

pytestmark = pytest.mark.browser

SIZES = (({"width": 1280, "height": 800}, ""), ({"width": 390, "height": 844}, "-phone"))
DAY_BEFORE = days.DAY - days.NEXT
PAGES = {
    "trail/?type=buy_in_taken": "audit-trail-buy-ins",
    "trail/?badge=nobody": "audit-trail-nothing",
    "trail/?round=x": "audit-trail-refused",
    "samples/": "audit-samples",
    "samples/1/": "audit-sample-empty",
    "samples/2/": "audit-sample",
    f"numbers/?first_day={DAY_BEFORE}&last_day={days.DAY}": "audit-numbers",
    "exports/": "audit-exports",
    "findings/": "audit-findings",
    "findings/1/": "audit-finding",
    "findings/new": "audit-new-finding",
}


def look(floor: Floor, name: str, language: str) -> None:
    """Nothing is wrong with the page at both sizes."""
    for size, width in SIZES:
        floor.page.set_viewport_size(size)  # type: ignore[arg-type]
        assert faults(floor.page) == [], f"{name}{width}"
        picture(floor.page, f"{name}{width}-{language[:2]}")


def sign(floor: Floor, **who: str) -> None:
    """Badges and PINs under the form."""
    for prefix, name in who.items():
        floor.page.locator(f"#id_{prefix}_badge").fill(name)
        floor.page.locator(f"#id_{prefix}_pin").fill(builders.PEOPLE[name][1])


def at_work(floor: Floor) -> None:
    """A slip voided and printed again, findings seen twice, an export, a sample without and one with documents."""
    house = floor.house
    days.played(house, at=house.at - days.NEXT)
    slips.add_paul(house)
    slips.void(house, slips.issued_fill(house))
    slips.reprint(house, slips.issued_fill(house))
    follow.follow_all()
    audit.audit_night()
    audited.draw(house, first_day=DAY_BEFORE, last_day=DAY_BEFORE)
    audited.export(house)
    audited.find(house, audited.new(about=[("DEMO/cage", 1), ("DEMO/table/BJ-01", 2)]))
    audited.respond(house)
    audited.find(house, audited.new(repeat_of=1))
    audited.draw(house, first_day=days.DAY, last_day=days.DAY, at=house.at + days.NEXT)


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_every_page_of_the_audit_room(floor: Floor, language: str) -> None:
    at_work(floor)
    StaffMember.objects.update(language=language)
    page = floor.page
    page.context.add_cookies([{"name": "django_language", "value": language, "url": floor.url}])
    page.goto(f"{floor.url}/sign-in/?next=/audit/")
    page.locator("[name=username]").fill("axel")
    page.locator("[name=password]").fill(builders.PASSWORD)
    page.locator("main button").first.tap()
    page.wait_for_selector(".trail")
    look(floor, "audit-trail", language)
    page.locator("summary").first.tap()
    look(floor, "audit-trail-open", language)
    for path, name in PAGES.items():
        page.goto(f"{floor.url}/audit/{path}")
        look(floor, name, language)
    page.goto(f"{floor.url}/audit/samples/2/")
    assert page.locator("main tbody tr").count() == 2
    assert "pit_boss" not in page.locator("main").inner_text()
    page.emulate_media(media="print")
    page.goto(f"{floor.url}/audit/trail/")
    picture(page, f"audit-trail-print-{language[:2]}")
    page.emulate_media(media="screen")


def test_a_finding_is_recorded_from_the_trail_and_closed_by_two(floor: Floor) -> None:
    house, page = floor.house, floor.page
    page.goto(f"{floor.url}/sign-in/?next=/audit/trail/?stream=DEMO/cage")
    page.locator("[name=username]").fill("axel")
    page.locator("[name=password]").fill(builders.PASSWORD)
    page.locator("main button").first.tap()
    page.wait_for_selector(".trail")
    page.get_by_role("link", name="record a finding").first.tap()
    page.wait_for_selector("#id_explanation")
    page.locator("#id_area").select_option("cage")
    page.locator("#id_cause").select_option("paper_missing")
    page.locator("#id_explanation").fill("the vault's receipt is not in the file")
    page.locator("#id_owner").fill("cass")
    sign(floor, auditor="axel")
    page.locator("button[value=record]").tap()
    page.wait_for_url("**/audit/findings/1/?done=record")
    audited.respond(house, at=house.at + timedelta(minutes=1))
    page.reload()
    page.locator("#id_remark").fill("the receipt was found")
    sign(floor, auditor="axel", second="ada")
    page.locator("button[value=close]").tap()
    page.wait_for_url("**/audit/findings/1/?done=close")
    assert page.locator("form.box").count() == 0
