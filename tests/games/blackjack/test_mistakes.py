"""The mistakes found in other people's blackjack (rules.md §7), each under its row number, played right here."""

from typing import Any

import pytest

from tables.games.blackjack.state import OPEN_CARD, Hand
from tables.games.cards import VALUES
from tests.games.blackjack.tabletop import Tabletop, sole, told

INSURED = [{"by": "A", "spot": 1, "amount": 50}]

ROWS: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    (
        "1 natural beats a drawn 21",
        {"shoe": "AS TD 6D KH 7H 5C TC", "bets": 2, "acts": "2s"},
        {"hands.0.outcome": "natural", "hands.0.net": 150, "dealer.total": 21, "dealer.drew": 1},
    ),
    ("2 ace ten against a dealer 16", {"shoe": "AS TD TH 6C"}, {"hands.0.outcome": "natural", "hands.0.net": 150}),
    (
        "2 dealer natural takes king 7 before any hit",
        {"shoe": "KS AD 7H TC 4S", "acts": "1h"},
        {"hands.0.cards": ["KS", "7H"], "hands.0.net": -100, "errors.0.kind": "round_over"},
    ),
    ("3 natural pays 3 to 2", {"shoe": "AS TD TH 9C"}, {"hands.0.net": 150}),
    (
        "4 natural is more than 21",
        {"shoe": "AS TD 7D KH 7H 7C 7S", "bets": 2, "acts": "2s"},
        {"hands.0.net": 150, "dealer.total": 21},
    ),
    (
        "5 no draw with every player bust or paid",
        {"shoe": "8S JS QD 9S AH 4D TH AD 9H", "bets": 2, "acts": "1h"},
        {"dealer.cards": ["QD", "4D"], "hands.0.outcome": "bust", "hands.1.outcome": "natural"},
    ),
    ("6 a sole player over 21", {"shoe": "TS 6D 6H TC KS 9D", "acts": "1h"}, {"dealer.drew": 0}),
    (
        "7 ten 6 and a king",
        {"shoe": "TS 6D 6H 5C KS 9D", "acts": "1h"},
        {"dealer.cards": ["6D", "5C"], "hands.0.net": -100},
    ),
    (
        "8 the left split hand waits for its card",
        {"shoe": "8S 7D 8H TC 3S 2D", "acts": "1p 1h"},
        {"hands.0.cards": ["8S", "3S", "2D"], "hands.1.cards": ["8H"]},
    ),
    (
        "9 no double after a split",
        {"shoe": "8S 7D 8H TC 3S", "acts": "1p 1d"},
        {"errors.0.kind": "cannot_double", "to_act.legal": ["hit", "stand"]},
    ),
    (
        "9 no fifth hand",
        {"shoe": "8S 7D 8H TC 8D 8C 8S", "acts": "1p 1p 1p 1p"},
        {"errors": [{"phase": "actions", "index": 3, "kind": "hand_limit"}], "to_act.legal": ["hit", "stand"]},
    ),
    ("10 a natural nets the stake and a half", {"shoe": "AS TD KH QC"}, {"hands.0.net": 150}),
    (
        "11 natural against natural gives the stake back",
        {"shoe": "AS AD KH QC", "bankrolls": {"A": 1000}},
        {"hands.0.outcome": "push", "bankrolls.A": 1000},
    ),
    ("12 insurance nets 2 to 1", {"shoe": "TS AD 9H QC", "insurance": INSURED}, {"net.A": 0}),
    ("13 king queen is a pair", {"shoe": "KS 7D QH TC AS", "acts": "1p"}, {"errors": [], "hands.1.cards": ["QH"]}),
    (
        "14 soft 18 stands",
        {"shoe": "TS AD 9H 7C 2S", "acts": "1s"},
        {"dealer.drew": 0, "dealer.total": 18, "dealer.soft": True},
    ),
    (
        "14 soft 18 stands where soft 17 is hit",
        {"shoe": "TS AD 9H 7C 2S", "acts": "1s", "dealer_soft_17": "hit"},
        {"dealer.drew": 0, "dealer.total": 18},
    ),
    (
        "15 a split ace with a king is 21, no natural",
        {"shoe": "AS 9D AH 9C KS 9H", "acts": "1p"},
        {"hands.0.net": 100, "hands.1.net": 100, "net.A": 200},
    ),
    ("16 ace ace ten is 12", {"shoe": "AS 7D AH 9C TS", "acts": "1h"}, {"hands.0.total": 12}),
    (
        "17 a win pays 1 to 1",
        {"shoe": "TS 9D TH 9C", "acts": "1s", "bankrolls": {"A": 1000}},
        {"bankrolls.A": 1100},
    ),
    (
        "17 a push pays nothing",
        {"shoe": "TS 9D 8H 9C", "acts": "1s", "bankrolls": {"A": 1000}},
        {"bankrolls.A": 1000},
    ),
    ("18 dealer stands on ace 6", {"shoe": "TS AD 9H 6C 4S", "acts": "1s"}, {"dealer.drew": 0, "dealer.total": 17}),
    (
        "19 no split, double or insurance on three cards",
        {"shoe": "5S 7D 6H TC 2S", "acts": "1h"},
        {"to_act.legal": ["hit", "stand"]},
    ),
    ("20 the dealer's natural is looked at first", {"shoe": "AS AD KH KC"}, {"hands.0.outcome": "push"}),
    (
        "21 under hit the dealer goes on from hard 16",
        {"shoe": "TS AD 9H 6C 9S 4S", "acts": "1s", "dealer_soft_17": "hit"},
        {"dealer.cards": ["AD", "6C", "9S", "4S"], "dealer.total": 20},
    ),
    ("22 a win that is no natural pays 1 to 1", {"shoe": "TS 9D 9H 9C", "acts": "1s"}, {"hands.0.net": 100}),
    (
        "23 the peek comes before the double",
        {"shoe": "5S TD 6H AC TS", "acts": "1d"},
        {"hands.0.stake": 100, "hands.0.net": -100, "errors.0.kind": "round_over"},
    ),
    (
        "24 no double after a hit",
        {"shoe": "5S 7D 3H TC 2S TD", "acts": "1h 1d"},
        {"errors.0.kind": "cannot_double", "hands.0.stake": 100},
    ),
    (
        "25 five cards are no win",
        {"shoe": "2S 7D 3H TC 2D 3S 2C", "acts": "1h 1h 1h"},
        {"hands.0.total": 12, "to_act.legal": ["hit", "stand"]},
    ),
    (
        "25 five cards lose standing",
        {"shoe": "2S 7D 3H TC 2D 3S 2C", "acts": "1h 1h 1h 1s"},
        {"hands.0.outcome": "lose"},
    ),
    (
        "26 a split ace that catches an ace is finished",
        {"shoe": "AS 7D AH TC AC 5S", "acts": "1p"},
        {"status": "settled", "hands.0.total": 12, "hands.1.total": 16},
    ),
    ("27 insurance pays 2 to 1", {"shoe": "TS AD 9H QC", "insurance": INSURED}, {"insurance.0.net": 100}),
    (
        "28 half insured, dealer natural: the round is even",
        {"shoe": "TS AD 9H KC", "insurance": INSURED},
        {"insurance.0.net": 100, "hands.0.net": -100, "net.A": 0},
    ),
    (
        "30 an insured natural is even money against a natural",
        {"shoe": "AS AD KH QC", "insurance": INSURED},
        {"net.A": 100},
    ),
    (
        "30 an insured natural is even money without one",
        {"shoe": "AS AD KH 8C", "insurance": INSURED},
        {"net.A": 100},
    ),
    ("31 no bonus on a split 21", {"shoe": "AS 7D AH TC KS 2S", "acts": "1p"}, {"hands.0.net": 100}),
    (
        "32 5 ace ace 5 is 12 and plays on",
        {"shoe": "5S 4D AH 9C AS 5D", "acts": "1h 1h"},
        {"hands.0.total": 12, "status": "awaiting_action"},
    ),
    ("34 dealer draws at 16 against 15", {"shoe": "TS TD 5H 6C 2S", "acts": "1s"}, {"dealer.total": 18}),
    ("35 ace ace ten does not bust", {"shoe": "AS 9D AH 8C TS", "acts": "1h 1s"}, {"hands.0.outcome": "lose"}),
    ("36 dealer stands on 20", {"shoe": "TS KD 9H KC 2S", "acts": "1s"}, {"dealer.drew": 0}),
    (
        "37 dealer draws on four cards under 17",
        {"shoe": "TS 2D 9H 3C 4S 5S 3D", "acts": "1s"},
        {"dealer.cards": ["2D", "3C", "4S", "5S", "3D"], "dealer.total": 17},
    ),
    (
        "38 ace ace ace 6 is 19",
        {"shoe": "AS 9D AH 8C AC 6S", "acts": "1h 1h"},
        {"hands.0.total": 19, "hands.0.soft": True},
    ),
    ("38 king ace is a natural", {"shoe": "KS 9D AH 8C"}, {"hands.0.outcome": "natural"}),
    ("38 ace ace is soft 12", {"shoe": "AS 9D AH 8C"}, {"hands.0.total": 12, "hands.0.soft": True}),
    ("40 6 6 ace is too late to split", {"shoe": "6S 7D 6H TC AS", "acts": "1h 1p"}, {"errors.0.kind": "cannot_split"}),
    (
        "40 4 4 king is too late to split",
        {"shoe": "4S 7D 4H TC KS", "acts": "1h 1p"},
        {"errors.0.kind": "cannot_split"},
    ),
    (
        "41 a doubled 21 against a drawn 21 is a push",
        {"shoe": "6S 9D 5H 7C TS 5D", "acts": "1d", "bankrolls": {"A": 200}},
        {"hands.0.outcome": "push", "hands.0.stake": 200, "bankrolls.A": 200},
    ),
    ("42 natural against natural is a push", {"shoe": "AS TD KH AC"}, {"hands.0.outcome": "push", "net.A": 0}),
    (
        "43 a natural on 5000 wins 7500",
        {"shoe": "AS TD KH 9C", "bets": [{"by": "A", "spot": 1, "amount": 5000}]},
        {"net.A": 7500},
    ),
    ("44 dealer draws on 14 against 12", {"shoe": "TS TD 2H 4C 3S", "acts": "1s"}, {"dealer.total": 17}),
    (
        "45 dealer ace 4 7 is 12 and draws",
        {"shoe": "TS AD 9H 4C 7S 6D", "acts": "1s"},
        {"dealer.cards": ["AD", "4C", "7S", "6D"], "dealer.total": 18},
    ),
    (
        "46 the busted split hand is not paid",
        {"shoe": "9S TD 9H 9C 5S TH TC", "acts": "1p 1h 1s"},
        {"hands.0.net": -100, "hands.1.outcome": "push", "net.A": -100},
    ),
    ("47 jack queen splits", {"shoe": "JS 7D QH TC 2S", "acts": "1p"}, {"errors": []}),
    (
        "48 no split without the chips",
        {"shoe": "8S 7D 8H TC", "acts": "1p", "bankrolls": {"A": 100}},
        {"errors.0.kind": "insufficient_funds", "to_act.legal": ["hit", "stand"], "bankrolls.A": 0},
    ),
    ("49 a tie is a push", {"shoe": "TS TD 8H 8C", "acts": "1s"}, {"hands.0.outcome": "push", "net.A": 0}),
    ("49 a win pays the whole stake", {"shoe": "TS TD 9H 8C", "acts": "1s"}, {"net.A": 100}),
    (
        "50 a dry shoe is filled with the discards and the round goes on",
        {
            "shoe": "TS TH TD 9S 9H 6D 8S 8H 8D 9C 9D TC",
            "bets": 5,
            "acts": "1s 2s 3s 4s 5s",
            "next_shoes": ["5S 2H"],
        },
        {"status": "settled", "dealer.cards": ["6D", "TC", "5S"], "shoe.reshuffled": "mid_round"},
    ),
    (
        "51 the cut card in mid-round ends nothing",
        {"shoe": "TS 6D JOKER 9H TC 5D", "acts": "1s"},
        {"status": "settled", "shoe.cut_card": "mid_round", "shoe.reshuffled": "none", "shoe.reshuffle_due": True},
    ),
]


def _at(tree: Any, path: str) -> Any:
    for step in path.split("."):
        tree = tree[int(step)] if isinstance(tree, list) else tree[step]
    return tree


@pytest.mark.parametrize(("given", "wanted"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_row(given: dict[str, Any], wanted: dict[str, Any]) -> None:
    (answer,) = told(**given)
    assert {path: _at(answer, path) for path in wanted} == wanted


def test_row_29_insurance_is_returned_apart_from_the_lost_hand() -> None:
    table = sole("TS AD 9H KC")
    table.do("insure", by="A", spot=1, amount=50)
    table.do("close_insurance")
    assert table.settled()[1].returned == 0
    assert table.settled()[2].returned == 150


def test_row_33_no_double_on_one_card() -> None:
    table = sole("8S 7D 8H TC", double_after_split=True)
    table.act("A", 1, "p")
    table.refused("not_your_turn", "double", by="A", spot=1)
    table.deal("3S")
    table.do("double", by="A", spot=1)


@pytest.mark.parametrize("cards", ["AS AH TC", "AS TC AH", "TC AS AH"])
def test_row_39_two_aces_and_a_ten_in_any_order(cards: str) -> None:
    hand = Hand(0)
    for code in cards.split():
        hand.take(code, VALUES[code], OPEN_CARD)
    assert (hand.total, hand.soft) == (12, False)


def test_row_52_stakes_start_from_the_bet_made() -> None:
    first = sole("6S 7D 5H TC", 25)
    first.act("A", 1, "d", "TS")
    assert first.settled()[2].stake == 25
    second = Tabletop()
    answer = second.bet("A", 1, 50)
    assert [laid.amount for laid in answer.laid] == [50]
