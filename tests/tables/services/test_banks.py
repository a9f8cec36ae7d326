"""Chips that come into the cage, and the bank that a table gets before its first opening."""

from typing import Any

import pytest

from tables.domain import canonical, papers
from tables.domain.actors import Role
from tables.domain.errors import Conflict, Invalid, NotAllowed, NotFound
from tables.services import banks, pits
from tests import builders, custody
from tests.builders import House
from tests.custody import BANK, BANK_TOTAL, refused

pytestmark = pytest.mark.django_db

DELIVERY = {100: 2_000, 2_500: 1_000}
DELIVERY_TOTAL = 2_700_000


@pytest.fixture
def house() -> House:
    """A house with nothing in its cage and its racks."""
    return builders.house()


def receive(house: House, **more: Any) -> dict[str, Any]:
    """Cass and ada count a delivery."""
    asked: dict[str, Any] = {
        "actor": house.cass,
        "at": house.at,
        "chip_set": "MAIN",
        "received": dict(DELIVERY),
        "total": DELIVERY_TOTAL,
        "cashier": house.sign("cass"),
        "accountant": house.sign("ada"),
    }
    return banks.receive_chips(**{**asked, **more})


# ------------------------------------------------------------------------------------------------------------- receipts
def test_a_delivery_stands_in_the_cage_under_two_signatures(house: House) -> None:
    answer = receive(house)
    assert answer == {"chip_set": "MAIN", "chips": {"100": 2_000, "2500": 1_000}, "total": DELIVERY_TOTAL, "seq": 1}
    (event,) = custody.events(house, "cage")
    assert (event["type"], event["stream"], event["actor"]) == ("chips_received", "DEMO/cage", "cass")
    signatures = event["data"].pop("signatures")
    assert event["data"] == {"chip_set": "MAIN", "chips": {"100": 2_000, "2500": 1_000}, "total": DELIVERY_TOTAL}
    assert [(signed["badge"], signed["role"]) for signed in signatures] == [("cass", "cashier"), ("ada", "accountant")]
    content = canonical.content_hash(papers.chip_receipt("DEMO", "MAIN", DELIVERY, DELIVERY_TOTAL))
    assert {signed["content"] for signed in signatures} == {content}


def test_a_delivery_repeated_is_received_once(house: House) -> None:
    assert receive(house, key="d1") == receive(house, key="d1")
    assert len(custody.events(house, "cage")) == 1


@pytest.mark.parametrize(
    ("change", "family", "code", "detail"),
    [
        ({"chip_set": "NONE"}, NotFound, "no_such_chip_set", {}),
        ({"received": {}, "total": 0}, Invalid, "no_chips", {}),
        ({"received": {2_000: 1}, "total": 2_000}, Invalid, "unknown_denomination", {"denomination": 2_000}),
        ({"received": {500: -2}, "total": -1_000}, Invalid, "bad_quantity", {"denomination": 500}),
        ({"total": 1}, Invalid, "total_mismatch", {"given": 1, "counted": DELIVERY_TOTAL}),
        ({"accountant": builders.signature("cass")}, NotAllowed, "role_not_held", {"role": "accountant"}),
    ],
)
def test_a_delivery_that_is_not_right_is_refused(
    house: House, change: dict[str, Any], family: Any, code: str, detail: dict[str, Any]
) -> None:
    with refused(house, family, code, **detail):
        receive(house, **change)


@pytest.mark.parametrize("name", ["dana", "petra", "colin", "ada", "axel", "hana"])
def test_only_a_cashier_receives_chips(house: House, name: str) -> None:
    with refused(house, NotAllowed, "not_permitted", permission="receive_chips"):
        receive(house, actor=builders.actor(name))


# --------------------------------------------------------------------------------------------------------------- banks
def test_the_bank_goes_from_the_cage_into_the_rack(house: House) -> None:
    answer = custody.issue_bank(house)
    data = {"chips": {"100": 200, "500": 200, "2500": 160, "10000": 48}, "total": BANK_TOTAL}
    assert answer == {"table": "BJ-01", **data, "seq": 2}
    (issued,) = custody.facts(house, "table_bank_issued")
    signatures = issued.pop("signatures")
    assert issued == data
    assert [(signed["badge"], signed["role"]) for signed in signatures] == [("cass", "cashier"), ("petra", "pit_boss")]
    content = canonical.content_hash(papers.bank_slip("DEMO", "BJ-01", BANK, BANK_TOTAL))
    assert {signed["content"] for signed in signatures} == {content}
    assert custody.rack_of(house) == BANK


def test_zero_lines_stand_neither_in_the_event_nor_under_the_signatures(house: House) -> None:
    custody.issue_bank(house, {**BANK, 50: 0})
    (issued,) = custody.facts(house, "table_bank_issued")
    assert issued["chips"] == {"100": 200, "500": 200, "2500": 160, "10000": 48}
    content = canonical.content_hash(papers.bank_slip("DEMO", "BJ-01", BANK, BANK_TOTAL))
    assert {signed["content"] for signed in issued["signatures"]} == {content}


def test_there_is_one_bank(house: House) -> None:
    custody.issue_bank(house)
    with refused(house, Conflict, "bank_already_issued"):
        custody.issue_bank(house)


@pytest.mark.parametrize("closed_again", [False, True])
def test_a_table_that_was_opened_gets_no_bank(house: House, closed_again: bool) -> None:
    custody.open_table(house, {})
    if closed_again:
        custody.close_table(house, {})
    with refused(house, Conflict, "already_opened", state="closed" if closed_again else "open"):
        custody.issue_bank(house)


@pytest.mark.parametrize(
    ("change", "family", "code", "detail"),
    [
        ({"table": "BJ-99"}, NotFound, "no_such_table", {}),
        ({"issued": {}, "total": 0}, Invalid, "no_chips", {}),
        ({"issued": {2_000: 1}, "total": 2_000}, Invalid, "unknown_denomination", {"denomination": 2_000}),
        ({"issued": {500: -2}, "total": -1_000}, Invalid, "bad_quantity", {"denomination": 500}),
        ({"total": 999_999}, Invalid, "total_mismatch", {"given": 999_999, "counted": BANK_TOTAL}),
        ({"pit_boss": builders.signature("dana")}, NotAllowed, "role_not_held", {"role": "pit_boss"}),
        ({"cashier": builders.signature("petra")}, NotAllowed, "role_not_held", {"role": "cashier"}),
    ],
)
def test_a_bank_that_is_not_right_is_refused(
    house: House, change: dict[str, Any], family: Any, code: str, detail: dict[str, Any]
) -> None:
    with refused(house, family, code, **detail):
        custody.issue_bank(house, **change)


def test_giver_and_receiver_are_two_persons(house: House) -> None:
    custody.also(house, "petra", Role.CASHIER)
    with refused(house, NotAllowed, "same_person"):
        custody.issue_bank(house, cashier=house.sign("petra"))


def test_t100_the_receiving_pit_boss_is_in_charge_of_the_pit(house: House) -> None:
    pits.relieve_pit_boss(actor=house.hana, at=house.at, pit="P1", badge="petra")
    with refused(house, NotAllowed, "not_in_charge"):
        custody.issue_bank(house)


@pytest.mark.parametrize("name", ["dana", "petra", "colin", "ada", "axel", "hana"])
def test_only_a_cashier_issues_a_bank(house: House, name: str) -> None:
    with refused(house, NotAllowed, "not_permitted", permission="issue_table_bank"):
        custody.issue_bank(house, actor=builders.actor(name))
