"""The felt in the order and the words of the screen."""

import pytest

from tables.screens import felt
from tests.tables.screens.pictures import BETS, after, cards, empty

CLOSED = {"do": "close_betting"}
#: Spot 1 gets KH 6S, spot 4 gets 8C 8D, the dealer shows a ten and hides a seven.
DEAL = cards("KH", "8C", "TS", "6S", "8D", "7H")


def test_spots_lie_from_the_dealers_left_to_his_right_b1_4() -> None:
    assert [spot.number for spot in felt.read(empty(), 7).spots] == [1, 2, 3, 4, 5, 6, 7]
    assert [spot.number for spot in felt.read(empty(), 6, mirrored=True).spots] == [6, 5, 4, 3, 2, 1]


def test_an_empty_spot_has_no_hands_and_can_be_chosen() -> None:
    chosen = [spot for spot in felt.read(empty(), 7, chosen=3).spots if spot.chosen]
    assert [(spot.number, spot.hands, spot.owner) for spot in chosen] == [(3, (), "")]


def test_the_next_card_is_marked_where_it_goes() -> None:
    first = felt.read(after(*BETS, CLOSED), 7)
    assert [spot.number for spot in first.spots if spot.next_card] == [1]
    assert not first.dealer_next
    to_dealer = felt.read(after(*BETS, CLOSED, *DEAL[:2]), 7)
    assert [spot.number for spot in to_dealer.spots if spot.next_card] == []
    assert to_dealer.dealer_next


def test_hidden_cards_stay_hidden() -> None:
    seen = felt.read(after(*BETS, CLOSED, *DEAL), 7)
    by_number = {spot.number: spot for spot in seen.spots}
    assert by_number[4].hands[0].cards == ("??", "??")
    assert (by_number[4].hands[0].total, by_number[4].hands[0].visible) == (None, None)
    assert seen.dealer_cards == ("TS", "??")
    assert (seen.dealer_total, seen.dealer_visible) == (None, 10)


def test_the_hand_that_acts_and_what_it_may_do() -> None:
    seen = felt.read(after(*BETS, CLOSED, *DEAL), 7)
    assert seen.turn is not None
    assert seen.turn.number == 1
    assert [spot.number for spot in seen.spots if spot.on] == [1]
    assert seen.acts == ("double", "hit", "split", "stand")


def test_a_split_spot_has_its_hands_and_the_back_bet_that_followed() -> None:
    split = {"do": "split", "by": "S4", "spot": 4}
    stand = {"do": "stand", "by": "S1", "spot": 1}
    seen = felt.read(after(*BETS, CLOSED, *DEAL, stand, split, *cards("3H")), 7)
    spot = next(spot for spot in seen.spots if spot.number == 4)
    assert spot.split
    assert [hand.cards for hand in spot.hands] == [("8C", "3H"), ("8D",)]
    assert [hand.on for hand in spot.hands] == [True, False]
    assert [(back.hand, back.stake) for back in spot.backs] == [(0, 500), (1, 500)]


def test_offers_lie_as_the_spots_do() -> None:
    ace_up = cards("KH", "8C", "AS", "6S", "8D", "7H")
    offered = felt.read(after(*BETS, CLOSED, *ace_up), 7).offers
    assert [(offer.get("spot"), offer.get("back_bet"), offer["amount"]) for offer in offered] == [
        (1, None, 500),
        (4, None, 1_000),
        (None, "K1-1", 250),
    ]
    mirrored = felt.read(after(*BETS, CLOSED, *ace_up), 7, mirrored=True).offers
    assert [offer.get("spot") for offer in mirrored] == [4, 1, None]


def test_the_settlement_stands_in_its_order_with_what_was_done_before_at_the_end() -> None:
    hit = {"do": "hit", "by": "S1", "spot": 1}
    stand = {"do": "stand", "by": "S4", "spot": 4}
    lines = felt.read(after(*BETS, CLOSED, *DEAL, hit, *cards("9D"), stand), 7).lines
    assert [(line.spot, line.kind, line.outcome, line.pays, line.takes, line.settled_before) for line in lines] == [
        (4, "main", "lose", None, 2_000, False),
        (4, "back", "lose", None, 500, False),
        (1, "main", "bust", None, 1_000, True),
    ]
    assert [line.colour for line in lines] == ["taken", "taken", "taken"]


def test_a_natural_and_an_insurance_stand_among_what_was_done_during_play() -> None:
    insure = {"do": "insure", "by": "S4", "spot": 4, "amount": 1_000}
    dealt = cards("AH", "8C", "AS", "KS", "8D", "7H")
    stand = {"do": "stand", "by": "S4", "spot": 4}
    lines = felt.read(after(*BETS, CLOSED, *dealt, insure, {"do": "close_insurance"}, stand), 7).lines
    assert [(line.kind, line.outcome, line.pays, line.takes, line.settled_before) for line in lines] == [
        ("main", "lose", None, 2_000, False),
        ("back", "lose", None, 500, False),
        ("main", "natural", 1_500, None, True),
        ("insurance", "lose", None, 1_000, True),
    ]


def test_each_line_has_the_chips_that_its_bets_were_paid() -> None:
    stand = [{"do": "stand", "by": by, "spot": spot} for by, spot in (("S1", 1), ("S4", 4))]
    picture = after(*BETS, CLOSED, *cards("KH", "8C", "TS", "QS", "TD", "7H"), *stand)
    picture["payments"] = [
        {"bet": 1, "kind": "main", "seat": "1", "chips": {"100": 10}},
        {"bet": 2, "kind": "main", "seat": "4", "chips": {"500": 4, "2500": 1}},
        {"bet": 3, "kind": "back", "seat": "4/K1-1", "chips": {"500": 1}},
    ]
    lines = felt.read(picture, 7).lines
    assert [(line.spot, line.kind, line.pays, line.paid, line.changed) for line in lines] == [
        (4, "main", 2_000, {500: 4, 2_500: 1}, 2_500),
        (4, "back", 500, {500: 1}, 0),
        (1, "main", 1_000, {100: 10}, 0),
    ]


def test_there_is_no_settlement_before_the_end() -> None:
    assert felt.read(after(*BETS, CLOSED, *DEAL), 7).lines == ()


@pytest.mark.parametrize("status", ["confirmed", "voided", "no_bets"])
def test_a_finished_round_leaves_an_empty_felt(status: str) -> None:
    seen = felt.read(after(*BETS, CLOSED, *DEAL, status=status), 7)
    assert [spot.hands for spot in seen.spots] == [()] * 7


def test_whom_a_bet_can_be_for() -> None:
    seen = felt.read(after(*BETS), 7, chosen=2)
    free = next(spot for spot in seen.spots if spot.number == 2)
    taken = next(spot for spot in seen.spots if spot.number == 4)
    assert felt.players(seen, free, 7) == ["S2", "S1", "S4"]
    assert felt.players(seen, taken, 7) == ["K1", "K2", "K3", "K4", "S1"]
    assert felt.players(seen, None, 2) == ["S1", "S2"]
