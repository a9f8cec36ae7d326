"""Rating slips: written by the boss in charge, corrected beside themselves, proven from the log."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounting.services import streams
from accounting.services.verify import ratings as proof
from tables.domain.errors import NotAllowed, NotFound
from tables.domain.ratings import Rating, Skill
from tables.models.ratings import RatingSlip
from tables.selectors import ratings as reads
from tables.services import edges, ratings, rulings
from tests import builders, dealt, pit_stages
from tests.builders import House, facts
from tests.refusals import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    return builders.house(tables=("BJ-01", "BJ-02"))


def slip(house: House, **changes: Any) -> Rating:
    told: dict[str, Any] = {
        **{"player": "LEE", "seat": 3, "since": house.at - timedelta(hours=2), "until": house.at, "buy_in": 50_000},
        **{"average_bet": 5_000, "per_hour": 70, "edge": 7_500, "skill": Skill.AVERAGE, "result": None},
    }
    return Rating(**{**told, **changes})


def correct(house: House, number: int = 1, reason: str = "he bet black chips after nine", **changes: Any) -> Any:
    rating = slip(house, **{"average_bet": 10_000, **changes})
    return ratings.correct_rating(
        actor=house.petra, at=house.at, table="BJ-01", number=number, rating=rating, reason=reason
    )


def test_a_slip_has_its_number_its_theo_and_its_raters_signature(house: House) -> None:
    """50.00 x 2 h x 70 an hour x 0.75 % = 52.50."""
    answer = pit_stages.rate(house)
    assert (answer["rating"], answer["theo"], answer["corrections"]) == (1, 5_250, 0)
    [fact] = facts("rating_recorded")
    assert [(one["badge"], one["role"]) for one in fact["signatures"]] == [("petra", "pit_boss")]
    assert pit_stages.rate(house, player="seat 5", seat=5)["rating"] == 2


def test_a_correction_keeps_the_old_value_in_the_log(house: House) -> None:
    pit_stages.rate(house)
    assert correct(house)["corrections"] == 1
    row = RatingSlip.objects.get()
    assert (row.number, row.average_bet, row.theo, row.corrections) == (1, 10_000, 10_500, 1)
    assert facts("rating_recorded")[0]["average_bet"] == 5_000
    [fact] = facts("rating_corrected")
    assert (fact["average_bet"], fact["reason"]) == (10_000, "he bet black chips after nine")


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"number": 2}, "no_such_rating"),
        ({"reason": " "}, "bad_reason"),
        ({"average_bet": 5_000}, "nothing_to_correct"),
        ({"per_hour": 0}, "bad_speed"),
    ],
)
def test_a_correction_that_is_refused_changes_nothing(house: House, changes: dict[str, Any], code: str) -> None:
    pit_stages.rate(house)
    with refused(code):
        correct(house, **changes)


@pytest.mark.parametrize(("name", "code"), [("dana", "not_permitted"), ("ada", "not_permitted")])
def test_only_a_pit_boss_rates(house: House, name: str, code: str) -> None:
    with refused(code, NotAllowed):
        ratings.record_rating(actor=house.people[name], at=house.at, table="BJ-01", rating=slip(house))


def test_the_houses_edge_is_that_of_the_players_day(house: House) -> None:
    """Also of a slip that is written, or corrected, when the house has set another one; of his game alone."""
    day = builders.GAMING_DAY
    for game, edge, since in (("blackjack", 4_900, day), ("blackjack", 5_500, day + timedelta(days=1))):
        edges.set_edge(actor=house.hana, at=house.at, game=game, edge=edge, effective_from=since)
    moments = (house.at, house.at + timedelta(days=1), house.at + timedelta(days=9))
    found = [ratings.house_edge(actor=house.petra, table="BJ-01", since=since) for since in moments]
    assert found == [4_900, 5_500, 5_500]


@pytest.mark.parametrize(
    ("who", "table", "since", "code"),
    [
        ("petra", "BJ-01", builders.AT - timedelta(days=1), "edge_required"),
        ("petra", "BJ-09", builders.AT, "no_such_table"),
        ("petra", "BJ-01", datetime.min.replace(tzinfo=UTC), "bad_rating_span"),
        ("petra", "BJ-01", datetime.max.replace(tzinfo=UTC), "bad_rating_span"),
        ("dana", "BJ-01", builders.AT, "not_permitted"),
    ],
)
def test_no_edge_is_told(house: House, who: str, table: str, since: datetime, code: str) -> None:
    edges.set_edge(actor=house.hana, at=house.at, game="blackjack", edge=4_900, effective_from=builders.GAMING_DAY)
    with refused(code):
        ratings.house_edge(actor=house.people[who], table=table, since=since)


def test_nobody_played_before_the_house_began(house: House) -> None:
    since = datetime(1, 1, 2, tzinfo=UTC)
    rating = slip(house, since=since, until=since + timedelta(hours=1))
    with refused("bad_rating_span"):
        ratings.record_rating(actor=house.petra, at=house.at, table="BJ-01", rating=rating)


def test_v13_rounds_are_counted_as_rounds_and_not_as_hands() -> None:
    """One round of two hands: the log has one round of his time."""
    house = dealt.settled(builders.house())
    later = house.at + timedelta(seconds=1)
    rating = slip(house, since=house.at - timedelta(hours=1), until=later)
    ratings.record_rating(actor=house.petra, at=later, table="BJ-01", rating=rating)
    [view] = reads.of_table(house.petra, "BJ-01")
    assert (view.rounds_dealt, view.per_hour) == (1, 70)
    rulings.void_round(actor=house.petra, at=later, table="BJ-01", number=1, reason="wrong shoe")
    [view] = reads.of_table(house.petra, "BJ-01")
    assert view.rounds_dealt == 0


def test_the_readers_see_their_own_house(house: House) -> None:
    pit_stages.rate(house)
    assert [view.number for view in reads.of_pit(house.axel, "P1")] == [1]
    with refused("no_such_table", NotFound):
        reads.of_table(house.axel, "BJ-99")
    with refused("no_such_pit", NotFound):
        reads.of_pit(house.axel, "P9")
    with refused("not_permitted", NotAllowed):
        reads.of_table(house.dana, "BJ-01")


def test_many_slips_cost_no_more_questions_than_one(house: House) -> None:
    pit_stages.rate(house)
    with CaptureQueriesContext(connection) as one:
        reads.of_pit(house.axel, "P1")
    for seat in (4, 5):
        pit_stages.rate(house, player=f"seat {seat}", seat=seat)
    with CaptureQueriesContext(connection) as three:
        assert [view.rounds_dealt for view in reads.of_pit(house.axel, "P1")] == [0, 0, 0]
    assert len(three) == len(one)


@pytest.mark.by_hand
def test_a_slip_that_was_changed_by_hand_is_named(house: House) -> None:
    pit_stages.rate(house)
    RatingSlip.objects.update(average_bet=9_000)
    assert [str(found) for found in proof.check(streams.by_key("DEMO/table/BJ-01"))] == [
        "DEMO/table/BJ-01: rating 1: average_bet is 9000 and should be 5000"
    ]
