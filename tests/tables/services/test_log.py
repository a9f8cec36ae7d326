"""The log's entry: locked, chained, answered once."""

import hashlib
import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction

from tables.domain.errors import Conflict, NotFound, StaleSequence
from tables.models import log as rows
from tables.services import log
from tests import builders
from tests.builders import AT, House

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    return builders.house(tables=("BJ-01", "BJ-02"), outsider=True)


def call(house: House, reason: str = "help", **more: Any) -> dict[str, Any]:
    """One fact in a table's stream, through the entry itself."""
    table = more.pop("table", "BJ-01")
    actor = more.pop("actor", house.dana)
    with log.table_entry(actor=actor, at=AT, table=table, request={"reason": reason}, **more) as entry:
        if not entry.repeated:
            entry.record("floor_called", {"reason": reason})
            entry.answer = {"called": reason}
    return entry.answer


def refuse_after_recording(house: House) -> None:
    with log.table_entry(actor=house.dana, at=AT, table="BJ-01", request={}, key="press-0001") as entry:
        entry.record("floor_called", {"reason": "x"})
        raise Conflict("no")


def stream(key: str = "DEMO/table/BJ-01") -> rows.Stream:
    return rows.Stream.objects.get(key=key)


def test_numbers_have_no_gap_and_each_hash_covers_the_one_before(house: House) -> None:
    call(house, "one")
    call(house, "two")
    events = list(rows.Event.objects.filter(stream_id=stream().pk).order_by("seq"))
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    previous = bytes(32)
    for event in events:
        previous = hashlib.sha256(previous + event.body.encode()).digest()
        assert bytes(event.hash) == previous
    assert bytes(stream().head_hash) == previous
    assert stream().head_seq == len(events)


def test_the_body_is_canonical_and_tells_who_when_and_where(house: House) -> None:
    call(house, "zwölf")
    body = rows.Event.objects.filter(stream_id=stream().pk).order_by("-seq")[0].body
    told = json.loads(body)
    assert body == json.dumps(told, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert told["stream"] == "DEMO/table/BJ-01"
    assert told["actor"] == "dana"
    assert told["occurred_at"] == "2026-03-04T20:00:00.000000Z"
    assert told["gaming_day"] == "2026-03-04"
    assert told["shift"] == "day"
    assert told["data"] == {"reason": "zwölf"}


def test_a_repeat_gets_the_first_answer_and_adds_nothing(house: House) -> None:
    first = call(house, key="press-0001")
    head = stream().head_seq
    assert call(house, key="press-0001") == first
    assert stream().head_seq == head


def test_the_repeat_is_answered_although_the_table_moved_on(house: House) -> None:
    head = stream().head_seq
    first = call(house, key="press-0001", expected_seq=head)
    call(house, "other")
    assert call(house, key="press-0001", expected_seq=head) == first


def test_another_request_under_the_same_key_is_a_conflict(house: House) -> None:
    call(house, key="press-0001")
    before = builders.snapshot()
    with pytest.raises(Conflict) as refused:
        call(house, "something else", key="press-0001")
    assert refused.value.code == "idempotency_key_reused"
    assert builders.snapshot() == before


def test_keys_belong_to_their_client(house: House) -> None:
    call(house, key="press-0001")
    head = stream().head_seq
    call(house, "something else", key="press-0001", actor=builders.actor("dev"))
    assert stream().head_seq == head + 1


def test_a_stale_sequence_is_told_where_the_stream_is(house: House) -> None:
    before = builders.snapshot()
    with pytest.raises(StaleSequence) as refused:
        call(house, expected_seq=0)
    assert refused.value.detail == {"expected": 0, "seq": before["DEMO/table/BJ-01"]}
    assert builders.snapshot() == before


def test_a_refusal_inside_the_entry_leaves_nothing_not_even_the_receipt(house: House) -> None:
    before = builders.snapshot()
    with pytest.raises(Conflict):
        refuse_after_recording(house)
    assert builders.snapshot() == before
    assert not rows.Receipt.objects.exists()


def test_an_unknown_event_or_one_in_a_foreign_stream_is_a_programming_error(house: House) -> None:
    before = builders.snapshot()
    for type_ in ("never_heard_of", "box_counted", "floor_called"):
        with (
            pytest.raises(ValueError, match=type_),
            log.table_entry(actor=house.dana, at=AT, table="BJ-01", request={}) as entry,
        ):
            entry.record(type_, {})
    assert builders.snapshot() == before


@pytest.mark.parametrize("name", ["otto", "dana"])
def test_there_is_no_other_house_and_no_unknown_table(house: House, name: str) -> None:
    before = builders.snapshot()
    with pytest.raises(NotFound) as refused:
        call(house, actor=house.people[name], table="BJ-01" if name == "otto" else "BJ-99")
    assert refused.value.code == "no_such_table"
    assert builders.snapshot() == before


def test_a_terminal_bound_to_another_table_gets_nothing(house: House) -> None:
    bound = replace(house.dana, terminal_id=7, terminal="T-02", table_id=house.table("BJ-02").pk)
    before = builders.snapshot()
    with pytest.raises(NotFound):
        call(house, actor=bound, table="BJ-01")
    assert builders.snapshot() == before


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE tables_event SET body = body",
        "DELETE FROM tables_event",
        "UPDATE tables_receipt SET answer = ''",
        "DELETE FROM tables_receipt",
    ],
)
def test_the_log_is_append_only_also_for_sql(house: House, statement: str) -> None:
    call(house, key="press-0001")
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


@pytest.mark.parametrize("table", ["tables_event", "tables_receipt"])
def test_the_log_cannot_be_emptied(house: House, table: str) -> None:
    call(house)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL casino.may_truncate = 'off'")
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            cursor.execute(f"TRUNCATE {table}")


def test_a_moment_just_after_the_roll_is_the_next_gaming_day(house: House) -> None:
    with log.table_entry(
        actor=house.dana, at=AT.replace(hour=14, minute=0) + timedelta(days=1), table="BJ-01", request={}
    ) as entry:
        entry.record("floor_called", {"reason": "six in the morning"})
    newest = rows.Event.objects.filter(stream_id=stream().pk).order_by("-seq")[0]
    assert newest.gaming_day.isoformat() == "2026-03-05"
