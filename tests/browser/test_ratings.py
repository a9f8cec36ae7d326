"""The page of ratings with what a night leaves on it: a long name, high play, a slip that was corrected."""

import pytest

from tests import dealt, pit_stages
from tests.browser.floor import Floor
from tests.browser.test_pit_queue import look
from tests.browser.test_slips import sit_down
from tests.tables.services.test_ratings import correct

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_every_figure_of_a_rating_is_in_sight(floor: Floor, language: str) -> None:
    house, page = floor.house, floor.page
    dealt.ready(house)
    pit_stages.rate(house)
    pit_stages.rate(house, player="seat 5", seat=5, result=-12_000)
    high = {"average_bet": 250_000, "buy_in": 12_500_000, "result": 3_750_000}
    pit_stages.rate(house, player="Alexandria Montgomery-Fitzgerald", seat=2, **high)
    correct(house)
    correct(house, reason="counted again", average_bet=12_000)
    sit_down(floor, "petra", language)
    page.goto(f"{floor.url}/pit/P1/ratings/")
    assert page.locator(".ratings tbody tr").count() == 3
    assert page.locator(".ratings .word").count() == 1
    look(page, f"pit-ratings-{language[:2]}")
    page.goto(f"{floor.url}/pit/P1/ratings/?table=BJ-01&correct=1")
    look(page, f"pit-rating-corrected-{language[:2]}")
