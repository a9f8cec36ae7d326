"""Cards out of the shoe: read, keyed or drawn by the server; what is a wrong key and what is a misdeal."""

import json
from typing import Any

import pytest

from tables.domain import shoes as shoe_rules
from tables.domain.errors import Conflict, Invalid
from tables.domain.table_states import ShoeStatus
from tables.models import log as log_rows
from tables.models import shoes as rows
from tables.services import shoes
from tests import builders, custody, dealt
from tests.builders import House

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    house = dealt.ready(builders.house())
    dealt.press(house, {"do": "open_round"}, *dealt.bets(), {"do": "close_betting"})
    return house


@pytest.fixture
def server_house() -> House:
    return dealt.ready(builders.house(card_source="server"))


def shoe() -> rows.Shoe:
    return rows.Shoe.objects.get()


class TestReader:
    def test_the_event_tells_where_the_card_went(self, house: House) -> None:
        dealt.press(house, *dealt.cards())
        told = [(f["to"], f["hand"], f["face_down"]) for f in custody.facts(house, "card_dealt")]
        assert told == [
            ("1", 0, True),
            ("2", 0, True),
            ("dealer", 0, False),
            ("1", 0, True),
            ("2", 0, True),
            ("dealer", 0, True),
        ]

    def test_the_shoe_counts_what_is_out(self, house: House) -> None:
        assert shoe().status == ShoeStatus.CUT
        answer = dealt.press(house, *dealt.cards())
        assert answer["shoe"] == {"number": 1, "status": "in_play", "decks": 4, "cards_out": 6}
        assert shoe().dealt == "".join(dealt.DEAL)

    def test_a_second_cut_card_is_refused(self, house: House) -> None:
        dealt.press(house, {"do": "card", "card": "KH"}, {"do": "card", "card": "JOKER"})
        assert shoe().status == ShoeStatus.CUT_CARD_OUT
        with custody.refused(house, Invalid, "card_not_in_shoe", decks=4):
            dealt.press(house, {"do": "card", "card": "JOKER"})

    @pytest.mark.parametrize("card", ["1S", "SA", "", "TSX", None, 7, ["TS"], "JK"])
    def test_no_card(self, house: House, card: object) -> None:
        with custody.refused(house, Invalid, "bad_card"):
            dealt.press(house, {"do": "card", "card": card})

    def test_a_card_with_more_than_its_name(self, house: House) -> None:
        with custody.refused(house, Invalid, "bad_card"):
            dealt.press(house, {"do": "card", "card": "TS", "to": "2"})

    def test_an_uncalled_card_is_a_misdeal_and_play_stops(self, house: House) -> None:
        dealt.press(house, *dealt.cards())
        answer = dealt.press(house, {"do": "card", "card": "2C"})
        assert answer["status"] == "stopped"
        (misdeal,) = custody.facts(house, "misdeal_recorded")
        assert misdeal == {"round": 1, "reason": "card_not_called", "card": "2C", "shoe": 1}
        assert shoe().dealt.endswith("2C")
        with custody.refused(house, Conflict, "play_stopped", reason="misdeal"):
            dealt.press(house, {"do": "stand", "by": "anna", "spot": 1})

    def test_a_card_between_rounds_is_a_misdeal_too(self) -> None:
        house = dealt.ready(builders.house())
        assert dealt.press(house, {"do": "card", "card": "2C"})["status"] == "stopped"
        (misdeal,) = custody.facts(house, "misdeal_recorded")
        assert misdeal["round"] is None

    def test_a_card_too_many_from_a_reader_that_sends_several(self, house: House) -> None:
        answer = dealt.press(house, *dealt.cards(), {"do": "card", "card": "2C"})
        assert answer["status"] == "stopped"
        assert answer["round"]["status"] == "in_play"

    def test_the_cut_card_calls_for_a_shuffle_before_the_next_round(self, house: House) -> None:
        dealt.press(house, {"do": "card", "card": "KH"}, {"do": "card", "card": "JOKER"}, *dealt.cards(dealt.DEAL[1:]))
        dealt.press(house, {"do": "stand", "by": "anna", "spot": 1}, {"do": "stand", "by": "bo", "spot": 2})
        dealt.press(house, {"do": "confirm_settlement"}, {"do": "open_round"}, *dealt.bets())
        answer = dealt.press(house, {"do": "close_betting"})
        assert answer["next"]["kind"] == "shuffle"

    def test_an_empty_shoe_is_told_with_the_cards_that_are_out(self, house: House) -> None:
        answer = dealt.press(house, {"do": "card", "card": "KH"}, {"do": "shoe_empty"})
        assert answer["next"]["kind"] == "shuffle"
        (told,) = custody.facts(house, "shoe_exhausted")
        assert (told["cards_out"], told["cards_held"]) == (1, 208)


def test_every_copy_out_of_a_one_deck_shoe_refuses_the_next() -> None:
    house = builders.house(rules={"decks": 1, "player_cards": "face_up"})
    custody.running(house)
    _bring_one_deck(house)
    dealt.press(house, {"do": "open_round"}, *dealt.bets(), {"do": "close_betting"})
    dealt.press(house, {"do": "card", "card": "KH"})
    with custody.refused(house, Invalid, "card_not_in_shoe", decks=1):
        dealt.press(house, {"do": "card", "card": "KH"})


def test_the_fifth_of_a_rank_and_suit_in_four_decks_is_refused() -> None:
    house = dealt.ready(builders.house(rules={"player_cards": "face_up"}))
    bets = [{"do": "bet", "by": f"p{spot}", "spot": spot, "amount": 1_000} for spot in range(1, 6)]
    dealt.press(house, {"do": "open_round"}, *bets, {"do": "close_betting"})
    dealt.press(house, *dealt.cards(["KH"] * 4))
    with custody.refused(house, Invalid, "card_not_in_shoe", decks=4):
        dealt.press(house, {"do": "card", "card": "KH"})


def test_no_refusal_tells_which_cards_lie_face_down() -> None:
    house = builders.house(rules={"decks": 1})
    custody.running(house)
    _bring_one_deck(house)
    dealt.press(house, {"do": "open_round"}, dealt.bets()[0], {"do": "close_betting"})
    dealt.press(house, *dealt.cards(("KH", "TS", "6S", "7H")))
    for card, hidden in (("KH", True), ("7H", True), ("8C", False)):
        # The card is not called for, so it stops play, and what follows takes it back: no trace and no answer is left.
        with custody.refused(house, Conflict, "play_stopped", reason="misdeal", input=1):
            dealt.press(house, {"do": "card", "card": card}, {"do": "stand", "by": "anna", "spot": 1})
        assert (card in shoe().dealt) is hidden
    with custody.refused(house, Invalid, "card_not_in_shoe", decks=1, input=0):
        dealt.press(house, {"do": "card", "card": "TS"}, {"do": "stand", "by": "anna", "spot": 1})


class TestServer:
    def test_cards_come_by_themselves_in_the_order_of_the_seed(self, server_house: House) -> None:
        seed = json.loads(log_rows.Event.objects.get(type="shoe_mixed").sealed)["seed"][1]
        order = shoe_rules.cut(shoe_rules.shuffled(shoe_rules.pack(4), seed), 60, 30)
        answer = dealt.press(server_house, {"do": "open_round"}, *dealt.bets(), {"do": "close_betting"})
        assert answer["shoe"]["cards_out"] == 6
        assert shoe().dealt == "".join(order[:6])
        assert shoe().stock == "".join(order[6:])

    def test_nobody_keys_a_card_there(self, server_house: House) -> None:
        dealt.press(server_house, {"do": "open_round"}, *dealt.bets())
        for given in ({"do": "card", "card": "KH"}, {"do": "shoe_empty"}):
            with custody.refused(server_house, Conflict, "server_deals"):
                dealt.press(server_house, given)

    @pytest.mark.by_hand
    @pytest.mark.parametrize("next_card", ["TS", "2S"])
    def test_a_request_that_is_taken_back_tells_nothing_of_the_next_card(
        self, server_house: House, next_card: str
    ) -> None:
        """A press behind a hit that is refused whatever came would be a free look: its code told whether 16 busts."""
        dealt.press(server_house, {"do": "open_round"}, dealt.bets()[0])
        rows.Shoe.objects.update(stock="KHTS6S7H" + next_card + "5D5C")
        dealt.press(server_house, {"do": "close_betting"})
        hit, split = ({"do": do, "by": "anna", "spot": 1} for do in ("hit", "split"))
        with custody.refused(server_house, Invalid, "bad_inputs", input=1):
            dealt.press(server_house, hit, split)
        assert dealt.press(server_house, hit)["shoe"]["cards_out"] == 5

    def test_no_answer_and_no_body_tells_the_order_or_the_seed_t_90(self, server_house: House) -> None:
        answer = dealt.press(server_house, {"do": "open_round"}, *dealt.bets(), {"do": "close_betting"})
        told = json.dumps(answer) + "".join(log_rows.Event.objects.values_list("body", flat=True))
        nonce, seed = json.loads(log_rows.Event.objects.get(type="shoe_mixed").sealed)["seed"]
        assert seed not in told
        assert nonce not in told
        assert shoe().stock[:40] not in told


def _bring_one_deck(house: House) -> None:
    where: dict[str, Any] = {"actor": house.dana, "at": house.at, "table": "BJ-01"}
    shoes.receive_shoe(**where)
    shoes.inspect_shoe(**where, cards=54, dealer=house.sign("dana"), supervisor=house.sign("petra"))
    shoes.mix_shoe(**where)
    shoes.cut_shoe(**where, cut_by="anna", cut_from_top=20, cut_card_from_bottom=25)
