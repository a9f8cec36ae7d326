"""Acts of custody on the way to what a test is about: petra watches, cass gives, colin and cora count."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Any

import pytest
from django.db import connection, transaction

from tables.domain import chips
from tables.domain.actors import Actor, Role
from tables.domain.errors import FloorError
from tables.domain.events import StreamKind
from tables.models import cage, floor, periods
from tables.models import counts as count_rows
from tables.models import log as log_rows
from tables.services import banks, boxes, buy_ins, log, staffing, table_life, taps
from tables.services.boxes import BoxRemoval
from tables.services.periods import RackCount
from tables.services.signatures import SignatureRequest
from tests import builders, kept, written
from tests.builders import House
from tests.counting import count_box as count_box
from tests.counting import count_rake as count_rake

BANK = dict(builders.PAR)
"""10,000.00 in 200 x 1, 200 x 5, 160 x 25 and 48 x 100."""
BANK_TOTAL = 1_000_000


def counted(rack: Mapping[int, int], note: str = "") -> RackCount:
    """A rack as counted, with the right total."""
    return RackCount(dict(rack), chips.value(rack), note)


def removal(house: House, box: int = 1, emergency: str = "") -> BoxRemoval:
    """Colin and cora take the box."""
    return BoxRemoval(box, (house.sign("colin"), house.sign("cora")), emergency)


def issue_bank(house: House, rack: Mapping[int, int] = BANK, **more: Any) -> dict[str, Any]:
    """Cass gives the table its first chips and petra receives them."""
    asked: dict[str, Any] = {
        "actor": house.cass,
        "at": house.at,
        "table": house.tables[0],
        "issued": dict(rack),
        "total": chips.value(rack),
        "cashier": house.sign("cass"),
        "pit_boss": house.sign("petra"),
    }
    return banks.issue_table_bank(**{**asked, **more})


def _count(house: House, rack: Mapping[int, int], note: str) -> dict[str, Any]:
    return {
        "actor": house.petra,
        "at": house.at,
        "table": house.tables[0],
        "count": counted(rack, note),
        "dealer": house.sign("dana"),
        "pit_boss": house.sign("petra"),
    }


def open_table(house: House, rack: Mapping[int, int] = BANK, note: str = "", **more: Any) -> dict[str, Any]:
    """Dana counts the opener and petra watches."""
    return table_life.open_table(**{**_count(house, rack, note), **more})


def close_table(house: House, rack: Mapping[int, int] = BANK, note: str = "", **more: Any) -> dict[str, Any]:
    """Dana counts the closer and petra watches."""
    return table_life.close_table(**{**_count(house, rack, note), **more})


def roll_table(house: House, rack: Mapping[int, int] = BANK, note: str = "", **more: Any) -> dict[str, Any]:
    """Dana counts at the shift change and petra watches."""
    return table_life.roll_table(**{**_count(house, rack, note), **more})


def remove_box(house: House, box: int = 1, **more: Any) -> dict[str, Any]:
    """Colin and cora take the box from the closed table."""
    asked = {"actor": house.colin, "at": house.at, "table": house.tables[0], "removal": removal(house, box)}
    return boxes.remove_box(**{**asked, **more})


def buy_in(house: House, cash: int, cut: Mapping[int, int], player: str = "seat 3", **more: Any) -> dict[str, Any]:
    """Dana takes cash and cuts chips."""
    table = more.get("table", house.tables[0])
    asked = {"actor": house.at_table("dana", table), "at": house.at, "table": table, "player": player, "cash": cash}
    return buy_ins.take_buy_in(**{**asked, "cut": dict(cut), **more})


@kept.further
def running(house: House, at: datetime | None = None) -> House:
    """The first table with its bank, opened, and dana dealing."""
    issue_bank(house, at=at or house.at)
    open_table(house, at=at or house.at)
    taps.tap_in(actor=house.dana, at=at or house.at, table=house.tables[0])
    return house


def also(house: House, name: str, *roles: Role) -> None:
    """Give a person more roles: that alone must not let him stand twice under one paper (T-100)."""
    for role in roles:
        staffing.grant_role(actor=house.hana, at=house.at, badge=name, role=role)


def deals(house: House, name: str) -> None:
    """Let a person also deal, and tap him in at the first table."""
    also(house, name, Role.DEALER)
    game = house.table().rules.game
    staffing.sign_off_game(actor=house.hana, at=house.at, badge=name, game=game)
    taps.tap_in(actor=house.at_table(name), at=house.at, table=house.tables[0])


def rack_of(house: House, code: str = "") -> chips.Chips:
    """What the rack of a table should hold, without zero lines."""
    lines = floor.RackChips.objects.filter(table=house.table(code), count__gt=0).order_by("denomination")
    return dict(lines.values_list("denomination", "count"))


def events(house: House, kind: str = "table", code: str = "") -> list[dict[str, Any]]:
    """Every event of a stream in order, as its body says; the first table's by default."""
    stream = log.stream_key(house.casino.code, StreamKind(kind), (code or house.tables[0]) if kind == "table" else "")
    rows = log_rows.Event.objects.filter(stream_id=log_rows.Stream.objects.get(key=stream).pk).order_by("seq")
    return [json.loads(row.body) for row in rows]


def facts(house: House, type_: str, kind: str = "table", code: str = "") -> list[dict[str, Any]]:
    """What the events of one type say, in order."""
    return [event["data"] for event in events(house, kind, code) if event["type"] == type_]


def standing(house: House) -> dict[str, list[Any]]:
    """All that custody may change, row by row, and the head of every stream."""
    rows = (
        *(floor.TableState, floor.RackChips, periods.BankPeriod, periods.DropBox, cage.CageStock),
        *(count_rows.CountSession, count_rows.CountSheet, log_rows.Stream, log_rows.Receipt),
    )
    return {model.__name__: list(model.objects.order_by("pk").values()) for model in rows}


@contextmanager
def refused(house: House, family: type[FloorError], code: str, **detail: Any) -> Iterator[None]:
    """The block is refused with exactly this family, code and detail, and nothing has changed."""
    before, begun = standing(house), written.count()
    with pytest.raises(FloorError) as caught:
        yield
    assert (type(caught.value), caught.value.code, caught.value.detail) == (family, code, detail)
    if written.count() != begun or not connection.in_atomic_block:
        assert standing(house) == before


def atomic() -> Any:
    """A transaction that is undone when its block raises, as an entry's is."""
    return transaction.atomic()


def others_counters(house: House) -> tuple[Actor, tuple[SignatureRequest, SignatureRequest]]:
    """Two counters of the other casino: the first of them as an actor, and what both key in to sign."""
    pin = "735519"
    for name in ("olga", "oleg"):
        person = staffing.NewPerson(badge=name, name=name.title(), username=name, pin=pin, own_secrets=True)
        staffing.register_staff(actor=builders.actor("otto"), at=house.at, person=person, roles=[Role.COUNTER])
    return builders.actor("olga"), (SignatureRequest("olga", pin), SignatureRequest("oleg", pin))
