"""The books follow: the same rows however they are cut, nothing twice, and a loud stop at what cannot be posted."""

import pytest
from django.db import IntegrityError

from accounting.models import accounts, journals, results
from accounting.models.cursors import Cursor
from accounting.selectors import progress
from accounting.services import follow
from accounting.services.stretches import PostingError
from accounting.services.verify.run import verify
from tables.domain import chips
from tables.domain.house_settings import Chip
from tables.models import log
from tables.services import house as houses
from tests import builders, custody, dealt, markers
from tests.accounting import bookrows, forging, worked
from tests.builders import House

pytestmark = pytest.mark.django_db

TABLE = "DEMO/table/BJ-01"


def stream_id(key: str = TABLE) -> int:
    return log.Stream.objects.get(key=key).pk


@pytest.fixture
def house() -> House:
    """One round and one buy-in, not followed yet."""
    house = dealt.settled(builders.house())
    dealt.press(house, {"do": "confirm_settlement"})
    custody.buy_in(house, 10_000, {2_500: 4})
    return house


def test_following_twice_posts_once(house: House) -> None:
    assert follow.follow_all() == sum(builders.snapshot().values())
    before = bookrows.rows()
    assert (follow.follow_all(), follow.follow_stream(stream_id())) == (0, 0)
    assert bookrows.rows() == before
    assert journals.Journal.objects.count() == 7


@pytest.mark.parametrize("limit", [1, 7, 10_000])
def test_the_rows_do_not_depend_on_the_batches(limit: int) -> None:
    worked.house_at_work()
    follow.follow_all()
    whole = bookrows.rows()
    bookrows.empty(*(table for table in bookrows.REBUILT if table != "accounting_account"))
    for key in progress.behind():
        while follow.follow_stream(key, limit):
            pass
    assert bookrows.rows() == whole


def test_a_lost_cursor_posts_nothing_twice(house: House) -> None:
    follow.follow_all()
    before = bookrows.rows()
    bookrows.empty("accounting_cursor")
    with pytest.raises(IntegrityError, match="accounting_journal"):
        follow.follow_stream(stream_id())
    after = bookrows.rows()
    assert {table: rows for table, rows in after.items() if table != "accounting_cursor"} == {
        table: rows for table, rows in before.items() if table != "accounting_cursor"
    }


def test_a_counted_box_waits_until_the_books_have_seen_it_leave_its_table(house: House) -> None:
    custody.close_table(house, custody.rack_of(house))
    custody.remove_box(house)
    custody.count_box(house, {5_000: 2})
    assert follow.follow_stream(stream_id("DEMO/count")) == 6
    assert Cursor.objects.get(stream_id=stream_id()).seq == builders.snapshot()[TABLE]
    count = results.BoxCount.objects.get()
    assert (count.table, count.box, count.counted, count.expected, count.variance) == ("BJ-01", 1, 10_000, 10_000, 0)


def test_a_counted_box_that_never_left_its_table_stops_the_count_room(house: House) -> None:
    custody.close_table(house, custody.rack_of(house))
    custody.remove_box(house)
    custody.count_box(house, {5_000: 2})
    forging.unguard()
    event = log.Event.objects.get(stream_id=stream_id("DEMO/count"), seq=4)
    log.Event.objects.filter(stream_id=event.stream_id, seq=4).update(body=event.body.replace('"box":1,', '"box":7,'))
    forging.chain_again(log.Stream.objects.get(key="DEMO/count"))
    with pytest.raises(PostingError, match="DEMO/count #4 box_counted: the box has not left its table"):
        follow.follow_stream(stream_id("DEMO/count"))
    assert not results.BoxCount.objects.exists()


def test_an_event_without_a_rule_stops_its_stream_and_no_other(house: House) -> None:
    forging.unguard()
    event = log.Event.objects.get(stream_id=stream_id(), type="buy_in_taken")
    body = event.body.replace('"type":"buy_in_taken"', '"type":"chips_teleported"')
    log.Event.objects.filter(stream_id=event.stream_id, seq=event.seq).update(type="chips_teleported", body=body)
    forging.chain_again(log.Stream.objects.get(key=TABLE))
    told = f"{TABLE} #{event.seq} chips_teleported: no posting rule for chips_teleported"
    with pytest.raises(PostingError, match=told):
        follow.follow_all()
    cursor = Cursor.objects.get(stream_id=stream_id())
    assert (cursor.seq, cursor.error, cursor.error_seq) == (0, told, event.seq)
    assert Cursor.objects.get(stream_id=stream_id("DEMO/house")).seq == builders.snapshot()["DEMO/house"]
    assert not journals.Journal.objects.filter(stream_id=stream_id()).exists()
    lag = progress.lag()
    assert (lag.streams, lag.stopped) == (1, (told,))


def test_a_broken_chain_stops_the_books_and_its_mending_lets_them_go_on(house: House) -> None:
    forging.unguard()
    event = log.Event.objects.filter(stream_id=stream_id(), type="bet_placed").earliest("seq")
    log.Event.objects.filter(stream_id=event.stream_id, seq=event.seq).update(hash=bytes(32))
    with pytest.raises(PostingError, match=f"{TABLE} #{event.seq} bet_placed: hash does not match"):
        follow.follow_stream(stream_id())
    assert Cursor.objects.get(stream_id=stream_id()).error_seq == event.seq
    log.Event.objects.filter(stream_id=event.stream_id, seq=event.seq).update(hash=event.hash)
    follow.follow_all()
    cursor = Cursor.objects.get(stream_id=stream_id())
    assert (cursor.error, cursor.error_seq, progress.lag().caught_up) == ("", None, True)


def test_a_missing_event_stops_the_books(house: House) -> None:
    forging.unguard()
    event = log.Event.objects.filter(stream_id=stream_id(), type="bet_placed").earliest("seq")
    log.Event.objects.filter(stream_id=event.stream_id, seq=event.seq).delete()
    with pytest.raises(
        PostingError, match=f"#{event.seq + 1} bet_placed: follows #{event.seq - 1}: events are missing"
    ):
        follow.follow_stream(stream_id())


def test_a_big_event_makes_a_batch_of_its_own(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accounting.services.stretches.MOST_BYTES", 1)
    assert follow.follow_stream(stream_id()) == 1
    assert follow.follow_to_head(stream_id()) == builders.snapshot()[TABLE] - 1


def test_an_unknown_stream_is_told() -> None:
    with pytest.raises(LookupError, match="no stream 987654"):
        follow.follow_stream(987_654)


def test_a_marker_is_paid_at_a_table_before_the_books_have_seen_the_one_that_gave_it() -> None:
    """A worker may take the streams in any order: the debt of BJ-02 stands on an account that nobody has posted to."""
    house = markers.house(tables=("BJ-01", "BJ-02"))
    markers.open_other(house, "BJ-02")
    gives = {"actor": house.at_table("dev", "BJ-02"), "table": "BJ-02", "dealer": house.sign("dev")}
    slip = markers.issue(house, markers.SMALL, **gives)["slip"]
    markers.pay(house, slip, 10_000)
    assert follow.follow_to_head(stream_id()) > 0
    owners = list(accounts.Account.objects.filter(code="markers/BJ-02").values_list("id", flat=True))
    assert len(owners) == 1
    follow.follow_all()
    owed = accounts.StreamBalance.objects.filter(account_id__in=owners).values_list("balance", flat=True)
    assert sorted(owed) == [-10_000, 50_000]
    assert [str(finding) for finding in verify().findings] == []


def test_a_sum_that_no_row_can_hold_stops_its_stream_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """The floor does not let it come so far; without its bounds ten deliveries would."""
    monkeypatch.setattr(chips, "MOST_VALUE", 10**20)
    house = builders.house(stock={})
    dear = Chip(10**15, "#a1b2c3", "X")
    houses.add_chip_set(actor=house.hana, at=house.at, code="DEAR", denominations=[dear])
    for _ in range(12):
        builders.receive_chips({dear.value: 1_000}, chip_set="DEAR")
    told = "DEMO/cage #10 chips_received: bigint out of range"
    with pytest.raises(PostingError, match=told):
        follow.follow_all()
    cursor = Cursor.objects.get(stream_id=stream_id("DEMO/cage"))
    assert (cursor.seq, cursor.error_seq, progress.lag().stopped) == (9, 10, (told,))
