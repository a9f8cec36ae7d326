"""The house that the tests stand on is what it says it is."""

import pytest

from tables.domain.actors import Role
from tables.domain.table_states import TableStatus
from tables.models import floor, log, staff
from tables.selectors import limits
from tests import builders

pytestmark = pytest.mark.django_db


def test_a_house_is_furnished_and_closed() -> None:
    house = builders.house()
    assert house.state().status == TableStatus.CLOSED
    rack = floor.RackChips.objects.filter(table=house.table()).order_by("denomination")
    assert [(line.denomination, line.count, line.par) for line in rack] == [
        (50, 0, 0),
        (100, 0, 200),
        (500, 0, 200),
        (2_500, 0, 160),
        (10_000, 0, 48),
        (50_000, 0, 0),
        (100_000, 0, 0),
    ]
    posted = limits.in_force(house.table().pk, builders.AT)
    assert posted is not None
    assert (posted.minimum, posted.maximum, posted.set_by) == (500, 50_000, "petra")


def test_every_persona_holds_one_role() -> None:
    house = builders.house(outsider=True)
    assert {name: set(actor.roles) for name, actor in house.people.items()} == {
        name: {role} for name, (role, _) in builders.PEOPLE.items()
    }
    assert house.otto.casino == "OTHER"
    assert house.dana.casino == "DEMO"
    assert house.petra.roles == {Role.PIT_BOSS}
    assert staff.PitAssignment.objects.get().staff_id == house.petra.staff_id


def test_all_that_was_built_stands_in_the_log() -> None:
    builders.house()
    types = list(log.Event.objects.order_by("stream_id", "seq").values_list("type", flat=True))
    assert types[:3] == ["casino_registered", "day_start_set", "shift_pattern_set"]
    assert types.count("staff_registered") == len(builders.PEOPLE) - 1
    assert types[-1] == "limits_set"
    assert types.count("chips_received") == 1
    assert builders.snapshot() == {"DEMO/cage": 1, "DEMO/count": 0, "DEMO/house": len(types) - 2, "DEMO/table/BJ-01": 1}
