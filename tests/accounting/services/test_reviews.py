"""A statistical review as a document: opened on locked days, each deviation explained in writing, closed by two."""

from datetime import date
from typing import Any

import pytest
from django.db.models import F

from accounting.models.days import DayTotal
from accounting.models.reviews import DeviationExplained, ReviewClosed, StatisticalReview
from accounting.services import follow, reviews, streams
from accounting.services.verify import review_fold
from accounting.services.verify.run import verify
from tables.domain.errors import Conflict, FloorError, Invalid, NotAllowed, NotFound
from tables.models import log
from tests import builders, days, reviewed
from tests.accounting.forging import unguard
from tests.builders import House, facts
from tests.reviewed import WHY, all_explained, closed, explained, opened

pytestmark = pytest.mark.django_db

ROWS = (StatisticalReview, DeviationExplained, ReviewClosed)


@pytest.fixture
def house() -> House:
    """Hold fell from 18.5 % to 10 % in the second month."""
    made = builders.house()
    reviewed.reviewable(made)
    return made


def counts() -> list[int]:
    return [model._default_manager.count() for model in ROWS]


def told(house: House) -> list[str]:
    stream = log.Stream.objects.get(casino=house.casino, kind="house")
    return [str(finding) for finding in review_fold.check(streams.get(stream.pk))]


def test_a_review_from_its_opening_to_its_end(house: House) -> None:
    opened(house)
    row = StatisticalReview.objects.get()
    assert sorted(row.flagged) == ["game/blackjack", "house", "table/BJ-01"]
    (line,) = [line for line in row.content["lines"] if line["scope"] == "table/BJ-01"]
    assert (line["win"], line["points"], line["verdict"]) == (10_000_00, "-17/2", "flagged")
    assert row.content["models"] == {"blackjack": {"edge": "49/10000", "variance": "3249/2500"}}
    assert (row.content["measure"], row.content["tolerance"]) == ("points", 300)
    for scope in row.flagged:
        explained(house, scope)
    closed(house)
    assert counts() == [1, 3, 1]
    assert told(house) == []
    (event,) = facts("deviation_explained")[:1]
    assert event["explanation"] == WHY


@pytest.mark.parametrize("text", ["", "investigated", " Investigated. ", "OK", "已调查。"])
def test_investigated_without_a_word_more_explains_nothing(house: House, text: str) -> None:
    opened(house)
    with pytest.raises(Invalid, match="bad_explanation"):
        explained(house, explanation=text)
    assert counts() == [1, 0, 0]


@pytest.mark.parametrize(
    ("family", "code", "more"),
    [
        (Invalid, "bad_cause", {"cause": "bad_luck"}),
        (Conflict, "not_flagged", {"scope": "table/BJ-09"}),
        (NotFound, "no_such_review", {"review": 2}),
    ],
)
def test_what_is_no_explanation(house: House, family: type[FloorError], code: str, more: dict[str, Any]) -> None:
    opened(house)
    with pytest.raises(family, match=code):
        explained(house, **more)
    assert counts() == [1, 0, 0]


def test_a_review_with_an_open_deviation_is_not_closed(house: House) -> None:
    opened(house)
    explained(house)
    with pytest.raises(Conflict, match="deviations_open") as caught:
        closed(house)
    assert sorted(caught.value.detail["scopes"]) == ["game/blackjack", "house"]
    assert counts() == [1, 1, 0]


def test_who_explained_does_not_close(house: House) -> None:
    all_explained(house)
    explained(house, name="hana")
    with pytest.raises(NotAllowed, match="same_person"):
        closed(house)
    assert counts()[2] == 0


def test_nobody_closes_alone_or_twice(house: House) -> None:
    all_explained(house)
    with pytest.raises(NotAllowed, match="role_not_held"):
        closed(house, second=house.sign("ada"))
    closed(house)
    with pytest.raises(Conflict, match="review_closed"):
        closed(house)
    with pytest.raises(Conflict, match="review_closed"):
        explained(house)
    assert counts() == [1, 3, 1]


def test_t_61_a_review_waits_for_the_lock_of_its_days(house: House) -> None:
    with pytest.raises(Conflict, match="days_not_locked"):
        opened(house, last=date(2026, 4, 1))
    assert counts() == [0, 0, 0]


def test_a_pit_boss_opens_no_review(house: House) -> None:
    with pytest.raises(NotAllowed, match="not_permitted"):
        opened(house, actor=house.petra)


def test_a_repeat_is_the_same_review(house: House) -> None:
    assert opened(house, key="one") == opened(house, key="one")
    assert counts() == [1, 0, 0]


def test_lost_rows_are_made_again(house: House) -> None:
    all_explained(house)
    closed(house)
    before = [list(model._default_manager.order_by("seq").values()) for model in ROWS]
    unguard()
    for model in ROWS:
        model._default_manager.all().delete()
    assert len(told(house)) == 5
    stream = log.Stream.objects.get(casino=house.casino, kind="house")
    assert review_fold.restore(streams.get(stream.pk)) == 5
    assert [list(model._default_manager.order_by("seq").values()) for model in ROWS] == before


@pytest.mark.parametrize(
    ("model", "changed", "named"),
    [
        (StatisticalReview, {"last": date(2026, 3, 2)}, "last is"),
        (StatisticalReview, {"content": {}}, "content is"),
        (StatisticalReview, {"flagged": []}, "flagged is"),
        (DeviationExplained, {"explanation": "nothing to see"}, "explanation is"),
        (DeviationExplained, {"cause": "few_hands"}, "cause is"),
        (ReviewClosed, {"seconded_by": "ada"}, "seconded_by is"),
    ],
)
def test_a_changed_row_is_named(house: House, model: Any, changed: dict[str, Any], named: str) -> None:
    all_explained(house)
    closed(house)
    unguard()
    model.objects.filter(seq=model.objects.earliest("seq").seq).update(**changed)
    (finding,) = told(house)
    assert named in finding


def test_a_real_house_and_its_quiet_day() -> None:
    """Nothing flagged: the review is opened and closed, and the whole house verifies."""
    house = days.ready(builders.house())
    days.locked(house)
    at = days.after(house)
    reviews.open_review(actor=house.ada, at=at, first=days.DAY, last=days.DAY, accountant=house.sign("ada"))
    assert StatisticalReview.objects.get().flagged == []
    closed(house, at=at)
    follow.follow_all()
    assert [str(finding) for finding in verify().findings] == []


def test_the_figures_of_a_review_are_computed_anew(house: House) -> None:
    """A total that is changed behind the services' back makes frozen figures wrong, and its scopes are told."""
    opened(house)
    assert told(house) == []
    unguard()
    DayTotal.objects.filter(gaming_day=reviewed.MARCH, kind="table").update(closer=F("closer") + 1)
    (found,) = told(house)
    assert "its figures are not those of its days: game/blackjack, house, table/BJ-01" in found
