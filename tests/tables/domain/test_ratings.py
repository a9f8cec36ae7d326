"""The theoretical win of a rating slip, and what a slip may not say."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tables.domain import limits, ratings
from tables.domain.errors import Invalid
from tables.domain.ratings import Rating, Skill

AT = datetime(2026, 3, 5, 2, 0, tzinfo=UTC)
RIGHT = Rating("LEE", 3, AT - timedelta(hours=4), AT, 50_000, 5_000, 70, 7_500, Skill.AVERAGE, -12_000, "calm")


@pytest.mark.parametrize(
    ("average", "hours", "per_hour", "edge", "due"),
    [
        (5_000, 4, 70, 7_500, 10_500),  # V-10: 105.00
        (5_000, 4, 70, 12_000, 16_800),  # V-10: 168.00
        (10_000, 3, 72, 12_000, 25_920),  # V-11: 259.20
    ],
)
def test_v10_v11_theo_of_a_slip(average: int, hours: int, per_hour: int, edge: int, due: int) -> None:
    assert ratings.theo(average, timedelta(hours=hours), per_hour, edge) == due


def test_half_a_cent_is_rounded_once_and_away_from_nought() -> None:
    """1.00 for half an hour at one round an hour and 1 % is half a cent."""
    assert ratings.theo(100, timedelta(minutes=30), 1, 10_000) == 1
    assert ratings.theo(100, timedelta(minutes=29), 1, 10_000) == 0


def test_a_slip_is_the_same_after_the_log() -> None:
    assert ratings.of_data(RIGHT.as_data()) == RIGHT
    assert RIGHT.as_data()["theo"] == 10_500


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"player": ""}, "bad_player"),
        ({"seat": 0}, "bad_seat"),
        ({"seat": 100}, "bad_seat"),
        ({"since": AT}, "bad_rating_span"),
        ({"since": AT - timedelta(hours=24, seconds=1)}, "bad_rating_span"),
        ({"until": AT + timedelta(seconds=1)}, "bad_rating_span"),
        ({"buy_in": -1}, "bad_amount"),
        ({"average_bet": -1}, "bad_amount"),
        ({"average_bet": 10**12 + 1}, "bad_amount"),
        ({"result": -(10**16)}, "bad_amount"),
        ({"per_hour": 0}, "bad_speed"),
        ({"per_hour": 1_001}, "bad_speed"),
        ({"edge": 0}, "bad_edge"),
        ({"edge": 500_001}, "bad_edge"),
        ({"note": "x" * 241}, "bad_note"),
    ],
)
def test_what_cannot_be_is_refused(change: dict[str, Any], code: str) -> None:
    RIGHT.require_right(AT)
    with pytest.raises(Invalid) as caught:
        replace(RIGHT, **change).require_right(AT)
    assert caught.value.code == code


def test_the_most_that_may_be_keyed_fits_into_a_row() -> None:
    most = replace(RIGHT, since=AT - ratings.LONGEST, average_bet=limits.MOST_LICENSED)
    most = replace(most, per_hour=ratings.MOST_AN_HOUR, edge=ratings.MOST_EDGE)
    most.require_right(AT)
    assert most.theo == 12_000 * 10**12 < 2**63
