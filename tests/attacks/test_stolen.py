"""What somebody took from a device or from the database, tried on another machine."""

from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.test import Client

from tables.models import terminals
from tables.services import terminals as devices
from tests import browsers, builders
from tests.builders import House
from tests.tables.screens.conftest import house  # noqa: F401 - a fixture
from tests.tables.screens.hands import Hands

pytestmark = pytest.mark.django_db


def taken(session: str, **cookies: str) -> Client:
    """Another browser with the key of a session that is not its own."""
    thief = Client()
    for name, value in {"sessionid": session, **cookies}.items():
        thief.cookies[name] = value
    return thief


def may_nothing(thief: Client) -> bool:
    """A stranger's pages, and the API's door."""
    felt: Any = thief.get("/t/BJ-01/").content.decode()
    office = thief.get("/house/people/")
    asked = thief.get("/api/v1/meta")
    return "data-phase" not in felt and office.status_code != 200 and asked.status_code == 401


def test_a_terminals_session_is_worth_nothing_in_another_browser(house: House) -> None:  # noqa: F811
    hands = Hands(house).at_the_terminal()
    key = hands.client.cookies["sessionid"].value
    other = Hands(house)
    other.client.post("/enrol", {"code": second_device(house)})
    for cookies in ({}, {"terminal": other.client.cookies["terminal"].value}, {"desk": browsers.DESK}):
        assert may_nothing(taken(key, **cookies))
    assert "data-phase" in hands.look().content.decode()  # whom it was taken from goes on
    assert terminals.SignOn.objects.get(staff__badge="dana").signed_off_at is None


def test_an_offices_session_is_worth_nothing_at_another_desk(house: House) -> None:  # noqa: F811
    hands, other = Hands(house), Hands(house)
    for _ in range(2):  # the second time from a desk that is known
        hands.sign_in("hana")
    other.sign_in("ada")
    key = hands.client.cookies["sessionid"].value
    known = terminals.KnownPlace.objects.get(staff__badge="hana", place__startswith="desk ").place
    for cookies in ({}, {"desk": other.client.cookies["desk"].value}, {"desk": known.removeprefix("desk ")}):
        assert may_nothing(taken(key, **cookies))
    assert hands.client.get("/house/people/").status_code == 200


def test_who_reads_the_sessions_in_the_database_is_signed_on_nowhere(house: House) -> None:  # noqa: F811
    """He has each key and what is kept under it, but no cookie of a device or desk: those are kept as a digest."""
    hands = Hands(house).at_the_terminal()
    row = Session.objects.get()
    kept = row.get_decoded()
    name, _, digest = kept["browser"].partition(" ")
    assert name == "terminal"
    for value in (digest, terminals.Terminal.objects.get(code="T-01").token_digest, kept["sign_on"]):
        assert may_nothing(taken(row.session_key, terminal=value))
    assert "data-phase" in hands.look().content.decode()


def second_device(house: House) -> str:  # noqa: F811
    """The one-time code of another device of the same table."""
    answer = devices.register_terminal(actor=house.hana, at=builders.AT, terminal="T-02", table="BJ-01")
    return str(answer["enrolment_code"])
