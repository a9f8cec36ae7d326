"""One gaming day for table, cage, count room and house, by the server's clock alone (domain.md T-02, T-05, T-07)."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from tables.domain.actors import Role
from tables.models import log
from tables.services import rule_packs
from tests import builders, cages, custody, days, dealt
from tests.builders import House

pytestmark = pytest.mark.django_db


def busy(house: House, at: datetime) -> None:
    """Something happens in every department at one moment."""
    custody.count_box(house, {}, at=at)
    custody.open_table(house, at=at)
    cages.receive_cash(house, at=at)
    custody.also(_moved(house, at), "cora", Role.SECURITY)


def _moved(house: House, at: datetime) -> House:
    return House(casino=house.casino, tables=house.tables, at=at, people=house.people)


def days_told(after: dict[str, int]) -> dict[str, set[tuple[str, str]]]:
    """What the new events of each kind of stream say: gaming day and shift."""
    found: dict[str, set[tuple[str, str]]] = {}
    for stream in log.Stream.objects.filter(casino__code="DEMO"):
        for event in log.Event.objects.filter(stream_id=stream.pk, seq__gt=after[stream.key]):
            told = json.loads(event.body)
            assert told["gaming_day"] == event.gaming_day.isoformat()
            found.setdefault(stream.kind, set()).add((told["gaming_day"], told["shift"]))
    return found


@pytest.mark.parametrize(
    ("at", "day", "shift"),
    [
        (datetime(2026, 3, 5, 13, 59, tzinfo=UTC), "2026-03-04", "grave"),  # 05:59, still yesterday's day
        (datetime(2026, 3, 5, 14, 1, tzinfo=UTC), "2026-03-05", "day"),
        (datetime(2026, 3, 8, 10, 30, tzinfo=UTC), "2026-03-07", "grave"),  # the night of 23 hours, after the jump
        (datetime(2026, 3, 8, 13, 0, tzinfo=UTC), "2026-03-08", "day"),  # 06:00 PDT, an hour earlier in UTC
        (datetime(2026, 11, 1, 8, 30, tzinfo=UTC), "2026-10-31", "grave"),  # 01:30, for the first time
        (datetime(2026, 11, 1, 9, 30, tzinfo=UTC), "2026-10-31", "grave"),  # 01:30, for the second time
        (datetime(2026, 11, 1, 13, 59, tzinfo=UTC), "2026-10-31", "grave"),
        (datetime(2026, 11, 1, 14, 0, tzinfo=UTC), "2026-11-01", "day"),
    ],
)
def test_t05_every_department_has_the_same_day_at_the_same_moment(at: datetime, day: str, shift: str) -> None:
    house = builders.house()
    rule_packs.choose_rule_pack(  # one in which the PINs of spring still sign in autumn
        actor=house.hana, at=house.at, name="french-like", version=1, effective_from=builders.GAMING_DAY
    )
    days.played(house, 0)
    custody.remove_box(house)
    before = builders.snapshot()
    busy(house, at)
    assert days_told(before) == {kind: {(day, shift)} for kind in ("table", "cage", "count", "house")}


def test_t07_a_round_over_the_change_of_shift_belongs_to_the_period_that_it_ends_in() -> None:
    """Bets were laid at 13:50, the dealer pays at 14:05: the count comes after, so the round is the day shift's."""
    house = builders.house()
    dealt.settled(house)
    dealt.press(house, {"do": "confirm_settlement"})
    change = house.at + timedelta(hours=2)
    custody.roll_table(house, custody.rack_of(house), at=change + timedelta(minutes=5))
    closed, opened = (custody.facts(house, name)[-1] for name in ("table_closed", "table_opened"))
    assert (closed["period"], closed["shift"], closed["difference"]) == (1, "day", 0)
    assert (opened["period"], opened["shift"], opened["variance"]) == (2, "swing", 0)
    (round_opened,) = custody.facts(house, "round_opened")
    assert round_opened["period"] == 1
