"""The accountant's morning: a gaming day is explained and locked, in both languages, and every page is looked at."""

import pytest

from accounting.services import follow
from tables.models.staff import StaffMember
from tests import builders, days
from tests.browser.floor import Floor
from tests.browser.looks import faults, picture

pytestmark = pytest.mark.browser

SIZES = (({"width": 1280, "height": 800}, ""), ({"width": 1680, "height": 1050}, "-desk"))
YESTERDAY = days.DAY - days.NEXT


def look(floor: Floor, name: str, language: str) -> None:
    """Nothing is wrong with the page at both sizes."""
    for size, width in SIZES:
        floor.page.set_viewport_size(size)  # type: ignore[arg-type]
        assert faults(floor.page) == [], name
        picture(floor.page, f"{name}{width}-{language[:2]}")


def sign(floor: Floor, **who: str) -> None:
    """Badges and PINs under the form."""
    for prefix, name in who.items():
        floor.page.locator(f"#id_{prefix}_badge").fill(name)
        floor.page.locator(f"#id_{prefix}_pin").fill(builders.PEOPLE[name][1])


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_a_day_is_explained_and_locked(floor: Floor, language: str) -> None:
    before = floor.house.at - days.NEXT
    days.played(floor.house, at=before, note="25.00 short", lost=1)
    days.counted(floor.house, at=before)
    days.certified(floor.house, YESTERDAY, at=floor.house.at)
    follow.follow_all()
    StaffMember.objects.update(language=language)
    page = floor.page
    page.context.add_cookies([{"name": "django_language", "value": language, "url": floor.url}])
    page.goto(f"{floor.url}/sign-in/?next=/reports/days/")
    page.locator("[name=username]").fill("ada")
    page.locator("[name=password]").fill(builders.PASSWORD)
    page.locator("main button").first.tap()
    page.wait_for_selector("main table")
    look(floor, "days", language)
    page.get_by_role("link", name=YESTERDAY.isoformat()).tap()
    page.wait_for_selector("button[value=explain]")
    look(floor, "day-open", language)
    page.locator("#id_explanation").fill("a chip lay under the rack's edge")
    sign(floor, owner="petra")
    page.locator("button[value=explain]").tap()
    page.wait_for_selector("button[value=lock]")
    look(floor, "day-balanced", language)
    sign(floor, accountant="ada", second="hana")
    page.locator("button[value=lock]").tap()
    page.wait_for_selector("button[value=adjust]")
    look(floor, "day-locked", language)
