"""PINs and passwords that the house gives: good once, for choosing one's own."""

from collections.abc import Callable
from typing import Any

import pytest

from tables.domain.actors import Role
from tables.domain.errors import Invalid, NotAllowed, NotFound
from tables.models import log
from tables.selectors import actors
from tables.selectors import staff as reads
from tables.services import one_time, sign_ons, signatures, staffing
from tables.services import terminals as devices
from tests import builders
from tests.builders import PASSWORD, PEOPLE, House, facts
from tests.refusals import refused

pytestmark = pytest.mark.django_db
AT = builders.AT


def device(house: House) -> str:
    answer = devices.register_terminal(actor=house.hana, at=AT, terminal="T-01", table="BJ-01")
    return devices.enrol_terminal(at=AT, code=answer["enrolment_code"]).token


def secrets_of(house: House, badge: str) -> tuple[str, str]:
    person = next(person for person in reads.people(house.hana) if person.badge == badge)
    return person.pin, person.password


def test_a_given_pin_only_chooses_ones_own() -> None:
    house = builders.house()
    token = device(house)
    before = sign_ons.sign_on(at=AT, device_token=token, badge="dana", pin=PEOPLE["dana"][1])
    given = one_time.issue_pin(actor=house.hana, at=AT, badge="dana")["pin"]
    assert actors.actor_for_token(before.token, AT) is None  # whoever was signed on with the old one is not any more
    assert secrets_of(house, "dana") == ("one_time", "none")
    with refused("one_time_pin", NotAllowed):
        sign_ons.sign_on(at=AT, device_token=token, badge="dana", pin=given)
    with refused("same_pin", Invalid):
        sign_ons.sign_on(at=AT, device_token=token, badge="dana", pin=given, new_pin=given)
    with refused("common_pin", Invalid):
        sign_ons.sign_on(at=AT, device_token=token, badge="dana", pin=given, new_pin="123456")
    signed = sign_ons.sign_on(at=AT, device_token=token, badge="dana", pin=given, new_pin="908172")
    assert actors.actor_for_token(signed.token, AT) == signed.actor
    assert secrets_of(house, "dana") == ("own", "none")
    assert facts("pin_set")[-2:] == [{"badge": "dana", "one_time": True}, {"badge": "dana", "one_time": False}]
    assert sign_ons.sign_on(at=AT, device_token=token, badge="dana", pin="908172").actor.badge == "dana"
    with refused("wrong_badge_or_pin", NotAllowed, failures_stay=True):
        sign_ons.sign_on(at=AT, device_token=token, badge="dana", pin=given, new_pin="718290")


def test_nobody_signs_with_a_pin_that_a_manager_knows() -> None:
    house = builders.house()
    given = one_time.issue_pin(actor=house.hana, at=AT, badge="petra")["pin"]
    with refused("one_time_pin", NotAllowed):
        signatures.verify(
            casino=house.casino.pk, badge="petra", pin=given, role=Role.PIT_BOSS, terminal="T-01", content={}, at=AT
        )


def test_a_wrong_pin_chooses_nothing() -> None:
    house = builders.house()
    token = device(house)
    with refused("wrong_badge_or_pin", NotAllowed, failures_stay=True):
        sign_ons.sign_on(at=AT, device_token=token, badge="dana", pin="000001", new_pin="908172")


def test_a_given_password_only_chooses_ones_own() -> None:
    house = builders.house()
    before = sign_ons.sign_on_with_password(at=AT, username="ada", password=PASSWORD)
    answer = one_time.issue_password(actor=house.hana, at=AT, badge="ada")
    given = answer["password"]
    assert (answer["badge"], answer["username"]) == ("ada", "ada")
    assert actors.actor_for_token(before.token, AT) is None
    assert secrets_of(house, "ada") == ("own", "one_time")
    with refused("one_time_password", NotAllowed):
        sign_ons.sign_on_with_password(at=AT, username="ada", password=given)
    with refused("same_password", Invalid):
        sign_ons.sign_on_with_password(at=AT, username="ada", password=given, new_password=given)
    with refused("weak_password", Invalid):
        sign_ons.sign_on_with_password(at=AT, username="ada", password=given, new_password="short")
    own = "nobody but me knows"
    signed = sign_ons.sign_on_with_password(at=AT, username="ada", password=given, new_password=own)
    assert signed.actor.badge == "ada"
    assert secrets_of(house, "ada") == ("own", "own")
    assert facts("password_set")[-2:] == [{"badge": "ada", "one_time": True}, {"badge": "ada", "one_time": False}]
    assert sign_ons.sign_on_with_password(at=AT, username="ada", password=own).actor.badge == "ada"


def test_what_a_person_is_registered_with_is_given_out_too() -> None:
    house = builders.house()
    nina = staffing.NewPerson(badge="nina", name="Nina", username="nina", pin="908172", password=PASSWORD)
    staffing.register_staff(actor=house.hana, at=AT, person=nina, roles=[Role.CASHIER])
    assert secrets_of(house, "nina") == ("one_time", "one_time")
    with refused("one_time_password", NotAllowed):
        sign_ons.sign_on_with_password(at=AT, username="nina", password=PASSWORD)


def test_no_given_secret_is_kept_anywhere() -> None:
    house = builders.house()
    given = [
        one_time.issue_pin(actor=house.hana, at=AT, badge="dana")["pin"],
        one_time.issue_password(actor=house.hana, at=AT, badge="ada")["password"],
    ]
    bodies = " ".join(log.Event.objects.values_list("body", flat=True))
    answers = " ".join(log.Receipt.objects.values_list("answer", flat=True))
    assert not any(secret in bodies or secret in answers for secret in given)


def test_an_operator_rescues_the_only_manager() -> None:
    house = builders.house()
    answer = one_time.rescue_manager(at=AT, casino="DEMO", username="hana")
    own = "nobody but me knows"
    signed = sign_ons.sign_on_with_password(at=AT, username="hana", password=answer["password"], new_password=own)
    assert signed.actor == house.hana
    told = log.Event.objects.filter(type="password_set").order_by("seq").first()
    assert told is not None
    assert '"actor":"system"' in told.body


def test_an_operator_gives_the_only_manager_a_pin() -> None:
    house = builders.house()
    given = one_time.rescue_managers_pin(at=AT, casino="DEMO", username="hana")["pin"]
    assert secrets_of(house, "hana")[0] == "one_time"
    staffing.set_pin(actor=house.hana, at=AT, badge="hana", pin="908172", old_pin=given)
    assert secrets_of(house, "hana")[0] == "own"


@pytest.mark.parametrize("issue", [one_time.issue_pin, one_time.issue_password])
def test_a_manager_gives_himself_none(issue: Callable[..., Any]) -> None:
    house = builders.house()
    with refused("same_person", NotAllowed):
        issue(actor=house.hana, at=AT, badge="hana")


@pytest.mark.parametrize(("casino", "username"), [("DEMO", "ada"), ("DEMO", "nobody"), ("NONE", "hana")])
def test_nobody_but_a_manager_is_rescued(casino: str, username: str) -> None:
    builders.house()
    for rescue in (one_time.rescue_manager, one_time.rescue_managers_pin):
        with refused("no_such_manager", NotFound):
            rescue(at=AT, casino=casino, username=username)


@pytest.mark.parametrize("issue", [one_time.issue_pin, one_time.issue_password])
def test_only_the_house_manager_gives_secrets(issue: Callable[..., Any]) -> None:
    house = builders.house(outsider=True)
    for name in ("dana", "petra", "cass", "cora", "ada", "axel"):
        with refused("not_permitted", NotAllowed):
            issue(actor=house.people[name], at=AT, badge="dev")
    with refused("no_such_badge", NotFound):
        issue(actor=house.otto, at=AT, badge="dev")
