"""Key presses at a blackjack table: what is recorded, what moves, what is refused."""

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from tables.domain.actors import Role
from tables.domain.canonical import seal
from tables.domain.errors import Conflict, Invalid, NotAllowed, StaleSequence
from tables.domain.house_settings import Chip
from tables.domain.table_states import RoundStatus
from tables.models import log as log_rows
from tables.models import rounds as round_rows
from tables.services import limits, staffing, taps
from tests import builders, custody, dealt
from tests.builders import House

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    return dealt.ready(builders.house())


def last(house: House, type_: str) -> dict[str, Any]:
    return custody.facts(house, type_)[-1]


def row(house: House) -> round_rows.Round:
    return round_rows.Round.objects.get(table=house.table())


def test_a_round_from_the_first_bet_to_the_confirmation(house: House) -> None:
    dealt.press(house, {"do": "open_round"}, *dealt.bets(), {"do": "close_betting"})
    dealt.press(house, *dealt.cards())
    dealt.press(house, {"do": "stand", "by": "anna", "spot": 1})
    answer = dealt.press(house, {"do": "stand", "by": "bo", "spot": 2})
    assert answer["round"] == {"number": 1, "status": "settled", "game": "blackjack"}
    # The dealer's T 7 beats 16 and 16: anna's 10.00, bo's 20.00 and cy's 5.00 behind bo go to the house.
    found = row(house)
    assert (found.status, found.handle, found.hands, found.house_net) == ("settled", 3_500, 2, 3_500)
    answer = dealt.press(house, {"do": "confirm_settlement"})
    assert answer["round"]["status"] == "confirmed"
    assert row(house).status == "confirmed"
    rack = custody.rack_of(house)
    assert sum(value * count for value, count in rack.items()) == custody.BANK_TOTAL + 3_500


def test_lost_chips_come_into_the_rack_as_they_were_laid(house: House) -> None:
    before = custody.rack_of(house)
    bet = {"do": "bet", "by": "anna", "spot": 1, "amount": 1_000, "chips": {"100": 5, "500": 1}}
    dealt.press(house, {"do": "open_round"}, bet, {"do": "close_betting"})
    dealt.press(house, *dealt.cards(("KH", "TS", "6S", "7H")))
    dealt.press(house, {"do": "stand", "by": "anna", "spot": 1})
    after = custody.rack_of(house)
    assert after[100] - before[100] == 5
    assert after[500] - before[500] == 1
    assert last(house, "act_taken")["rack"] == {"100": 5, "500": 1}


def test_a_win_is_cut_from_the_largest_chips_that_fit(house: House) -> None:
    bet = {"do": "bet", "by": "anna", "spot": 1, "amount": 13_100}
    dealt.press(house, {"do": "open_round"}, bet, {"do": "close_betting"})
    dealt.press(house, *dealt.cards(("KH", "TS", "QS", "7H")))
    dealt.press(house, {"do": "stand", "by": "anna", "spot": 1})
    data = last(house, "act_taken")
    assert data["rack"] == {"100": -1, "500": -1, "2500": -1, "10000": -1}
    assert data["settled"] == [
        {
            "bet": 1,
            "chips": {"100": 1, "500": 1, "2500": 1, "10000": 1},
            "due_denominator": 1,
            "due_numerator": 13_100,
            "kind": "main",
            "outcome": "win",
            "player": "anna",
            "returned": 26_200,
            "stake": 13_100,
            "tender": "chips",
        }
    ]
    assert row(house).house_net == -13_100


def test_a_card_dealt_face_down_stands_sealed_in_the_log_until_it_is_shown(house: House) -> None:
    dealt.press(house, {"do": "open_round"}, *dealt.bets(), {"do": "close_betting"})
    dealt.press(house, *dealt.cards())
    hole = log_rows.Event.objects.filter(type="card_dealt").order_by("-seq")[0]
    data = json.loads(hole.body)["data"]
    nonce, card = json.loads(hole.sealed)["card"]
    assert card == "7H"
    assert data["input"] == {"do": "card", "card": None}
    assert data["sealed"] == {"card": seal(nonce, "7H")}
    assert not any("7H" in body for body in log_rows.Event.objects.values_list("body", flat=True))
    dealt.press(house, {"do": "stand", "by": "anna", "spot": 1})
    dealt.press(house, {"do": "stand", "by": "bo", "spot": 2})
    revealed = last(house, "act_taken")["revealed"]
    assert {"seq": hole.seq, "field": "card", "nonce": nonce, "value": "7H"} in revealed


def test_the_answer_to_a_press_shows_no_hidden_card(house: House) -> None:
    dealt.press(house, {"do": "open_round"}, *dealt.bets(), {"do": "close_betting"})
    answer = dealt.press(house, *dealt.cards())
    assert answer["felt"]["dealer"]["cards"] == ["TS", "??"]
    assert [hand["cards"] for spot in answer["felt"]["spots"] for hand in spot["hands"]] == [["??", "??"]] * 2


def test_bets_are_rows_with_their_chips(house: House) -> None:
    dealt.press(house, {"do": "open_round"}, *dealt.bets())
    found = list(round_rows.Bet.objects.order_by("number").values_list("kind", "spot", "player", "amount", "chips"))
    assert found == [
        ("main", "1", "anna", 1_000, {"500": 2}),
        ("main", "2", "bo", 2_000, {"500": 4}),
        ("back", "2/k1", "cy", 500, {"500": 1}),
    ]


def test_names_may_be_as_long_as_the_doors_let_them(house: House) -> None:
    longest = "k" * 40
    back = {"do": "back_bet", "id": longest, "by": "r" * 40, "spot": 1, "amount": 500}
    dealt.press(house, {"do": "open_round"}, dealt.bets()[0], back)
    assert round_rows.Bet.objects.get(number=2).spot == f"1/{longest}"


def test_limits_are_those_in_force_when_the_round_was_opened_t_17(house: House) -> None:
    dealt.press(house, {"do": "open_round"})
    limits.post_limits(
        actor=house.petra, at=house.at + timedelta(minutes=1), table="BJ-01", minimum=2_000, maximum=9_000
    )
    answer = dealt.press(house, *dealt.bets(), {"do": "close_betting"}, at=house.at + timedelta(minutes=2))
    assert answer["felt"]["minimum"] == 500
    dealt.press(house, *dealt.cards(), at=house.at + timedelta(minutes=3))
    for name, spot in (("anna", 1), ("bo", 2)):
        dealt.press(house, {"do": "stand", "by": name, "spot": spot}, at=house.at + timedelta(minutes=4))
    dealt.press(house, {"do": "confirm_settlement"}, {"do": "open_round"}, at=house.at + timedelta(minutes=5))
    assert last(house, "round_opened")["limits"] == {"minimum": 2_000, "maximum": 9_000}


class TestRefused:
    """Each refusal by its code, and nothing has changed."""

    def test_what_the_engine_refuses(self, house: House) -> None:
        dealt.press(house, {"do": "open_round"})
        with custody.refused(house, Invalid, "bet_below_min", minimum=500):
            dealt.press(house, {"do": "bet", "by": "anna", "spot": 1, "amount": 499})

    def test_the_whole_batch_with_the_number_of_the_guilty_input(self, house: House) -> None:
        dealt.press(house, {"do": "open_round"})
        with custody.refused(house, Conflict, "spot_taken", input=1):
            dealt.press(house, dealt.bets()[0], {"do": "bet", "by": "bo", "spot": 1, "amount": 1_000})

    def test_who_is_not_dealing(self, house: House) -> None:
        with custody.refused(house, NotAllowed, "not_dealing"):
            dealt.press(house, {"do": "open_round"}, actor=house.dev)

    def test_who_is_no_dealer(self, house: House) -> None:
        with custody.refused(house, NotAllowed, "not_permitted", permission="deal"):
            dealt.press(house, {"do": "open_round"}, actor=house.petra)

    def test_a_second_round_at_a_time(self, house: House) -> None:
        dealt.press(house, {"do": "open_round"})
        with custody.refused(house, Conflict, "round_in_play"):
            dealt.press(house, {"do": "open_round"})

    def test_a_round_before_the_last_one_was_paid(self, house: House) -> None:
        dealt.press(house, {"do": "open_round"}, *dealt.bets(), {"do": "close_betting"})
        dealt.press(house, *dealt.cards())
        dealt.press(house, {"do": "stand", "by": "anna", "spot": 1}, {"do": "stand", "by": "bo", "spot": 2})
        with custody.refused(house, Conflict, "settlement_open"):
            dealt.press(house, {"do": "open_round"})

    def test_a_confirmation_of_what_is_not_settled(self, house: House) -> None:
        dealt.press(house, {"do": "open_round"})
        with custody.refused(house, Conflict, "not_settled", state="betting"):
            dealt.press(house, {"do": "confirm_settlement"})

    def test_play_without_a_round(self, house: House) -> None:
        with custody.refused(house, Conflict, "no_round"):
            dealt.press(house, {"do": "close_betting"})

    def test_a_stale_terminal(self, house: House) -> None:
        head = builders.snapshot()["DEMO/table/BJ-01"]
        with custody.refused(house, StaleSequence, "stale_sequence", expected=head - 1, seq=head):
            dealt.press(house, {"do": "open_round"}, expected_seq=head - 1)

    @pytest.mark.parametrize("count", [0, 65])
    def test_no_input_or_too_many(self, house: House, count: int) -> None:
        with custody.refused(house, Invalid, "bad_inputs", least=1, most=64):
            dealt.press(house, *[{"do": "open_round"}] * count)

    @pytest.mark.parametrize("do", ["shuffled", "raise_limit", "steal", None, 7])
    def test_acts_that_are_no_press(self, house: House, do: Any) -> None:
        dealt.press(house, {"do": "open_round"})
        with custody.refused(house, Invalid, "unknown_action"):
            dealt.press(house, {"do": do, "by": "pit_boss", "player": "anna", "max": 10**6})

    @pytest.mark.parametrize(
        ("chips", "code", "detail"),
        [
            ({"500": 1}, "total_mismatch", {"given": 1_000, "counted": 500}),
            ({"333": 1}, "unknown_denomination", {"denomination": 333}),
            ({"500": -2}, "bad_quantity", {"denomination": 500}),
            ({"five": 2}, "bad_quantity", {}),
            ([500, 500], "bad_quantity", {}),
        ],
    )
    def test_chips_that_are_not_the_bet(self, house: House, chips: Any, code: str, detail: dict[str, Any]) -> None:
        dealt.press(house, {"do": "open_round"})
        with custody.refused(house, Invalid, code, **detail):
            dealt.press(house, {**dealt.bets()[0], "chips": chips})

    def test_an_amount_that_no_chips_make(self, house: House) -> None:
        dealt.press(house, {"do": "open_round"})
        with custody.refused(house, Invalid, "amount_not_in_chips", amount=1_025):
            dealt.press(house, {"do": "bet", "by": "anna", "spot": 1, "amount": 1_025})

    def test_a_cash_bet_that_no_chips_could_pay(self, house: House) -> None:
        bet = {"do": "bet", "by": "anna", "spot": 1, "amount": 1_037, "tender": "cash"}
        with custody.refused(house, Invalid, "amount_not_in_chips", amount=1_037, input=1):
            dealt.press(house, {"do": "open_round"}, bet)

    def test_a_cash_insurance_that_no_chips_could_pay(self) -> None:
        house = dealt.ready(builders.house(rules={"insurance_amount": "up_to_half"}))
        dealt.press(house, {"do": "open_round"}, dealt.bets()[0], {"do": "close_betting"})
        dealt.press(house, *dealt.cards(("KH", "AS", "QS", "KD")))
        with custody.refused(house, Invalid, "amount_not_in_chips", amount=7):
            dealt.press(house, {"do": "insure", "by": "anna", "spot": 1, "amount": 7, "tender": "cash"})

    def test_chips_with_a_cash_bet(self, house: House) -> None:
        dealt.press(house, {"do": "open_round"})
        with custody.refused(house, Invalid, "chips_with_cash"):
            dealt.press(house, {**dealt.bets()[0], "tender": "cash", "chips": {"500": 2}})

    def test_a_closed_table(self, house: House) -> None:
        custody.close_table(house)
        with custody.refused(house, Conflict, "table_not_open"):
            dealt.press(house, {"do": "open_round"})

    def test_a_payment_the_rack_cannot_make(self) -> None:
        house = builders.house(par={100: 20})
        custody.issue_bank(house, {100: 20})
        custody.open_table(house, {100: 20})
        taps.tap_in(actor=house.dana, at=house.at, table="BJ-01")
        dealt.shoe_ready(house)
        bet = {"do": "bet", "by": "anna", "spot": 1, "amount": 5_000}
        dealt.press(house, {"do": "open_round"}, bet, {"do": "close_betting"})
        dealt.press(house, *dealt.cards(("KH", "TS", "QS", "7H")))
        with custody.refused(house, Conflict, "rack_short", amount=5_000):
            dealt.press(house, {"do": "stand", "by": "anna", "spot": 1})


def test_the_same_key_deals_once(house: House) -> None:
    first = dealt.press(house, {"do": "open_round"}, key="press-0001")
    again = dealt.press(house, {"do": "open_round"}, key="press-0001")
    assert again == first
    assert round_rows.Round.objects.count() == 1


def test_a_round_without_a_bet_is_no_round(house: House) -> None:
    answer = dealt.press(house, {"do": "open_round"}, {"do": "close_betting"})
    assert answer["round"]["status"] == "no_bets"
    assert row(house).status == "no_bets"
    assert dealt.press(house, {"do": "open_round"})["round"]["number"] == 2


def test_a_bystander_bet_can_be_taken_back_before_the_cards(house: House) -> None:
    dealt.press(house, {"do": "open_round"}, *dealt.bets())
    dealt.press(house, {"do": "withdraw_back_bet", "by": "cy", "id": "k1"})
    assert last(house, "bet_withdrawn")["transfers"][0][:3] == ["layout", "player:2/k1", 500]


def test_lost_cash_of_a_money_play_goes_to_the_box_t_43(house: House) -> None:
    before = custody.rack_of(house)
    bet = {"do": "bet", "by": "anna", "spot": 1, "amount": 2_000, "tender": "cash"}
    dealt.press(house, {"do": "open_round"}, bet, {"do": "close_betting"})
    dealt.press(house, *dealt.cards(("KH", "TS", "6S", "7H")))
    dealt.press(house, {"do": "stand", "by": "anna", "spot": 1})
    data = last(house, "act_taken")
    assert ["layout", "box", 2_000] == data["transfers"][-1][:3]
    assert "rack" not in data
    assert custody.rack_of(house) == before


def test_a_won_money_play_is_paid_in_chips_and_the_notes_go_back_t_43(house: House) -> None:
    bet = {"do": "bet", "by": "anna", "spot": 1, "amount": 2_000, "tender": "cash"}
    dealt.press(house, {"do": "open_round"}, bet, {"do": "close_betting"})
    dealt.press(house, *dealt.cards(("KH", "TS", "QS", "7H")))
    dealt.press(house, {"do": "stand", "by": "anna", "spot": 1})
    data = last(house, "act_taken")
    assert sorted((t[0], t[1], t[2], t[4]) for t in data["transfers"]) == [
        ("layout", "player:1", 2_000, "cash"),
        ("rack", "player:1", 2_000, "chips"),
    ]
    assert data["rack"] == {"500": -4}


def test_a_shoe_reader_feeds_cards_and_nothing_else(house: House) -> None:
    reader = replace(house.dev, roles=frozenset({Role.INTEGRATOR}))
    dealt.press(house, {"do": "open_round"}, *dealt.bets(), {"do": "close_betting"})
    answer = dealt.press(house, *dealt.cards(), actor=reader)
    assert answer["next"]["kind"] == "act"
    with custody.refused(house, NotAllowed, "not_permitted", permission="deal"):
        dealt.press(house, {"do": "stand", "by": "anna", "spot": 1}, actor=reader)


def test_a_round_is_the_dealers_whoever_feeds_its_last_card(house: House) -> None:
    reader = replace(house.dev, roles=frozenset({Role.INTEGRATOR}))
    dealt.press(house, {"do": "open_round"}, *dealt.bets(), {"do": "close_betting"})
    dealt.press(house, *dealt.cards(), actor=reader)
    dealt.press(house, {"do": "stand", "by": "anna", "spot": 1}, {"do": "hit", "by": "bo", "spot": 2})
    dealt.press(house, *dealt.cards(("TH",)), actor=reader)
    row = round_rows.Round.objects.select_related("dealer").get()
    assert (row.status, row.dealer.badge) == (RoundStatus.SETTLED, "dana")


def test_a_natural_is_paid_in_chips_the_table_has_t_47() -> None:
    # The smallest chip is 0.50: 3:2 on 7.50 is 11.25, of which 11.00 can be paid; 0.25 stays with the house.
    house = dealt.ready(builders.house(par={50: 200, **builders.PAR}))
    bet = {"do": "bet", "by": "anna", "spot": 1, "amount": 750}
    dealt.press(house, {"do": "open_round"}, bet, {"do": "close_betting"})
    dealt.press(house, *dealt.cards(("AH", "7S", "KS", "9H")))
    assert last(house, "round_opened")["rules"]["pay_unit"] == 50
    (settled,) = last(house, "card_dealt")["settled"]
    assert (settled["returned"] - settled["stake"], settled["due_numerator"], settled["due_denominator"]) == (
        1_100,
        2_250,
        2,
    )


def test_t16_a_licence_that_ends_with_the_gaming_day_lets_the_running_round_end_and_no_other_begin(
    house: House,
) -> None:
    today = builders.GAMING_DAY
    staffing.renew_licence(actor=house.hana, at=house.at, badge="dana", licence="L-1", licence_expires_on=today)
    before, after = (
        house.at + timedelta(hours=17, minutes=59),
        house.at + timedelta(hours=18),
    )  # the day starts at 06:00
    dealt.press(house, {"do": "open_round"}, *dealt.bets(), {"do": "close_betting"}, at=before)
    dealt.press(house, *dealt.cards(), at=after)
    dealt.press(house, {"do": "stand", "by": "anna", "spot": 1}, at=after)
    dealt.press(house, {"do": "stand", "by": "bo", "spot": 2}, at=after)
    dealt.press(house, {"do": "confirm_settlement"}, at=after)
    with custody.refused(house, NotAllowed, "licence_expired", badge="dana"):
        dealt.press(house, {"do": "open_round"}, at=after)
    later = today + timedelta(days=1)
    staffing.renew_licence(actor=house.hana, at=after, badge="dana", licence="L-1", licence_expires_on=later)
    assert dealt.press(house, {"do": "open_round"}, at=after)["round"]["number"] == 2


def test_a_relief_with_a_licence_goes_on_where_another_may_not(house: House) -> None:
    today = builders.GAMING_DAY
    staffing.renew_licence(actor=house.hana, at=house.at, badge="dana", licence="L-1", licence_expires_on=today)
    tomorrow = house.at + timedelta(hours=18)
    with custody.refused(house, NotAllowed, "licence_expired", badge="dana"):
        dealt.press(house, {"do": "open_round"}, at=tomorrow)
    taps.tap_in(actor=house.dev, at=tomorrow, table="BJ-01")
    assert dealt.press(house, {"do": "open_round"}, at=tomorrow, actor=house.dev)["round"]["number"] == 1


def test_t47_a_natural_is_paid_exactly_where_a_mix_of_chips_can(monkeypatch: pytest.MonkeyPatch) -> None:
    """1.00 and 2.50, as many pits have them: 3:2 on 5.00 is 7.50, exactly; on 1.00 it is 1.00, and 0.50 stays."""
    pink = {100: 200, 250: 200, 500: 100}
    monkeypatch.setattr(builders, "CHIPS", tuple(Chip(value, "#123456", "x") for value in pink))
    house = builders.house(par=pink, stock={value: 10 * count for value, count in pink.items()}, posted=(100, 5_000))
    custody.issue_bank(house, pink)
    custody.open_table(house, pink)
    taps.tap_in(actor=house.dana, at=house.at, table="BJ-01")
    dealt.shoe_ready(house)
    for number, (amount, paid, cut) in enumerate(((500, 750, {"250": 1, "500": 1}), (100, 100, {"100": 1})), start=1):
        bet = {"do": "bet", "by": "anna", "spot": 1, "amount": amount}
        dealt.press(house, {"do": "open_round"}, bet, {"do": "close_betting"})
        dealt.press(house, *dealt.cards((f"A{'HD'[number - 1]}", "7S", f"K{'SC'[number - 1]}", "9H")))
        rules = last(house, "round_opened")["rules"]
        assert (rules["pay_unit"], rules["pay_gaps"]) == (50, [50, 150])
        (settled,) = last(house, "card_dealt")["settled"]
        assert (settled["returned"] - settled["stake"], settled["due_numerator"], settled["chips"]) == (
            paid,
            3 * amount,
            cut,
        )
        dealt.press(house, {"do": "confirm_settlement"})
