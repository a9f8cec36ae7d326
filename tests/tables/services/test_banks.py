"""Chips that come into the cage, and the bank that a table gets before its first opening."""

from typing import Any

import pytest

from tables.domain import canonical, chips, papers
from tables.domain.actors import Role
from tables.domain.cage import CagePlace
from tables.domain.errors import Conflict, Invalid, NotAllowed, NotFound
from tables.services import pits
from tests import builders, cages, custody
from tests.builders import House
from tests.custody import BANK, BANK_TOTAL, refused

pytestmark = pytest.mark.django_db

DELIVERY = {100: 2_000, 2_500: 1_000}
DELIVERY_TOTAL = 2_700_000


@pytest.fixture
def house() -> House:
    """A house with nothing in its cage and its racks."""
    return builders.house(stock={})


@pytest.fixture
def stocked() -> House:
    """A house with chips in its cage, and nothing in its racks."""
    return builders.house()


def receive(house: House, **more: Any) -> dict[str, Any]:
    """Cass and ada count a delivery."""
    return builders.receive_chips(**{"received": DELIVERY, "at": house.at, **more})


# ------------------------------------------------------------------------------------------------------------- receipts
def test_a_delivery_stands_in_the_cage_under_two_signatures(house: House) -> None:
    answer = receive(house)
    data = {
        "place": "cage",
        "chip_set": "MAIN",
        "kind": "value",
        "chips": {"100": 2_000, "2500": 1_000},
        "total": DELIVERY_TOTAL,
    }
    assert answer == {**data, "seq": 1}
    (event,) = custody.events(house, "cage")
    assert (event["type"], event["stream"], event["actor"]) == ("chips_received", "DEMO/cage", "cass")
    signatures = event["data"].pop("signatures")
    assert event["data"] == data
    assert [(signed["badge"], signed["role"]) for signed in signatures] == [("cass", "cashier"), ("ada", "accountant")]
    content = canonical.content_hash(papers.chip_receipt("DEMO", "MAIN", "cage", DELIVERY, DELIVERY_TOTAL))
    assert {signed["content"] for signed in signatures} == {content}
    assert cages.stock_of(house) == DELIVERY


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
def test_the_bank_goes_from_the_cage_into_the_rack(stocked: House) -> None:
    answer = custody.issue_bank(stocked)
    data = {"chips": {"100": 200, "500": 200, "2500": 160, "10000": 48}, "total": BANK_TOTAL}
    assert answer == {"table": "BJ-01", **data, "seq": 2}
    (issued,) = custody.facts(stocked, "table_bank_issued")
    signatures = issued.pop("signatures")
    assert issued == data
    assert [(signed["badge"], signed["role"]) for signed in signatures] == [("cass", "cashier"), ("petra", "pit_boss")]
    content = canonical.content_hash(papers.bank_slip("DEMO", "BJ-01", BANK, BANK_TOTAL))
    assert {signed["content"] for signed in signatures} == {content}
    assert custody.rack_of(stocked) == BANK
    assert cages.stock_of(stocked) == chips.less(builders.STOCK, BANK)


def test_zero_lines_stand_neither_in_the_event_nor_under_the_signatures(stocked: House) -> None:
    custody.issue_bank(stocked, {**BANK, 50: 0})
    (issued,) = custody.facts(stocked, "table_bank_issued")
    assert issued["chips"] == {"100": 200, "500": 200, "2500": 160, "10000": 48}
    content = canonical.content_hash(papers.bank_slip("DEMO", "BJ-01", BANK, BANK_TOTAL))
    assert {signed["content"] for signed in issued["signatures"]} == {content}


def test_there_is_one_bank(stocked: House) -> None:
    custody.issue_bank(stocked)
    with refused(stocked, Conflict, "bank_already_issued"):
        custody.issue_bank(stocked)


@pytest.mark.parametrize("closed_again", [False, True])
def test_a_table_that_was_opened_gets_no_bank(stocked: House, closed_again: bool) -> None:
    custody.open_table(stocked, {})
    if closed_again:
        custody.close_table(stocked, {})
    with refused(stocked, Conflict, "already_opened", state="closed" if closed_again else "open"):
        custody.issue_bank(stocked)


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
    stocked: House, change: dict[str, Any], family: Any, code: str, detail: dict[str, Any]
) -> None:
    with refused(stocked, family, code, **detail):
        custody.issue_bank(stocked, **change)


def test_the_cage_gives_only_what_it_has(stocked: House) -> None:
    """All of a bank or nothing of it; the refusal names the denomination."""
    with refused(stocked, Conflict, "cage_short", place="cage", denomination=50_000):
        custody.issue_bank(stocked, {100: 1, 50_000: 201, 100_000: 101})
    assert cages.stock_of(stocked) == builders.STOCK


def test_chips_in_the_vault_are_not_in_the_cage(house: House) -> None:
    receive(house, place=CagePlace.VAULT)
    assert (cages.stock_of(house), cages.stock_of(house, "vault")) == ({}, DELIVERY)
    with refused(house, Conflict, "cage_short", place="cage", denomination=100):
        custody.issue_bank(house, {100: 1})


def test_giver_and_receiver_are_two_persons(stocked: House) -> None:
    custody.also(stocked, "petra", Role.CASHIER)
    with refused(stocked, NotAllowed, "same_person"):
        custody.issue_bank(stocked, cashier=stocked.sign("petra"))


def test_t100_the_receiving_pit_boss_is_in_charge_of_the_pit(stocked: House) -> None:
    pits.relieve_pit_boss(actor=stocked.hana, at=stocked.at, pit="P1", badge="petra")
    with refused(stocked, NotAllowed, "not_in_charge"):
        custody.issue_bank(stocked)


@pytest.mark.parametrize("name", ["dana", "petra", "colin", "ada", "axel", "hana"])
def test_only_a_cashier_issues_a_bank(stocked: House, name: str) -> None:
    with refused(stocked, NotAllowed, "not_permitted", permission="issue_table_bank"):
        custody.issue_bank(stocked, actor=builders.actor(name))
