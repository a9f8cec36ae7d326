"""A whole pit in one query, each table as it stands."""

from dataclasses import asdict, replace
from datetime import date

import pytest
from pytest_django import DjangoAssertNumQueries

from tables.domain.actors import Role
from tables.domain.errors import NotAllowed, NotFound
from tables.selectors import tables
from tables.services import limits, taps
from tests import builders, custody
from tests.builders import House

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    """BJ-01 is open under dana since one o'clock; BJ-02 never opened."""
    made = builders.house(tables=("BJ-01", "BJ-02"), outsider=True)
    return custody.running(made, at=made.at.replace(hour=21))


def test_an_open_table_shows_all_of_it(house: House) -> None:
    one = house.at.replace(hour=21)
    custody.buy_in(house, 50_000, {2_500: 20}, at=house.at.replace(hour=21, minute=5))
    assert asdict(tables.table(house.petra, "BJ-01", house.at.replace(hour=22))) == {
        "id": house.table().pk,
        "code": "BJ-01",
        "pit": "P1",
        "game": "blackjack",
        "spots": 7,
        "card_source": "reader",
        "licensed_maximum": 1_000_000,
        "status": "open",
        "stopped_reason": "",
        "seq": 6,
        "last_activity_at": house.at.replace(hour=21, minute=5),
        "dealer": "dana",
        "dealer_name": "Dana Dealer",
        "dealing_since": one,
        "deal_minutes": 60,
        "minimum": 500,
        "maximum": 50_000,
        "limits_since": house.at,
        "seat_charge": None,
        "next_minimum": None,
        "next_maximum": None,
        "next_from": None,
        "rack_total": 950_000,
        "rack_par": 1_000_000,
        "box": 1,
        "box_since": one,
        "period": 1,
        "session": 1,
        "gaming_day": date(2026, 3, 4),
        "shift": "swing",
        "opened_at": one,
        "opener_total": 1_000_000,
        "opener_variance": 0,
        "round_number": 0,
        "round_status": "",
    }


def test_a_table_that_never_opened_has_nothing_of_it(house: House) -> None:
    closed = tables.table(house.petra, "BJ-02", house.at)
    assert (closed.status, closed.dealer, closed.period, closed.box, closed.shift) == ("closed", None, None, None, None)
    assert (closed.rack_total, closed.rack_par, closed.need) == (0, 1_000_000, 1_000_000)
    assert (closed.seq, closed.last_activity_at) == (1, house.at)


def test_limits_are_those_in_force_then(house: House) -> None:
    limits.post_limits(actor=house.petra, at=house.at.replace(hour=23), table="BJ-02", minimum=1_000, maximum=90_000)
    before, after = (tables.table(house.petra, "BJ-02", house.at.replace(hour=hour)) for hour in (22, 23))
    assert (before.minimum, before.maximum, after.minimum, after.maximum) == (500, 50_000, 1_000, 90_000)


def test_a_pit_is_one_query(house: House, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(1):
        found = tables.overview(house.petra, house.at, pit="P1")
    assert [view.code for view in found] == ["BJ-01", "BJ-02"]
    assert tables.overview(house.axel, house.at) == found
    assert tables.overview(house.petra, house.at, pit="P2") == []


def test_a_dealer_who_left_is_not_shown(house: House) -> None:
    taps.tap_out(actor=house.dana, at=house.at, table="BJ-01")
    shown = tables.table(house.petra, "BJ-01", house.at)
    assert (shown.dealer, shown.dealer_name, shown.dealing_since) == (None, None, None)


def test_a_dealer_sees_where_he_deals(house: House) -> None:
    (mine,) = tables.overview(house.dana, house.at)
    assert (mine.code, mine.dealer, mine.rack_total) == ("BJ-01", "dana", 1_000_000)
    assert tables.overview(builders.actor("dev"), house.at) == []


def test_a_terminal_shows_its_own_table(house: House) -> None:
    at_two = replace(house.petra, table_id=house.table("BJ-02").pk)
    assert [view.code for view in tables.overview(at_two, house.at)] == ["BJ-02"]
    (public,) = tables.overview(replace(house.dev, table_id=house.table("BJ-01").pk), house.at)
    assert (public.code, public.dealer) == ("BJ-01", None)


def test_an_integrator_sees_what_stands_on_the_sign(house: House) -> None:
    reader = replace(builders.actor("dev"), roles=frozenset({Role.INTEGRATOR}))
    first, second = tables.overview(reader, house.at)
    told = {name: value for name, value in asdict(first).items() if value is not None}
    assert told == {
        "id": house.table().pk,
        "code": "BJ-01",
        "pit": "P1",
        "game": "blackjack",
        "spots": 7,
        "status": "open",
        "seq": 5,
        "minimum": 500,
        "maximum": 50_000,
        "limits_since": house.at,
        "deal_minutes": 60,
        "round_number": 0,
        "round_status": "",
    }
    assert (first.need, second.code) == (None, "BJ-02")
    assert tables.table(reader, "BJ-01", house.at) == first


def test_who_may_not_look_is_refused(house: House) -> None:
    with pytest.raises(NotAllowed) as caught:
        tables.overview(house.colin, house.at)
    assert caught.value.code == "not_permitted"
    with pytest.raises(NotFound) as missing:
        tables.table(house.otto, "BJ-01", house.at)
    assert missing.value.code == "no_such_table"
    assert tables.overview(house.otto, house.at) == []
