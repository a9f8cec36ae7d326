"""Balances, journals and settlements as the auditor reads them."""

import pytest

from accounting.selectors import ledger
from accounting.selectors.ledger import LegView
from accounting.services import follow
from tables.domain.errors import NotAllowed, NotFound
from tests import builders, custody, dealt
from tests.builders import House

pytestmark = pytest.mark.django_db

TABLE = "DEMO/table/BJ-01"


@pytest.fixture
def house() -> House:
    """One round won by the house and one buy-in, followed."""
    house = dealt.settled(builders.house(outsider=True))
    dealt.press(house, {"do": "confirm_settlement"})
    custody.buy_in(house, 10_000, {2_500: 4})
    follow.follow_all()
    return house


def test_the_trial_balance_is_zero_in_each_asset(house: House) -> None:
    balance = ledger.trial_balance(actor=house.axel)
    assert balance.totals == {"chips": 0, "cash": 0, "markers": 0, "promo": 0, "account": 0}
    assert balance.lag.caught_up
    assert {(a.code, a.asset): a.balance for a in balance.accounts if a.balance} == {
        ("issued", "chips"): -43_100_000,
        ("cage", "chips"): 42_100_000,
        ("players", "chips"): 6_500,
        ("patrons", "cash"): -10_000,
        ("rack/BJ-01", "chips"): 993_500,
        ("box/BJ-01", "cash"): 10_000,
    }


def test_the_journals_of_a_round(house: House) -> None:
    found = ledger.journals(actor=house.axel, stream=TABLE, round_=1)
    assert [journal.type for journal in found] == ["bet_placed", "bet_placed", "back_bet_placed", "act_taken"]
    assert found[0].legs == (LegView("layout/BJ-01", "chips", 1_000), LegView("players", "chips", -1_000))
    assert {journal.period for journal in found} == {1}


def test_journals_are_paged_and_narrowed_by_account(house: House) -> None:
    first = ledger.journals(actor=house.axel, stream=TABLE, limit=2)
    second = ledger.journals(actor=house.axel, stream=TABLE, after=first[-1].seq, limit=50)
    assert [journal.type for journal in first] == ["table_bank_issued", "bet_placed"]
    assert [journal.type for journal in second] == ["bet_placed", "back_bet_placed", "act_taken", "buy_in_taken"]
    cash = ledger.journals(actor=house.axel, stream=TABLE, account="box/BJ-01")
    assert [journal.type for journal in cash] == ["buy_in_taken"]


def test_the_settlements_of_a_round(house: House) -> None:
    rows = ledger.settlements(actor=house.axel, stream=TABLE, round_=1)
    assert [(row.bet, row.player, row.kind, row.outcome, row.stake, row.returned, row.breakage) for row in rows] == [
        (1, "anna", "main", "lose", 1_000, 0, 0),
        (2, "bo", "main", "lose", 2_000, 0, 0),
        (3, "cy", "back", "lose", 500, 0, 0),
    ]


def test_another_casino_has_none_of_it(house: House) -> None:
    with pytest.raises(NotFound, match="no_such_stream"):
        ledger.journals(actor=house.otto, stream=TABLE)
    assert {account.balance for account in ledger.trial_balance(actor=house.otto).accounts} == {0}


@pytest.mark.parametrize("name", ["dana", "petra", "cass", "colin"])
def test_the_floor_does_not_read_the_ledger(house: House, name: str) -> None:
    actor = house.people[name]
    for read in (
        lambda: ledger.trial_balance(actor=actor),
        lambda: ledger.journals(actor=actor, stream=TABLE),
        lambda: ledger.settlements(actor=actor, stream=TABLE, round_=1),
    ):
        with pytest.raises(NotAllowed, match="not_permitted"):
            read()
