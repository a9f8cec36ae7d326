"""What is asked of a day or of the newest events reads these days' partitions, however many lie beneath and ahead."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest

from accounting.domain.proof_scope import Asked
from accounting.selectors import audit_trail, figures, ledger, progress, proofs, status
from accounting.selectors.trail_filters import Wanted
from accounting.services import audit, follow
from accounting.services.verify import run
from tables.selectors import events, floor_map, presses, replays, rounds
from tables.selectors import tables as table_views
from tables.services import rulings
from tables.services.crowd import settling
from tests import builders, custody, dealt, disputed, partitions
from tests.builders import House

pytestmark = pytest.mark.django_db

FIRST, BETWEEN, LAST = date(2026, 3, 4), date(2026, 3, 9), date(2026, 3, 14)
OLD, MIDDLE, NEW = "20260304", "20260309", "20260314"


@pytest.fixture(scope="module")
def _days() -> tuple[date, date]:
    return FIRST - timedelta(days=20), LAST + timedelta(days=14)


def on(house: House, day: date) -> House:
    """The same house on another day."""
    return House(house.casino, house.tables, house.at + (day - FIRST), house.people)


def play(house: House) -> None:
    """A whole round."""
    dealt.press(house, {"do": "open_round"}, *dealt.bets(), {"do": "close_betting"})
    dealt.press(house, *dealt.cards())
    dealt.press(house, {"do": "stand", "by": "anna", "spot": 1})
    dealt.press(house, {"do": "stand", "by": "bo", "spot": 2})
    dealt.press(house, {"do": "confirm_settlement"})


@pytest.fixture
def house(_days: tuple[date, date]) -> House:
    """A round on each of three days, in the books; partitions for weeks before and after."""
    standing = dealt.ready(builders.house())
    partitions.make(*_days)
    for day in (FIRST, BETWEEN, LAST):
        play(on(standing, day))
        follow.follow_all()
    return on(standing, LAST)


def key_of(house: House) -> str:
    """The first table's stream."""
    return f"{house.casino.code}/table/{house.tables[0]}"


def days(act: Callable[[], object]) -> set[str]:
    """The days whose partitions the act has used, of whatever table."""
    return {day for found in partitions.used(act).values() for day in found}


def test_a_press_and_the_follower_stay_in_the_running_day(house: House) -> None:
    tables = partitions.used(lambda: dealt.press(house, {"do": "open_round"}, *dealt.bets()))
    assert tables == {"tables_event_play": {NEW}, "tables_bet": {NEW}}
    tables = partitions.used(follow.follow_all)
    assert set().union(*tables.values()) == {NEW}
    assert {"tables_event_play", "accounting_journal", "accounting_leg"} <= set(tables)


def test_the_void_of_a_decided_round_reads_no_earlier_day(house: House) -> None:
    rulings.void_round(actor=house.petra, at=house.at, table=house.tables[0], number=3, reason="the shoe was short")
    tables = partitions.used(follow.follow_all)
    assert OLD not in set().union(*tables.values())
    assert max(set().union(*tables.values())) == NEW
    assert MIDDLE in tables["accounting_settlement"]  # the round before it bounds it
    reversed_ = ledger.settlements(actor=house.ada, stream=key_of(house), round_=3)
    assert [row.outcome for row in reversed_].count("reversed") == 3


def test_the_shift_report_reads_no_play_of_other_days(house: House) -> None:
    assert days(lambda: figures.of_shift(actor=house.ada, gaming_day=FIRST, shift="day")) <= {OLD}


def test_the_audit_trail_of_a_day_reads_that_day(house: House) -> None:
    assert days(lambda: audit_trail.page(actor=house.axel, wanted=Wanted(day=BETWEEN))) == {MIDDLE}
    found = audit_trail.page(actor=house.axel, wanted=Wanted(day=BETWEEN)).events
    assert {event.gaming_day for event in found} == {BETWEEN}


def test_the_newest_page_of_the_trail_goes_back_as_far_as_it_needs(house: House) -> None:
    def page(limit: int, wanted: Wanted) -> set[str]:
        return days(lambda: audit_trail.page(actor=house.axel, wanted=wanted, limit=limit))

    table = key_of(house)
    assert page(5, Wanted()) == page(5, Wanted(badge="dana")) == page(5, Wanted(stream=table)) == {NEW}
    assert MIDDLE in page(25, Wanted(stream=table))
    assert OLD not in page(25, Wanted(stream=table))
    assert page(500, Wanted()) >= {OLD, MIDDLE, NEW}
    assert page(500, Wanted(slip="F-000001")) == set()
    assert page(500, Wanted(type="table_opened")) == {OLD}  # the legs that it made


def test_the_trail_of_a_round_reads_no_earlier_day(house: House) -> None:
    found = audit_trail.page(actor=house.axel, wanted=Wanted(round=3), limit=500)
    assert {event.gaming_day for event in found.events} == {LAST}
    read = days(lambda: audit_trail.page(actor=house.axel, wanted=Wanted(round=3), limit=500))
    assert min(read) == MIDDLE  # the round before it bounds it


def test_pages_over_days_join_the_newest_day_first(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    every = audit_trail.page(actor=house.axel, wanted=Wanted(), limit=500).events
    assert [event.gaming_day for event in every] == sorted((event.gaming_day for event in every), reverse=True)
    assert {event.gaming_day for event in every} >= {FIRST, BETWEEN, LAST}
    monkeypatch.setattr(audit_trail, "STRETCH", 4)
    for wanted in (Wanted(), Wanted(badge="anna"), Wanted(type="bet_placed")):
        whole = [(event.stream, event.seq) for event in every if _is(event, wanted)]
        for limit in (1, 3, 40):
            assert _paged(house, wanted, limit) == whole


def _is(event: audit_trail.TrailEvent, wanted: Wanted) -> bool:
    return (not wanted.badge or f'"{wanted.badge}"' in event.body) and wanted.type in ("", event.type)


def _paged(house: House, wanted: Wanted, limit: int) -> list[tuple[str, int]]:
    found, cursor = [], ""
    while True:
        page = audit_trail.page(actor=house.axel, wanted=wanted, cursor=cursor, limit=limit)
        found += [(event.stream, event.seq) for event in page.events]
        cursor = page.next
        if not cursor:
            return found


def test_a_stretch_of_the_log_reads_its_own_days(house: House) -> None:
    table = house.tables[0]
    whole = events.events(actor=house.axel, kind="table", table=table, limit=500).events
    first = next(event["seq"] for event in whole if event["gaming_day"] == BETWEEN.isoformat())
    last = max(event["seq"] for event in whole if event["gaming_day"] == BETWEEN.isoformat())

    def read() -> None:
        found = events.events(actor=house.axel, kind="table", table=table, after=first - 1, limit=last - first + 1)
        assert [event["seq"] for event in found.events] == list(range(first, last + 1))

    assert days(read) <= {OLD, MIDDLE}  # the hash before it is the older day's


def test_pit_and_terminal_read_the_newest_days(house: House) -> None:
    views = table_views.overview(house.petra, house.at)
    assert days(lambda: table_views.overview(house.petra, house.at)) == set()
    map_ = days(lambda: floor_map.of_pit(house.petra, views, house.at))
    assert (min(map_), max(map_)) == (OLD, NEW)  # from two rounds before on
    stream = events.stream(actor=house.axel, kind="table", table=house.tables[0])
    assert min(days(lambda: presses.at_head(stream.id, stream.seq))) >= OLD


def test_a_round_is_read_from_the_round_before_it_to_the_end_of_its_period(house: House) -> None:
    custody.close_table(house, custody.rack_of(house))
    later = on(house, FIRST + timedelta(days=2))  # two days after the last
    custody.open_table(later, custody.rack_of(later))
    play(later)
    follow.follow_all()
    where: dict[str, Any] = {"table": house.tables[0], "number": 3}
    readers: tuple[Callable[[], object], ...] = (
        lambda: replays.replay(actor=house.axel, **where),
        lambda: rounds.round_history(actor=house.axel, **where),
        lambda: events.events(actor=house.axel, kind="table", table=house.tables[0], round_=3),
        lambda: ledger.settlements(actor=house.ada, stream=key_of(house), round_=3),
        lambda: ledger.journals(actor=house.ada, stream=key_of(house), round_=3),
    )
    for read in readers:
        assert (min(days(read)), max(days(read))) == (MIDDLE, NEW)
    disputed.claim(later, 3)
    found = rounds.round_history(actor=house.axel, **where, limit=500)
    assert [event["type"] for event in found][-1] == "dispute_opened"
    assert max(days(readers[1])) == "20260316"


def test_filters_of_a_streams_log_read_what_they_name(house: House) -> None:
    where: dict[str, Any] = {"actor": house.axel, "kind": "table", "table": house.tables[0]}
    assert days(lambda: events.events(**where, type_="table_opened", limit=500)) == set()
    assert [e["type"] for e in events.events(**where, type_="table_opened").events] == ["table_opened"]
    assert days(lambda: events.events(**where, gaming_day=BETWEEN)) == {MIDDLE}
    assert {e["gaming_day"] for e in events.events(**where, gaming_day=BETWEEN).events} == {BETWEEN.isoformat()}
    assert days(lambda: events.events(**where, type_="round_opened", limit=1)) == {OLD}
    assert [e["round"] for e in events.events(**where, type_="round_opened").events] == [1, 2, 3]


def test_a_crowd_that_waits_for_nothing_reads_no_log(house: House) -> None:
    assert days(lambda: settling.due()) == set()


def test_books_that_have_caught_up_read_no_log_at_all(house: House) -> None:
    assert days(lambda: progress.lag(house.casino.pk)) == set()
    assert days(lambda: status.streams(house.ada)) == set()


def test_journals_from_a_place_on_read_no_earlier_day(house: House) -> None:
    key = key_of(house)
    every = ledger.journals(actor=house.ada, stream=key, limit=500)
    newest = [one for one in every if one.gaming_day == LAST]
    assert days(lambda: ledger.journals(actor=house.ada, stream=key, after=newest[0].seq - 1)) == {NEW}
    assert days(lambda: ledger.journals(actor=house.ada, stream=key, limit=1)) == {OLD}
    assert [one.seq for one in every] == sorted(one.seq for one in every)
    assert {one.gaming_day for one in every} == {FIRST, BETWEEN, LAST}


def test_a_proof_of_a_day_reads_that_day_and_the_next_that_was_played(house: House) -> None:
    assert days(lambda: run.verify_day(LAST)) == {NEW}
    read = days(lambda: run.verify_day(FIRST))
    assert (min(read), MIDDLE in read, max(read)) == (OLD, True, NEW)  # the next opening is looked for by stretches
    proven = run.verify_day(FIRST)
    assert (proven.rounds, proven.findings) == (1, [])


def test_a_proof_since_another_reads_no_earlier_day(house: House) -> None:
    audit.audit_night()
    dealt.press(house, {"do": "open_round"}, *dealt.bets())
    follow.follow_all()
    assert min(days(lambda: run.verify_since())) == NEW
    assert run.verify_since().findings == []


@pytest.mark.parametrize("figure", ["opening_stakes", "engine_net", "handle"])
def test_prove_it_reads_the_days_of_the_bank_period(house: House, figure: str) -> None:
    rulings.void_round(actor=house.petra, at=house.at, table=house.tables[0], number=3, reason="the shoe was short")
    custody.close_table(house, custody.rack_of(house))
    follow.follow_all()
    asked = Asked(FIRST, figure=figure)
    read = days(lambda: proofs.prove(actor=house.ada, asked=asked))
    assert read <= {(FIRST + timedelta(days=number)).strftime("%Y%m%d") for number in range((LAST - FIRST).days + 1)}
    assert proofs.prove(actor=house.ada, asked=asked).agrees
