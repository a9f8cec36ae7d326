"""A table takes a crowd: limits in the house's log, a stream beside the table's."""

import pytest

from tables.domain.crowd import CrowdLimits
from tables.domain.errors import Conflict, Invalid, NotAllowed, NotFound
from tables.models import crowd as rows
from tables.models.log import Stream
from tables.services.crowd import furnishing
from tests import builders, crowded, custody, dealt
from tests.builders import House
from tests.refusals import refused

pytestmark = pytest.mark.django_db


def set_limits(house: House, limits: CrowdLimits = crowded.LIMITS, name: str = "hana", table: str = "BJ-01") -> object:
    return furnishing.set_crowd_limits(actor=house.people[name], at=house.at, table=table, limits=limits)


def test_the_first_limits_begin_a_stream_and_later_ones_change_it() -> None:
    house = builders.house()
    set_limits(house)
    assert Stream.objects.get(kind="crowd").key == "DEMO/crowd/BJ-01"
    set_limits(house, CrowdLimits(1, 2, 3))
    row = rows.Crowd.objects.get()
    assert (row.patron_limit, row.spot_limit, row.round_limit) == (1, 2, 3)
    told = custody.facts(house, "crowd_limits_set", "house")
    assert [data["round_limit"] for data in told] == [150_000, 3]
    assert Stream.objects.filter(kind="crowd").count() == 1


def test_two_tables_have_a_crowd_each() -> None:
    house = builders.house(tables=("BJ-01", "BJ-02"))
    set_limits(house)
    set_limits(house, table="BJ-02")
    assert list(Stream.objects.filter(kind="crowd").order_by("key").values_list("key", flat=True)) == [
        "DEMO/crowd/BJ-01",
        "DEMO/crowd/BJ-02",
    ]


def test_a_crowd_may_come_while_a_round_is_on() -> None:
    house = dealt.in_play(builders.house())
    set_limits(house)
    assert rows.Crowd.objects.get().seen_seq == Stream.objects.get(key="DEMO/table/BJ-01").head_seq


def test_what_is_refused() -> None:
    house = builders.house()
    with refused("no_such_table", NotFound):
        set_limits(house, table="BJ-09")
    for limits in (CrowdLimits(3, 2, 3), CrowdLimits(1, 3, 2)):
        with refused("bad_crowd_limits", Invalid):
            set_limits(house, limits)
    with refused("bad_amount", Invalid):
        set_limits(house, CrowdLimits(0, 1, 1))
    for name in ("dana", "petra", "cass", "ada"):
        with refused("not_permitted", NotAllowed):
            set_limits(house, name=name)


def test_a_pot_game_takes_no_crowd() -> None:
    house = builders.house(game="scarney", card_source="keyed")
    with refused("no_back_bets", Conflict):
        set_limits(house)
