"""Devices: registered, enrolled once, revoked at once."""

from datetime import timedelta

import pytest

from tables.domain.errors import Conflict, Invalid, NotAllowed, NotFound
from tables.models import log, terminals
from tables.selectors import actors
from tables.services import sign_ons, signatures
from tables.services import terminals as service
from tests import builders
from tests.builders import facts
from tests.refusals import refused

pytestmark = pytest.mark.django_db
AT = builders.AT


def code_for(house: builders.House, terminal: str = "T-01", table: str | None = "BJ-01") -> str:
    answer = service.register_terminal(actor=house.hana, at=AT, terminal=terminal, table=table)
    return str(answer["enrolment_code"])


def test_a_device_is_registered_and_enrolled() -> None:
    house = builders.house()
    answer = service.register_terminal(actor=house.hana, at=AT, terminal="T-01", table="BJ-01")
    assert (answer["terminal"], answer["table"]) == ("T-01", "BJ-01")
    assert answer["expires_at"] == "2026-03-04T20:15:00.000000Z"
    enrolled = service.enrol_terminal(at=AT, code=answer["enrolment_code"])
    assert (enrolled.terminal, enrolled.casino, enrolled.table) == ("T-01", "DEMO", "BJ-01")
    assert len(enrolled.token) == 43  # 256 bits
    row = terminals.Terminal.objects.get(code="T-01")
    assert row.token_digest == actors.digest(enrolled.token)
    assert row.enrolment_digest == ""
    assert facts("terminal_registered")[1:] == [{"terminal": "T-01", "table": "BJ-01"}]
    assert facts("terminal_enrolled")[1:] == [{"terminal": "T-01"}]


def test_neither_code_nor_token_is_kept_anywhere() -> None:
    house = builders.house()
    code = code_for(house)
    enrolled = service.enrol_terminal(at=AT, code=code)
    kept = " ".join(
        [*log.Event.objects.values_list("body", flat=True), *log.Receipt.objects.values_list("answer", flat=True)]
    )
    row = terminals.Terminal.objects.get(code="T-01")
    for secret in (code, enrolled.token):
        assert secret not in kept
        assert secret not in (row.enrolment_digest, row.token_digest)
    assert enrolled.token not in repr(enrolled)


def test_the_code_may_be_read_aloud() -> None:
    house = builders.house()
    code = code_for(house)
    spoken = f" {code[:4]}-{code[4:8]} {code[8:]}".lower()
    assert service.enrol_terminal(at=AT, code=spoken).terminal == "T-01"


def test_a_code_works_once() -> None:
    house = builders.house()
    code = code_for(house)
    service.enrol_terminal(at=AT, code=code)
    with refused("enrolment_refused", NotAllowed):
        service.enrol_terminal(at=AT, code=code)


def test_a_code_works_for_fifteen_minutes() -> None:
    house = builders.house()
    code = code_for(house)
    with refused("enrolment_refused", NotAllowed):
        service.enrol_terminal(at=AT + timedelta(minutes=15), code=code)
    assert service.enrol_terminal(at=AT + timedelta(minutes=14, seconds=59), code=code).terminal == "T-01"


@pytest.mark.parametrize("code", ["", "AAAA-BBBB-CCCC"])
def test_a_guess_is_refused(code: str) -> None:
    house = builders.house()
    service.enrol_terminal(at=AT, code=code_for(house))  # its digest is empty now: an empty code must not match it
    with refused("enrolment_refused", NotAllowed):
        service.enrol_terminal(at=AT, code=code)


def test_a_device_registered_anew_is_cut_off_until_it_is_enrolled() -> None:
    house = builders.house(tables=("BJ-01", "BJ-02"))
    old = service.enrol_terminal(at=AT, code=code_for(house))
    signed_on = sign_ons.sign_on(at=AT, device_token=old.token, badge="dana", pin=builders.PEOPLE["dana"][1])
    first = code_for(house, table="BJ-02")
    assert actors.actor_for_token(signed_on.token, AT) is None
    with refused("unknown_terminal", NotAllowed):
        sign_ons.sign_on(at=AT, device_token=old.token, badge="dana", pin=builders.PEOPLE["dana"][1])
    second = code_for(house, table="BJ-02")
    with refused("enrolment_refused", NotAllowed):
        service.enrol_terminal(at=AT, code=first)
    assert service.enrol_terminal(at=AT, code=second).table == "BJ-02"


def test_a_revoked_device_is_cut_off_with_everybody_on_it() -> None:
    house = builders.house()
    device = service.enrol_terminal(at=AT, code=code_for(house))
    signed_on = sign_ons.sign_on(at=AT, device_token=device.token, badge="dana", pin=builders.PEOPLE["dana"][1])
    service.revoke_terminal(actor=house.hana, at=AT, terminal="T-01")
    assert actors.actor_for_token(signed_on.token, AT) is None
    assert facts("terminal_revoked") == [{"terminal": "T-01"}]
    assert facts("signed_off") == [{"badge": "dana", "terminal": "T-01"}]
    with refused("unknown_terminal", NotAllowed):
        sign_ons.sign_on(at=AT, device_token=device.token, badge="dana", pin=builders.PEOPLE["dana"][1])
    with refused("already_revoked", Conflict):
        service.revoke_terminal(actor=house.hana, at=AT, terminal="T-01")


def test_a_revoked_device_cannot_use_its_old_code() -> None:
    house = builders.house()
    code = code_for(house)
    service.revoke_terminal(actor=house.hana, at=AT, terminal="T-01")
    with refused("enrolment_refused", NotAllowed):
        service.enrol_terminal(at=AT, code=code)
    assert service.enrol_terminal(at=AT, code=code_for(house)).terminal == "T-01"  # registered anew


def test_devices_belong_to_one_casino() -> None:
    house = builders.house(outsider=True)
    code_for(house)
    with refused("no_such_table", NotFound):
        service.register_terminal(actor=house.otto, at=AT, terminal="T-01", table="BJ-01")
    with refused("no_such_terminal", NotFound):
        service.revoke_terminal(actor=house.otto, at=AT, terminal="T-01")
    with refused("no_such_terminal", NotFound):
        service.revoke_terminal(actor=house.hana, at=AT, terminal="T-02")
    service.register_terminal(actor=house.otto, at=AT, terminal="T-01", table=None)
    assert terminals.Terminal.objects.filter(code="T-01").count() == 2


def test_a_device_needs_a_code_of_the_house() -> None:
    house = builders.house()
    with refused("bad_code", Invalid):
        service.register_terminal(actor=house.hana, at=AT, terminal="t 1", table=None)


@pytest.mark.parametrize("name", ["dana", "petra", "cass", "cora", "ada", "axel"])
def test_only_the_house_manager_manages_devices(name: str) -> None:
    house = builders.house()
    code_for(house)
    with refused("not_permitted", NotAllowed):
        service.register_terminal(actor=house.people[name], at=AT, terminal="T-02", table=None)
    with refused("not_permitted", NotAllowed):
        service.revoke_terminal(actor=house.people[name], at=AT, terminal="T-01")


def test_a_repeated_revocation_gets_the_stored_answer() -> None:
    house = builders.house()
    code_for(house)
    first = service.revoke_terminal(actor=house.hana, at=AT, terminal="T-01", key="key-0001")
    assert service.revoke_terminal(actor=house.hana, at=AT, terminal="T-01", key="key-0001") == first


def lock(house: builders.House, terminal: str) -> None:
    """Ten wrong PINs, three of them dana's."""
    for number in range(10):
        badge = "dana" if number < 3 else f"X{number}"
        with pytest.raises(NotAllowed, match="wrong_badge_or_pin"):
            signatures.prove(casino=house.casino.pk, badge=badge, pin="000001", terminal=terminal, at=AT)


@pytest.mark.parametrize("who", ["petra", "hana"])
def test_a_terminal_is_unlocked_and_the_badges_stay_as_they_were(who: str) -> None:
    house = builders.house()
    here = builders.terminal_of("BJ-01")
    lock(house, here)
    for badge in ("petra", "dana"):
        with refused("terminal_locked" if badge == "petra" else "pin_locked", NotAllowed):
            signatures.prove(casino=house.casino.pk, badge=badge, pin=builders.PEOPLE[badge][1], terminal=here, at=AT)
    answer = service.unlock_terminal(actor=house.people[who], at=AT, terminal=here)
    assert (answer["terminal"], answer["failures"]) == (here, 10)
    assert facts("terminal_unlocked") == [{"terminal": here, "failures": 10}]
    assert signatures.prove(
        casino=house.casino.pk, badge="petra", pin=builders.PEOPLE["petra"][1], terminal=here, at=AT
    ).badge == "petra"  # fmt: skip
    with refused("pin_locked", NotAllowed):
        signatures.prove(casino=house.casino.pk, badge="dana", pin=builders.PEOPLE["dana"][1], terminal=here, at=AT)


def test_unlocking_twice_forgets_nothing_more_and_a_repeat_gets_the_first_answer() -> None:
    house = builders.house()
    here = builders.terminal_of("BJ-01")
    lock(house, here)
    first = service.unlock_terminal(actor=house.petra, at=AT, terminal=here, key="key-0001")
    assert service.unlock_terminal(actor=house.petra, at=AT, terminal=here, key="key-0001") == first
    assert service.unlock_terminal(actor=house.petra, at=AT, terminal=here)["failures"] == 0


@pytest.mark.parametrize("name", ["dana", "cass", "colin", "ada", "axel"])
def test_who_may_not_unlock_a_terminal(name: str) -> None:
    house = builders.house()
    with refused("not_permitted", NotAllowed):
        service.unlock_terminal(actor=house.people[name], at=AT, terminal=builders.terminal_of("BJ-01"))


def test_a_terminal_that_is_not_the_houses_is_not_unlocked() -> None:
    house = builders.house(outsider=True)
    for actor, terminal in ((house.petra, "T-99"), (house.otto, builders.terminal_of("BJ-01"))):
        with refused("no_such_terminal", NotFound):
            service.unlock_terminal(actor=actor, at=AT, terminal=terminal)
