"""Handing the log out: recorded in the house's stream, the same archive each time, nothing sealed in it."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from accounting.selectors import log_exports
from accounting.services import log_archive, log_export
from tables.domain.canonical import content_hash
from tables.domain.errors import Conflict, NotAllowed, NotFound
from tables.models import log
from tables.services import calls
from tables.services.house_stream import house_entry
from tests import builders, crowded, dealt, whole_house
from tests.accounting import audited, worked
from tests.builders import House, facts
from tests.refusals import refused
from tests.script.unpacked import files_of, told

pytestmark = pytest.mark.django_db


def heads() -> dict[str, dict[str, Any]]:
    rows = log.Stream.objects.filter(casino__code="DEMO").order_by("key")
    return {row.key: {"seq": row.head_seq, "hash": bytes(row.head_hash).hex()} for row in rows}


def test_an_export_is_an_event_of_the_house() -> None:
    house = builders.house(outsider=True)
    before = heads()
    answer = audited.export(house)
    seqs = {key: head["seq"] for key, head in before.items()}
    told_by_event = {"export": 1, "heads": seqs, "root": content_hash(before), "whole": True}
    assert facts("log_exported") == [told_by_event]
    assert answer == {**told_by_event, "events": sum(seqs.values()), "seq": seqs["DEMO/house"] + 1}
    event = log.Event.objects.get(type="log_exported")
    assert json.loads(event.body)["actor"] == "axel"


def test_exports_are_numbered_in_their_house_and_listed() -> None:
    house = builders.house(outsider=True)
    audited.export(house)
    second = audited.export(house, streams=["DEMO/house"])
    assert (second["export"], list(second["heads"]), second["whole"]) == (2, ["DEMO/house"], False)
    assert [export.number for export in log_exports.listed(house.axel)] == [2, 1]
    assert [export.number for export in log_exports.listed(house.axel, before=2)] == [1]
    assert [export.number for export in log_exports.listed(house.axel, limit=1)] == [2]
    found = log_exports.export(house.axel, 2)
    assert (found.exported_by, found.heads, found.root) == ("axel", second["heads"], second["root"])
    assert found.events == second["events"]


def test_a_repeat_is_the_same_export() -> None:
    house = builders.house()
    first = audited.export(house, key="key-00000001")
    assert audited.export(house, key="key-00000001") == first
    assert len(facts("log_exported")) == 1
    with refused("idempotency_key_reused", Conflict):
        audited.export(house, streams=["DEMO/house"], key="key-00000001")


def test_what_cannot_be_exported() -> None:
    house = builders.house(outsider=True)
    for name in ("dana", "petra", "cass", "cora", "ada", "hana"):
        with refused("not_permitted", NotAllowed):
            audited.export(house, actor=house.people[name])
    with refused("no_such_stream", NotFound):
        audited.export(house, streams=["DEMO/house", "OTHER/house"])
    audited.export(house)
    with refused("no_such_export", NotFound):
        log_exports.export(house.axel, 2)
    with refused("not_permitted", NotAllowed):
        log_exports.export(house.ada, 1)
    with refused("not_permitted", NotAllowed):
        log_exports.listed(house.ada)


def test_an_archive_is_the_same_whenever_it_is_written() -> None:
    house = dealt.settled(builders.house())
    audited.export(house)
    first = audited.archive(house)
    dealt.press(house, {"do": "confirm_settlement"})
    calls.call_floor(actor=house.dana, at=house.at, table="BJ-01", reason="later")
    audited.export(house)
    assert audited.archive(house) == first
    assert audited.archive(house, 2) != first


def test_nothing_that_is_sealed_is_in_the_archive() -> None:
    house = worked.house_at_work()
    audited.export(house)
    content = b"\n".join(files_of(audited.archive(house)).values()).decode()
    shown = {
        line["nonce"]
        for event in log.Event.objects.all()
        for line in json.loads(event.body)["data"].get("revealed", ())
    }
    hidden = [
        pair
        for event in log.Event.objects.exclude(sealed="")
        for pair in json.loads(event.sealed).values()
        if pair[0] not in shown
    ]
    assert [len(value) for _, value in hidden] == [64]  # the seed of the server's running shoe
    for nonce, value in hidden:
        assert nonce not in content
        assert value not in content


def test_streams_by_choice(tmp_path: Any) -> None:
    house = worked.house_at_work()
    audited.export(house, streams=["DEMO/table/BJ-01", "DEMO/house"])
    files = files_of(audited.archive(house))
    assert sorted(files) == [
        "README.txt", "check_export.py", "manifest.json", "seals.jsonl", "streams/DEMO/house.jsonl",
        "streams/DEMO/table/BJ-01.jsonl",
    ]  # fmt: skip
    assert told(files, tmp_path / "two")[0].endswith("1 seals: whole")
    audited.export(house, streams=["DEMO/table/BJ-01"])
    files = files_of(audited.archive(house, 2))
    assert files["seals.jsonl"] == b""
    assert told(files, tmp_path / "one")[0].startswith("DEMO: 1 streams, ")


@pytest.mark.parametrize("right", [True, False])
def test_a_locked_day_is_a_seal(right: bool, tmp_path: Any) -> None:
    """What the day's lock said of every stream is checked like a report's heads."""
    house = builders.house()
    sealed = heads()
    root = content_hash(sealed) if right else "0" * 64
    seqs = {key: head["seq"] for key, head in sealed.items()}
    locked: dict[str, Any] = {
        "gaming_day": "2026-03-03",
        "heads": seqs,
        "root": root,
        "sha256": "1" * 64,
        "previous": None,
        "signatures": [],
    }
    with house_entry(actor=house.ada, at=house.at, request={}) as entry:
        seq = entry.record("day_locked", locked)
    audited.export(house)
    found = told(files_of(audited.archive(house)), tmp_path, root)
    name = f"seal day_locked DEMO/house #{seq}"
    if right:
        assert found[0].endswith("1 seals: whole")
        assert found[2] == f"seal {root}: the root of {name}"
    else:
        assert found == [f"{name}: the root does not follow from the heads"]


def test_a_changed_log_is_exported_as_it_is_and_found_by_its_seals(unguarded: None, tmp_path: Any) -> None:
    """The archive says what lies in the database; the certified report says what lay there."""
    row = log.Stream.objects.get(key="DEMO/table/BJ-01")
    event = log.Event.objects.filter(stream_id=row.pk, type="floor_called").get()
    other = event.body.replace("a player asks for a marker", "a player asks for a glass")
    log.Event.objects.filter(stream_id=row.pk, seq=event.seq).update(body=other)
    worked_house = House(casino=row.casino, tables=("BJ-01",), at=builders.AT, people={"axel": builders.actor("axel")})
    audited.export(worked_house)
    assert told(files_of(audited.archive(worked_house)), tmp_path / "plain") == [
        f"DEMO/table/BJ-01 #{event.seq} floor_called: hash does not match"
    ]


def test_a_long_log_is_read_page_by_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was read goes out before the next page is asked for, so that memory does not grow with the log."""
    house = dealt.settled(builders.house())
    audited.export(house)
    monkeypatch.setattr(log_archive, "_PAGE", 5)
    monkeypatch.setattr(log_archive, "_PIECE", 1)
    found = log_exports.export(house.axel, 1)
    rows: list[int] = []
    with connection.execute_wrapper(_pages(rows)):
        pieces = log_archive.pieces(house.casino.pk, "DEMO", found)
        first = next(pieces)
        assert rows == []
        archive = b"".join([first, *pieces])
    assert (max(rows), sum(rows)) == (5, found.events)
    assert files_of(archive)["streams/DEMO/table/BJ-01.jsonl"].count(b"\n") == found.heads["DEMO/table/BJ-01"]


def _pages(rows: list[int]) -> Any:
    """Notes how many events each page had."""

    def wrapper(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        done = execute(sql, params, many, context)
        if "AND gaming_day BETWEEN %s AND %s ORDER BY seq" in sql:
            rows.append(context["cursor"].rowcount)
        return done

    return wrapper


def test_an_export_taken_in_one_moment_needs_no_lock_of_the_tables() -> None:
    """Only the house's stream is locked; the tables go on dealing."""
    house = builders.house()
    with whole_house.frozen():
        answer = log_export.export_log(actor=house.axel, at=house.at)
    assert answer["heads"]["DEMO/table/BJ-01"] == log.Stream.objects.get(key="DEMO/table/BJ-01").head_seq


def test_a_crowd_is_in_the_export_and_told_whole(tmp_path: Path) -> None:
    house = crowded.betting()
    crowded.lay(house, crowded.bet("one", "P-1", 2, 1_000), crowded.bet("two", "P-2", 2, 500))
    crowded.play(house)
    crowded.settle(house)
    audited.export(house)
    files = files_of(audited.archive(house))
    assert len(files["streams/DEMO/crowd/BJ-01.jsonl"].splitlines()) > 2
    assert told(files, tmp_path)[0].endswith(" seals: whole")
