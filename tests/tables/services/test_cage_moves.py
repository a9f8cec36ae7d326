"""Chips and cash that come to the cage and the vault, leave them, or go from one to the other."""

from typing import Any

import pytest

from tables.domain import cage_papers, canonical, chips
from tables.domain.actors import Role
from tables.domain.cage import CagePlace
from tables.domain.errors import Conflict, Invalid, NotAllowed, NotFound
from tables.domain.notes import NoteCount
from tests import builders, cages, custody
from tests.builders import STOCK, House
from tests.cages import NOTES, lot
from tests.custody import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    """A house with chips in its cage and no cash."""
    return builders.house()


# ----------------------------------------------------------------------------------------------------------- withdrawal
def test_destroyed_chips_leave_the_cage_under_two_signatures(house: House) -> None:
    answer = cages.withdraw(house, lot({100: 3, 500: 2}))
    data = {"place": "cage", "chip_set": "MAIN", "kind": "value", "chips": {"100": 3, "500": 2}, "total": 1_300}
    assert answer == {**data, "reason": "worn out", "seq": 2}
    (event,) = custody.facts(house, "chips_withdrawn", "cage")
    signed = event.pop("signatures")
    assert event == {**data, "reason": "worn out"}
    assert [(signature["badge"], signature["role"]) for signature in signed] == [
        ("cass", "cashier"),
        ("ada", "accountant"),
    ]
    paper = cage_papers.withdrawal("DEMO", "cage", lot({100: 3, 500: 2}), "worn out")
    assert {signature["content"] for signature in signed} == {canonical.content_hash(paper)}
    assert cages.stock_of(house) == chips.less(STOCK, {100: 3, 500: 2})


@pytest.mark.parametrize(
    ("gone", "family", "code", "detail"),
    [
        (lot({100: 5_001}), Conflict, "cage_short", {"place": "cage", "denomination": 100}),
        (lot({}), Invalid, "no_chips", {}),
        (lot({2_000: 1}), Invalid, "unknown_denomination", {"denomination": 2_000}),
        (lot({100: 1}, total=101), Invalid, "total_mismatch", {"given": 101, "counted": 100}),
        (lot({100: 1}, "NONE"), NotFound, "no_such_chip_set", {}),
    ],
)
def test_a_withdrawal_that_is_not_right_is_refused(
    house: House, gone: Any, family: Any, code: str, detail: dict[str, Any]
) -> None:
    with refused(house, family, code, **detail):
        cages.withdraw(house, gone)


def test_a_withdrawal_says_why_and_has_two_persons(house: House) -> None:
    with refused(house, Invalid, "bad_reason"):
        cages.withdraw(house, lot({100: 1}), reason="")
    custody.also(house, "cass", Role.ACCOUNTANT)
    with refused(house, NotAllowed, "same_person"):
        cages.withdraw(house, lot({100: 1}), accountant=house.sign("cass"))


# ---------------------------------------------------------------------------------------------------------------- vault
def test_chips_and_cash_go_to_the_vault_and_back_together(house: House) -> None:
    cages.receive_cash(house)
    answer = cages.move_vault(house, "cage", lot({100: 1_000}), {})
    assert answer == {
        "source": "cage",
        "target": "vault",
        "chip_set": "MAIN",
        "kind": "value",
        "chips": {"100": 1_000},
        "chips_total": 100_000,
        "notes": {},
        "cash_total": 0,
        "seq": 3,
    }
    cages.move_vault(house, "vault", lot({100: 400}), {2_000: 20})
    assert cages.stock_of(house) == chips.less(STOCK, {100: 600})
    assert cages.stock_of(house, "vault") == {100: 600}
    assert cages.stock_of(house, "cage", None) == {2_000: 20}
    assert cages.stock_of(house, "vault", None) == chips.less(NOTES, {2_000: 20})
    assert [fact["cash_total"] for fact in custody.facts(house, "vault_moved", "cage")] == [0, 40_000]


def test_all_of_a_transfer_or_nothing(house: House) -> None:
    cages.receive_cash(house, {2_000: 5})
    with refused(house, Conflict, "cash_short", place="vault", note=2_000):
        cages.move_vault(house, "vault", None, {2_000: 6})
    with refused(house, Conflict, "cage_short", place="vault", denomination=100):
        cages.move_vault(house, "vault", lot({100: 1}), {2_000: 1})


@pytest.mark.parametrize(
    ("change", "family", "code", "detail"),
    [
        ({"target": CagePlace.CAGE}, Invalid, "same_place", {}),
        ({"lot": None}, Invalid, "nothing_moved", {}),
        ({"notes": NoteCount({0: 1}, 0)}, Invalid, "unknown_note", {"note": 0}),
        ({"notes": NoteCount({100: 1}, 90)}, Invalid, "total_mismatch", {"given": 90, "counted": 100}),
        ({"taker": builders.signature("cass")}, NotAllowed, "same_person", {}),
        ({"taker": builders.signature("ada")}, NotAllowed, "role_not_held", {"role": "cashier"}),
    ],
)
def test_a_transfer_that_is_not_right_is_refused(
    house: House, change: dict[str, Any], family: Any, code: str, detail: dict[str, Any]
) -> None:
    with refused(house, family, code, **detail):
        cages.move_vault(house, "cage", lot({100: 1}), {}, **change)


# ----------------------------------------------------------------------------------------------------------------- bank
def test_cash_comes_from_the_bank_into_the_vault_and_goes_back(house: House) -> None:
    answer = cages.receive_cash(house)
    assert answer == {"notes": {"2000": 500, "5000": 200, "10000": 300}, "total": 5_000_000, "seq": 2}
    assert cages.bank_cash(house, {10_000: 100}) == {"notes": {"10000": 100}, "total": 1_000_000, "seq": 3}
    assert cages.stock_of(house, "vault", None) == {2_000: 500, 5_000: 200, 10_000: 200}
    types = [event["type"] for event in custody.events(house, "cage")]
    assert types == ["chips_received", "cash_received", "cash_banked"]


def test_only_what_is_in_the_vault_goes_to_the_bank(house: House) -> None:
    cages.receive_cash(house, {10_000: 3})
    with refused(house, Conflict, "cash_short", place="vault", note=10_000):
        cages.bank_cash(house, {10_000: 4})
    with refused(house, Invalid, "nothing_moved"):
        cages.bank_cash(house, {})


def test_cash_repeated_comes_once(house: House) -> None:
    assert cages.receive_cash(house, key="cash-1") == cages.receive_cash(house, key="cash-1")
    assert len(custody.facts(house, "cash_received", "cage")) == 1


@pytest.mark.parametrize("name", ["dana", "petra", "colin", "ada", "axel", "hana", "sam"])
def test_only_a_cashier_runs_the_cage(house: House, name: str) -> None:
    acts: list[Any] = [
        lambda: cages.withdraw(house, lot({100: 1}), actor=builders.actor(name)),
        lambda: cages.move_vault(house, "cage", lot({100: 1}), {}, actor=builders.actor(name)),
        lambda: cages.receive_cash(house, actor=builders.actor(name)),
        lambda: cages.bank_cash(house, {100: 1}, actor=builders.actor(name)),
        lambda: cages.sell(house, lot({100: 1}), {100: 1}, actor=builders.actor(name)),
        lambda: cages.redeem(house, lot({100: 1}), {100: 1}, actor=builders.actor(name)),
        lambda: cages.give_promotional(house, lot({100: 1}), actor=builders.actor(name)),
        lambda: cages.count(house, cages.counted({}, {}), actor=builders.actor(name)),
    ]
    for act in acts:
        with refused(house, NotAllowed, "not_permitted", permission="run_cage"):
            act()
