"""The end of a gaming day at screens: counted boxes, a certified shift, the lock, and its report on paper."""

import pytest
from playwright.sync_api import expect

from accounting.services import follow
from accounting.services.verify.run import verify
from tests import builders, days
from tests.browser.floor import Floor
from tests.browser.looks import faults

pytestmark = pytest.mark.browser
YESTERDAY = days.DAY - days.NEXT


def test_a_counted_day_is_locked_and_leaves_as_pdf(floor: Floor) -> None:
    before = floor.house.at - days.NEXT
    days.counted(days.played(floor.house, at=before), at=before)
    follow.follow_all()
    page = floor.page
    page.goto(f"{floor.url}/sign-in/?next=/reports/")
    page.locator("[name=username]").fill("ada")
    page.locator("[name=password]").fill(builders.PASSWORD)
    page.locator("main button").first.tap()
    page.wait_for_url(f"{floor.url}/reports/")

    page.goto(f"{floor.url}/reports/{YESTERDAY}/day/certify/")
    assert faults(page) == []
    page.locator("form.certify button").tap()
    page.wait_for_url(f"**/reports/{YESTERDAY}/day/v1/**")
    of_shift = page.request.get(f"{floor.url}/reports/{YESTERDAY}/day/v1/report.pdf")

    page.goto(f"{floor.url}/reports/days/{YESTERDAY}/")
    for prefix, name in (("accountant", "ada"), ("second", "hana")):
        page.locator(f"#id_{prefix}_badge").fill(name)
        page.locator(f"#id_{prefix}_pin").fill(builders.PEOPLE[name][1])
    page.locator("button[value=lock]").tap()
    expect(page.locator("button[value=adjust]")).to_be_visible()
    of_day = page.request.get(f"{floor.url}/reports/days/{YESTERDAY}/report.pdf")
    for paper in (of_shift, of_day):
        assert (paper.status, paper.headers["content-type"]) == (200, "application/pdf")
        assert paper.body().startswith(b"%PDF-")
    follow.follow_all()
    assert [str(finding) for finding in verify().findings] == []
