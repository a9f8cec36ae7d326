"""What a table's last hours say of its next one."""

from datetime import timedelta

import pytest

from tables.domain import floor_pace

MINUTE = timedelta(minutes=1)


@pytest.mark.parametrize(
    ("rounds", "minutes", "pace"),
    [(62, 300, 62), (62, 60, 62), (20, 30, 40), (7, 45, 9), (1, 10, 6), (0, 10, 0), (3, 9, None)],
)
def test_rounds_an_hour(rounds: int, minutes: int, pace: int | None) -> None:
    assert floor_pace.rounds_an_hour(rounds, minutes * MINUTE) == pace


@pytest.mark.parametrize(
    ("opener", "brought", "rack", "minutes", "drain"),
    [
        (10_000, 0, 8_000, 120, 1_000),
        (10_000, 4_000, 8_000, 120, 3_000),
        (10_000, -4_000, 8_000, 60, -2_000),
        (10_000, 0, 13_000, 90, -2_000),
        (10_000, 0, 8_000, 9, None),
    ],
)
def test_what_left_the_rack_beside_fills_and_credits(
    opener: int, brought: int, rack: int, minutes: int, drain: int | None
) -> None:
    assert floor_pace.drain_an_hour(opener, brought, rack, minutes * MINUTE) == drain


@pytest.mark.parametrize(
    ("par", "rack", "drain", "need"),
    [
        (10_000, 8_000, 1_000, 3_000),
        (10_000, 12_000, 1_000, 0),
        (10_000, 9_000, -500, 500),
        (10_000, 8_000, None, None),
    ],
)
def test_a_fill_in_an_hour(par: int, rack: int, drain: int | None, need: int | None) -> None:
    assert floor_pace.forecast_need(par, rack, drain) == need
