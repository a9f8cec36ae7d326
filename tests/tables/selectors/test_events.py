"""Events as an outsider reads them: he can recompute the chain, and finds nothing that is still sealed."""

import dataclasses
import hashlib
import json

import pytest

from tables.domain.canonical import chain_hash
from tables.domain.errors import NotAllowed, NotFound
from tables.models import log
from tables.selectors import events
from tests import builders, dealt
from tests.builders import House

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    return dealt.in_play(builders.house(outsider=True))


def test_the_streams_of_a_house_and_their_heads(house: House) -> None:
    heads = events.streams(actor=house.axel)
    assert {head.key: head.seq for head in heads} == builders.snapshot()
    assert [(head.kind, head.table) for head in heads] == [
        ("cage", None),
        ("count", None),
        ("house", None),
        ("table", "BJ-01"),
    ]


def test_whoever_has_the_events_recomputes_the_chain(house: House) -> None:
    digest, after, bodies = bytes(32), 0, []
    while True:
        stretch = events.events(actor=house.axel, kind="table", table="BJ-01", after=after, limit=7)
        assert stretch.previous_hash == digest.hex()
        if not stretch.events:
            break
        for event in stretch.events:
            digest = hashlib.sha256(digest + event["body"].encode()).digest()
            assert event["hash"] == digest.hex()
            assert json.loads(event["body"])["seq"] == event["seq"]
            bodies.append(event["body"])
        after = stretch.events[-1]["seq"]
    assert (stretch.head.seq, stretch.head.hash) == (after, digest.hex())
    assert len(bodies) == after


def test_a_sealed_value_is_in_no_event(house: House) -> None:
    stretch = events.events(actor=house.axel, kind="table", table="BJ-01", limit=200)
    told = json.dumps(stretch.events)
    sealed = [json.loads(text) for text in log.Event.objects.exclude(sealed="").values_list("sealed", flat=True)]
    assert [list(fields) for fields in sealed] == [["card"]] * 5
    for fields in sealed:
        assert fields["card"][0] not in told


def test_events_by_type_round_and_day(house: House) -> None:
    def found(**wanted: object) -> list[str]:
        stretch = events.events(actor=house.axel, kind="table", table="BJ-01", limit=200, **wanted)  # type: ignore[arg-type]
        return [event["type"] for event in stretch.events]

    assert found(type_="shoe_cut") == ["shoe_cut"]
    assert found(type_="bet_placed", round_=1) == ["bet_placed", "bet_placed"]
    assert found(round_=2) == []
    assert len(found(gaming_day=builders.GAMING_DAY)) == house.table().stream.head_seq
    assert found(gaming_day=builders.GAMING_DAY.replace(day=5)) == []


def test_who_reads_the_log(house: House) -> None:
    for reader in (house.petra, house.ada, house.axel):
        assert events.stream(actor=reader, kind="house").key == "DEMO/house"
    for other in (house.dana, house.cass, house.colin, house.hana):
        with pytest.raises(NotAllowed, match="not_permitted"):
            events.streams(actor=other)


def test_t106_the_pit_reads_no_restricted_copy_and_no_count_in_the_log(house: House) -> None:
    """T-106: what only accounting may know is in no stream that the pit reads."""
    assert [head.key for head in events.streams(actor=house.petra)] == ["DEMO/house", "DEMO/table/BJ-01"]
    for kind in ("cage", "count"):
        with pytest.raises(NotFound, match="no_such_stream"):
            events.events(actor=house.petra, kind=kind)
        assert events.events(actor=house.ada, kind=kind).head.kind == kind


def test_another_casinos_streams_are_not_there(house: House) -> None:
    otto = dataclasses.replace(house.otto, roles=house.axel.roles)
    assert [head.key for head in events.streams(actor=otto)] == ["OTHER/cage", "OTHER/count", "OTHER/house"]
    with pytest.raises(NotFound, match="no_such_table"):
        events.events(actor=otto, kind="table", table="BJ-01")
    with pytest.raises(NotFound, match="no_such_stream"):
        events.events(actor=otto, kind="bar")


def test_a_tables_terminal_reads_no_other_tables_stream(house: House) -> None:
    elsewhere = dataclasses.replace(house.petra, terminal_id=9, terminal="T-9", table_id=house.table().pk + 1)
    with pytest.raises(NotFound, match="no_such_table"):
        events.stream(actor=elsewhere, kind="table", table="BJ-01")
    assert events.stream(actor=elsewhere, kind="house").key == "DEMO/house"


def test_the_chain_of_the_selector_is_the_chain_of_the_log(house: House) -> None:
    first = events.events(actor=house.axel, kind="house", limit=1).events[0]
    assert first["hash"] == chain_hash(bytes(32), first["body"]).hex()
