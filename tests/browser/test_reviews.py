"""House edges and a statistical review, opened and explained, in both languages; every page is looked at."""

import pytest

from tables.models.staff import StaffMember
from tests import builders, reviewed
from tests.browser.floor import Floor
from tests.browser.test_days import look, sign

pytestmark = pytest.mark.browser


def go(floor: Floor, name: str, address: str, language: str) -> None:
    """Somebody signs in at the office and lands on the page."""
    page = floor.page
    page.context.clear_cookies()
    page.context.add_cookies([{"name": "django_language", "value": language, "url": floor.url}])
    page.goto(f"{floor.url}/sign-in/?next={address}")
    page.locator("[name=username]").fill(name)
    page.locator("[name=password]").fill(builders.PASSWORD)
    page.locator("main button").first.tap()
    page.wait_for_selector("main form.box")


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_an_edge_is_set_and_a_review_explained(floor: Floor, language: str) -> None:
    reviewed.reviewable(floor.house)
    StaffMember.objects.update(language=language)
    page = floor.page
    go(floor, "hana", "/house/edges/", language)
    page.locator("#id_edge").fill("0.49")
    page.locator("button[value=set_edge]").tap()
    page.wait_for_selector("table.sheet-list")
    look(floor, "edges", language)
    go(floor, "ada", "/reports/reviews/", language)
    page.locator("#id_first").fill("2026-03-01")
    page.locator("#id_last").fill("2026-03-31")
    sign(floor, accountant="ada")
    page.locator("button[value=open]").tap()
    page.wait_for_selector("button[value=explain]")
    page.locator("#id_explanation").fill(reviewed.WHY)
    sign(floor, owner="petra")
    page.locator("button[value=explain]").tap()
    page.wait_for_selector("td:has-text('8,400.00')")
    look(floor, "review-open", language)
    page.goto(f"{floor.url}/reports/reviews/")
    page.wait_for_selector("table.sheet-list")
    look(floor, "reviews", language)
