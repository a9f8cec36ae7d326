"""A dealer takes his last press back: the table is what it was, log and books say so, and what is final stays."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import Sum

from accounting.models.cash import CashTransaction
from accounting.models.results import Settlement
from accounting.services import follow
from tables.domain.actors import Role
from tables.domain.errors import FloorError
from tables.models import floor
from tables.models import rounds as rows
from tables.models import shoes as shoe_rows
from tables.services import house as house_services
from tables.services import rulings, shoes, undoing
from tests import builders, custody, dealt, disputed, potted
from tests.builders import House

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    return builders.house()


def undo(house: House, **more: Any) -> dict[str, Any]:
    table = more.pop("table", house.tables[0])
    return undoing.undo_press(**{"actor": house.at_table("dana", table), "at": house.at, "table": table, **more})


def everything(house: House) -> dict[str, Any]:
    """All that a press may change, but for what tells of it."""
    state = floor.TableState.objects.values(
        "status", "round_number", "round_status", "live", "raised", "funds", "pot", "shoe_id"
    )
    return {
        "state": list(state),
        "rack": custody.rack_of(house),
        "rounds": list(rows.Round.objects.values("number", "status", "opened_seq")),
        "bets": list(rows.Bet.objects.values("round_number", "number", "amount", "chips")),
        "shoes": list(shoe_rows.Shoe.objects.values("status", "dealt", "on_table", "round_from", "stock")),
    }


def refused(house: House, code: str, **more: Any) -> FloorError:
    """The undo is refused and changes nothing."""
    before, events = everything(house), len(custody.events(house))
    with pytest.raises(FloorError) as caught:
        undo(house, **more)
    assert caught.value.code == code
    assert (everything(house), len(custody.events(house))) == (before, events)
    return caught.value


OPENED: tuple[dict[str, Any], ...] = ({"do": "open_round"},)
CLOSED: tuple[dict[str, Any], ...] = (*OPENED, *dealt.bets(), {"do": "close_betting"})
STANDS: tuple[dict[str, Any], ...] = ({"do": "stand", "by": "anna", "spot": 1},)
#: Spot 1 has KH 6S and takes a card; dana keys a ten that busts it where a five had fallen.
BUST: tuple[dict[str, Any], ...] = ({"do": "hit", "by": "anna", "spot": 1}, {"do": "card", "card": "TC"})


@pytest.mark.parametrize(
    ("before", "press"),
    [
        ([], OPENED),
        ([], [*OPENED, dealt.bets()[0]]),
        ([OPENED], [dealt.bets()[0]]),
        ([OPENED, [dealt.bets()[0]]], [{"do": "withdraw_bet", "by": "anna", "spot": 1}]),
        ([[*OPENED, *dealt.bets()]], [{"do": "close_betting"}]),
        ([[*OPENED, *dealt.bets()]], [{"do": "withdraw_back_bet", "by": "cy", "id": "k1"}]),
        ([CLOSED], dealt.cards()[:1]),
        ([CLOSED, dealt.cards()[:3]], dealt.cards()[3:4]),
        ([CLOSED, dealt.cards()], [{"do": "hit", "by": "anna", "spot": 1}]),
        ([CLOSED, dealt.cards()], STANDS),
        ([CLOSED, dealt.cards(), STANDS], [{"do": "split", "by": "bo", "spot": 2}]),
        ([CLOSED, dealt.cards(), STANDS], [{"do": "double", "by": "bo", "spot": 2}]),
        ([CLOSED, dealt.cards()], BUST),
        ([CLOSED], [{"do": "card", "card": "JOKER"}]),
        ([CLOSED, dealt.cards()[:2]], [{"do": "card", "card": "JOKER"}, *dealt.cards()[2:4]]),
    ],
    ids=[
        *("opening", "opening-and-bet", "bet", "withdrawal", "close", "back-withdrawal", "first-card", "card"),
        *("hit", "stand", "split", "double", "bust", "cut-card-first", "cut-card"),
    ],
)
def test_a_press_taken_back_leaves_nothing_behind(house: House, before: Any, press: Any) -> None:
    dealt.ready(house)
    for inputs in before:
        dealt.press(house, *inputs)
    there = everything(house)
    dealt.press(house, *press)
    assert everything(house) != there
    undo(house)
    assert everything(house) == there
    dealt.press(house, *press)  # and the dealer goes on as if nothing had been keyed
    assert custody.events(house)[-1]["type"] != "press_undone"


@pytest.mark.parametrize("ending", ["confirmed", "voided"])
def test_an_opening_taken_back_makes_the_round_before_it_the_newest_again(house: House, ending: str) -> None:
    dealt.settled(house)
    if ending == "confirmed":
        dealt.press(house, {"do": "confirm_settlement"})
    else:
        rulings.void_round(actor=house.petra, at=house.at, table="BJ-01", number=1, reason="wrong shoe")
    there = everything(house)
    dealt.press(house, {"do": "open_round"}, dealt.bets()[0])
    assert undo(house)["round"] == {"number": 1, "status": ending, "game": "blackjack"}
    assert everything(house) == there
    assert dealt.press(house, *CLOSED)["round"]["number"] == 2


def test_the_log_keeps_the_press_and_says_what_took_it_back(house: House) -> None:
    dealt.in_play(house)
    dealt.press(house, *BUST)
    first, last = custody.events(house)[-2:]
    undo(house)
    undone = custody.events(house)[-1]
    assert [event["type"] for event in custody.events(house)[-3:]] == ["act_taken", "card_dealt", "press_undone"]
    assert (undone["actor"], undone["terminal"]) == ("dana", "AT-BJ-01")
    assert undone["data"] == {
        "round": 1,
        "first": first["seq"],
        "last": last["seq"],
        "types": ["act_taken", "card_dealt"],
        "unlaid": [],
        "reopened": [1],
        "transfers": [["rack", "layout", 1_000, "press_undone", "chips"]],
        "rack": {"500": -2},
    }


def test_a_hand_that_was_busted_twice_by_a_wrong_key_is_decided_by_the_right_one(house: House) -> None:
    dealt.in_play(house)
    for _ in range(2):
        dealt.press(house, *BUST)
        undo(house)
    dealt.press(house, BUST[0], {"do": "card", "card": "5C"}, *STANDS)
    assert dealt.press(house, {"do": "stand", "by": "bo", "spot": 2})["round"]["status"] == "settled"
    follow.follow_all()
    kept = Settlement.objects.filter(round=1, bet=1).order_by("entry").values_list("outcome", "stake", "returned")
    assert list(kept) == [
        *[("bust", 1_000, 0), ("reversed", -1_000, 0)] * 2,
        ("win", 1_000, 2_000),
    ]


def test_notes_of_a_bet_that_never_was_are_no_cash_in(house: House) -> None:
    cash = {"do": "bet", "by": "anna", "spot": 1, "amount": 2_000, "tender": "cash"}
    taken_back = {"do": "withdraw_bet", "by": "anna", "spot": 1}
    dealt.ready(house)
    dealt.press(house, *OPENED, cash, taken_back, cash)
    undo(house)
    dealt.press(house, *OPENED, {**cash, "by": "bo"})
    dealt.press(house, {**taken_back, "by": "bo"})
    undo(house)  # and so bo's notes lie there again
    follow.follow_all()
    kept = CashTransaction.objects.values_list("who", "direction").annotate(Sum("amount"))
    assert sorted(kept) == [("anna", "in", 0), ("bo", "in", 2_000)]


def test_a_void_after_an_undo_gives_back_what_stands_and_no_more(house: House) -> None:
    dealt.in_play(house)
    before = custody.rack_of(house)
    dealt.press(house, *BUST)
    undo(house)
    rulings.void_round(actor=house.petra, at=house.at, table="BJ-01", number=1, reason="fouled")
    (told,) = custody.facts(house, "round_voided")
    assert [t[:3] for t in told["transfers"]] == [
        ["layout", "player:2/k1", 500],
        ["layout", "player:2", 2_000],
        ["layout", "player:1", 1_000],
    ]
    assert sorted(shown["value"] for shown in told["revealed"]) == ["6S", "7H", "8C", "8D", "KH"]
    assert custody.rack_of(house) == before


def test_cards_mixed_between_two_rounds_stay_mixed_when_the_opening_is_taken_back(house: House) -> None:
    dealt.settled(house)
    dealt.press(house, {"do": "confirm_settlement"})
    shoes.mix_shoe(actor=house.at_table("dana"), at=house.at, table="BJ-01")
    shoes.cut_shoe(
        actor=house.at_table("dana"), at=house.at, table="BJ-01", cut_by="S1", cut_from_top=60, cut_card_from_bottom=30
    )
    there = everything(house)
    dealt.press(house, *CLOSED, *dealt.cards()[:2])
    undo(house)
    assert everything(house) == there


def test_a_misdeal_that_was_called_between_two_rounds_took_no_card_from_the_shoe(house: House) -> None:
    dealt.settled(house)
    dealt.press(house, {"do": "confirm_settlement"})
    disputed.misdeal(house)
    disputed.rule(house, "continue")
    there = everything(house)
    dealt.press(house, *OPENED)
    undo(house)
    assert everything(house) == there


class TestDice:
    @pytest.mark.parametrize(
        ("before", "press"),
        [
            ([], [{"do": "open_round", "options": {"players": ["anna", "bo"], "ante": 500, "chip": 500}}]),
            (["antes"], [potted.throw("anna", 6, 6, 4, 4, 1)]),
            (["antes"], [potted.throw("anna", 6, 6, 4, 4, 1, double=True)]),
            (["antes"], [{"do": "announce", "by": "anna", "double": True}]),
            (["antes", [potted.throw("anna", 6, 6, 4, 4, 1)]], [{"do": "stay", "by": "anna"}]),
            (["antes"], [{"do": "leave", "by": "cy"}]),
        ],
        ids=["opening", "throw", "double-down", "announced", "stay", "leave"],
    )
    def test_scarney(self, before: Any, press: Any) -> None:
        house = potted.house("scarney")
        for inputs in before:
            if inputs == "antes":
                potted.open_scarney(house, *potted.THREE)
            else:
                dealt.press(house, *inputs)
        there = everything(house)
        dealt.press(house, *press)
        assert everything(house) != there
        undo(house)
        assert everything(house) == there
        dealt.press(house, *press)

    def test_an_ante_goes_back_to_who_paid_it_in_its_own_chips(self) -> None:
        house = potted.house("scarney")
        dealt.press(house, {"do": "open_round", "options": {"players": ["anna", "bo"], "ante": 500, "chip": 500}})
        there = everything(house)
        dealt.press(house, {"do": "ante", "by": "anna", "chips": {"100": 5}})
        undo(house)
        assert everything(house) == there
        assert custody.facts(house, "press_undone")[-1]["transfers"] == [
            ["pot", "player:1", 500, "press_undone", "chips"]
        ]

    def test_a_bid_and_an_open_before_a_cup_is_lifted(self) -> None:
        house = potted.house("liars_dice")
        potted.open_cups(house, cups="at_open")
        there = everything(house)
        dealt.press(house, potted.bid("anna", 5, 2))
        undo(house)
        assert everything(house) == there
        dealt.press(house, potted.bid("anna", 5, 2))
        there = everything(house)
        dealt.press(house, {"do": "open", "by": "bo"})
        undo(house)
        assert everything(house) == there

    def test_a_cup_keyed_wrongly_after_the_open_is_keyed_again(self) -> None:
        house = potted.house("liars_dice")
        potted.open_cups(house, cups="at_open")
        dealt.press(house, potted.bid("anna", 5, 2), {"do": "open", "by": "bo"})
        there = everything(house)
        wrong, *others = potted.rolls()
        dealt.press(house, {**wrong, "dice": [3, 3, 3, 5, 5]})
        undo(house)
        assert everything(house) == there
        answer = dealt.press(house, wrong, *others)
        assert answer["felt"]["result"]["count"] == 6
        refused(house, "press_final")

    def test_a_cup_that_was_thrown_before_the_bidding_has_been_looked_into(self) -> None:
        house = potted.house("liars_dice")
        potted.open_cups(house)
        dealt.press(house, potted.rolls()[0])
        assert refused(house, "press_final").detail == {"why": "kind"}

    def test_dice_that_the_house_threw_are_not_thrown_again(self) -> None:
        house = potted.house("scarney", "server")
        potted.open_scarney(house)
        dealt.press(house, {"do": "announce", "by": "anna"})
        assert refused(house, "press_final").detail == {"why": "chance"}


class TestRefusals:
    def test_there_has_to_be_a_press(self, house: House) -> None:
        dealt.ready(house)
        refused(house, "nothing_to_undo")
        dealt.press(house, *OPENED)
        custody.buy_in(house, 10_000, {2_500: 4})
        refused(house, "nothing_to_undo")

    def test_only_the_last_one_and_only_once(self, house: House) -> None:
        dealt.in_play(house)
        undo(house)
        refused(house, "nothing_to_undo")

    def test_a_settled_and_a_confirmed_round_are_the_bosses(self, house: House) -> None:
        dealt.settled(house)
        assert refused(house, "press_final").detail == {"why": "ended"}
        dealt.press(house, {"do": "confirm_settlement"})
        refused(house, "nothing_to_undo")

    def test_what_was_hidden_and_came_out_stays_known(self, house: House) -> None:
        dealt.ready(house)
        dealt.press(house, *CLOSED)
        dealt.press(house, *dealt.cards(("KH", "8C", "TS", "6S", "8D", "6H")))  # the dealer will have to draw
        dealt.press(house, *STANDS)
        dealt.press(house, {"do": "stand", "by": "bo", "spot": 2})
        assert refused(house, "press_final").detail == {"why": "shown"}

    def test_cards_of_the_house_are_not_dealt_again(self) -> None:
        house = builders.house(card_source="server")
        dealt.ready(house)
        dealt.press(house, *OPENED, *dealt.bets())
        there = everything(house)
        dealt.press(house, {"do": "close_betting"})
        assert everything(house) != there
        assert refused(house, "press_final").detail == {"why": "chance"}

    def test_notes_that_fell_into_the_box_stay_there(self, house: House) -> None:
        dealt.ready(house)
        cash = {"do": "bet", "by": "anna", "spot": 1, "amount": 2_000, "tender": "cash"}
        dealt.press(house, *OPENED, cash, {"do": "close_betting"})
        dealt.press(house, *dealt.cards(("KH", "TS", "6S", "7H")))
        dealt.press(house, {"do": "hit", "by": "anna", "spot": 1})
        dealt.press(house, {"do": "card", "card": "TC"})
        refused(house, "press_final")

    def test_after_ten_seconds_it_is_too_late(self, house: House) -> None:
        dealt.in_play(house)
        seconds = timedelta(seconds=10, microseconds=1)
        assert refused(house, "undo_too_late", at=house.at + seconds).detail == {"seconds": 10}
        undo(house, at=house.at + timedelta(seconds=10))

    def test_the_house_says_for_how_long(self, house: House) -> None:
        dealt.in_play(house)
        house_services.set_undo_time(actor=house.hana, at=house.at, seconds=2)
        refused(house, "undo_too_late", at=house.at + timedelta(seconds=3))
        undo(house, at=house.at + timedelta(seconds=2))

    def test_another_dealer_does_not_take_it_back(self, house: House) -> None:
        dealt.in_play(house)
        refused(house, "not_dealing", actor=house.at_table("dev"))
        refused(house, "terminal_required", actor=replace(house.dana, table_id=None))
        refused(house, "not_your_press", actor=replace(house.dana, terminal="T-2"))
        refused(house, "not_permitted", actor=house.petra)

    def test_nor_is_a_readers_card_the_dealers(self, house: House) -> None:
        dealt.ready(house)
        dealt.press(house, *CLOSED)
        custody.also(house, "axel", Role.INTEGRATOR)
        dealt.press(house, *dealt.cards()[:1], actor=builders.actor("axel"))
        refused(house, "not_your_press")

    def test_play_that_is_stopped_waits_for_the_boss(self, house: House) -> None:
        dealt.in_play(house)
        dealt.press(house, {"do": "card", "card": "2C"})
        refused(house, "play_stopped")


def test_the_same_key_undoes_once(house: House) -> None:
    dealt.in_play(house)
    answer = undo(house, key="undo-once")
    count = len(custody.events(house))
    assert undo(house, key="undo-once") == answer
    assert len(custody.events(house)) == count


def test_a_stale_terminal_undoes_nothing(house: House) -> None:
    dealt.in_play(house)
    refused(house, "stale_sequence", expected_seq=3)
