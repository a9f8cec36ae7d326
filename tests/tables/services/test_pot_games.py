"""Pot games at a real table: the players' chips go through the pot, the house earns its rake and nothing else."""

import json
import logging
from typing import Any

import pytest

from tables.domain import chips
from tables.domain.errors import Conflict, Invalid
from tables.domain.table_states import RoundStatus
from tables.models import log as log_rows
from tables.models import rounds
from tables.selectors import felts
from tables.services import bulk_bets, patrons, rulings
from tests import builders, custody, dealt, potted
from tests.builders import House
from tests.potted import bid, frame, throw

pytestmark = pytest.mark.django_db

RAKED: dict[str, Any] = {"rake": "percent", "rake_percent": [10, 100], "frames": 1}


@pytest.fixture
def scarney() -> House:
    return potted.house("scarney", **RAKED)


@pytest.fixture
def liars() -> House:
    return potted.house("liars_dice")


def moves(house: House) -> list[list[Any]]:
    """Every transfer at the table, in order, without its reason and tender."""
    return [move[:3] for event in custody.events(house) for move in event["data"].get("transfers", [])]


def last_round() -> rounds.Round:
    return rounds.Round.objects.latest("number")


class TestScarney:
    def test_antes_and_doubles_go_to_the_pot_and_come_out_less_the_rake(self, scarney: House) -> None:
        assert potted.open_scarney(scarney)["pot"] == 1_000
        doubled = dealt.press(scarney, throw("anna", 6, 6, 4, 4, 1, double=True), {"do": "stay", "by": "anna"})
        assert doubled["pot"] == 1_500
        answer = dealt.press(scarney, *frame("bo", 1, 1, 3, 3, 4))
        assert moves(scarney) == [
            ["player:1", "pot", 500],
            ["player:2", "pot", 500],
            ["player:1", "pot", 500],
            ["pot", "rake", 150],
            ["pot", "player:1", 1_350],
        ]
        assert (answer["pot"], answer["round"]["status"]) == (0, "settled")
        assert scarney.state().pot == 0

    def test_the_round_tells_what_the_house_earned_and_the_rack_is_worth_what_it_was(self, scarney: House) -> None:
        potted.open_scarney(scarney)
        dealt.press(scarney, *frame("anna", 6, 6, 4, 4, 1), *frame("bo", 1, 1, 3, 3, 4))
        ended = custody.facts(scarney, "frame_stayed")[-1]
        told = {name: ended[name] for name in ("ended", "handle", "hands", "house_net", "pot", "rake")}
        assert told == {"ended": "settled", "handle": 1_000, "hands": 2, "house_net": 100, "pot": 1_000, "rake": 100}
        row = last_round()
        assert (row.status, row.handle, row.hands, row.house_net) == (RoundStatus.SETTLED, 1_000, 2, 100)
        assert chips.value(custody.rack_of(scarney)) == custody.BANK_TOTAL

    def test_a_stake_keeps_the_chips_it_was_laid_in(self, scarney: House) -> None:
        dealt.press(
            scarney,
            {"do": "open_round", "options": {"players": ["anna", "bo"], "ante": 500}},
            {"do": "ante", "by": "anna", "chips": {"100": 5}},
            {"do": "ante", "by": "bo"},
        )
        first, second = (event["laid"][0] for event in custody.facts(scarney, "ante_paid"))
        assert (first["chips"], second["chips"]) == ({"100": 5}, {"500": 1})
        assert list(rounds.Bet.objects.order_by("number").values_list("spot", "kind", "amount")) == [
            ("1", "ante", 500),
            ("2", "ante", 500),
        ]

    def test_antes_may_come_in_bulk(self, scarney: House) -> None:
        dealt.press(scarney, {"do": "open_round", "options": {"players": ["anna", "bo"], "ante": 500}})
        antes = [{"do": "ante", "by": player} for player in ("anna", "bo")]
        answer = bulk_bets.record_bets(actor=scarney.dana, at=scarney.at, table="BJ-01", bets=antes)
        assert (answer["amount"], answer["round"]["status"]) == (1_000, "in_play")
        assert last_round().status == RoundStatus.IN_PLAY

    def test_the_next_game_is_offered_from_the_left_of_the_winner(self, scarney: House) -> None:
        assert potted.open_scarney(scarney, "anna", "bo", "cy")["next_options"] == {}
        two = [*frame("anna", 6, 6, 4, 4, 1), *frame("bo", 1, 1, 3, 3, 4)]
        answer = dealt.press(scarney, *two, *frame("cy", 1, 3, 4, 3, 1))
        assert answer["next_options"] == {"ante": 500, "chip": 500, "players": ["bo", "cy", "anna"]}

    def test_a_void_gives_back_antes_pot_and_rake(self, scarney: House) -> None:
        potted.open_scarney(scarney)
        dealt.press(scarney, *frame("anna", 6, 6, 4, 4, 1), *frame("bo", 1, 1, 3, 3, 4), {"do": "confirm_settlement"})
        rulings.void_round(actor=scarney.petra, at=scarney.at, table="BJ-01", number=1, reason="wrong dice")
        (voided,) = custody.facts(scarney, "round_voided")
        assert [move[:3] for move in voided["transfers"]] == [
            ["player:1", "pot", 900],
            ["rake", "pot", 100],
            ["pot", "player:2", 500],
            ["pot", "player:1", 500],
        ]
        assert (voided["rack"], scarney.state().pot) == ({}, 0)
        assert chips.value(custody.rack_of(scarney)) == custody.BANK_TOTAL

    def test_a_void_in_mid_game_empties_the_pot(self, scarney: House) -> None:
        potted.open_scarney(scarney)
        assert scarney.state().pot == 1_000
        answer = rulings.void_round(actor=scarney.petra, at=scarney.at, table="BJ-01", number=1, reason="a fight")
        assert (answer["pot"], answer["round"]["status"]) == (0, "voided")
        assert answer["next_options"]["players"] == ["anna", "bo"]

    def test_partners_share_and_play_on_as_they_sit(self) -> None:
        house = potted.house("scarney_partnership", frames=1)
        players = ["anna", "bo", "cy", "dee"]
        potted.open_scarney(house, *players, teams=[["anna", "cy"], ["bo", "dee"]])
        first = [*frame("anna", 6, 6, 4, 3, 1), *frame("bo", 1, 1, 3, 3, 4)]
        answer = dealt.press(house, *first, *frame("cy", 6, 4, 3, 3, 1), *frame("dee", 1, 1, 3, 3, 4))
        assert [move for move in moves(house) if move[0] == "pot"] == [
            ["pot", "player:2", 1_000],
            ["pot", "player:4", 1_000],
        ]
        assert answer["next_options"] == {
            "ante": 500,
            "chip": 500,
            "players": players,
            "teams": [["anna", "cy"], ["bo", "dee"]],
        }

    def test_known_chips_follow_the_pot_and_come_back_with_a_void(self, scarney: House) -> None:
        for player in ("anna", "bo"):
            patrons.declare_funds(actor=scarney.dana, at=scarney.at, table="BJ-01", player=player, amount=2_000)
        potted.open_scarney(scarney)
        assert scarney.state().funds == {"anna": 1_500, "bo": 1_500}
        dealt.press(scarney, *frame("anna", 6, 6, 4, 4, 1), *frame("bo", 1, 1, 3, 3, 4), {"do": "confirm_settlement"})
        assert scarney.state().funds == {"anna": 2_400, "bo": 1_500}
        rulings.void_round(actor=scarney.petra, at=scarney.at, table="BJ-01", number=1, reason="wrong dice")
        assert scarney.state().funds == {"anna": 2_000, "bo": 2_000}

    def test_who_has_not_the_chips_cannot_ante(self, scarney: House) -> None:
        patrons.declare_funds(actor=scarney.dana, at=scarney.at, table="BJ-01", player="anna", amount=400)
        dealt.press(scarney, {"do": "open_round", "options": {"players": ["anna", "bo"], "ante": 500}})
        with custody.refused(scarney, Invalid, "insufficient_funds", funds=400):
            dealt.press(scarney, {"do": "ante", "by": "anna"})


class TestOptions:
    @pytest.mark.parametrize(
        ("options", "what"),
        [
            ({}, "players: must be 2 to 20 names"),
            ({"players": ["anna", "anna"]}, "players: must be different people"),
            ({"players": ["anna", "bo"], "ante": 520}, "ante: must be a positive amount that chips can pay"),
            ({"players": ["anna", "bo"], "ante": 50}, "ante: must be within the table's limits"),
            ({"players": ["anna", "bo"], "dealer": "bo"}, "dealer: no such option"),
            ([], "options"),
        ],
    )
    def test_what_a_game_cannot_be_opened_with(self, scarney: House, options: Any, what: str) -> None:
        with custody.refused(scarney, Invalid, "bad_options", what=what):
            dealt.press(scarney, {"do": "open_round", "options": options})

    def test_a_game_without_options_takes_none(self) -> None:
        house = dealt.ready(builders.house())
        with custody.refused(house, Invalid, "bad_options", what="players: no such option"):
            dealt.press(house, {"do": "open_round", "options": {"players": ["anna"]}})

    def test_they_stand_in_the_log_with_the_source_of_the_dice(self, scarney: House) -> None:
        potted.open_scarney(scarney)
        (opened,) = custody.facts(scarney, "round_opened")
        assert opened["options"] == {"players": ["anna", "bo"], "ante": 500, "chip": 500}
        assert opened["source"] == "keyed"

    def test_what_the_rules_refuse_is_told_by_its_code(self, liars: House) -> None:
        patrons.declare_funds(actor=liars.dana, at=liars.at, table="BJ-01", player="bo", amount=900)
        with custody.refused(liars, Invalid, "insufficient_funds", player="bo", needed=1_000):
            potted.open_cups(liars)


class TestLiarsDice:
    def test_the_penalty_goes_through_the_pot(self, liars: House) -> None:
        potted.open_cups(liars)
        dealt.press(liars, *potted.rolls(), bid("anna", 7, 2))
        answer = dealt.press(liars, {"do": "open", "by": "bo", "units": 2})
        assert answer["felt"]["result"]["count"] == 6
        assert moves(liars) == [["player:1", "pot", 1_000], ["pot", "player:2", 1_000]]
        assert answer["next_options"] == {"players": potted.THREE, "starter": "anna", "unit": 500, "cups": "rolled"}
        row = last_round()
        assert (row.handle, row.hands, row.house_net) == (1_000, 1, 0)
        assert custody.rack_of(liars) == custody.BANK

    def test_a_void_gives_the_winner_nothing(self, liars: House) -> None:
        for player in potted.THREE:
            patrons.declare_funds(actor=liars.dana, at=liars.at, table="BJ-01", player=player, amount=5_000)
        potted.open_cups(liars)
        dealt.press(liars, *potted.rolls(), bid("anna", 7, 2), {"do": "open", "by": "bo"})
        assert liars.state().funds == {"anna": 4_500, "bo": 5_500, "cy": 5_000}
        rulings.void_round(actor=liars.petra, at=liars.at, table="BJ-01", number=1, reason="a die fell down")
        assert liars.state().funds == dict.fromkeys(potted.THREE, 5_000)

    def test_who_leaves_the_opening_forfeits_a_unit(self, liars: House) -> None:
        potted.open_cups(liars)
        answer = dealt.press(liars, {"do": "leave", "by": "cy"})
        assert answer["round"]["status"] == "settled"
        assert moves(liars) == [["player:3", "pot", 500], ["pot", "player:1", 500]]
        assert answer["next_options"]["players"] == ["anna", "bo"]

    def test_cups_may_be_keyed_after_the_open(self, liars: House) -> None:
        potted.open_cups(liars, cups="at_open")
        dealt.press(liars, bid("anna", 7, 2), {"do": "open", "by": "bo"})
        answer = dealt.press(liars, *potted.rolls())
        assert answer["felt"]["result"]["loser"] == "anna"
        assert len(custody.facts(liars, "cup_shown")) == 3


class TestCarriedPot:
    @pytest.fixture
    def carried(self) -> House:
        """A penalty of 5.00 lies in the pot, and the round is confirmed."""
        house = potted.house("liars_dice", payee="pot")
        self.lose(house)
        return house

    def lose(self, house: House) -> None:
        potted.open_cups(house)
        dealt.press(house, *potted.rolls(), bid("anna", 7, 2), {"do": "open", "by": "bo"})
        dealt.press(house, {"do": "confirm_settlement"})

    def test_it_stays_from_round_to_round_until_it_is_paid(self, carried: House) -> None:
        assert carried.state().pot == 500
        self.lose(carried)
        assert carried.state().pot == 1_000
        answer = dealt.press(carried, {"do": "pay_pot", "to": "cy"})
        assert answer["pot"] == 0
        (paid,) = custody.facts(carried, "pot_paid")
        move = ["pot", "player:cy", 1_000, "pot_paid", "chips"]
        assert paid == {"player": "cy", "amount": 1_000, "transfers": [move], "stacks": [{"500": 2}]}
        assert last_round().house_net == 0

    def test_known_chips_rise_with_it(self, carried: House) -> None:
        patrons.declare_funds(actor=carried.dana, at=carried.at, table="BJ-01", player="cy", amount=100)
        dealt.press(carried, {"do": "pay_pot", "to": "cy"})
        assert carried.state().funds == {"cy": 600}

    def test_a_table_does_not_close_over_it(self, carried: House) -> None:
        with custody.refused(carried, Conflict, "pot_not_empty", pot=500):
            custody.close_table(carried)
        dealt.press(carried, {"do": "pay_pot", "to": "cy"})
        custody.close_table(carried)

    def test_a_shift_change_leaves_it_where_it_is(self, carried: House) -> None:
        custody.roll_table(carried)
        assert carried.state().pot == 500

    @pytest.mark.parametrize("to", [None, "", 7, "x" * 41])
    def test_it_goes_to_somebody(self, carried: House, to: Any) -> None:
        with custody.refused(carried, Invalid, "bad_player"):
            dealt.press(carried, {"do": "pay_pot", "to": to})

    def test_it_is_paid_once_and_not_during_a_round(self, carried: House) -> None:
        potted.open_cups(carried)
        with custody.refused(carried, Conflict, "round_in_play", round=2):
            dealt.press(carried, {"do": "pay_pot", "to": "cy"})
        rulings.void_round(actor=carried.petra, at=carried.at, table="BJ-01", number=2, reason="enough")
        dealt.press(carried, {"do": "pay_pot", "to": "cy"})
        with custody.refused(carried, Conflict, "pot_empty"):
            dealt.press(carried, {"do": "pay_pot", "to": "cy"})

    def test_a_round_whose_pot_was_paid_out_cannot_be_called_off(self, carried: House) -> None:
        dealt.press(carried, {"do": "pay_pot", "to": "cy"})
        with custody.refused(carried, Conflict, "pot_paid_out"):
            rulings.void_round(actor=carried.petra, at=carried.at, table="BJ-01", number=1, reason="late")


def test_a_cup_that_the_dealer_has_keyed_is_told_to_nobody_before_the_open(
    liars: House, caplog: pytest.LogCaptureFixture
) -> None:
    """Not even to himself: what he keyed is in no picture, event, receipt, row of rounds or log line."""
    with caplog.at_level(logging.DEBUG):
        potted.open_cups(liars)
        dealt.press(liars, *potted.rolls()[:2], key="two-cups")
        answer = dealt.press(liars, potted.rolls()[2], bid("anna", 4, 2), key="the-last-and-a-bid")
        pictures = [
            felts.table_felt(actor=liars.dana, table="BJ-01", audience=audience).picture
            for audience in ("dealer", "floor", "public")
        ]
    for picture in (answer, *pictures):
        assert [(line["cup"], line["earlier"]) for line in picture["felt"]["players"]] == [(None, None)] * 3
    told = json.dumps([answer, *pictures], default=str) + caplog.text
    told += "".join(log_rows.Event.objects.values_list("body", flat=True))
    told += "".join(log_rows.Receipt.objects.values_list("answer", flat=True))
    told += json.dumps(list(rounds.Round.objects.values_list("outcome", flat=True)))
    assert "cup_rolled" in told
    for roll in potted.rolls():
        for spelt in (json.dumps(roll["dice"]), json.dumps(roll["dice"], separators=(",", ":"))):
            assert spelt not in told


def test_a_sealed_cup_is_json_and_comes_out_with_the_open(liars: House) -> None:
    potted.open_cups(liars)
    dealt.press(liars, *potted.rolls(), bid("anna", 7, 2), {"do": "open", "by": "bo"})
    assert [event["input"] for event in custody.facts(liars, "cup_rolled")] == [
        {"do": "roll", "by": player, "dice": None} for player in potted.THREE
    ]
    (opened,) = custody.facts(liars, "bid_opened")
    assert [json.loads(line["value"]) for line in opened["revealed"]] == [roll["dice"] for roll in potted.rolls()]
