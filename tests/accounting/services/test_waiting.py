"""What waits for whom, in the floor's rooms and in the books'."""

from datetime import datetime, timedelta

import pytest

from accounting.services import follow
from tables.domain.actors import Actor
from tables.selectors import house as house_reads
from tables.selectors import rule_packs, waiting
from tables.selectors.waiting import Moment
from tables.services import clock
from tables.services.approvals import asking
from tests import builders, custody, days, slips

pytestmark = pytest.mark.django_db


def told(actor: Actor, at: datetime) -> dict[str, int]:
    """What waits for the actor, by kind; pits added up."""
    version = house_reads.of(actor).settings_version
    window = clock.window(actor.casino_id, version, at)
    pack = rule_packs.in_force(actor.casino_id, window.gaming_day, version)
    found: dict[str, int] = {}
    for one in waiting.of(actor, Moment(at, window, pack)):
        found[one.kind] = found.get(one.kind, 0) + one.number
    return found


def test_a_counted_shift_waits_for_its_certificate_and_the_day_for_its_lock() -> None:
    house = days.played(builders.house())
    days.counted(house)
    follow.follow_all()
    assert told(house.ada, house.at) == {"shifts_to_certify": 1}
    assert told(house.ada, days.after(house)) == {"shifts_to_certify": 1, "days_to_lock": 1}
    days.certified(house)
    assert told(house.ada, days.after(house)) == {"days_to_lock": 1}
    days.locked(house)
    follow.follow_all()
    assert told(house.ada, days.after(house)) == {}


def test_a_pit_boss_sees_what_needs_him_in_his_own_pits() -> None:
    house = builders.house()
    custody.running(house)
    found = told(house.petra, house.at + timedelta(hours=3))
    assert set(found) == {"table_items"}
    assert told(house.people["axel"], house.at + timedelta(hours=3)) == {}


def test_what_a_dealer_asked_for_waits_for_the_boss_in_charge_to_decide() -> None:
    house = custody.running(builders.house())
    asking.ask_lift(actor=house.dana, at=house.at, table="BJ-01", player="S3", maximum=100_000)
    assert told(house.petra, house.at) == {"to_decide": 1}
    assert told(house.people["axel"], house.at) == {}


def test_the_cage_sees_requests_security_what_to_carry() -> None:
    house = builders.house()
    custody.running(house)
    cage = {"cage_counts_due": 2}
    assert told(house.people["cass"], house.at) == cage
    slips.ask_fill(house)
    assert told(house.people["cass"], house.at) == {**cage, "slips_to_issue": 1}
    assert told(house.people["sam"], house.at) == {}


def test_the_money_of_a_closed_count_waits_for_the_cage() -> None:
    house = days.played(builders.house())
    days.counted(house)
    assert told(house.people["cass"], house.at) == {"cage_counts_due": 2, "drops_to_take_over": 1}
    assert told(house.people["colin"], house.at) == {}
