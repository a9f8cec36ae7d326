"""How ten million bets are spread, and what is timed over them."""

from datetime import date
from typing import Any

import pytest

from casino.bench import history, month, years
from casino.bench.floors import open_press_table
from casino.bench.years import Size, Watched
from tests import whole_house


@pytest.mark.parametrize(
    ("bets", "size"),
    [
        (10_000_000, Size(50, 20)),
        (1_000_000, Size(50, 2)),
        (100_000, Size(10, 1)),
        (1, Size(2, 1)),
    ],
)
def test_the_house_is_as_large_as_its_bets(bets: int, size: Size) -> None:
    assert years.size_of(bets) == size
    assert size.bets == max(bets, 20_000)


@pytest.mark.django_db
@pytest.mark.by_hand
def test_what_is_timed_is_of_the_newest_day(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.PIN_HASH_COST = month.CHEAP
    monkeypatch.setattr(years, "PRESSES", 3)
    with whole_house.frozen():
        pressed = open_press_table()
        watched = Watched(history.begin(2, 1, date(2026, 3, 2)), pressed.press, pressed.inputs())
        watched.work_until(2)
        found = watched.read()
    assert {what: len(paced) for what, paced in found.items()} == {
        "shift report": 5,
        "master game report": 5,
        "day report": 5,
        "audit trail, a day": 5,
        "audit trail, newest": 5,
        "a press": 3,
    }
    assert watched.years.month.today == date(2026, 3, 3)
    assert watched.bets >= 2 * 2 * 100
