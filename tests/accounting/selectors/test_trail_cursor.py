"""A cursor is one place in the order of the trail: from there every stream goes on, also at equal moments."""

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connection

from accounting.selectors import audit_trail
from accounting.selectors.trail_filters import Wanted
from accounting.services import follow
from tables.domain.actors import instant
from tests import builders, custody, dealt
from tests.builders import House

pytestmark = pytest.mark.django_db
FIRST = datetime(2026, 3, 4, 12, tzinfo=UTC)
_LENGTH = 64
"""Characters that an ordinary cursor has at most, of how many streams ever."""
_WANTED = (Wanted(), Wanted(badge="dana"), Wanted(type="bet_placed"), Wanted(badge="nobody"))


@pytest.fixture
def house() -> Iterator[House]:
    """A settled round at one of eight tables and a buy-in, in the books."""
    with time_machine.travel(builders.AT, tick=False):
        tables = tuple(f"BJ-{number:02}" for number in range(1, 9))
        made = dealt.settled(builders.house(tables=tables))
        dealt.press(made, {"do": "confirm_settlement"})
        custody.buy_in(made, 10_000, {2_500: 4})
        follow.follow_all()
        yield made


def record_at(moments: dict[tuple[str, int], datetime]) -> None:
    """Give events other moments than the database's clock gave them."""
    with connection.cursor() as cursor:
        for table in ("tables_event", "days.tables_event_papers", "days.tables_event_play_other"):
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        for (key, seq), moment in moments.items():
            cursor.execute(
                'UPDATE tables_event e SET body = regexp_replace(body, \'"recorded_at":"[^"]*"\', %s)'
                " FROM tables_stream s WHERE s.id = e.stream_id AND s.key = %s AND e.seq = %s",
                [f'"recorded_at":"{instant(moment)}"', key, seq],
            )


def places(house: House, wanted: Wanted) -> list[tuple[str, int]]:
    """Where the events lie that are wanted, on one page."""
    found = audit_trail.page(actor=house.axel, wanted=wanted, limit=1_000)
    assert found.next == ""
    return [(event.stream, event.seq) for event in found.events]


def pages(house: House, wanted: Wanted, limit: int, named: int = 0) -> list[tuple[str, int]]:
    """The same page by page; a cursor names ``named`` streams at most beside its place."""
    found: list[tuple[str, int]] = []
    cursor = ""
    while True:
        page = audit_trail.page(actor=house.axel, wanted=wanted, cursor=cursor, limit=limit)
        found += [(event.stream, event.seq) for event in page.events]
        cursor = page.next
        assert cursor.count("-") <= named
        assert named or len(cursor) <= _LENGTH
        if not cursor:
            return found


def test_a_cursor_is_short_of_however_many_streams(house: House) -> None:
    assert len({stream for stream, _ in places(house, Wanted())}) >= 8
    for wanted in _WANTED:
        assert pages(house, wanted, 3) == places(house, wanted)


@pytest.mark.by_hand
@pytest.mark.parametrize("stretch", [3, 20_000])
def test_events_of_one_moment_stand_by_stream_and_number(
    house: House, monkeypatch: pytest.MonkeyPatch, stretch: int
) -> None:
    """All streams at one moment, and at moments that several events of several streams share."""
    everything = places(house, Wanted())
    monkeypatch.setattr(audit_trail, "STRETCH", stretch)
    for share in (len(everything), 5):
        record_at({(key, seq): FIRST + timedelta(seconds=seq // share) for key, seq in everything})
        order = sorted(everything, key=lambda place: (place[1] // share, *place), reverse=True)
        for limit in (1, 7):
            assert pages(house, Wanted(), limit) == order
        for wanted in _WANTED[1:]:
            monkeypatch.setattr(audit_trail, "STRETCH", 20_000)
            whole = places(house, wanted)
            monkeypatch.setattr(audit_trail, "STRETCH", stretch)
            assert pages(house, wanted, 2) == whole


@pytest.mark.by_hand
@pytest.mark.parametrize("seed", range(2))
def test_a_clock_that_was_set_back_hides_nothing(house: House, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    """Moments at random: where the place alone would not do, the cursor names the stream."""
    chance = random.Random(seed)
    everything = places(house, Wanted())
    record_at({place: FIRST + timedelta(seconds=chance.randrange(20)) for place in everything})
    whole = {wanted: sorted(places(house, wanted)) for wanted in _WANTED}
    for stretch in (3, 20_000):
        monkeypatch.setattr(audit_trail, "STRETCH", stretch)
        for wanted in _WANTED:
            for limit in (2, 7):
                found = pages(house, wanted, limit, named=12)
                assert sorted(found) == whole[wanted]
                for stream in {key for key, _ in found}:
                    own = [seq for key, seq in found if key == stream]
                    assert own == sorted(own, reverse=True)


@pytest.mark.parametrize("limit", [1, 5, 20])
def test_what_comes_meanwhile_moves_no_page(house: House, limit: int) -> None:
    everything = places(house, Wanted())
    found: list[tuple[str, int]] = []
    cursor = ""
    for number in range(1_000):
        page = audit_trail.page(actor=house.axel, wanted=Wanted(), cursor=cursor, limit=limit)
        found += [(event.stream, event.seq) for event in page.events]
        cursor = page.next
        if not cursor:
            break
        if number < 8:
            custody.buy_in(house, 2_500, {2_500: 1})
    assert found == everything
    assert len(places(house, Wanted())) > len(everything)
