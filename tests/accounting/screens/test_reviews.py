"""Statistical reviews on screen: opened, each finding signed beside the range of chance, closed."""

from collections.abc import Iterator

import pytest
import time_machine

from accounting.models.reviews import DeviationExplained, ReviewClosed, StatisticalReview
from tests import builders, reviewed
from tests.builders import House
from tests.tables.screens.hands import Hands, refusal

pytestmark = pytest.mark.django_db
LIST, ONE = "/reports/reviews/", "/reports/reviews/1/"
ADA = {"accountant_badge": "ada", "accountant_pin": builders.PEOPLE["ada"][1]}
PETRA = {"owner_badge": "petra", "owner_pin": builders.PEOPLE["petra"][1]}
HANA = {"second_badge": "hana", "second_pin": builders.PEOPLE["hana"][1]}
WORDS = {"cause": "large_wagers", "explanation": reviewed.WHY}


@pytest.fixture
def house() -> Iterator[House]:
    """March is locked, and its hold fell from 18.5 % to 10 %."""
    with time_machine.travel(builders.AT, tick=False):
        made = builders.house()
        reviewed.reviewable(made)
        yield made


def opened(house: House) -> Hands:
    ada = Hands(house).sit_down("ada")
    ada.look(LIST)
    response = ada.press(LIST, {"do": "open", "first": "2026-03-01", "last": "2026-03-31", **ADA}, swap=False)
    assert (response.status_code, response.headers["Location"]) == (302, ONE)
    return ada


def test_a_review_from_its_opening_to_its_end(house: House) -> None:
    ada = opened(house)
    shown = ada.look(ONE).content.decode()
    for words in ("BJ-01", "10.00", "18.50", "(8.50)", "to be investigated", "Range from", "12.25"):
        assert words in shown
    assert "Close the review" not in shown
    for scope in StatisticalReview.objects.get().flagged:
        ada.look(ONE)
        response = ada.press(ONE, {"do": "explain", "scope": scope, **WORDS, **PETRA}, swap=False)
        assert response.status_code == 302
    shown = ada.look(ONE).content.decode()
    assert (shown.count(reviewed.WHY), shown.count("petra ·"), "to be explained" in shown) == (3, 3, False)
    assert ada.press(ONE, {"do": "close", **ADA, **HANA}, swap=False).status_code == 302
    assert (ReviewClosed.objects.get().closed_by, ReviewClosed.objects.get().seconded_by) == ("ada", "hana")
    shown = ada.look(ONE).content.decode()
    assert ("Explain a deviation" in shown, "Sign the explanation" in shown) == (False, False)
    assert ">finished<" in ada.look(LIST).content.decode()


def test_words_that_say_nothing_are_refused_and_stay_in_the_form(house: House) -> None:
    ada = opened(house)
    keyed = {"do": "explain", "scope": "house", "cause": "few_hands", "explanation": "investigated", **PETRA}
    response = ada.press(ONE, keyed, swap=False)
    assert (refusal(response), response.status_code) == ("bad_explanation", 422)
    assert 'value="investigated"' in response.content.decode()
    assert DeviationExplained.objects.count() == 0


def test_days_that_are_not_locked_open_nothing(house: House) -> None:
    ada = Hands(house).sit_down("ada")
    ada.look(LIST)
    response = ada.press(LIST, {"do": "open", "first": "2026-03-01", "last": "2026-04-30", **ADA}, swap=False)
    assert (refusal(response), response.status_code) == ("days_not_locked", 409)
    assert StatisticalReview.objects.count() == 0


def test_who_reads_no_books_sees_no_review(house: House) -> None:
    opened(house)
    for path in (LIST, ONE):
        assert Hands(house).sit_down("petra").look(path).status_code == 403
    assert Hands(house).sit_down("hana").look(ONE).status_code == 200
    assert Hands(house).sit_down("hana").look("/reports/reviews/2/").status_code == 404
