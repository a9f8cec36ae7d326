"""Front money: cash on a patron's account and back, with the cage, the books and the cash log agreeing."""

from typing import Any

import pytest

from accounting.models.accounts import StreamBalance
from accounting.models.cash import CashTransaction
from accounting.services import follow
from tables.domain import limits
from tables.domain.errors import Conflict, Invalid, NotAllowed, NotFound
from tables.domain.notes import NoteCount
from tables.models import crowd as rows
from tables.selectors import crowds
from tables.services import front_money
from tests import builders, cages, crowded, custody
from tests.builders import House
from tests.refusals import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    made = builders.house()
    crowded.known(made)
    return made


def balance(house: House) -> int:
    return int(crowds.funds(actor=house.cass, patron="P-7")["balance"])


def test_cash_becomes_front_money_and_comes_back(house: House) -> None:
    answer = crowded.fund(house, "P-7", 25_000)
    data = {"patron": "P-7", "notes": {"1000": 25}, "cash": 25_000}
    assert answer == {**data, "balance": 25_000, "seq": 2}
    assert custody.facts(house, "front_money_taken", "cage") == [data]
    assert cages.stock_of(house, "cage", None) == {1_000: 25}
    answer = crowded.take_back(house, "P-7", 10_000)
    assert answer["balance"] == balance(house) == 15_000
    assert cages.stock_of(house, "cage", None) == {1_000: 15}


def test_the_books_owe_it_to_him_and_the_cash_log_has_both_ways(house: House) -> None:
    crowded.fund(house, "P-7", 25_000)
    crowded.take_back(house, "P-7", 10_000)
    follow.follow_all()
    by_place = {row.account_id % 64: row.balance for row in StreamBalance.objects.all()}
    assert (by_place[33], by_place[34], by_place[18]) == (-15_000, 15_000, 15_000)
    told = CashTransaction.objects.order_by("seq").values_list("who", "direction", "amount", "kind")
    assert list(told) == [("P-7", "in", 25_000, "front_money"), ("P-7", "out", 10_000, "front_money_withdrawal")]


def test_nobody_draws_more_than_he_has(house: House) -> None:
    crowded.fund(house, "P-7", 5_000)
    crowded.known(house, "P-8")
    crowded.fund(house, "P-8", 5_000)
    with refused("front_money_short", Invalid):
        crowded.take_back(house, "P-7", 6_000)
    assert balance(house) == 5_000


def test_the_cage_pays_only_what_lies_in_it(house: House) -> None:
    crowded.fund(house, "P-7", 5_000)
    with refused("cash_short", Conflict):
        money = NoteCount({5_000: 1}, 5_000)
        front_money.return_front_money(actor=house.cass, at=house.at, patron="P-7", notes=money)


def test_a_stake_on_a_table_is_not_his_to_draw() -> None:
    house = crowded.betting()
    crowded.lay(house, crowded.bet("a", "P-3", 1, 1_000))
    with refused("front_money_short", Invalid):
        crowded.take_back(house, "P-3", 5_000)
    assert crowded.take_back(house, "P-3", 4_000)["balance"] == 0


@pytest.mark.by_hand
def test_no_account_holds_more_than_the_books_can(house: House) -> None:
    crowded.fund(house, "P-7", 5_000)
    rows.Purse.objects.update(balance=limits.MOST - 1_000)
    with refused("bad_amount", Invalid):
        crowded.fund(house, "P-7", 5_000)
    assert balance(house) == limits.MOST - 1_000


def test_a_repeat_moves_nothing_twice(house: House) -> None:
    asked: dict[str, Any] = {
        "actor": house.cass,
        "at": house.at,
        "patron": "P-7",
        "notes": crowded.notes(5_000),
        "key": "front-0001",
    }
    assert front_money.take_front_money(**asked) == front_money.take_front_money(**asked)
    assert balance(house) == 5_000


def test_what_is_refused(house: House) -> None:
    with refused("no_such_patron", NotFound):
        crowded.fund(house, "P-8", 5_000)
    with refused("bad_amount", Invalid):
        crowded.fund(house, "P-7", 0)
    with refused("total_mismatch", Invalid):
        money = NoteCount({1_000: 4}, 5_000)
        front_money.take_front_money(actor=house.cass, at=house.at, patron="P-7", notes=money)
    for name in ("dana", "petra", "ada", "hana"):
        with refused("not_permitted", NotAllowed):
            front_money.take_front_money(
                actor=house.people[name], at=house.at, patron="P-7", notes=crowded.notes(5_000)
            )
    with refused("no_such_patron", NotFound):
        crowds.funds(actor=house.cass, patron="P-8")
    with refused("not_permitted", NotAllowed):
        crowds.funds(actor=house.petra, patron="P-7")
    assert rows.Purse.objects.count() == 0
    assert balance(house) == 0
