"""Insurance and the look at the hole card (rules.md B6, B7.1; domain.md T-47, T-71, T-75)."""

from typing import Any

import pytest

from tables.games.blackjack.engine import ENGINE
from tables.games.contract import Awaiting, Laid, Table, Transfer
from tests.games.blackjack.tabletop import Tabletop, sole

ACE_UP = "TS AD 9H 8C"


def backed(cards: str, table: Table | None = None) -> Tabletop:
    top = Tabletop(table)
    top.bet("A", 1, 100)
    top.back("k", "K", 1, 61)
    top.begin(cards)
    return top


def test_under_an_ace_insurance_is_offered_before_the_look() -> None:
    table = sole(ACE_UP)
    assert table.awaiting() is Awaiting.OFFER
    assert {"fact": "insurance_offered"} in table.answers[-1].facts
    table.refused("not_your_turn", "stand", by="A", spot=1)
    table.refused("card_not_called", "card", card="TS")


@pytest.mark.parametrize(("cards", "rules"), [("TS TD 9H 8C", {}), ("TS 7D 9H 8C", {}), (ACE_UP, {"insurance": False})])
def test_without_an_ace_or_the_house_rule_there_is_no_offer(cards: str, rules: dict[str, Any]) -> None:
    table = sole(cards, **rules)
    assert table.awaiting() is Awaiting.ACT
    table.refused("insurance_not_offered", "insure", by="A", spot=1, amount=50)
    table.refused("insurance_not_offered", "close_insurance")


def test_before_the_deal_is_done_there_is_no_offer() -> None:
    table = Tabletop()
    table.bet("A", 1)
    table.refused("insurance_not_offered", "insure", by="A", spot=1, amount=50)
    table.begin("TS AD 9H")
    table.refused("insurance_not_offered", "insure", by="A", spot=1, amount=50)


def test_an_insurance_is_laid_beside_its_bet() -> None:
    table = sole(ACE_UP)
    answer = table.do("insure", by="A", spot=1, amount=50)
    assert answer.event == "insurance_taken"
    assert answer.laid == (Laid(2, "insurance", "A", "1", 0, 50, "chips", 1),)
    assert answer.transfers == (Transfer("player:1", "layout", 50, "insurance", "chips"),)


def test_checks_come_in_the_order_of_the_rules() -> None:
    table = backed(ACE_UP, Table(1, 500, funds={"A": 149, "K": 100}))
    table.refused("not_hand_owner", "insure", by="B", spot=1, amount=0)
    table.refused("not_hand_owner", "insure", by="A", spot=2, amount=50)
    table.refused("not_hand_owner", "insure", by="A", spot=99, amount=50)
    table.refused("not_hand_owner", "insure", by="A", back_bet="k", amount=30)
    table.refused("not_hand_owner", "insure", by="K", back_bet="x", amount=30)
    table.refused("insurance_wrong_amount", "insure", by="A", spot=1, amount=49)
    table.refused("insufficient_funds", "insure", by="A", spot=1, amount=50)
    table.do("insure", by="K", back_bet="k", amount=30)
    table.refused("insurance_duplicate", "insure", by="K", back_bet="k", amount=1)
    table.do("close_insurance")
    table.refused("insurance_closed", "insure", by="A", spot=1, amount=50)
    table.refused("insurance_closed", "close_insurance")


@pytest.mark.parametrize("amount", ["50", None, 50.0, True, [50]])
def test_an_amount_that_is_no_whole_number_is_refused(amount: Any) -> None:
    sole(ACE_UP).refused("bad_amount", "insure", by="A", spot=1, amount=amount)


@pytest.mark.parametrize("fields", [{}, {"by": "A"}, {"by": "A", "spot": "1"}, {"by": "A", "back_bet": 5}, {"spot": 1}])
def test_malformed_insurance_is_refused(fields: dict[str, Any]) -> None:
    sole(ACE_UP).refused("bad_action", "insure", amount=50, **fields)


def test_a_strange_tender_is_refused() -> None:
    sole(ACE_UP).refused("bad_action", "insure", by="A", spot=1, amount=50, tender="gold")


@pytest.mark.parametrize(("stake", "good", "wrong"), [(501, 250, 251), (100, 50, 49), (3, 1, 2), (1, None, 0)])
def test_exactly_half_rounded_down(stake: int, good: int | None, wrong: int) -> None:
    table = sole(ACE_UP, stake)
    table.refused("insurance_wrong_amount", "insure", by="A", spot=1, amount=wrong)
    if good is not None:
        table.do("insure", by="A", spot=1, amount=good)


@pytest.mark.parametrize(("amount", "good"), [(1, True), (250, True), (251, False), (0, False), (-1, False)])
def test_up_to_half_by_house_rule(amount: int, good: bool) -> None:
    table = sole(ACE_UP, 501, insurance_amount="up_to_half")
    if good:
        table.do("insure", by="A", spot=1, amount=amount)
    else:
        table.refused("insurance_wrong_amount", "insure", by="A", spot=1, amount=amount)


def test_t47_half_of_25_is_12_where_no_half_unit_can_be_paid() -> None:
    table = sole(ACE_UP, 2500, pay_unit=100)
    table.refused("insurance_wrong_amount", "insure", by="A", spot=1, amount=1250)
    table.do("insure", by="A", spot=1, amount=1200)


@pytest.mark.parametrize(("stake", "half"), [(500, 250), (300, 100), (200, 100), (700, 350)])
def test_t47_half_is_one_that_the_chips_can_make(stake: int, half: int) -> None:
    table = sole(ACE_UP, stake, pay_unit=50, pay_gaps=[50, 150])
    table.refused("insurance_wrong_amount", "insure", by="A", spot=1, amount=half + 50)
    table.do("insure", by="A", spot=1, amount=half)


def test_t47_a_bet_whose_half_cannot_be_made_is_not_insured() -> None:
    assert ENGINE.view(sole(ACE_UP, 100, pay_unit=50, pay_gaps=[50, 150]).state, "dealer")["offers"] == []


def test_t75_insurance_pays_two_to_one_and_settles_by_itself() -> None:
    table = sole("TS AD 9H KC")
    table.do("insure", by="A", spot=1, amount=50)
    answer = table.do("close_insurance")
    assert [(row.bet, row.outcome, row.returned, row.due_numerator) for row in answer.settled] == [
        (2, "win", 150, 100),
        (1, "lose", 0, 0),
    ]
    assert answer.transfers == (
        Transfer("layout", "player:1", 50, "stake_returned", "chips"),
        Transfer("rack", "player:1", 100, "winnings", "chips"),
        Transfer("layout", "rack", 100, "lost", "chips"),
    )


def test_insurance_is_lost_at_once_without_a_natural() -> None:
    table = sole(ACE_UP)
    table.do("insure", by="A", spot=1, amount=50)
    answer = table.do("close_insurance")
    assert answer.facts == ({"fact": "dealer_peeked", "natural": False},)
    assert answer.transfers == (Transfer("layout", "rack", 50, "lost", "chips"),)
    assert table.awaiting() is Awaiting.ACT


@pytest.mark.parametrize("cards", ["TS AD AH KC", "TS AD AH 9C"])
def test_an_insured_natural_is_even_money_either_way(cards: str) -> None:
    table = sole(cards)
    table.do("insure", by="A", spot=1, amount=50)
    table.do("close_insurance")
    assert ENGINE.view(table.state, "floor")["net"] == {"A": 100}


def test_a_kibitzer_insures_his_own_stake_alone() -> None:
    table = backed("TS AD 9H KC")
    table.do("insure", by="K", back_bet="k", amount=30)
    table.do("close_insurance")
    assert ENGINE.view(table.state, "floor")["net"] == {"A": -100, "K": -1}


def test_the_offers_still_open_are_told_with_their_amounts() -> None:
    table = backed(ACE_UP)
    assert ENGINE.view(table.state, "dealer")["offers"] == [
        {"spot": 1, "by": "A", "amount": 50},
        {"back_bet": "k", "by": "K", "amount": 30},
    ]
    table.do("insure", by="A", spot=1, amount=50)
    assert ENGINE.view(table.state, "dealer")["offers"] == [{"back_bet": "k", "by": "K", "amount": 30}]
    table.do("close_insurance")
    assert ENGINE.view(table.state, "dealer")["offers"] == []


def test_t71_a_natural_under_a_ten_is_shown_before_doubles_and_splits_can_be_made() -> None:
    table = Tabletop()
    for spot, by in enumerate("ABC", start=1):
        table.bet(by, spot)
    answer = table.begin("8S AS TC KD 8H KH 9C AC")
    assert answer.facts[1:3] == (
        {"fact": "dealer_peeked", "natural": True},
        {"fact": "hole_card_shown", "card": "AC"},
    )
    assert [(row.bet, row.outcome) for row in answer.settled] == [(3, "lose"), (2, "push"), (1, "lose")]
    table.refused("round_over", "split", by="A", spot=1)


@pytest.mark.parametrize("up", ["2D", "9D"])
def test_other_up_cards_are_not_looked_under(up: str) -> None:
    table = sole(f"TS {up} 9H AC")
    assert [fact["fact"] for fact in table.answers[-1].facts] == ["dealt"]
