"""The trail: newest first over all streams, page by page, by whatever an auditor knows of what he looks for."""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection

from accounting.selectors import audit_trail
from accounting.selectors.audit_trail import Trail, TrailEvent
from accounting.selectors.trail_filters import Wanted
from accounting.services import follow
from tables.domain.errors import Invalid, NotAllowed, NotFound
from tables.models.log import Event, Stream
from tests import builders, custody, dealt, slips
from tests.accounting import audited
from tests.builders import House

pytestmark = pytest.mark.django_db
TABLE = "DEMO/table/BJ-01"


@pytest.fixture
def house() -> Iterator[House]:
    """One settled round and a buy-in at BJ-01, followed by the books; and a second house."""
    with time_machine.travel(builders.AT, tick=False):
        made = dealt.settled(builders.house(outsider=True))
        dealt.press(made, {"do": "confirm_settlement"})
        custody.buy_in(made, 10_000, {2_500: 4})
        follow.follow_all()
        yield made


def trail(house: House, *, cursor: str = "", limit: int = 500, **wanted: Any) -> Trail:
    return audit_trail.page(actor=house.axel, wanted=Wanted(**wanted), cursor=cursor, limit=limit)


def names(found: Trail) -> list[tuple[str, int]]:
    return [(event.stream, event.seq) for event in found.events]


def pages(house: House, limit: int, **wanted: Any) -> list[TrailEvent]:
    """All pages, one after the other."""
    found = trail(house, limit=limit, **wanted)
    events = list(found.events)
    while found.next:
        found = trail(house, cursor=found.next, limit=limit, **wanted)
        events += found.events
    return events


def recorded(event: TrailEvent) -> datetime:
    return datetime.fromisoformat(event.event["recorded_at"])


def test_every_event_of_the_house_stands_in_it_once_newest_first(house: House) -> None:
    found = trail(house)
    mine = {stream.pk: stream.key for stream in Stream.objects.filter(casino=house.casino)}
    rows = Event.objects.filter(stream_id__in=mine).values_list("stream_id", "seq")
    assert sorted(names(found)) == sorted((mine[stream], seq) for stream, seq in rows)
    assert list(found.events) == sorted(found.events, key=lambda e: (recorded(e), e.stream, e.seq), reverse=True)
    assert (found.next, found.looked_back_to) == ("", None)


@pytest.mark.parametrize("limit", [1, 7, 50])
def test_pages_join_without_a_gap_and_without_a_repeat(house: House, limit: int) -> None:
    assert [(e.stream, e.seq) for e in pages(house, limit)] == names(trail(house))


def test_a_page_looks_so_far_and_says_how_far(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = names(trail(house, badge="petra"))
    monkeypatch.setattr(audit_trail, "STRETCH", 3)
    first = trail(house, badge="petra")
    assert first.looked_back_to is not None
    assert all(recorded(event) >= first.looked_back_to for event in first.events)
    assert [(e.stream, e.seq) for e in pages(house, 50, badge="petra")] == whole
    assert [(e.stream, e.seq) for e in pages(house, 2, badge="petra")] == whole
    nobody = trail(house, badge="nobody")
    assert (nobody.events, bool(nobody.next)) == ([], True)
    assert pages(house, 50, badge="nobody") == []


def test_an_event_is_word_for_word_with_its_hash_and_the_legs_it_made(house: House) -> None:
    (event,) = trail(house, type="buy_in_taken").events
    row = Event.objects.get(type="buy_in_taken")
    assert (event.stream, event.body, event.hash) == (TABLE, row.body, row.hash.hex())
    assert sum(leg.amount for leg in event.legs if leg.asset == "cash") == 0
    assert ("rack/BJ-01", "chips", -10_000) in {(leg.account, leg.asset, leg.amount) for leg in event.legs}
    assert all(leg.amount for leg in event.legs)


def test_it_is_narrowed_by_what_is_known(house: House) -> None:
    assert {event.stream for event in trail(house, stream=TABLE).events} == {TABLE}
    of_round = trail(house, stream=TABLE, round=1)
    assert {event.round for event in of_round.events} == {1}
    assert of_round.events[-1].type == "round_opened"
    assert {event.type for event in trail(house, type="card_dealt").events} == {"card_dealt"}
    assert all('"dana"' in event.body for event in trail(house, badge="dana").events)
    assert "dealer_tapped_in" in {event.type for event in trail(house, badge="dana").events}
    assert trail(house, badge="dan").events == []


def test_a_slip_is_found_by_its_number_in_every_stream(house: House) -> None:
    slip, other = slips.carried_fill(house), slips.issued_fill(house)
    slips.accept(house, slip)
    of_slip = trail(house, slip=slip).events
    assert [event.type for event in of_slip] == ["fill_accepted", "slip_carried", "fill_issued"]
    assert [event.stream for event in of_slip] == [TABLE, "DEMO/cage", "DEMO/cage"]
    assert [event.type for event in trail(house, slip=other).events] == ["fill_issued"]
    assert trail(house, slip="F-999999").events == []


def test_a_gaming_day_is_cut_out_of_the_streams(house: House) -> None:
    everything = names(trail(house))
    with time_machine.travel(builders.AT + timedelta(days=1), tick=False):
        later = audited.export(house, at=builders.AT + timedelta(days=1))
    newest = [("DEMO/house", later["seq"])]
    assert names(trail(house, day=builders.GAMING_DAY + timedelta(days=1))) == newest
    assert names(trail(house, day=builders.GAMING_DAY)) == everything
    assert names(trail(house, day=date(2026, 1, 1))) == []
    assert [(e.stream, e.seq) for e in pages(house, 3, day=builders.GAMING_DAY)] == everything


@pytest.mark.parametrize(
    ("since", "until", "noon"),
    [
        (time(12), time(12), True),
        (time(12, 1), None, False),
        (None, time(11, 59), False),
        (time(11), time(13), True),
        (time(22), time(3), False),
        (time(22), time(12), True),
    ],
)
def test_times_of_day_are_the_houses_and_may_go_over_midnight(
    house: House, since: time | None, until: time | None, noon: bool
) -> None:
    assert bool(trail(house, stream=TABLE, since=since, until=until).events) == noon


def test_one_event(house: House) -> None:
    found = audit_trail.event(actor=house.axel, stream=TABLE, seq=1)
    assert (found.stream, found.seq) == (TABLE, 1)
    for stream, seq, code in (
        (TABLE, 0, "no_such_event"),
        (TABLE, 10**6, "no_such_event"),
        ("X/house", 1, "no_such_stream"),
    ):
        with pytest.raises(NotFound, match=code):
            audit_trail.event(actor=house.axel, stream=stream, seq=seq)


@pytest.mark.by_hand
def test_a_log_with_holes_and_without_its_days_is_still_read(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    everything = names(trail(house))
    with connection.cursor() as cursor:
        for table in ("tables_event", "days.tables_event_papers", "days.tables_event_play_other", "tables_streamday"):
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        cursor.execute("DELETE FROM tables_event WHERE seq IN (1, 8)")
    left = [(stream, seq) for stream, seq in everything if seq not in (1, 8)]
    monkeypatch.setattr(audit_trail, "STRETCH", 3)
    assert [(e.stream, e.seq) for e in pages(house, 50)] == left
    with pytest.raises(NotFound, match="no_such_event"):
        audit_trail.event(actor=house.axel, stream=TABLE, seq=8)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM tables_streamday")
    assert sorted((e.stream, e.seq) for e in pages(house, 50)) == sorted(left)


@pytest.mark.parametrize(
    "cursor",
    [
        *("x", "1", "1.2-", "1.2.3", "-1.2", "1.2.3.4 or 1=1", "1.2.3.٣", "1.2.3.4-", "1.2.3.4-5", "1.2.3.4-5.6."),
        *("0.0.{id}.1", "3652059.0.{id}.1", "3652060.0.{id}.1", "739679.999999999999999999.{id}.1", "739679.0.0.1"),
    ],
)
def test_a_cursor_of_ones_own_making_is_refused(house: House, cursor: str) -> None:
    own = Stream.objects.get(casino=house.casino, kind="house")
    with pytest.raises(Invalid, match="bad_parameter"):
        trail(house, cursor=cursor.format(id=own.pk))


def test_a_cursor_opens_no_other_house(house: House) -> None:
    strange = Stream.objects.exclude(casino=house.casino).get(kind="house")
    own = Stream.objects.get(casino=house.casino, kind="house")
    assert strange.head_seq > 0
    everything = names(trail(house))
    day = builders.GAMING_DAY.toordinal()
    with pytest.raises(Invalid, match="bad_parameter"):
        trail(house, cursor=f"{day + 1}.0.{strange.pk}.{strange.head_seq + 1}")
    named = trail(house, cursor=f"{day + 1}.0.{own.pk}.{own.head_seq + 1}-{strange.pk}.{strange.head_seq + 1}")
    assert names(named) == everything
    with pytest.raises(NotFound, match="no_such_stream"):
        trail(house, stream=strange.key)


@pytest.mark.parametrize("name", ["dana", "petra", "cass", "sam", "colin", "hana"])
def test_others_do_not_read_it(house: House, name: str) -> None:
    with pytest.raises(NotAllowed, match="not_permitted"):
        audit_trail.page(actor=house.people[name], wanted=Wanted())
    with pytest.raises(NotAllowed, match="not_permitted"):
        audit_trail.event(actor=house.people[name], stream=TABLE, seq=1)
