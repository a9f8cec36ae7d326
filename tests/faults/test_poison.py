"""An event that nobody knows how to post, put into the log by somebody with the cluster's rights."""

import logging

import pytest

from accounting import tasks
from accounting.models.cursors import Cursor
from accounting.selectors import progress
from accounting.services import certify
from accounting.services.verify.run import verify
from tables.domain.canonical import chain_hash
from tables.domain.errors import Conflict
from tables.models import log as rows
from tests import builders, dealt
from tests.builders import House
from tests.faults import ends

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]

TABLE = "DEMO/table/BJ-01"
TYPE = "chips_teleported"


@pytest.fixture
def house() -> House:
    """A table where dana deals, whose books have caught up."""
    house = dealt.ready(builders.house())
    tasks.sweep_streams()
    return house


def put_in_poison() -> int:
    """Append an event of an unknown type that fits the chain; its number."""
    stream = rows.Stream.objects.get(key=TABLE)
    last = rows.Event.objects.get(stream_id=stream.pk, seq=stream.head_seq)
    seq = stream.head_seq + 1
    body = last.body.replace(f'"seq":{last.seq},', f'"seq":{seq},').replace(f'"type":"{last.type}"', f'"type":"{TYPE}"')
    digest = chain_hash(bytes(stream.head_hash), body)
    with ends.superuser() as other:
        other.execute("SET session_replication_role = replica")
        other.execute(
            "INSERT INTO tables_event (stream_id, seq, type, gaming_day, body, hash, sealed)"
            " VALUES (%s, %s, %s, %s, %s, %s, '')",
            [stream.pk, seq, TYPE, last.gaming_day, body, digest],
        )
        other.execute("UPDATE tables_stream SET head_seq = %s, head_hash = %s WHERE id = %s", [seq, digest, stream.pk])
    return seq


def test_the_books_of_one_stream_stop_and_say_where(house: House, caplog: pytest.LogCaptureFixture) -> None:
    seq = put_in_poison()
    told = f"{TABLE} #{seq} {TYPE}: no posting rule for {TYPE}"
    dealt.press(house, {"do": "open_round"})  # the floor does not wait for the books
    dealt.press(house, {"do": "close_betting"})
    builders.casino("OTHER", manager="otto")
    elsewhere = rows.Stream.objects.get(key="OTHER/house")

    for _ in range(2):  # every sweep says it again
        caplog.clear()
        with caplog.at_level(logging.ERROR, logger="accounting.tasks"):
            tasks.sweep_streams()
        assert [record.__dict__["reason"] for record in caplog.records if record.msg == "books_stopped"] == [told]

    cursor = Cursor.objects.get(stream__key=TABLE)
    assert (cursor.seq, cursor.error, cursor.error_seq) == (seq - 1, told, seq)
    assert Cursor.objects.get(stream=elsewhere).seq == elsewhere.head_seq > 0
    lag = progress.lag()
    assert (lag.streams, lag.events, lag.stopped) == (1, 3, (told,))
    assert {(found.stream, found.seq) for found in verify().findings} == {(TABLE, seq)}


def test_no_shift_is_certified_over_it(house: House) -> None:
    put_in_poison()
    before = builders.snapshot()
    with pytest.raises(Conflict) as refused:
        certify.certify_shift(actor=house.ada, at=house.at, gaming_day=builders.GAMING_DAY, shift="day")
    assert refused.value.code == "books_stopped"
    assert builders.snapshot() == before
