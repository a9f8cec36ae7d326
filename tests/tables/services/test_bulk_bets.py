"""Stakes in bulk: all or nothing, the same events as one by one."""

from collections.abc import Sequence
from typing import Any

import pytest

from tables.domain.actors import Role
from tables.domain.errors import Conflict, Invalid, NotAllowed
from tables.models import rounds
from tables.services import bulk_bets, staffing
from tests import builders, custody, dealt
from tests.builders import House
from tests.refusals import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    made = dealt.ready(builders.house())
    dealt.press(made, {"do": "open_round"})
    return made


def lay(house: House, bets: Sequence[dict[str, Any]], **more: Any) -> dict[str, Any]:
    asked = {"actor": house.dana, "at": house.at, "table": "BJ-01", "bets": bets}
    return bulk_bets.record_bets(**{**asked, **more})


def test_many_stakes_are_laid_at_once(house: House) -> None:
    many = [{"do": "back_bet", "id": f"m{n}", "by": f"rail {n}", "spot": 2, "amount": 500} for n in range(100)]
    answer = lay(house, [*dealt.bets(), *many])
    assert (answer["stakes"], answer["amount"]) == (103, 53_500)
    assert answer["round"] == {"number": 1, "status": "betting"}
    assert rounds.Bet.objects.filter(round_number=1).count() == 103
    assert [event["type"] for event in custody.events(house)[-101:]] == ["back_bet_placed"] * 101


def test_the_events_are_those_of_single_presses(house: House) -> None:
    lay(house, dealt.bets())
    in_bulk = [event["data"] for event in custody.events(house)[-3:]]
    dealt.press(house, {"do": "withdraw_back_bet", "by": "cy", "id": "k1"})
    dealt.press(house, {"do": "withdraw_bet", "by": "anna", "spot": 1}, {"do": "withdraw_bet", "by": "bo", "spot": 2})
    dealt.press(house, {"do": "close_betting"})
    dealt.press(house, {"do": "open_round"})
    for bet in dealt.bets():
        dealt.press(house, bet)
    one_by_one = [event["data"] for event in custody.events(house)[-3:]]
    assert [{**data, "round": 2} for data in in_bulk] == one_by_one


def test_one_wrong_stake_takes_the_others_with_it(house: House) -> None:
    with refused("bet_below_min", Invalid):
        lay(house, [*dealt.bets(), {"do": "bet", "by": "di", "spot": 4, "amount": 1}])
    with pytest.raises(Invalid) as caught:
        lay(house, [*dealt.bets(), {"do": "bet", "by": "di", "spot": 4, "amount": 1}])
    assert caught.value.detail["input"] == 3


def test_only_stakes_are_laid_in_bulk(house: House) -> None:
    for action in ({"do": "close_betting"}, {"do": "withdraw_bet", "by": "anna", "spot": 1}):
        with refused("lays_no_stake", Invalid):
            lay(house, [*dealt.bets()[:1], action])
    with refused("unknown_action", Invalid):
        lay(house, [{"do": "open_round"}])


def test_how_many_may_come_at_once(house: House) -> None:
    with refused("bad_inputs", Invalid):
        lay(house, [])
    with refused("bad_inputs", Invalid):
        lay(house, dealt.bets()[:1] * (bulk_bets.MOST_BETS + 1))


def test_a_repeat_lays_nothing_twice(house: House) -> None:
    first = lay(house, dealt.bets(), key="bulk-0001")
    assert lay(house, dealt.bets(), key="bulk-0001") == first
    assert rounds.Bet.objects.count() == 3


def test_a_betting_system_needs_no_tap_in(house: House) -> None:
    staffing.register_staff(
        actor=house.hana,
        at=house.at,
        person=staffing.NewPerson(badge="iris", name="Iris", username="iris"),
        roles=[Role.INTEGRATOR],
    )
    assert lay(house, dealt.bets(), actor=builders.actor("iris"))["stakes"] == 3


def test_who_may_not(house: House) -> None:
    with refused("not_dealing", NotAllowed):
        lay(house, dealt.bets(), actor=house.dev)
    for name in ("petra", "cass", "ada", "hana"):
        with refused("not_permitted", NotAllowed):
            lay(house, dealt.bets(), actor=house.people[name])


def test_when_no_stakes_are_taken(house: House) -> None:
    dealt.press(house, *dealt.bets()[:1], {"do": "close_betting"})
    with refused("betting_closed", Conflict):
        lay(house, dealt.bets()[1:])


def test_a_players_decision_is_no_bet_of_a_betting_system(house: House) -> None:
    dealt.press(house, *dealt.bets(), {"do": "close_betting"})
    dealt.press(house, *dealt.cards())
    staffing.grant_role(actor=house.hana, at=house.at, badge="axel", role=Role.INTEGRATOR)
    for do, who in (("double", {"by": "anna", "spot": 1}), ("split", {"by": "bo", "spot": 2})):
        with refused("betting_closed", Conflict):
            lay(house, [{"do": do, **who}], actor=builders.actor("axel"))


def test_as_many_as_may_come_are_laid(house: House) -> None:
    many = [
        {"do": "back_bet", "id": f"m{n}", "by": f"rail {n}", "spot": 1, "amount": 500}
        for n in range(bulk_bets.MOST_BETS - 1)
    ]
    answer = lay(house, [dealt.bets()[0], *many])
    assert (answer["stakes"], answer["amount"]) == (10_000, 5_000_500)
    assert rounds.Bet.objects.count() == 10_000


def test_without_a_round_there_is_nothing_to_bet_on() -> None:
    house = dealt.ready(builders.house())
    with refused("no_round", Conflict):
        lay(house, dealt.bets())


def test_t49_ten_thousand_of_the_largest_stakes_are_more_than_a_layout_holds() -> None:
    house = dealt.ready(builders.house(posted=(500, 10**12), licensed_maximum=10**12))
    dealt.press(house, {"do": "open_round"}, *dealt.bets())
    largest = [{"do": "back_bet", "id": f"m{n}", "by": f"rail {n}", "spot": 2, "amount": 10**12} for n in range(10_000)]
    with refused("too_much_at_stake", Invalid):
        lay(house, largest)
    with refused("too_much_at_stake", Invalid):  # 35.00 lie there already
        lay(house, largest[:1_000])
    assert lay(house, largest[:999])["amount"] == 999 * 10**12
    with refused("too_much_at_stake", Invalid):  # the sum counts, whoever adds to it
        dealt.press(house, {"do": "back_bet", "id": "x", "by": "eve", "spot": 1, "amount": 10**12 - 3_450})
    dealt.press(house, {"do": "back_bet", "id": "x", "by": "eve", "spot": 1, "amount": 10**12 - 3_500})
