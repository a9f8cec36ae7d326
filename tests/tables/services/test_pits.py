"""Who is in charge of which pit (T-18, T-100)."""

from datetime import UTC, datetime, time, timedelta

import pytest

from tables.domain.actors import Role
from tables.domain.errors import Conflict, NotAllowed, NotFound
from tables.models import staff
from tables.services import house as house_service
from tables.services import limits, pits, staffing, taps
from tests import builders, custody
from tests.builders import facts
from tests.refusals import refused

pytestmark = pytest.mark.django_db
AT, DAY = builders.AT, builders.GAMING_DAY


def test_in_charge_from_assignment_to_relief() -> None:
    house = builders.house()
    pits.require_pit_boss(house.petra, house.table().pk, DAY)
    pits.relieve_pit_boss(actor=house.hana, at=AT + timedelta(hours=8), pit="P1", badge="petra")
    with refused("not_in_charge", NotAllowed):
        pits.require_pit_boss(house.petra, house.table().pk, DAY)
    assignment = staff.PitAssignment.objects.get()
    assert (assignment.since, assignment.until) == (AT, AT + timedelta(hours=8))
    assert facts("pit_boss_relieved") == [{"pit": "P1", "badge": "petra"}]
    pits.assign_pit_boss(actor=house.hana, at=AT + timedelta(hours=9), pit="P1", badge="petra")
    pits.require_pit_boss(house.petra, house.table().pk, DAY)
    assert facts("pit_boss_assigned") == [{"pit": "P1", "badge": "petra"}] * 2


def test_the_role_must_be_held_too() -> None:
    house = builders.house()
    staffing.revoke_role(actor=house.hana, at=AT, badge="petra", role=Role.PIT_BOSS)
    with refused("not_in_charge", NotAllowed):
        pits.require_pit_boss(builders.actor("petra"), house.table().pk, DAY)


@pytest.mark.parametrize("name", ["dana", "cass", "cora", "ada", "axel", "hana"])
def test_nobody_else_is_in_charge(name: str) -> None:
    house = builders.house()
    with refused("not_in_charge", NotAllowed):
        pits.require_pit_boss(house.people[name], house.table().pk, DAY)


def test_another_pit_is_another_charge() -> None:
    house = builders.house()
    staffing.register_staff(
        actor=house.hana,
        at=AT,
        person=staffing.NewPerson(badge="paul", name="Paul", username="paul"),
        roles=[Role.PIT_BOSS],
    )
    house_service.add_pit(actor=house.hana, at=AT, code="P2", name="Pit 2")
    pits.assign_pit_boss(actor=house.hana, at=AT, pit="P2", badge="paul")
    with refused("not_in_charge", NotAllowed):
        pits.require_pit_boss(builders.actor("paul"), house.table().pk, DAY)
    with refused("not_in_charge", NotAllowed):
        pits.require_in_charge(None, house.table().pk, DAY)


def test_what_an_assignment_needs() -> None:
    house = builders.house()
    with refused("already_assigned", Conflict):
        pits.assign_pit_boss(actor=house.hana, at=AT, pit="P1", badge="petra")
    with refused("no_such_pit", NotFound):
        pits.assign_pit_boss(actor=house.hana, at=AT, pit="P9", badge="petra")
    with refused("no_such_badge", NotFound):
        pits.assign_pit_boss(actor=house.hana, at=AT, pit="P1", badge="paul")
    with refused("role_not_held", Conflict):
        pits.assign_pit_boss(actor=house.hana, at=AT, pit="P1", badge="dana")


def test_nobody_takes_charge_by_himself_t_100() -> None:
    house = builders.house()
    pits.relieve_pit_boss(actor=house.hana, at=AT, pit="P1", badge="petra")
    with refused("same_person", NotAllowed):
        pits.assign_pit_boss(actor=house.petra, at=AT, pit="P1", badge="petra")


def test_a_boss_whose_licence_has_run_out_is_not_in_charge_any_more() -> None:
    house = builders.house()
    pits.require_pit_boss(house.petra, house.table().pk, builders.LICENCE_EXPIRES_ON)
    after = builders.LICENCE_EXPIRES_ON + timedelta(days=1)
    with refused("licence_expired", NotAllowed):
        pits.require_pit_boss(house.petra, house.table().pk, after)
    later = datetime.combine(after, time(20), tzinfo=UTC)
    with refused("licence_expired", NotAllowed):
        limits.post_limits(actor=house.petra, at=later, table="BJ-01", minimum=500, maximum=600)


def test_what_a_relief_needs() -> None:
    house = builders.house()
    with refused("no_such_pit", NotFound):
        pits.relieve_pit_boss(actor=house.hana, at=AT, pit="P9", badge="petra")
    with refused("no_such_badge", NotFound):
        pits.relieve_pit_boss(actor=house.hana, at=AT, pit="P1", badge="paul")
    with refused("not_assigned", Conflict):
        pits.relieve_pit_boss(actor=house.hana, at=AT, pit="P1", badge="dana")


@pytest.mark.parametrize("name", ["dana", "cass", "cora", "ada", "axel"])
def test_only_boss_and_manager_assign(name: str) -> None:
    house = builders.house()
    with refused("not_permitted", NotAllowed):
        pits.assign_pit_boss(actor=house.people[name], at=AT, pit="P1", badge="petra")
    with refused("not_permitted", NotAllowed):
        pits.relieve_pit_boss(actor=house.people[name], at=AT, pit="P1", badge="petra")


def test_another_casinos_pit_does_not_exist() -> None:
    builders.house(outsider=True)
    otto = builders.give_otto(Role.PIT_BOSS)
    with refused("no_such_pit", NotFound):
        pits.assign_pit_boss(actor=otto, at=AT, pit="P1", badge="otto")


@pytest.mark.parametrize(("tables", "warnings"), [(6, []), (7, ["too_many_tables"])])
def test_t18_more_than_six_open_tables_are_a_warning(tables: int, warnings: list[str]) -> None:
    codes = [f"BJ-{number:02}" for number in range(tables + 1)]
    house = builders.house(tables=codes)
    for code in codes[1:]:  # the first stays closed
        custody.issue_bank(house, table=code)
        taps.tap_in(actor=house.at_table("dana", code), at=AT, table=code)
        custody.open_table(house, table=code)
        taps.tap_out(actor=house.at_table("dana", code), at=AT, table=code)
    pits.relieve_pit_boss(actor=house.hana, at=AT, pit="P1", badge="petra")
    answer = pits.assign_pit_boss(actor=house.hana, at=AT, pit="P1", badge="petra")
    assert answer["warnings"] == warnings
