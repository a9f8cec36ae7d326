"""The pit boss decides: void rounds and misdeals."""

from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest

from tables.domain.actors import Role
from tables.domain.errors import Conflict, Invalid, NotAllowed, NotFound
from tables.models import rounds as rows
from tables.services import patrons, pits, rulings, shoes, taps
from tests import builders, custody, dealt
from tests.builders import House

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    return builders.house()


def void(house: House, number: int = 1, **more: Any) -> dict[str, Any]:
    asked = {"actor": house.petra, "at": house.at, "table": "BJ-01", "reason": "wrong shoe"}
    return rulings.void_round(**{**asked, "number": number, **more})


def rule(house: House, ruling: str, **more: Any) -> dict[str, Any]:
    asked = {"actor": house.petra, "at": house.at, "table": "BJ-01", "reason": "burn it"}
    return rulings.rule_misdeal(**{**asked, "ruling": ruling, **more})


def row(number: int = 1) -> rows.Round:
    return rows.Round.objects.get(number=number)


def test_a_void_round_gives_every_stake_back(house: House) -> None:
    dealt.in_play(house)
    before = custody.rack_of(house)
    assert void(house)["round"]["status"] == "voided"
    (told,) = custody.facts(house, "round_voided")
    assert [t[:3] for t in told["transfers"]] == [
        ["layout", "player:2/k1", 500],
        ["layout", "player:2", 2_000],
        ["layout", "player:1", 1_000],
    ]
    assert told["voided_bets"] == [1, 2, 3]
    assert custody.rack_of(house) == before
    assert (row().status, row().handle, row().house_net) == ("voided", 0, 0)


def test_a_void_round_has_no_secrets_left(house: House) -> None:
    dealt.in_play(house)
    void(house)
    (told,) = custody.facts(house, "round_voided")
    assert sorted(shown["value"] for shown in told["revealed"]) == ["6S", "7H", "8C", "8D", "KH"]


def test_a_round_voided_after_the_payouts_is_reversed_not_deleted_t_79(house: House) -> None:
    dealt.ready(house)
    before = custody.rack_of(house)
    dealt.press(house, {"do": "open_round"}, *dealt.bets(), {"do": "close_betting"})
    dealt.press(house, *dealt.cards())
    dealt.press(house, {"do": "stand", "by": "anna", "spot": 1}, {"do": "stand", "by": "bo", "spot": 2})
    dealt.press(house, {"do": "confirm_settlement"})
    assert custody.rack_of(house) != before
    void(house)
    assert custody.rack_of(house) == before
    assert len(custody.facts(house, "bet_placed")) == 2
    (told,) = custody.facts(house, "round_voided")
    assert told["was"] == "confirmed"


def test_an_earlier_round_of_the_period_can_be_voided_while_the_next_is_on(house: House) -> None:
    dealt.settled(house)
    dealt.press(house, {"do": "confirm_settlement"}, {"do": "open_round"})
    answer = void(house, 1)
    assert answer["round"] == {"number": 2, "status": "betting", "game": "blackjack"}
    assert row(1).status == "voided"
    assert row(2).status == "betting"


def test_an_earlier_round_voided_last_of_all_leaves_a_table_that_closes_and_is_proved(house: House) -> None:
    dealt.settled(house)
    dealt.press(house, {"do": "confirm_settlement"}, {"do": "open_round"}, dealt.bets()[0])
    void(house, 2)
    void(house, 1)
    custody.close_table(house, custody.rack_of(house))
    assert [rows.Round.objects.get(number=number).status for number in (1, 2)] == ["voided", "voided"]


def test_known_chips_of_a_player_are_as_before_the_round(house: House) -> None:
    dealt.ready(house)
    patrons.declare_funds(actor=house.dana, at=house.at, table="BJ-01", player="anna", amount=5_000)
    dealt.press(house, {"do": "open_round"}, dealt.bets()[0])
    assert house.state().funds == {"anna": 4_000}
    void(house)
    assert house.state().funds == {"anna": 5_000}


def test_known_chips_are_not_lost_to_the_round_that_is_on(house: House) -> None:
    dealt.ready(house)
    patrons.declare_funds(actor=house.dana, at=house.at, table="BJ-01", player="anna", amount=5_000)
    bet, stand = dealt.bets()[0], {"do": "stand", "by": "anna", "spot": 1}
    dealt.press(
        house, {"do": "open_round"}, bet, {"do": "close_betting"}, *dealt.cards(("KH", "TS", "QS", "7H")), stand
    )
    dealt.press(house, {"do": "confirm_settlement"}, {"do": "open_round"}, bet)
    assert house.state().funds == {"anna": 5_000}
    with custody.refused(house, Conflict, "round_in_play", round=2):
        void(house, 1)
    void(house, 2)
    void(house, 1)
    assert house.state().funds == {"anna": 5_000}


def test_nobody_gives_back_chips_that_he_has_lost_since(house: House) -> None:
    dealt.ready(house)
    patrons.declare_funds(actor=house.dana, at=house.at, table="BJ-01", player="anna", amount=1_000)
    opening, stand = {"do": "open_round"}, {"do": "stand", "by": "anna", "spot": 1}
    closing, paid = {"do": "close_betting"}, {"do": "confirm_settlement"}
    for amount, cards in ((1_000, ("KH", "TS", "QS", "7H")), (2_000, ("KD", "TC", "6D", "7C"))):
        bet = {"do": "bet", "by": "anna", "spot": 1, "amount": amount}
        dealt.press(house, opening, bet, closing, *dealt.cards(cards), stand)
        dealt.press(house, paid)
    assert house.state().funds == {"anna": 0}
    with custody.refused(house, Conflict, "funds_spent", player="anna", funds=0, amount=1_000):
        void(house, 1)
    void(house, 2)
    assert house.state().funds == {"anna": 2_000}
    void(house, 1)
    assert house.state().funds == {"anna": 1_000}


def test_who_bought_chips_since_gives_back_from_those(house: House) -> None:
    dealt.ready(house)
    patrons.declare_funds(actor=house.dana, at=house.at, table="BJ-01", player="anna", amount=1_000)
    bet, stand = dealt.bets()[0], {"do": "stand", "by": "anna", "spot": 1}
    dealt.press(
        house, {"do": "open_round"}, bet, {"do": "close_betting"}, *dealt.cards(("KH", "TS", "QS", "7H")), stand
    )
    dealt.press(house, {"do": "confirm_settlement"})
    patrons.declare_funds(actor=house.dana, at=house.at, table="BJ-01", player="anna", amount=999)
    with custody.refused(house, Conflict, "funds_spent", player="anna", funds=999, amount=1_000):
        void(house, 1)
    patrons.declare_funds(actor=house.dana, at=house.at, table="BJ-01", player="anna", amount=1_500)
    void(house, 1)
    assert house.state().funds == {"anna": 500}


def _cash_round(house: House, *cards: str) -> None:
    bet = {"do": "bet", "by": "anna", "spot": 1, "amount": 2_000, "tender": "cash"}
    dealt.press(house, {"do": "open_round"}, bet, {"do": "close_betting"})
    dealt.press(house, *dealt.cards(cards))
    dealt.press(house, {"do": "stand", "by": "anna", "spot": 1})


def test_lost_notes_stay_in_the_box_and_the_stake_comes_back_in_chips_t_43(house: House) -> None:
    dealt.ready(house)
    before = custody.rack_of(house)
    _cash_round(house, "KH", "TS", "6S", "7H")
    void(house)
    (told,) = custody.facts(house, "round_voided")
    assert told["transfers"] == [["rack", "player:1", 2_000, "round_voided", "chips"]]
    assert told["rack"] == {"500": -4}
    assert custody.rack_of(house) == {**before, 500: before[500] - 4}


def test_a_won_money_play_is_undone_note_by_note_t_43(house: House) -> None:
    dealt.ready(house)
    before = custody.rack_of(house)
    _cash_round(house, "KH", "TS", "QS", "7H")
    void(house)
    (told,) = custody.facts(house, "round_voided")
    assert sorted(move[:3] + move[4:] for move in told["transfers"]) == [
        ["layout", "player:1", 2_000, "cash"],
        ["player:1", "layout", 2_000, "cash"],
        ["player:1", "rack", 2_000, "chips"],
    ]
    assert custody.rack_of(house) == before


def test_chips_that_have_been_paid_out_since_come_back_as_others() -> None:
    house = builders.house(par={100: 100, 500: 2, 2_500: 4})
    bank = {100: 100, 500: 2, 2_500: 4}
    custody.issue_bank(house, bank)
    custody.open_table(house, bank)
    taps.tap_in(actor=house.dana, at=house.at, table="BJ-01")
    dealt.shoe_ready(house)
    lost = {"do": "bet", "by": "anna", "spot": 1, "amount": 1_500, "chips": {"500": 3}}
    dealt.press(house, {"do": "open_round"}, lost, {"do": "close_betting"})
    dealt.press(house, *dealt.cards(("KH", "TS", "6S", "7H")), {"do": "stand", "by": "anna", "spot": 1})
    dealt.press(house, {"do": "confirm_settlement"}, {"do": "open_round"})
    won = {"do": "bet", "by": "bo", "spot": 2, "amount": 2_000}
    dealt.press(house, won, {"do": "close_betting"}, *dealt.cards(("KD", "TC", "QD", "7D")))
    dealt.press(house, {"do": "stand", "by": "bo", "spot": 2})
    assert custody.rack_of(house) == {100: 100, 500: 1, 2_500: 4}
    void(house, 1)
    assert custody.rack_of(house) == {100: 90, 2_500: 4}


class TestRefused:
    def test_a_round_that_never_was(self, house: House) -> None:
        dealt.ready(house)
        with custody.refused(house, NotFound, "no_such_round"):
            void(house, 3)

    def test_a_round_that_is_void_already(self, house: House) -> None:
        dealt.in_play(house)
        void(house)
        with custody.refused(house, Conflict, "round_already_void"):
            void(house)

    def test_a_round_of_a_period_that_is_counted(self, house: House) -> None:
        dealt.settled(house)
        dealt.press(house, {"do": "confirm_settlement"})
        custody.roll_table(house, custody.rack_of(house))
        with custody.refused(house, Conflict, "period_closed"):
            void(house)

    @pytest.mark.parametrize("reason", ["", "   ", "x" * 241])
    def test_no_reason(self, house: House, reason: str) -> None:
        dealt.in_play(house)
        with custody.refused(house, Invalid, "reason_required", most=240):
            void(house, reason=reason)

    @pytest.mark.parametrize("reason", ["mis\u202epaid", "mis\u200bpaid", "mispaid\nby petra"])
    def test_a_reason_with_signs_that_nobody_sees(self, house: House, reason: str) -> None:
        dealt.in_play(house)
        with custody.refused(house, Invalid, "bad_reason"):
            void(house, reason=reason)

    def test_a_dealer(self, house: House) -> None:
        dealt.in_play(house)
        with custody.refused(house, NotAllowed, "not_permitted", permission="void_round"):
            void(house, actor=house.dana)

    def test_a_pit_boss_who_is_not_in_charge_here(self, house: House) -> None:
        dealt.in_play(house)
        pits.relieve_pit_boss(actor=house.hana, at=house.at, pit="P1", badge="petra")
        with custody.refused(house, NotAllowed, "not_in_charge"):
            void(house)

    def test_a_pit_boss_whose_licence_has_run_out(self, house: House) -> None:
        dealt.in_play(house)
        later = datetime.combine(builders.LICENCE_EXPIRES_ON + timedelta(days=1), time(20), tzinfo=UTC)
        with custody.refused(house, NotAllowed, "licence_expired"):
            void(house, at=later)

    def test_the_boss_who_dealt_the_round_himself_t_100(self, house: House) -> None:
        dealt.settled(house)
        dealt.press(house, {"do": "confirm_settlement"})
        custody.also(house, "dana", Role.PIT_BOSS)
        taps.tap_out(actor=house.dana, at=house.at, table="BJ-01")
        pits.assign_pit_boss(actor=house.petra, at=house.at, pit="P1", badge="dana")
        with custody.refused(house, NotAllowed, "same_person"):
            void(house, actor=builders.actor("dana"))

    @pytest.mark.parametrize("name", ["colin", "cass", "ada", "hana"])
    def test_a_signature_that_nobody_of_the_tables_brings(self, house: House, name: str) -> None:
        dealt.in_play(house)
        with custody.refused(house, NotAllowed, "not_permitted", permission="void_round"):
            void(house, actor=house.people[name], boss=house.sign("petra"))

    def test_a_signature_of_somebody_who_is_no_pit_boss(self, house: House) -> None:
        dealt.in_play(house)
        before = custody.standing(house)
        with pytest.raises(NotAllowed):
            void(house, actor=house.dana, boss=house.sign("dev"))
        assert custody.standing(house) == before


def test_the_boss_signs_at_the_dealers_terminal(house: House) -> None:
    dealt.in_play(house)
    void(house, actor=house.dana, boss=house.sign("petra"))
    (told,) = custody.facts(house, "round_voided")
    assert [(signed["badge"], signed["role"]) for signed in told["signatures"]] == [("petra", Role.PIT_BOSS)]


class TestMisdeal:
    @pytest.fixture
    def stopped(self, house: House) -> House:
        dealt.in_play(house)
        dealt.press(house, {"do": "card", "card": "2C"})
        return house

    def test_the_dead_card_is_burned_and_play_goes_on(self, stopped: House) -> None:
        assert rule(stopped, "continue")["status"] == "open"
        answer = dealt.press(stopped, {"do": "stand", "by": "anna", "spot": 1})
        assert answer["round"]["status"] == "in_play"
        (told,) = custody.facts(stopped, "misdeal_ruled")
        assert (told["round"], told["ruling"], told["reason"]) == (1, "continue", "burn it")

    def test_or_the_round_is_void(self, stopped: House) -> None:
        answer = rule(stopped, "void_round")
        assert (answer["status"], answer["round"]["status"]) == ("open", "voided")

    def test_there_must_be_something_to_rule_on(self, house: House) -> None:
        dealt.in_play(house)
        with custody.refused(house, Conflict, "not_stopped"):
            rule(house, "continue")

    def test_no_round_no_void(self, house: House) -> None:
        dealt.ready(house)
        dealt.press(house, {"do": "card", "card": "2C"})
        with custody.refused(house, Conflict, "no_round"):
            rule(house, "void_round")

    def test_an_unknown_ruling(self, stopped: House) -> None:
        with custody.refused(stopped, Invalid, "bad_ruling", known=["continue", "void_round"]):
            rule(stopped, "pay double")

    def test_the_next_round_does_not_begin_before(self, stopped: House) -> None:
        with custody.refused(stopped, Conflict, "play_stopped", reason="misdeal"):
            dealt.press(stopped, {"do": "open_round"})

    def test_the_burned_card_is_out_of_the_shoe(self, stopped: House) -> None:
        rule(stopped, "continue")
        for name, spot in (("anna", 1), ("bo", 2)):
            dealt.press(stopped, {"do": "stand", "by": name, "spot": spot})
        dealt.press(stopped, {"do": "confirm_settlement"})
        assert shoes.mix_shoe(actor=stopped.dana, at=stopped.at, table="BJ-01")["cards"] == 208
