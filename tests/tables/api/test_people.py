"""People, devices, limits and the clock over HTTP; who may knock is in the matrix."""

from typing import Any

import pytest
import time_machine
from django.test import Client

from casino.web import throttles
from tables.models import log, staff
from tests import builders, callers, custody
from tests.builders import House
from tests.callers import Caller

pytestmark = pytest.mark.django_db
PIN = builders.PEOPLE["dana"][1]


@pytest.fixture(autouse=True)
def fresh() -> None:
    throttles.COUNTER.forget()


@pytest.fixture
def house() -> Any:
    with time_machine.travel(builders.AT, tick=False):
        yield builders.house()


@pytest.fixture
def hana(house: House) -> Caller:
    return callers.at_terminal(house, "hana", "T-OFFICE")


def test_from_a_bare_device_to_a_tap_in(hana: Caller) -> None:
    device = Caller()
    registered = hana.post("terminals", {"terminal": "T-BJ-01", "table": "BJ-01"}, key=None).json()
    enrolled = device.post("terminals/enrolments", {"code": registered["enrolment_code"]}, key=None)
    assert enrolled.status_code == 201
    assert (enrolled.json()["terminal"], enrolled.json()["casino"], enrolled.json()["table"]) == (
        "T-BJ-01",
        "DEMO",
        "BJ-01",
    )
    body = {"device_token": enrolled.json()["token"], "badge": "dana", "pin": PIN}
    signed_on = device.post("sign-ons", body, key=None).json()
    assert signed_on | {"token": ""} == {
        "token": "",
        "expires_at": "2026-03-05T08:00:00.000000Z",
        "casino": "DEMO",
        "badge": "dana",
        "name": "Dana Dealer",
        "roles": ["dealer"],
        "terminal": "T-BJ-01",
        "language": "en",
    }
    dana = Caller(signed_on["token"])
    tapped = dana.post("tables/BJ-01/taps-in", match=1)
    assert (tapped.status_code, tapped.json(), tapped["ETag"]) == (
        201,
        {"table": "BJ-01", "dealer": "dana", "relieved": None, "seq": 2},
        '"2"',
    )
    assert dana.post("tables/BJ-01/taps-out", match=2).json()["dealer"] is None
    assert hana.post("terminals/T-BJ-01/revocations").json()["terminal"] == "T-BJ-01"
    assert dana.get("meta").status_code == 401


def test_an_office_signs_on_with_a_password(house: House) -> None:
    signed_on = Caller().post("sign-ons", {"username": "ada", "password": builders.PASSWORD}, key=None).json()
    assert (signed_on["badge"], signed_on["roles"], signed_on["terminal"]) == ("ada", ["accountant"], "")
    assert Caller(signed_on["token"]).get("meta").json()["badge"] == "ada"


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"badge": "dana", "pin": PIN},
        {"device_token": "x", "badge": "dana"},
        {"username": "ada"},
        {"username": "ada", "password": "x", "badge": "dana"},
        {"device_token": "x", "badge": "dana", "pin": PIN, "username": "ada", "password": "x"},
    ],
)
def test_a_sign_on_is_one_way_or_the_other(house: House, body: dict[str, str]) -> None:
    response = Caller().post("sign-ons", body, key=None)
    assert (response.status_code, response.json()["errors"][0]["code"]) == (422, "sign_on_incomplete")


def test_three_wrong_pins_lock_and_a_boss_unlocks(house: House, hana: Caller) -> None:
    device = Caller()
    code = hana.post("terminals", {"terminal": "T-1", "table": None}, key=None).json()["enrolment_code"]
    token = device.post("terminals/enrolments", {"code": code}, key=None).json()["token"]

    def sign_on(pin: str) -> Any:
        return device.post("sign-ons", {"device_token": token, "badge": "dana", "pin": pin}, key=None)

    assert [sign_on("000001").json()["code"] for _ in range(3)] == ["wrong_badge_or_pin"] * 3
    locked = sign_on(PIN)
    assert (locked.status_code, locked.json()["code"]) == (403, "pin_locked")
    petra = callers.at_terminal(house, "petra", "T-PIT")
    assert petra.post("staff/dana/pin-unlocks").json()["failures"] == 3
    assert sign_on(PIN).status_code == 201


def test_a_locked_terminal_is_told_and_unlocked(house: House, hana: Caller) -> None:
    device = Caller()
    code = hana.post("terminals", {"terminal": "T-1", "table": None}, key=None).json()["enrolment_code"]
    token = device.post("terminals/enrolments", {"code": code}, key=None).json()["token"]

    def sign_on(badge: str, pin: str) -> Any:
        return device.post("sign-ons", {"device_token": token, "badge": badge, "pin": pin}, key=None)

    assert {sign_on(f"X{number}", "000001").json()["code"] for number in range(10)} == {"wrong_badge_or_pin"}
    assert sign_on("dana", PIN).json()["code"] == "terminal_locked"
    petra = callers.at_terminal(house, "petra", "T-PIT")
    (lock,) = petra.get("locks").json()["results"]
    assert (lock["terminal"], lock["badge"]) == ("T-1", "")
    assert petra.post("terminals/T-1/unlocks").json()["failures"] == 10
    assert petra.get("locks").json() == {"results": []}
    assert sign_on("dana", PIN).status_code == 201
    unknown = petra.post("terminals/T-77/unlocks")
    assert (unknown.status_code, unknown.json()["code"]) == (404, "no_such_terminal")


def test_a_user_name_is_locked_by_address(house: House) -> None:
    def sign_on(password: str, **meta: str) -> str:
        answer = Client(**meta).post(  # type: ignore[arg-type]
            "/api/v1/sign-ons", {"username": "ada", "password": password}, content_type="application/json"
        )
        return str(answer.json().get("code", "in"))

    enemy, office = {"REMOTE_ADDR": "203.0.113.7"}, {"REMOTE_ADDR": "198.51.100.2"}
    assert [sign_on("wrong", **enemy) for _ in range(4)] == ["wrong_username_or_password"] * 3 + ["password_locked"]
    assert sign_on(builders.PASSWORD, **enemy) == "password_locked"
    assert sign_on(builders.PASSWORD, **office) == "in"


def test_no_secret_is_echoed(house: House, hana: Caller) -> None:
    bodies = [
        hana.post("staff/dana/pins", {"pin": "000000"}).content,
        hana.post(
            "staff", {"badge": "n", "name": "N", "username": "n", "pin": "000000", "password": "0p9o8i7u"}
        ).content,
        Caller().post("sign-ons", {"username": "ada", "password": "0p9o8i7u"}, key=None).content,
        Caller().post("sign-ons", {"device_token": "0p9o8i7u", "badge": "dana", "pin": "000000"}, key=None).content,
        hana.get("staff").content,
    ]
    for body in bodies:
        assert b"000000" not in body.replace(b".000000Z", b"")
        assert b"0p9o8i7u" not in body
    hashes = staff.StaffMember.objects.exclude(pin="").values_list("pin", flat=True)
    assert not any(pin.encode() in bodies[-1] for pin in hashes)


def test_the_house_says_what_time_it_is(house: House) -> None:
    dana = callers.at_terminal(house, "dana", "T-1")
    assert dana.get("meta").json() == {
        "version": "1.0.0",
        "casino": "DEMO",
        "name": "Demo House",
        "currency": "USD",
        "exponent": 2,
        "time_zone": "America/Los_Angeles",
        "now": "2026-03-04T20:00:00.000000Z",
        "gaming_day": "2026-03-04",
        "shift": "day",
        "shift_starts": "2026-03-04T14:00:00.000000Z",
        "shift_ends": "2026-03-04T22:00:00.000000Z",
        "badge": "dana",
        "roles": ["dealer"],
        "terminal": "T-1",
    }
    assert dana.get("meta?gaming_day=2026-03-05").json()["code"] == "unknown_parameter"  # T-04


def test_a_person_from_registration_to_two_roles(hana: Caller) -> None:
    person = {
        "badge": "nina",
        "name": "Nina New",
        "username": "nina",
        "licence": "L-9",
        "licence_expires_on": "2026-12-31",
        "pin": "908172",
        "roles": ["dealer"],
        "games": ["blackjack"],
    }
    assert hana.post("staff", person).json()["name"] == "Nina New"
    assert hana.post("staff/nina/role-grants", {"role": "pit_boss"}).json()["role"] == "pit_boss"
    assert hana.post("staff/nina/role-revocations", {"role": "dealer"}).json()["role"] == "dealer"
    licence = hana.post("staff/nina/licences", {"licence": "L-10", "licence_expires_on": "2027-12-31"})
    assert licence.json()["licence_expires_on"] == "2027-12-31"
    assert hana.post("staff/nina/pins", {"pin": "718290"}).status_code == 201
    assert hana.post("staff/cass/game-sign-offs", {"game": "blackjack"}).json()["game"] == "blackjack"
    rows = {row["badge"]: row for row in hana.get("staff").json()["results"]}
    assert rows["nina"] == {
        "badge": "nina",
        "name": "Nina New",
        "username": "nina",
        "licence": "L-10",
        "licence_expires_on": "2027-12-31",
        "active": True,
        "pin": "one_time",
        "password": "none",
        "roles": ["pit_boss"],
        "games": ["blackjack"],
        "table": None,
        "pits": [],
    }
    assert (rows["petra"]["pits"], rows["cass"]["games"]) == (["P1"], ["blackjack"])


@pytest.mark.parametrize(
    ("changes", "pointer", "code"),
    [
        ({"roles": ["king"]}, "/roles/0", "invalid_choice"),
        ({"roles": "dealer"}, "/roles", "not_a_list"),
        ({"licence_expires_on": "31.12.2026"}, "/licence_expires_on", "invalid"),
        ({"is_staff": True}, "/is_staff", "unknown_field"),
        ({"name": 7}, "/name", "invalid"),
    ],
)
def test_nobody_assigns_what_is_not_asked(hana: Caller, changes: dict[str, Any], pointer: str, code: str) -> None:
    events = log.Event.objects.count()
    response = hana.post("staff", {"badge": "nina", "name": "Nina", "username": "nina"} | changes)
    (error,) = response.json()["errors"]
    assert (error["pointer"], error["code"]) == (pointer, code)
    assert log.Event.objects.count() == events


def test_a_pit_changes_hands(house: House, hana: Caller) -> None:
    assert [charge["badge"] for charge in hana.get("pits/P1/assignments").json()["results"]] == ["petra"]
    assert hana.post("pits/P1/reliefs", {"badge": "petra"}).json()["badge"] == "petra"
    assert hana.get("pits/P1/assignments").json()["results"] == []
    assert hana.post("pits/P1/assignments", {"badge": "petra"}).json()["warnings"] == []
    (charge,) = hana.get("pits/P1/assignments").json()["results"]
    assert charge == {
        "pit": "P1",
        "badge": "petra",
        "name": "Petra Pit Boss",
        "since": "2026-03-04T20:00:00.000000Z",
    }


def test_a_dealer_sends_what_the_boss_signs(house: House) -> None:
    custody.running(house)
    seq = builders.snapshot()["DEMO/table/BJ-01"]
    dana = callers.at_terminal(house, "dana", "T-BJ-01", "BJ-01")
    body = {"player": "seat 2", "maximum": 200_000, "signature": {"badge": "petra", "pin": builders.PEOPLE["petra"][1]}}
    raised = dana.post("tables/BJ-01/limit-raises", body, match=seq)
    assert (raised.status_code, raised.json()) == (
        201,
        {"table": "BJ-01", "player": "seat 2", "maximum": 200_000, "seq": seq + 1},
    )
    alone = dana.post("tables/BJ-01/limit-raises", {"player": "seat 3", "maximum": 200_000})
    assert (alone.status_code, alone.json()["code"]) == (403, "not_permitted")


def test_patrons_and_their_chips(house: House) -> None:
    petra = callers.at_terminal(house, "petra", "T-PIT")
    for number in range(3):
        assert petra.post("patrons", {"code": f"C-{number}", "name": f"Pat {number}"}).status_code == 201
    first = petra.get("patrons?limit=2").json()
    assert ([row["code"] for row in first["results"]], first["next"]) == (["C-0", "C-1"], "?limit=2&after=C-1")
    last = petra.get(f"patrons{first['next']}").json()
    assert ([row["code"] for row in last["results"]], last["next"]) == (["C-2"], None)
    funds = petra.post("tables/BJ-01/funds", {"player": "C-1", "amount": 20_000}, match=1)
    assert funds.json() == {"table": "BJ-01", "player": "C-1", "amount": 20_000, "seq": 2}
    assert petra.post("tables/BJ-01/funds", {"player": "C-1", "amount": 0}, match=1).status_code == 412


def test_a_given_pin_and_password_choose_ones_own(house: House, hana: Caller) -> None:
    device = Caller()
    code = hana.post("terminals", {"terminal": "T-1", "table": None}, key=None).json()["enrolment_code"]
    token = device.post("terminals/enrolments", {"code": code}, key=None).json()["token"]
    pin = hana.post("staff/dana/one-time-pins", key=None).json()["pin"]
    body = {"device_token": token, "badge": "dana", "pin": pin}
    refused = device.post("sign-ons", body, key=None)
    assert (refused.status_code, refused.json()["code"]) == (403, "one_time_pin")
    chosen = device.post("sign-ons", {**body, "new_pin": "908172"}, key=None)
    assert (chosen.status_code, chosen.json()["badge"]) == (201, "dana")
    given = hana.post("staff/ada/one-time-passwords", key=None).json()
    assert given["username"] == "ada"
    office = {"username": "ada", "password": given["password"]}
    assert device.post("sign-ons", office, key=None).json()["code"] == "one_time_password"
    assert device.post("sign-ons", {**office, "new_password": "nobody but me knows"}, key=None).status_code == 201
    running = hana.get("sign-ons/running").json()["results"]
    assert {(row["badge"], row["terminal"]) for row in running} == {("hana", "T-OFFICE"), ("dana", "T-1"), ("ada", "")}
    devices = {row["terminal"]: (row["status"], row["badge"]) for row in hana.get("terminals").json()["results"]}
    assert (devices["T-1"], devices["T-OFFICE"]) == (("enrolled", "dana"), ("enrolled", "hana"))


def test_the_house_is_furnished(hana: Caller) -> None:
    assert hana.post("pits", {"pit": "P2", "name": "Upper floor"}).json()["pit"] == "P2"
    rules = {"game": "blackjack", "values": {"dealer_soft_17": "hit"}}
    assert hana.post("house-rules", rules).json()["version"] == 2
    table = {"code": "BJ-09", "pit": "P2", "game": "blackjack", "rules_version": 1, "spots": 6, "chip_set": "MAIN"}
    assert hana.post("furnishings", {**table, "card_source": "server", "licensed_maximum": 500_000}).status_code == 201
    assert hana.post("tables/BJ-09/house-rules", {"version": 2}).json()["version"] == 2
    assert hana.post("tables/BJ-09/pars", {"par": {"500": 100}}).json()["par"] == {"500": 100}
    assert hana.get("furnishings").json()["results"][-1] == {
        "table": "BJ-09",
        "pit": "P2",
        "game": "blackjack",
        "rules_version": 2,
        "spots": 6,
        "chip_set": "MAIN",
        "card_source": "server",
        "licensed_maximum": 500_000,
        "par": 50_000,
        "status": "closed",
    }
    newest = hana.get("house-rules").json()["results"][0]
    assert (newest["version"], newest["values"]["dealer_soft_17"], newest["tables"]) == (2, "hit", ["BJ-09"])
    assert hana.get("pits").json()["results"] == [
        {"pit": "P1", "name": "Pit 1"},
        {"pit": "P2", "name": "Upper floor"},
    ]
