"""A quarter after it was chosen, a PIN or password proves nobody until its owner has chosen another."""

from datetime import datetime, timedelta

import pytest

from tables.domain.actors import Role
from tables.domain.errors import NotAllowed
from tables.services import rule_packs, sign_ons, signatures, staffing
from tables.services import terminals as devices
from tests import builders
from tests.builders import AT, PASSWORD, PEOPLE, House
from tests.refusals import refused

pytestmark = pytest.mark.django_db
OLD = AT + timedelta(days=91)
"""Noon of the ninety-first gaming day after the secrets were chosen; 90 is the house's pack."""
PETRA = PEOPLE["petra"][1]


def sign(house: House, pin: str = PETRA, at: datetime = OLD) -> str:
    signed = signatures.verify(
        casino=house.casino.pk, badge="petra", pin=pin, role=Role.PIT_BOSS, terminal="T-01", content={}, at=at
    )
    return signed.badge


def device(house: House) -> str:
    answer = devices.register_terminal(actor=house.hana, at=AT, terminal="T-01", table="BJ-01")
    return devices.enrol_terminal(at=AT, code=answer["enrolment_code"]).token


def test_a_pin_of_a_quarter_ago_signs_nothing_until_its_owner_has_changed_it() -> None:
    """On the ninetieth gaming day it is still good, to the end of that day."""
    house = builders.house()
    token = device(house)
    assert sign(house, at=AT + timedelta(days=90, hours=16)) == "petra"
    with refused("pin_too_old", NotAllowed):
        sign(house)
    with refused("pin_too_old", NotAllowed):
        sign_ons.sign_on(at=OLD, device_token=token, badge="petra", pin=PETRA)
    signed = sign_ons.sign_on(at=OLD, device_token=token, badge="petra", pin=PETRA, new_pin="908172")
    assert (signed.actor.badge, sign(house, "908172")) == ("petra", "petra")


def test_a_wrong_pin_is_told_nothing_of_its_age() -> None:
    house = builders.house()
    with refused("wrong_badge_or_pin", NotAllowed, failures_stay=True):
        sign(house, "000001")


def test_a_pin_may_be_changed_by_itself() -> None:
    house = builders.house()
    staffing.set_pin(actor=house.petra, at=OLD, badge="petra", pin="908172", old_pin=PETRA)
    assert sign(house, "908172") == "petra"


def test_a_password_is_changed_too_but_not_a_machines() -> None:
    house = builders.house()
    with refused("password_too_old", NotAllowed):
        sign_ons.sign_on_with_password(at=OLD, username="ada", password=PASSWORD)
    chosen = "another way from the pit"
    sign_ons.sign_on_with_password(at=OLD, username="ada", password=PASSWORD, new_password=chosen)
    assert sign_ons.sign_on_with_password(at=OLD, username="ada", password=chosen).actor.badge == "ada"
    reader = builders.person("ada", badge="reader", username="reader", pin=None)
    staffing.register_staff(actor=house.hana, at=AT, person=reader, roles=[Role.INTEGRATOR])
    assert sign_ons.sign_on_with_password(at=OLD, username="reader", password=PASSWORD).actor.badge == "reader"


def test_where_the_rule_pack_asks_for_no_change_none_is_due() -> None:
    house = builders.house()
    rule_packs.choose_rule_pack(
        actor=house.hana, at=AT, name="new-jersey-like", version=1, effective_from=builders.GAMING_DAY
    )
    assert sign(house, at=AT + timedelta(days=300)) == "petra"
