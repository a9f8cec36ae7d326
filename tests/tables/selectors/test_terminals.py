"""Devices as the house manager sees them, and who is signed on."""

from datetime import timedelta

import pytest

from tables.domain.errors import NotAllowed
from tables.selectors import terminals as reads
from tables.services import sign_ons, terminals
from tests import builders
from tests.builders import PASSWORD, PEOPLE, House
from tests.refusals import refused

pytestmark = pytest.mark.django_db
AT = builders.AT
LATER = AT + timedelta(minutes=15)


def enrolled(house: House, terminal: str, table: str | None = "BJ-01") -> str:
    code = terminals.register_terminal(actor=house.hana, at=AT, terminal=terminal, table=table)["enrolment_code"]
    return terminals.enrol_terminal(at=AT, code=code).token


def test_a_device_knows_itself_by_its_token() -> None:
    house = builders.house()
    token = enrolled(house, "T-01")
    assert reads.device_of(token) == reads.Device("T-01", "BJ-01")
    assert reads.device_of(enrolled(house, "T-OFFICE", None)) == reads.Device("T-OFFICE", None)
    terminals.revoke_terminal(actor=house.hana, at=AT, terminal="T-01")
    assert [reads.device_of(known) for known in (token, "", "another")] == [None, None, None]


def test_every_device_says_how_it_stands_and_who_is_on() -> None:
    house = builders.house(outsider=True)
    token = enrolled(house, "T-01")
    sign_ons.sign_on(at=AT, device_token=token, badge="dana", pin=PEOPLE["dana"][1])
    enrolled(house, "T-03", None)
    terminals.revoke_terminal(actor=house.hana, at=AT, terminal="T-03")
    terminals.register_terminal(actor=house.hana, at=AT, terminal="T-02", table="BJ-01")
    terminals.register_terminal(actor=house.otto, at=AT, terminal="T-99", table=None)
    found = {view.terminal: view for view in reads.devices(house.hana, AT)}
    assert {code: (view.table, view.status, view.badge) for code, view in found.items()} == {
        "AT-BJ-01": ("BJ-01", "enrolled", None),
        "T-01": ("BJ-01", "enrolled", "dana"),
        "T-02": ("BJ-01", "waiting", None),
        "T-03": (None, "revoked", None),
    }
    assert (found["T-01"].name, found["T-01"].since) == ("Dana Dealer", AT)
    assert (found["T-02"].expires_at, found["T-03"].revoked_at) == (LATER, AT)
    assert [view.status for view in reads.devices(house.hana, LATER)] == ["enrolled", "enrolled", "expired", "revoked"]


def test_everybody_signed_on_the_longest_first() -> None:
    house = builders.house()
    sign_ons.sign_on_with_password(at=AT - timedelta(hours=1), username="ada", password=PASSWORD)
    sign_ons.sign_on_with_password(at=AT - timedelta(hours=12), username="axel", password=PASSWORD)
    sign_ons.sign_on(at=AT, device_token=enrolled(house, "T-01"), badge="dana", pin=PEOPLE["dana"][1])
    found = reads.signed_on(house.hana, AT)
    assert [(on.badge, on.terminal, on.table) for on in found] == [("ada", "", None), ("dana", "T-01", "BJ-01")]
    assert (found[1].since, found[1].expires_at) == (AT, AT + timedelta(hours=12))


def test_who_may_look() -> None:
    house = builders.house(outsider=True)
    for name in ("dana", "petra", "ada", "axel"):
        with refused("not_permitted", NotAllowed):
            reads.devices(house.people[name], AT)
    for name in ("dana", "petra", "ada"):
        with refused("not_permitted", NotAllowed):
            reads.signed_on(house.people[name], AT)
    assert reads.devices(house.otto, AT) == []
