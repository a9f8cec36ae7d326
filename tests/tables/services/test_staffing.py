"""People, their roles, licences, games and PINs."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from tables.domain.actors import Role
from tables.domain.errors import Conflict, Invalid, NotAllowed, NotFound
from tables.models import log, staff
from tables.services import employment, one_time, pin_hashes, signatures, staffing, taps
from tests import builders
from tests.builders import PEOPLE, facts
from tests.refusals import refused

pytestmark = pytest.mark.django_db
AT = builders.AT


def newcomer(**changes: Any) -> staffing.NewPerson:
    values: dict[str, Any] = {"badge": "nina", "name": "Nina New", "username": "nina"}
    return staffing.NewPerson(**(values | changes))


def test_a_person_is_registered_with_roles_and_games() -> None:
    house = builders.house()
    answer = staffing.register_staff(
        actor=house.hana,
        at=AT,
        person=newcomer(licence="L-1", licence_expires_on=date(2026, 12, 31), pin="908172"),
        roles=[Role.DEALER],
        games=["blackjack"],
    )
    assert (answer["badge"], answer["name"]) == ("nina", "Nina New")
    member = staff.StaffMember.objects.get(username="nina")
    assert pin_hashes.matches("908172", member.pin)
    assert not member.has_usable_password()
    assert builders.actor("nina").roles == {Role.DEALER}
    assert list(member.games.values_list("game", flat=True)) == ["blackjack"]
    events = log.Event.objects.filter(body__contains='"nina"').order_by("seq")
    assert list(events.values_list("type", flat=True)) == [
        "staff_registered",
        "pin_set",
        "role_granted",
        "game_signed_off",
    ]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"badge": "dana"}, "badge_taken"),
        ({"username": "dana"}, "username_taken"),
        ({"badge": "a b"}, "bad_badge"),
        ({"badge": "system"}, "bad_badge"),
        ({"username": "Nina"}, "bad_username"),
        ({"name": " "}, "bad_name"),
        ({"name": "Nina\u202eweN"}, "bad_name"),
        ({"licence": "x" * 33}, "bad_licence"),
        ({"language": "fr"}, "bad_language"),
        ({"pin": "12345"}, "bad_pin"),
        ({"pin": "123456"}, "common_pin"),
        ({"password": "short"}, "weak_password"),
        ({"password": "password12345"}, "weak_password"),
    ],
)
def test_a_person_must_make_sense(changes: dict[str, Any], code: str) -> None:
    house = builders.house()
    with refused(code):
        staffing.register_staff(actor=house.hana, at=AT, person=newcomer(**changes))


def test_a_number_is_one_persons_for_ever() -> None:
    """domain.md §1.1: operator numbers are unique, also when a person has left; what he signed stays his."""
    house = builders.house()
    employment.deactivate_staff(actor=house.hana, at=AT, badge="dana")
    with refused("badge_taken"):
        staffing.register_staff(actor=house.hana, at=AT, person=newcomer(badge="dana"))
    with pytest.raises(IntegrityError, match="badge_once_a_casino"), transaction.atomic():
        staff.StaffMember.objects.filter(badge="dev").update(badge="dana")


def test_a_badge_may_repeat_in_another_casino_but_not_a_username() -> None:
    house = builders.house(outsider=True)
    staffing.register_staff(actor=house.otto, at=AT, person=newcomer(badge="dana"))
    with refused("username_taken", Conflict):
        staffing.register_staff(actor=house.otto, at=AT, person=newcomer(badge="dev", username="dev"))


def test_secrets_show_in_no_repr() -> None:
    person = newcomer(pin="908172", password=builders.PASSWORD)
    prepared = staffing.prepare(person)
    for text in (repr(person), repr(prepared), str(prepared)):
        assert "908172" not in text
        assert builders.PASSWORD not in text
        assert prepared.pin_hash not in text
        assert prepared.password_hash not in text


def test_a_licence_is_renewed() -> None:
    house = builders.house()
    staffing.renew_licence(actor=house.hana, at=AT, badge="dana", licence="L-2", licence_expires_on=date(2028, 1, 31))
    member = staff.StaffMember.objects.get(username="dana")
    assert (member.licence, member.licence_expires_on) == ("L-2", date(2028, 1, 31))
    assert facts("licence_renewed") == [{"badge": "dana", "licence": "L-2", "licence_expires_on": "2028-01-31"}]


def test_a_role_is_granted_and_taken() -> None:
    house = builders.house()
    staffing.grant_role(actor=house.hana, at=AT, badge="dana", role=Role.PIT_BOSS)
    assert builders.actor("dana").roles == {Role.DEALER, Role.PIT_BOSS}
    with refused("role_held", Conflict):
        staffing.grant_role(actor=house.hana, at=AT, badge="dana", role=Role.PIT_BOSS)
    staffing.revoke_role(actor=house.hana, at=AT + timedelta(hours=1), badge="dana", role=Role.PIT_BOSS)
    assert builders.actor("dana").roles == {Role.DEALER}
    with refused("role_not_held", Conflict):
        staffing.revoke_role(actor=house.hana, at=AT, badge="dana", role=Role.PIT_BOSS)
    held = staff.RoleHeld.objects.get(staff__username="dana", role=Role.PIT_BOSS)
    assert (held.since, held.until) == (AT, AT + timedelta(hours=1))  # the history stays


def test_the_last_house_manager_stays() -> None:
    house = builders.house()
    with refused("last_house_manager", Conflict):
        staffing.revoke_role(actor=house.hana, at=AT, badge="hana", role=Role.HOUSE_MANAGER)
    staffing.grant_role(actor=house.hana, at=AT, badge="ada", role=Role.HOUSE_MANAGER)
    staffing.revoke_role(actor=house.hana, at=AT, badge="hana", role=Role.HOUSE_MANAGER)
    assert builders.actor("hana").roles == frozenset()


def test_a_game_is_signed_off_once() -> None:
    house = builders.house()
    with refused("already_signed_off", Conflict):
        staffing.sign_off_game(actor=house.hana, at=AT, badge="dana", game="blackjack")
    with refused("no_such_game", NotFound):
        staffing.sign_off_game(actor=house.hana, at=AT, badge="dana", game="faro")
    staffing.sign_off_game(actor=house.hana, at=AT, badge="cass", game="blackjack")
    assert facts("game_signed_off")[-1] == {"badge": "cass", "game": "blackjack"}


def test_one_sets_ones_own_pin_or_the_manager_does() -> None:
    house = builders.house()
    old = builders.PEOPLE["dana"][1]
    staffing.set_pin(actor=house.dana, at=AT, badge="dana", pin="908172", old_pin=old)
    assert pin_hashes.matches("908172", staff.StaffMember.objects.get(username="dana").pin)
    staffing.set_pin(actor=house.hana, at=AT, badge="dana", pin="718290")
    assert pin_hashes.matches("718290", staff.StaffMember.objects.get(username="dana").pin)
    assert facts("pin_set")[-2:] == [{"badge": "dana", "one_time": False}, {"badge": "dana", "one_time": True}]
    with refused("not_permitted", NotAllowed):
        staffing.set_pin(actor=house.dev, at=AT, badge="dana", pin="908172")
    with refused("not_permitted", NotAllowed):
        staffing.set_pin(actor=house.petra, at=AT, badge="dana", pin="908172")


def test_a_sign_off_is_taken_back() -> None:
    house = builders.house()
    staffing.revoke_sign_off(actor=house.hana, at=AT, badge="dana", game="blackjack")
    assert facts("game_sign_off_revoked") == [{"badge": "dana", "game": "blackjack"}]
    with refused("not_signed_off", Conflict):
        staffing.revoke_sign_off(actor=house.hana, at=AT, badge="dana", game="blackjack")
    with refused("not_signed_off", NotAllowed):
        taps.tap_in(actor=house.dana, at=AT, table="BJ-01")


def test_ones_own_pin_costs_the_old_one() -> None:
    house = builders.house()
    with refused("old_pin_required", Invalid):
        staffing.set_pin(actor=house.dana, at=AT, badge="dana", pin="908172")
    with refused("wrong_badge_or_pin", NotAllowed, failures_stay=True):
        staffing.set_pin(actor=house.dana, at=AT, badge="dana", pin="908172", old_pin="000001")
    with refused("same_pin", Invalid):
        staffing.set_pin(actor=house.dana, at=AT, badge="dana", pin=PEOPLE["dana"][1], old_pin=PEOPLE["dana"][1])
    with refused("old_pin_required", Invalid):  # the manager's own is no exception
        staffing.set_pin(actor=house.hana, at=AT, badge="hana", pin="908172")


def test_guessing_the_old_pin_locks_like_any_guess() -> None:
    house = builders.house()
    for _ in range(3):
        with pytest.raises(NotAllowed, match="wrong_badge_or_pin"):
            staffing.set_pin(actor=house.dana, at=AT, badge="dana", pin="908172", old_pin="000001")
    with refused("pin_locked", NotAllowed):
        staffing.set_pin(actor=house.dana, at=AT, badge="dana", pin="908172", old_pin=PEOPLE["dana"][1])


def test_a_repeated_change_of_ones_own_pin_gets_the_first_answer() -> None:
    house = builders.house()
    change = {"actor": house.dana, "at": AT, "badge": "dana", "pin": "908172", "old_pin": PEOPLE["dana"][1]}
    first = staffing.set_pin(**change, key="key-0001")  # type: ignore[arg-type]
    assert staffing.set_pin(**change, key="key-0001") == first  # type: ignore[arg-type]
    with refused("wrong_badge_or_pin", NotAllowed, failures_stay=True):
        staffing.set_pin(**{**change, "pin": "615243"}, key="key-0002")  # type: ignore[arg-type]


def test_a_given_pin_is_changed_with_itself() -> None:
    house = builders.house()
    given = one_time.issue_pin(actor=house.hana, at=AT, badge="ada")["pin"]
    staffing.set_pin(actor=house.ada, at=AT, badge="ada", pin="908172", old_pin=given)
    assert signatures.prove(casino=house.casino.pk, badge="ada", pin="908172", terminal="T1", at=AT).badge == "ada"


@pytest.mark.parametrize(("pin", "code"), [("12345", "bad_pin"), ("1234567", "bad_pin"), ("111111", "common_pin")])
def test_a_pin_must_be_good(pin: str, code: str) -> None:
    house = builders.house()
    with refused(code, Invalid):
        staffing.set_pin(actor=house.dana, at=AT, badge="dana", pin=pin)


def fail_pin(house: builders.House, badge: str, times: int, terminal: str = "T1") -> None:
    for _ in range(times):
        with pytest.raises(NotAllowed):
            signatures.prove(casino=house.casino.pk, badge=badge, pin="000001", terminal=terminal, at=AT)


def test_a_pit_boss_unlocks_a_pin() -> None:
    house = builders.house()
    fail_pin(house, "dana", 3)
    answer = staffing.unlock_pin(actor=house.petra, at=AT, badge="dana")
    assert (answer["badge"], answer["failures"]) == ("dana", 3)
    assert signatures.prove(
        casino=house.casino.pk, badge="dana", pin=builders.PEOPLE["dana"][1], terminal="T1", at=AT
    ).badge == "dana"  # fmt: skip
    assert facts("pin_unlocked") == [{"badge": "dana", "failures": 3}]
    assert staff.PinFailure.objects.filter(badge="dana", cleared_at=AT).count() == 3  # the history stays


def test_nobody_unlocks_himself() -> None:
    house = builders.house()
    fail_pin(house, "petra", 3)
    with refused("same_person", NotAllowed):
        staffing.unlock_pin(actor=house.petra, at=AT, badge="petra")


@pytest.mark.parametrize("badge", ["D1O0", "DI00", "d100", "DlO0", "Dl00"])
def test_no_badge_looks_like_anothers(badge: str) -> None:
    """A signature is told apart by its badge, and people are called alike."""
    house = builders.house()
    staffing.register_staff(actor=house.hana, at=AT, person=newcomer(badge="D100"))
    before = len(facts("staff_registered"))
    with pytest.raises(Conflict) as refusal:
        staffing.register_staff(actor=house.hana, at=AT, person=newcomer(badge=badge, username="nina2"))
    assert (refusal.value.code, refusal.value.detail) == ("name_looks_alike", {"like": "D100"})
    assert (staff.StaffMember.objects.filter(username="nina2").count(), len(facts("staff_registered"))) == (0, before)


def test_who_has_left_keeps_his_badge_to_himself_and_other_badges_are_free() -> None:
    house = builders.house(outsider=True)
    staffing.register_staff(actor=house.hana, at=AT, person=newcomer(badge="D100"))
    employment.deactivate_staff(actor=house.hana, at=AT, badge="D100")
    with refused("name_looks_alike", Conflict):
        staffing.register_staff(actor=house.hana, at=AT, person=newcomer(badge="D1O0", username="nina2"))
    for number, badge in enumerate(("D101", "D200", "DL00", "D10")):
        staffing.register_staff(actor=house.hana, at=AT, person=newcomer(badge=badge, username=f"nina{number}"))
    staffing.register_staff(actor=house.otto, at=AT, person=newcomer(badge="D1O0", username="elsewhere"))


def test_nobody_gives_himself_a_role() -> None:
    """A manager alone would be cashier, security and boss by turns, and every second signature his own."""
    house = builders.house()
    before = len(facts("role_granted"))
    with refused("same_person", NotAllowed):
        staffing.grant_role(actor=house.hana, at=AT, badge="hana", role=Role.CASHIER)
    assert builders.actor("hana").roles == {Role.HOUSE_MANAGER}
    assert len(facts("role_granted")) == before


def guess_and_unlock(house: builders.House, times: int) -> None:
    """Petra tries dana's PIN three times, forgets that she did, and goes on at the next terminal."""
    for number in range(times):
        fail_pin(house, "dana", 3, f"T{number}")
        staffing.unlock_pin(actor=house.petra, at=AT, badge="dana")


def test_who_unlocks_between_his_own_guesses_has_an_end_of_them() -> None:
    house = builders.house()
    guess_and_unlock(house, 11)
    fail_pin(house, "dana", 3, "T11")
    for unlocks in (house.petra, house.hana):
        with pytest.raises(Conflict) as refusal:
            staffing.unlock_pin(actor=unlocks, at=AT, badge="dana")
        assert (refusal.value.code, refusal.value.detail) == ("guessed_too_often", {"badge": "dana", "secret": "pin"})
    assert staff.PinFailure.objects.filter(badge="dana", cleared_at=None).count() == 3
    assert len(facts("pin_unlocked")) == 11


def test_a_new_pin_begins_anew_because_what_was_tried_tells_nothing_of_it() -> None:
    house = builders.house()
    guess_and_unlock(house, 11)
    fail_pin(house, "dana", 3, "T11")
    later = AT + timedelta(seconds=1)
    given = one_time.issue_pin(actor=house.hana, at=later, badge="dana")["pin"]
    assert staffing.unlock_pin(actor=house.petra, at=later, badge="dana")["failures"] == 3
    proved = signatures.prove(casino=house.casino.pk, badge="dana", pin=given, terminal="T1", at=later, choosing=True)
    assert proved.badge == "dana"


def test_the_guesses_of_yesterday_are_forgotten_with_the_day() -> None:
    house = builders.house()
    guess_and_unlock(house, 11)
    fail_pin(house, "dana", 3, "T11")
    assert staffing.unlock_pin(actor=house.petra, at=AT + timedelta(hours=24, seconds=1), badge="dana")["failures"] == 3


def test_passwords_have_such_an_end_as_well() -> None:
    house = builders.house()
    name = staff.StaffMember.objects.get(badge="ada").username
    failed = [staff.PinFailure(casino=None, badge=name, failed_at=AT, cleared_at=AT) for _ in range(89)]
    staff.PinFailure.objects.bulk_create(failed)
    staffing.unlock_pin(actor=house.petra, at=AT, badge="ada")
    staff.PinFailure.objects.create(casino=None, badge=name, failed_at=AT)
    with pytest.raises(Conflict) as refusal:
        staffing.unlock_pin(actor=house.petra, at=AT, badge="ada")
    assert refusal.value.detail == {"badge": "ada", "secret": "password"}


def test_unlocking_reaches_only_ones_own_casino() -> None:
    house = builders.house(outsider=True)
    fail_pin(house, "dana", 3)
    with refused("no_such_badge", NotFound):
        staffing.unlock_pin(actor=house.otto, at=AT, badge="dana")


CHANGES: list[Callable[..., Any]] = [
    lambda actor, key=None: staffing.register_staff(actor=actor, at=AT, person=newcomer(), key=key),
    lambda actor, key=None: staffing.renew_licence(
        actor=actor, at=AT, badge="dana", licence="L-2", licence_expires_on=date(2028, 1, 31), key=key
    ),
    lambda actor, key=None: staffing.grant_role(actor=actor, at=AT, badge="dana", role=Role.CASHIER, key=key),
    lambda actor, key=None: staffing.revoke_role(actor=actor, at=AT, badge="dana", role=Role.DEALER, key=key),
    lambda actor, key=None: staffing.sign_off_game(actor=actor, at=AT, badge="cass", game="blackjack", key=key),
    lambda actor, key=None: staffing.revoke_sign_off(actor=actor, at=AT, badge="dev", game="blackjack", key=key),
    lambda actor, key=None: staffing.set_pin(actor=actor, at=AT, badge="dev", pin="908172", key=key),
]


@pytest.mark.parametrize("change", CHANGES)
def test_only_the_house_manager_changes_people(change: Callable[..., Any]) -> None:
    house = builders.house()
    for name in ("dana", "petra", "cass", "cora", "ada", "axel"):
        with refused("not_permitted", NotAllowed):
            change(house.people[name])


@pytest.mark.parametrize("change", CHANGES)
def test_a_repeat_gets_the_stored_answer(change: Callable[..., Any]) -> None:
    house = builders.house()
    first = change(house.hana, key="key-0001")
    heads = builders.snapshot()
    assert change(house.hana, key="key-0001") == first
    assert builders.snapshot() == heads


@pytest.mark.parametrize("change", CHANGES[1:])
def test_people_of_another_casino_are_nobody(change: Callable[..., Any]) -> None:
    house = builders.house(outsider=True)
    with refused("no_such_badge", NotFound):
        change(house.otto)


@pytest.mark.parametrize("name", ["dana", "cass", "cora", "ada", "axel"])
def test_only_boss_and_manager_unlock(name: str) -> None:
    house = builders.house()
    with refused("not_permitted", NotAllowed):
        staffing.unlock_pin(actor=house.people[name], at=AT, badge="dev")
