"""Basic strategy, and the made-up players who keep to it."""

from random import Random

import pytest

from tables.games.blackjack.engine import ENGINE
from tables.games.blackjack.rules import Rules
from tables.games.blackjack.strategy import STRATEGY, choose
from tables.games.contract import Awaiting, Status, Table
from tests.games.blackjack.random_rounds import any_rules
from tests.games.blackjack.tabletop import Tabletop, sole

ALL = ("double", "hit", "split", "stand")
TWO = ("double", "hit", "stand")
HIT = ("hit", "stand")
UP = "23456789TA"

# One letter for each up card 2 to ace: H hit, S stand, D double, P split.
DEFAULT = {
    "5S 3H": "HHHHHHHHHH",
    "5S 4H": "HDDDDHHHHH",
    "6S 4H": "DDDDDDDDHH",
    "6S 5H": "DDDDDDDDDH",
    "TS 2H": "HHSSSHHHHH",
    "TS 3H": "SSSSSHHHHH",
    "TS 6H": "SSSSSHHHHH",
    "TS 7H": "SSSSSSSSSS",
    "AS 2H": "HHHDDHHHHH",
    "AS 5H": "HHDDDHHHHH",
    "AS 6H": "HDDDDHHHHH",
    "AS 7H": "SDDDDSSHHH",
    "AS 8H": "SSSSSSSSSS",
    "AS AH": "PPPPPPPPPP",
    "2S 2H": "HHPPPPHHHH",
    "3S 3H": "HHPPPPHHHH",
    "4S 4H": "HHHHHHHHHH",
    "5S 5H": "DDDDDDDDHH",
    "6S 6H": "HPPPPHHHHH",
    "7S 7H": "PPPPPPHHHH",
    "8S 8H": "PPPPPPPPPP",
    "9S 9H": "PPPPPSPPSS",
    "TS KH": "SSSSSSSSSS",
}
AFTER_SPLIT = {
    "2S 2H": "PPPPPPHHHH",
    "3S 3H": "PPPPPPHHHH",
    "4S 4H": "HHHPPHHHHH",
    "6S 6H": "PPPPPHHHHH",
    "7S 7H": "PPPPPPHHHH",
}
HITS_SOFT_17 = {"6S 5H": "DDDDDDDDDD", "AS 7H": "DDDDDSSHHH", "AS 8H": "SSSSDSSSSS"}


def row(cards: str, rules: Rules) -> str:
    hand = cards.split()
    pair = hand[0][0] == hand[1][0] or {hand[0][0], hand[1][0]} <= set("TJQK")
    letters = {"hit": "H", "stand": "S", "double": "D", "split": "P"}
    return "".join(letters[choose(hand, f"{up}D", ALL if pair else TWO, rules)] for up in UP)


@pytest.mark.parametrize(("cards", "wanted"), DEFAULT.items())
def test_the_strategy_of_the_default_rules(cards: str, wanted: str) -> None:
    assert row(cards, Rules()) == wanted


@pytest.mark.parametrize(("cards", "wanted"), AFTER_SPLIT.items())
def test_more_pairs_are_split_where_they_may_be_doubled(cards: str, wanted: str) -> None:
    assert row(cards, Rules(double_after_split=True)) == wanted


@pytest.mark.parametrize(("cards", "wanted"), HITS_SOFT_17.items())
def test_more_is_doubled_where_the_dealer_hits_soft_17(cards: str, wanted: str) -> None:
    assert row(cards, Rules(dealer_soft_17="hit")) == wanted


@pytest.mark.parametrize(
    ("cards", "up", "legal", "act"),
    [
        ("AS 3H 4C", "4D", HIT, "stand"),
        ("6S 2H 3C", "6D", HIT, "hit"),
        ("8S 8H", "TD", HIT, "hit"),
        ("AS AH", "6D", ("stand",), "stand"),
        ("AS AH", "6D", ("split", "stand"), "split"),
        ("2S 2H 2D", "7D", HIT, "hit"),
        ("TS 5H 6C", "AD", HIT, "stand"),
    ],
)
def test_what_is_not_legal_is_not_chosen(cards: str, up: str, legal: tuple[str, ...], act: str) -> None:
    assert choose(cards.split(), up, legal, Rules()) == act


def test_a_player_acts_for_his_own_spot() -> None:
    table = sole("6S 6D 5H TC")
    action = STRATEGY.decide(ENGINE, table.state, ENGINE.awaits(table.state), Random(1))
    assert action == {"do": "double", "by": "A", "spot": 1}


def test_insurance_is_seldom_taken_and_once_at_most() -> None:
    taken = 0
    for seed in range(400):
        table = sole("TS AD 9H 8C")
        chance = Random(seed)
        action = STRATEGY.decide(ENGINE, table.state, ENGINE.awaits(table.state), chance)
        if action["do"] == "insure":
            taken += 1
            ENGINE.apply(table.state, action)
            action = STRATEGY.decide(ENGINE, table.state, ENGINE.awaits(table.state), chance)
        assert action == {"do": "close_insurance"}
    assert 5 <= taken <= 45


def test_nobody_insures_with_chips_he_has_not() -> None:
    for seed in range(200):
        table = sole("TS AD 9H 8C", 100, Table(1, 500, funds={"A": 149}))
        action = STRATEGY.decide(ENGINE, table.state, ENGINE.awaits(table.state), Random(seed))
        assert action == {"do": "close_insurance"}


def test_stakes_keep_to_limits_chips_and_seats() -> None:
    seats = {"7": "C", "2": "A", "3": "B", "4": "B"}
    backed = 0
    for seed in range(300):
        given = Table(500, 2500, funds={"A": 499, "B": 900})
        actions = STRATEGY.stakes(Random(seed), given, seats)
        table = Tabletop(given)
        for action in actions:
            ENGINE.apply(table.state, action)
        bets = [(action["spot"], action["by"]) for action in actions if action["do"] == "bet"]
        assert bets == [(3, "B"), (7, "C")]
        backed += len(actions) - len(bets)
    assert 10 <= backed <= 90


def test_whole_rounds_are_played_under_any_house_rules() -> None:
    for seed in range(60):
        chance = Random(seed)
        rules = any_rules(chance)
        table = Tabletop(Table(100, 1000))
        table.state = ENGINE.new(rules, Table(100, 1000))
        for action in STRATEGY.stakes(chance, Table(100, 1000), {str(spot): f"P{spot % 4}" for spot in range(1, 7)}):
            ENGINE.apply(table.state, action)
        table.do("close_betting")
        while ENGINE.status(table.state) is Status.OPEN:
            awaited = ENGINE.awaits(table.state)
            if awaited.kind is Awaiting.CARD:
                table.do("card", card=chance.choice("A23456789TJQK") + chance.choice("SHDC"))
            else:
                ENGINE.apply(table.state, STRATEGY.decide(ENGINE, table.state, awaited, chance))
        assert ENGINE.status(table.state) is Status.SETTLED
