"""The players' acts and the dealer's turn (rules.md B8, B9; domain.md T-70 to T-73)."""

from typing import Any

import pytest

from tables.games.blackjack.engine import ENGINE
from tables.games.contract import Awaiting, Laid, Refused, Table
from tests.games.blackjack.tabletop import Tabletop, sole, told


def pair_of_eights(**rules: Any) -> Tabletop:
    table = sole("8S 7D 8H TC", **rules)
    table.act("A", 1, "p", "3S")
    return table


def test_checks_come_in_the_order_of_the_rules() -> None:
    table = Tabletop()
    table.bet("A", 1)
    table.bet("B", 2)
    table.bet("A", 3)
    table.begin("TS 9S 8S 7D TH 9H 9C TC")
    table.refused("no_such_hand", "stand", by="A", spot=4)
    table.refused("no_such_hand", "stand", by="A", spot=99)
    table.refused("not_hand_owner", "stand", by="A", spot=2)
    table.refused("not_your_turn", "stand", by="A", spot=3)
    table.refused("not_your_turn", "stand", by="B", spot=2)
    table.act("A", 1, "s")
    table.refused("not_your_turn", "hit", by="A", spot=1)
    table.act("B", 2, "s")
    table.act("A", 3, "s")
    table.refused("round_over", "stand", by="A", spot=4)
    table.refused("unknown_action", "surrender", by="A", spot=1)


@pytest.mark.parametrize("kind", ["surrender", "", None, 5, ["hit"], {"a": 1}, True])
def test_an_unknown_act_is_refused_first(kind: Any) -> None:
    table = sole("TS 7D 9H TC")
    table.refused("unknown_action", kind, by="nobody", spot=99)


def test_an_action_without_a_kind_is_unknown() -> None:
    table = sole("TS 7D 9H TC")
    with pytest.raises(Refused, match="unknown_action"):
        ENGINE.apply(table.state, {"by": "A", "spot": 1})


@pytest.mark.parametrize("fields", [{}, {"by": "A"}, {"by": "A", "spot": "1"}, {"by": 1, "spot": 1}, {"spot": 1}])
@pytest.mark.parametrize("kind", ["hit", "stand", "double", "split"])
def test_malformed_acts_are_refused(kind: str, fields: dict[str, Any]) -> None:
    sole("8S 7D 8H TC").refused("bad_action", kind, **fields)


@pytest.mark.parametrize("kind", ["double", "split"])
def test_a_strange_tender_is_refused(kind: str) -> None:
    sole("8S 7D 8H TC").refused("bad_action", kind, by="A", spot=1, tender="gold")


def test_acts_are_logged_with_the_hand_they_are_for() -> None:
    table = pair_of_eights()
    assert table.answers[-2].facts[0] == {"fact": "acted", "act": "split", "spot": 1, "hand": 0}
    table.act("A", 1, "s")
    assert table.answers[-1].facts == ({"fact": "acted", "act": "stand", "spot": 1, "hand": 0},)
    table.deal("TS")
    assert table.do("hit", by="A", spot=1).facts == ({"fact": "acted", "act": "hit", "spot": 1, "hand": 1},)


def test_a_double_is_an_equal_stake_and_one_card() -> None:
    table = sole("5S 7D 6H TC", 250)
    answer = table.do("double", by="A", spot=1)
    assert answer.laid == (Laid(2, "double", "A", "1", 0, 250, "chips", 1),)
    assert ENGINE.awaits(table.state).face_down is True
    answer = table.deal("TS")
    assert [(row.bet, row.outcome, row.stake, row.returned) for row in answer.settled] == [
        (1, "win", 250, 500),
        (2, "win", 250, 500),
    ]


def test_t70_with_every_hand_bust_the_dealer_draws_nothing() -> None:
    table = sole("TS 6D 6H TC")
    answer = table.act("A", 1, "h", "KS")
    assert [fact["fact"] for fact in answer.facts] == ["dealt", "bust_shown", "hand_decided", "round_over"]
    assert table.state.dealer.cards == ["6D", "TC"]


def test_t70_a_doubled_bust_lies_face_down_so_the_dealer_must_play() -> None:
    table = Tabletop()
    table.bet("A", 1)
    table.bet("B", 2)
    table.begin("TS 5S 6D 6H 4H TC")
    answer = table.act("A", 1, "d", "KS")
    assert answer.facts == ({"fact": "dealt", "to": "1", "hand": 0, "face_down": True},)
    assert (answer.secret, answer.settled) == (("card",), ())
    table.act("B", 2, "h", "KH")
    table.act("B", 2, "s")
    assert ENGINE.awaits(table.state).to == "dealer"
    table.deal("9D")
    assert {row.bet: row.outcome for row in table.answers[-1].settled} == {1: "bust", 2: "win", 3: "bust"}


def test_t70_the_sole_hand_bust_by_a_face_down_double_is_played_against() -> None:
    (answer,) = told("TS 6D 6H TC KS 5D", "1d")
    assert (answer["dealer"]["drew"], answer["hands"][0]["outcome"]) == (1, "bust")
    assert answer["settlement_order"] == [[1, 0]]


def test_a_double_face_up_shows_its_bust_at_once() -> None:
    table = sole("TS 6D 6H TC", double_card="face_up")
    answer = table.act("A", 1, "d", "KS")
    assert (answer.secret, [row.outcome for row in answer.settled]) == ((), ["bust", "bust"])
    assert table.state.dealer.cards == ["6D", "TC"]


def test_t72_the_new_hand_stands_to_the_left_and_waits_for_its_card() -> None:
    table = pair_of_eights()
    right, left = table.state.spots[0].hands
    assert (right.cards, left.cards) == (["8S", "3S"], ["8H"])
    assert table.state.laid[1] == Laid(2, "split", "A", "1", 1, 100, "chips", 1)
    assert ENGINE.awaits(table.state).hand == 0
    table.act("A", 1, "s", "TS")
    awaited = ENGINE.awaits(table.state)
    assert (awaited.kind, awaited.hand, left.cards) == (Awaiting.ACT, 1, ["8H", "TS"])


def test_t72_a_resplit_hand_stands_directly_to_the_left_of_its_own() -> None:
    table = sole("8S 7D 8H TC")
    table.act("A", 1, "pp", "8D 2C")
    hands = table.state.spots[0].hands
    assert [hand.cards for hand in hands] == [["8S", "2C"], ["8D"], ["8H"]]
    assert [hand.key for hand in hands] == [0, 2, 1]
    assert [(laid.kind, laid.hand, laid.parent) for laid in table.state.laid] == [
        ("main", 0, None),
        ("split", 1, 1),
        ("split", 2, 1),
    ]


def test_t72_a_split_21_is_no_natural() -> None:
    (answer,) = told("AS 9D AH 9C KS QS", "1p")
    assert [(hand["outcome"], hand["net"]) for hand in answer["hands"]] == [("win", 100), ("win", 100)]


def test_t72_an_ace_on_a_split_ten_is_21_and_waits_for_its_owner() -> None:
    """T-72: it is not shown and paid in passing, and 100 win 100, not 150."""
    table = sole("KS 9D KH 9C")
    table.act("A", 1, "p", "AS")
    assert table.awaiting() is Awaiting.ACT
    table.act("A", 1, "s", "QS")
    table.act("A", 1, "s")
    assert [(row.outcome, row.returned - row.stake) for row in table.settled().values()] == [("win", 100)] * 2


def test_t72_split_aces_get_one_card_each() -> None:
    table = sole("AS 9D AH 9C")
    table.act("A", 1, "p", "2S 3S")
    assert table.awaiting() is Awaiting.NOTHING


@pytest.mark.parametrize("other", ["TH", "JH", "QH", "KH"])
def test_t72_any_two_ten_cards_are_a_pair(other: str) -> None:
    assert "split" in ENGINE.legal(sole(f"KS 7D {other} TC").state)


def test_a_pair_of_split_aces_under_the_house_rule_may_be_split_or_left() -> None:
    table = sole("AS 9D AH 9C", resplit_aces=True)
    table.act("A", 1, "p", "AD")
    assert ENGINE.legal(table.state) == ("split", "stand")
    table.refused("not_your_turn", "hit", by="A", spot=1)
    table.refused("cannot_double", "double", by="A", spot=1)
    table.act("A", 1, "s", "5S")
    assert table.awaiting() is Awaiting.NOTHING


def test_a_pair_of_split_aces_at_the_limit_can_only_be_left() -> None:
    table = sole("AS 9D AH 9C", resplit_aces=True, max_hands=2)
    table.act("A", 1, "p", "AD")
    assert ENGINE.legal(table.state) == ("stand",)
    table.refused("hand_limit", "split", by="A", spot=1)


def test_hands_are_limited() -> None:
    table = sole("8S 7D 8H TC", max_hands=3)
    table.act("A", 1, "pp", "8D 8C")
    table.refused("hand_limit", "split", by="A", spot=1)
    assert ENGINE.legal(table.state) == ("hit", "stand")


def test_doubling_after_a_split_is_a_house_rule_and_never_for_aces() -> None:
    pair_of_eights().refused("cannot_double", "double", by="A", spot=1)
    table = pair_of_eights(double_after_split=True)
    assert ENGINE.legal(table.state) == ("double", "hit", "stand")
    table.do("double", by="A", spot=1)
    assert table.state.laid[-1] == Laid(3, "double", "A", "1", 0, 100, "chips", 1)


def test_a_double_on_the_left_hand_adds_to_the_bet_of_that_hand() -> None:
    table = pair_of_eights(double_after_split=True)
    table.act("A", 1, "s", "3D")
    table.do("double", by="A", spot=1)
    assert table.state.laid[-1] == Laid(3, "double", "A", "1", 1, 100, "chips", 2)


def test_without_the_chips_there_is_neither_double_nor_split() -> None:
    table = sole("8S 7D 8H TC", 100, Table(1, 500, funds={"A": 199}))
    assert ENGINE.legal(table.state) == ("hit", "stand")
    table.refused("insufficient_funds", "double", by="A", spot=1)
    table.refused("insufficient_funds", "split", by="A", spot=1)
    table.do("split", by="A", spot=1, tender="cash")
    assert table.state.funds == {"A": 99}


def test_a_hand_on_21_waits_for_its_owners_word() -> None:
    table = sole("5S 7D 6H TC")
    table.act("A", 1, "h", "TS")
    assert ENGINE.legal(table.state) == ("hit", "stand")


def test_a_hand_on_21_stands_of_itself_by_house_rule() -> None:
    table = sole("5S 7D 6H TC", auto_stand_21=True)
    table.act("A", 1, "h", "TS")
    assert table.awaiting() is Awaiting.NOTHING


def test_a_natural_is_paid_in_passing_and_has_no_decision() -> None:
    table = Tabletop()
    for spot, by in enumerate("ABC", start=1):
        table.bet(by, spot)
    table.begin("TS AS 9S 7D 9H KH 9C TC")
    assert ENGINE.awaits(table.state).to == "1"
    answer = table.act("A", 1, "s")
    assert answer.facts[1:] == (
        {"fact": "natural_shown", "spot": 2, "hand": 0, "cards": ["AS", "KH"]},
        {"fact": "hand_decided", "spot": 2, "hand": 0, "outcome": "natural", "total": 21},
    )
    assert ENGINE.awaits(table.state).to == "3"


@pytest.mark.parametrize(
    ("dealer", "draws", "rules", "total"),
    [
        ("6D AC", "", {}, 17),
        ("TD 7C", "", {}, 17),
        ("6D AC", "TS", {"dealer_soft_17": "hit"}, 17),
        ("6D AC", "9S 5S", {"dealer_soft_17": "hit"}, 21),
        ("6D AC", "AS", {"dealer_soft_17": "hit"}, 18),
        ("TD 7C", "", {"dealer_soft_17": "hit"}, 17),
        ("7D AC", "", {"dealer_soft_17": "hit"}, 18),
        ("TD 6C", "AS", {}, 17),
        ("2D 2C", "AS 2S", {}, 17),
        ("5D 5C", "AS", {}, 21),
    ],
)
def test_t73_the_dealer_has_no_choice(dealer: str, draws: str, rules: dict[str, Any], total: int) -> None:
    up, hole = dealer.split()
    table = sole(f"TS {up} 9H {hole}", **rules)
    table.act("A", 1, "s", draws)
    assert table.state.dealer.total == total
    assert table.awaiting() is Awaiting.NOTHING


def test_t76_only_the_seated_player_decides() -> None:
    table = Tabletop()
    table.bet("A", 1)
    table.back("k", "K", 1)
    table.begin("TS 7D 9H TC")
    table.refused("not_hand_owner", "stand", by="K", spot=1)


def test_t77_settlement_runs_from_the_dealers_right() -> None:
    table = Tabletop()
    for spot, by in ((2, "A"), (5, "B"), (7, "A")):
        table.bet(by, spot)
    table.begin("8S TS 9S 7D 8H TH 9H TC")
    table.act("A", 2, "ps", "2S 3S")
    table.act("A", 2, "s")
    table.act("B", 5, "s")
    answer = table.act("A", 7, "s")
    decided = [(fact["spot"], fact["hand"]) for fact in answer.facts if fact["fact"] == "hand_decided"]
    assert decided == [(7, 0), (5, 0), (2, 1), (2, 0)]
    assert table.state.order == decided
