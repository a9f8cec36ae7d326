"""A marker is printed again: the same number, marked and counted (T-26)."""

import pytest

from tables.domain.actors import instant
from tables.domain.errors import Invalid, NotAllowed, NotFound
from tables.selectors import marker_records
from tests import builders, custody, markers
from tests.builders import House
from tests.refusals import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    return markers.house()


def test_t26_copies_are_counted(house: House) -> None:
    """T-26: each copy has the number, its own count, and a reason; nothing that is owed changes."""
    slip = markers.issue(house)["slip"]
    before = markers.row(slip)
    assert markers.reprint(house, slip)["copy"] == 1
    assert markers.reprint(house, slip, actor=house.ada, reason="for the file")["copy"] == 2
    row = markers.row(slip)
    assert row.reprints == [
        {"copy": 1, "at": instant(builders.AT), "by": "cass", "reason": "the paper jammed"},
        {"copy": 2, "at": instant(builders.AT), "by": "ada", "reason": "for the file"},
    ]
    assert (row.status, row.paid, row.changed_at) == (before.status, before.paid, before.changed_at)
    told = custody.facts(house, "marker_reprinted", "cage")
    assert told == [
        {"slip": slip, "table": "BJ-01", "patron": "P-7", "copy": 1, "reason": "the paper jammed"},
        {"slip": slip, "table": "BJ-01", "patron": "P-7", "copy": 2, "reason": "for the file"},
    ]


def test_the_same_key_records_one_copy(house: House) -> None:
    slip = markers.issue(house)["slip"]
    first = markers.reprint(house, slip, key="copy-of-marker")
    assert markers.reprint(house, slip, key="copy-of-marker") == first
    assert len(markers.row(slip).reprints) == 1


def test_who_may_not_and_what_is_not_there(house: House) -> None:
    slip = markers.issue(house)["slip"]
    with refused("not_permitted", NotAllowed):
        markers.reprint(house, slip, actor=house.petra)
    with refused("no_such_marker", NotFound):
        markers.reprint(house, "M-000009")
    with refused("bad_reason", Invalid):
        markers.reprint(house, slip, reason="")
    assert (markers.row(slip).reprints, custody.facts(house, "marker_reprinted", "cage")) == ([], [])


def test_t106_the_restricted_copy_has_every_event_of_all_places(house: House) -> None:
    """T-106: accounting reads what table and cage wrote, word for word; the pit and the cage do not."""
    slip = markers.issue(house)["slip"]
    other = markers.issue(house, markers.SMALL)["slip"]
    markers.pay(house, slip, 100_000)
    markers.transfer(house, {slip: 400_000, other: 50_000})
    markers.reprint(house, slip)
    copy = marker_records.restricted_copy(house.ada, slip)
    assert copy.marker.slip == slip
    assert [(event.stream, event.type) for event in copy.events] == [
        ("DEMO/table/BJ-01", "marker_issued"),
        ("DEMO/table/BJ-01", "marker_paid"),
        ("DEMO/cage", "marker_transferred"),
        ("DEMO/cage", "marker_reprinted"),
    ]
    for actor in (house.petra, house.cass):
        with refused("not_permitted", NotAllowed):
            marker_records.restricted_copy(actor, slip)
