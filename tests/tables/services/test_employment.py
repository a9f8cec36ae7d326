"""People leave and come back: what ends with it, what stays, and who may not go."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from tables.domain.actors import Role
from tables.domain.errors import Conflict, NotAllowed, NotFound
from tables.models import staff
from tables.selectors import actors
from tables.selectors import staff as reads
from tables.services import employment, pits, sign_ons, signatures, staffing, taps
from tests import builders, callers, custody
from tests.builders import PASSWORD, PEOPLE, House, facts
from tests.refusals import refused

pytestmark = pytest.mark.django_db
AT = builders.AT
LATER = AT + timedelta(minutes=1)


def leave(house: House, badge: str, **more: Any) -> dict[str, Any]:
    return employment.deactivate_staff(**{"actor": house.hana, "at": AT, "badge": badge, **more})


def come_back(house: House, badge: str, **more: Any) -> dict[str, Any]:
    return employment.reactivate_staff(**{"actor": house.hana, "at": LATER, "badge": badge, **more})


def second_manager(house: House) -> None:
    custody.also(house, "ada", Role.HOUSE_MANAGER)


def test_who_leaves_is_signed_off_everywhere_and_proves_nothing_any_more() -> None:
    house = builders.house()
    token = callers.at_terminal(house, "dana", "T-1", "BJ-01").token
    assert leave(house, "dana")["pits"] == []
    assert facts("staff_deactivated") == [{"badge": "dana"}]
    assert facts("signed_off") == [{"badge": "dana", "terminal": "T-1"}]
    assert actors.actor_for_token(token, AT) is None
    with refused("wrong_badge_or_pin", NotAllowed, failures_stay=True):
        signatures.prove(casino=house.casino.pk, badge="dana", pin=PEOPLE["dana"][1], terminal="T-1", at=AT)
    (person,) = (person for person in reads.people(house.hana) if person.badge == "dana")
    assert (person.active, person.roles, person.games) == (False, ("dealer",), ("blackjack",))


def test_an_office_person_who_left_does_not_get_in() -> None:
    house = builders.house()
    signed_on = sign_ons.sign_on_with_password(at=AT, username="ada", password=PASSWORD)
    leave(house, "ada")
    assert actors.actor_for_token(signed_on.token, AT) is None
    with refused("wrong_username_or_password", NotAllowed, failures_stay=True):
        sign_ons.sign_on_with_password(at=AT, username="ada", password=PASSWORD)


def test_a_pit_boss_leaves_his_pits() -> None:
    house = builders.house()
    assert leave(house, "petra")["pits"] == ["P1"]
    assert facts("pit_boss_relieved") == [{"pit": "P1", "badge": "petra"}]
    assert reads.in_charge(house.hana, "P1") == []
    with refused("person_left", Conflict):
        pits.assign_pit_boss(actor=house.hana, at=AT, pit="P1", badge="petra")


def test_a_dealer_at_a_table_is_relieved_first() -> None:
    house = builders.house()
    taps.tap_in(actor=house.dana, at=AT, table="BJ-01")
    with custody.refused(house, Conflict, "still_dealing", badge="dana", table="BJ-01"):
        leave(house, "dana")
    taps.tap_in(actor=house.dev, at=AT, table="BJ-01")
    leave(house, "dana")
    assert house.state().dealer_id == house.dev.staff_id


def test_who_has_left_does_not_tap_in_with_what_he_had_in_hand() -> None:
    house = builders.house()
    leave(house, "dana")
    with refused("person_left", Conflict):
        taps.tap_in(actor=house.dana, at=AT, table="BJ-01")


def test_nobody_sends_himself_off() -> None:
    house = builders.house()
    second_manager(house)
    with refused("same_person", NotAllowed):
        leave(house, "hana")
    leave(house, "hana", actor=builders.actor("ada"))
    assert staff.StaffMember.objects.get(username="hana").is_active is False


def test_the_last_house_manager_stays() -> None:
    house = builders.house()
    second_manager(house)
    ada = builders.actor("ada")
    leave(house, "ada")
    with refused("last_house_manager", Conflict):  # ada's request was on its way when she was sent off
        leave(house, "hana", actor=ada)
    with refused("last_house_manager", Conflict):
        staffing.revoke_role(actor=house.hana, at=AT, badge="hana", role=Role.HOUSE_MANAGER)


def test_who_comes_back_has_what_he_had_but_no_pit_and_no_sign_on() -> None:
    house = builders.house()
    token = callers.at_terminal(house, "petra", "T-PIT").token
    leave(house, "petra")
    come_back(house, "petra")
    assert facts("staff_reactivated") == [{"badge": "petra"}]
    assert actors.actor_for_token(token, LATER) is None
    assert reads.in_charge(house.hana, "P1") == []
    assert builders.actor("petra").roles == {Role.PIT_BOSS}
    pits.assign_pit_boss(actor=house.hana, at=LATER, pit="P1", badge="petra")
    assert signatures.prove(
        casino=house.casino.pk, badge="petra", pin=PEOPLE["petra"][1], terminal="T-1", at=LATER
    ).badge == "petra"  # fmt: skip


def test_nobody_leaves_twice_nor_comes_back_who_is_here() -> None:
    house = builders.house()
    with refused("person_here", Conflict):
        come_back(house, "dana")
    leave(house, "dana")
    with refused("person_left", Conflict):
        leave(house, "dana")
    come_back(house, "dana")
    leave(house, "dana", at=LATER + timedelta(minutes=1))


def test_a_sign_on_that_was_being_checked_meanwhile_comes_too_late(monkeypatch: pytest.MonkeyPatch) -> None:
    house = builders.house()
    hana = house.hana
    device = callers.device(house, "T-1", "BJ-01")
    real = sign_ons._actor

    def meanwhile(member: staff.StaffMember, terminal: str) -> Any:
        found = real(member, terminal)
        employment.deactivate_staff(actor=hana, at=AT, badge=member.badge)
        return found

    monkeypatch.setattr(sign_ons, "_actor", meanwhile)
    with pytest.raises(NotAllowed, match="wrong_badge_or_pin"):
        sign_ons.sign_on(at=AT, device_token=device, badge="dana", pin=PEOPLE["dana"][1])
    with pytest.raises(NotAllowed, match="wrong_username_or_password"):
        sign_ons.sign_on_with_password(at=AT, username="ada", password=PASSWORD)
    assert facts("signed_on") == []


CHANGES: list[Callable[..., Any]] = [employment.deactivate_staff, employment.reactivate_staff]


@pytest.mark.parametrize("change", CHANGES)
def test_only_the_house_manager_of_the_house(change: Callable[..., Any]) -> None:
    house = builders.house(outsider=True)
    for name in ("dana", "petra", "cass", "cora", "ada", "axel"):
        with refused("not_permitted", NotAllowed):
            change(actor=house.people[name], at=AT, badge="dev")
    for actor, badge in ((house.otto, "dev"), (house.hana, "nobody")):
        with refused("no_such_badge", NotFound):
            change(actor=actor, at=AT, badge=badge)


@pytest.mark.parametrize("change", CHANGES)
def test_a_repeat_gets_the_stored_answer(change: Callable[..., Any]) -> None:
    house = builders.house()
    if change is employment.reactivate_staff:
        leave(house, "dev")
    first = change(actor=house.hana, at=AT, badge="dev", key="key-0001")
    heads = builders.snapshot()
    assert change(actor=house.hana, at=AT, badge="dev", key="key-0001") == first
    assert builders.snapshot() == heads
