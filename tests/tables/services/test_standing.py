"""Who deals stands at the table: whatever a dealer does there, he does at an enrolled terminal that is bound to it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tables.domain.actors import Actor, Role
from tables.domain.errors import NotAllowed
from tables.services import (
    bulk_bets,
    buy_ins,
    calls,
    limits,
    patrons,
    rulings,
    seat_fees,
    seat_links,
    shoes,
    staffing,
    taps,
    terminals,
)
from tests import builders, callers, custody, dealt, potted
from tests.builders import House
from tests.refusals import refused

pytestmark = pytest.mark.django_db

Act = Callable[[House, Actor], Any]


def where(house: House, actor: Actor) -> dict[str, Any]:
    return {"actor": actor, "at": house.at, "table": "BJ-01"}


DEALERS_ACTS: dict[str, Act] = {
    "press": lambda house, actor: dealt.press(house, {"do": "open_round"}, actor=actor),
    "buy in": lambda house, actor: custody.buy_in(house, 2_500, {2_500: 1}, actor=actor),
    "change": lambda house, actor: buy_ins.change_chips(
        player="anna", given={500: 5}, taken={2_500: 1}, **where(house, actor)
    ),
    "call": lambda house, actor: calls.call_floor(reason="a dispute", **where(house, actor)),
    "funds": lambda house, actor: patrons.declare_funds(player="anna", amount=5_000, **where(house, actor)),
    "seat link": lambda house, actor: seat_links.open_seat_link(player="anna", **where(house, actor)),
    "shuffle": lambda house, actor: shoes.mix_shoe(**where(house, actor)),
    "boss's lift": lambda house, actor: limits.raise_limit(
        player="anna", maximum=90_000, signature=house.sign("petra"), **where(house, actor)
    ),
}


@pytest.fixture
def house() -> House:
    return dealt.ready(builders.house(tables=("BJ-01", "BJ-02")))


@pytest.mark.parametrize("act", list(DEALERS_ACTS))
def test_a_dealer_acts_at_the_tables_terminal_only(house: House, act: str) -> None:
    with refused("terminal_required", NotAllowed):
        DEALERS_ACTS[act](house, builders.actor("dana"))
    head = builders.snapshot()["DEMO/table/BJ-01"]
    assert DEALERS_ACTS[act](house, house.dana)
    assert builders.snapshot()["DEMO/table/BJ-01"] == head + 1


def test_a_device_that_is_bound_to_no_table_is_none(house: House) -> None:
    in_the_pit = callers.actor_of(callers.at_terminal(house, "dana", "T-PIT"), house)
    assert (in_the_pit.terminal, in_the_pit.table_id) == ("T-PIT", None)
    with refused("terminal_required", NotAllowed):
        dealt.press(house, {"do": "open_round"}, actor=in_the_pit)


def test_stakes_in_bulk_come_from_the_terminal_or_from_a_betting_system(house: House) -> None:
    dealt.press(house, {"do": "open_round"})
    with refused("terminal_required", NotAllowed):
        bulk_bets.record_bets(bets=dealt.bets(), **where(house, builders.actor("dana")))
    system = replace(builders.actor("dev"), roles=frozenset({Role.INTEGRATOR}))
    assert bulk_bets.record_bets(bets=dealt.bets(), **where(house, system))["stakes"] == 3


def test_a_shoe_reader_has_no_terminal(house: House) -> None:
    dealt.press(house, {"do": "open_round"}, *dealt.bets(), {"do": "close_betting"})
    reader = replace(builders.actor("dev"), roles=frozenset({Role.INTEGRATOR}))
    assert dealt.press(house, *dealt.cards(), actor=reader)["next"]["kind"] == "act"


def test_who_is_an_integrator_besides_deals_at_the_terminal_all_the_same(house: House) -> None:
    custody.also(house, "dana", Role.INTEGRATOR)
    dealt.press(house, {"do": "open_round"}, *dealt.bets(), {"do": "close_betting"})
    with refused("terminal_required", NotAllowed):
        dealt.press(house, *dealt.cards()[:1], actor=builders.actor("dana"))


def test_a_boss_signs_at_the_tables_terminal_and_not_in_a_dealers_kitchen(house: House) -> None:
    dealt.press(house, {"do": "open_round"}, *dealt.bets())
    ruled: dict[str, Any] = {"number": 1, "reason": "wrong deck", "boss": house.sign("petra")}
    with refused("terminal_required", NotAllowed):
        rulings.void_round(**ruled, **where(house, builders.actor("dana")))
    assert rulings.void_round(**ruled, **where(house, house.dana))["round"]["status"] == "voided"


def test_a_ruling_signed_by_the_boss_comes_from_the_terminal(house: House) -> None:
    dealt.press(house, {"do": "open_round"}, *dealt.bets(), {"do": "close_betting"})
    dealt.press(house, *dealt.cards(), {"do": "card", "card": "2S"})  # nobody called for the seventh: a misdeal
    ruled: dict[str, Any] = {"ruling": "void_round", "reason": "a card fell", "boss": house.sign("petra")}
    with refused("terminal_required", NotAllowed):
        rulings.rule_misdeal(**ruled, **where(house, builders.actor("dana")))
    assert rulings.rule_misdeal(**ruled, **where(house, house.dana))["round"]["status"] == "voided"


def test_a_boss_who_may_deal_touches_cards_from_his_screen_by_his_charge(house: House) -> None:
    custody.also(house, "petra", Role.DEALER)
    taps.tap_out(actor=house.dana, at=house.at, table="BJ-01")
    assert shoes.mix_shoe(**where(house, builders.actor("petra")))["status"] == "shuffled"
    with refused("terminal_required", NotAllowed):
        shoes.cut_shoe(cut_by="seat 1", cut_from_top=60, cut_card_from_bottom=30, **where(house, builders.actor("dev")))


def test_a_seat_fee_is_taken_at_the_table() -> None:
    house = potted.house("scarney", rake="time", rake_amount=500)
    asked: dict[str, Any] = {"at": house.at, "table": house.tables[0], "player": "anna", "given": {500: 1}}
    with refused("terminal_required", NotAllowed):
        seat_fees.take_seat_fee(actor=builders.actor("dana"), **asked)
    assert seat_fees.take_seat_fee(actor=house.dana, **asked)["total"] == 500


def test_a_device_that_is_moved_deals_where_it_stands_now(house: House) -> None:
    """The table is the device's, not the sign-on's: moved in the middle of a shift it deals at its new place only."""
    dealer = callers.at_terminal(house, "dana", "T-1", "BJ-01")
    assert callers.actor_of(dealer, house).table_id == house.table("BJ-01").pk
    moved = terminals.register_terminal(actor=house.hana, at=house.at, terminal="T-1", table="BJ-02")
    terminals.enrol_terminal(at=house.at, code=moved["enrolment_code"])
    with pytest.raises(LookupError):
        callers.actor_of(dealer, house)


def test_staff_without_a_game_are_not_helped_by_a_terminal(house: House) -> None:
    pin = "735519"
    person = staffing.NewPerson(badge="nils", name="Nils", username="nils", pin=pin)
    staffing.register_staff(actor=house.hana, at=house.at, person=person, roles=[Role.DEALER])
    with refused("licence_expired", NotAllowed):
        taps.tap_in(**{**where(house, builders.actor("nils", builders.terminal_of("BJ-01")))})
