"""Who sees what, and when (rules.md B5.2, B7.1, B8.3, B9.2; domain.md T-70)."""

import json
from typing import Any

import pytest

from tables.games.blackjack.engine import ENGINE
from tests.games.blackjack.tabletop import Tabletop, sole

AUDIENCES = ["dealer", "floor", "public", "player:A", "player:B", "player:K"]
OTHERS = [audience for audience in AUDIENCES if audience != "player:A"]


def hands(table: Tabletop, audience: str) -> list[list[str]]:
    return [hand["cards"] for spot in ENGINE.view(table.state, audience)["spots"] for hand in spot["hands"]]


def three_spots(**rules: Any) -> Tabletop:
    """A on 1 and 3, B on 2; K backs spot 1."""
    table = Tabletop(**rules)
    table.bet("A", 1)
    table.bet("B", 2)
    table.bet("A", 3)
    table.back("k", "K", 1)
    table.begin("8S 9S 5S 7D 8H 9H 6H TC")
    return table


def test_two_cards_and_the_hole_card_are_dealt_sealed() -> None:
    table = three_spots()
    assert [answer.secret for answer in table.answers[5:]] == [("card",)] * 3 + [()] + [("card",)] * 4


def test_cards_dealt_face_up_by_house_rule_are_not_sealed() -> None:
    table = three_spots(player_cards="face_up")
    assert [answer.secret for answer in table.answers[5:]] == [()] * 7 + [("card",)]
    assert hands(table, "public") == [["8S", "8H"], ["9S", "9H"], ["5S", "6H"]]


def test_others_see_backs() -> None:
    table = three_spots()
    for audience in ("dealer", "floor", "public", "player:K"):
        assert hands(table, audience) == [["??", "??"]] * 3


def test_a_player_sees_his_spots_one_after_another() -> None:
    table = three_spots()
    assert hands(table, "player:A") == [["8S", "8H"], ["??", "??"], ["??", "??"]]
    assert hands(table, "player:B") == [["??", "??"], ["9S", "9H"], ["??", "??"]]
    table.act("A", 1, "s")
    assert hands(table, "player:A") == [["8S", "8H"], ["??", "??"], ["5S", "6H"]]


@pytest.mark.parametrize("audience", AUDIENCES)
def test_nobody_sees_the_hole_card_before_the_dealers_turn(audience: str) -> None:
    table = three_spots()
    picture = ENGINE.view(table.state, audience)["dealer"]
    assert picture == {"cards": ["7D", "??"], "total": None, "soft": None, "visible_total": 7}
    assert "TC" not in json.dumps(ENGINE.view(table.state, audience))


@pytest.mark.parametrize("audience", AUDIENCES)
def test_after_the_round_everything_is_open(audience: str) -> None:
    table = three_spots()
    table.act("A", 1, "s")
    table.act("B", 2, "s")
    table.act("A", 3, "s")
    assert "??" not in json.dumps(ENGINE.view(table.state, audience))
    assert hands(table, audience) == [["8S", "8H"], ["9S", "9H"], ["5S", "6H"]]


def test_the_hole_card_is_exposed_at_the_dealers_turn() -> None:
    table = sole("TS 6D 9H 5C")
    answer = table.act("A", 1, "s")
    assert answer.exposed == (5,)
    assert {"fact": "hole_card_shown", "card": "5C"} in answer.facts
    assert hands(table, "public") == [["??", "??"]]
    assert table.deal("TD").exposed == (2, 4)


def test_a_natural_under_a_ten_is_never_sealed() -> None:
    table = sole("TS KD 9H AC")
    answer = table.answers[-1]
    assert (answer.secret, answer.exposed) == ((), (2, 4))


def test_a_natural_under_an_ace_is_exposed_by_the_look() -> None:
    table = sole("TS AD 9H KC")
    assert table.answers[-1].secret == ("card",)
    assert table.do("close_insurance").exposed == (2, 4, 5)


def test_a_shown_natural_a_bust_and_a_split_pair_are_exposed() -> None:
    table = Tabletop()
    for spot, by in enumerate("ABC", start=1):
        table.bet(by, spot)
    table.begin("TS AS 8S 7D 6H KH 8H TC")
    assert table.act("A", 1, "h", "KS").exposed == (4, 5, 8, 9)
    assert table.do("split", by="C", spot=3).exposed == (6, 10)
    assert hands(table, "public") == [["TS", "6H", "KS"], ["AS", "KH"], ["8S"], ["8H"]]


def test_cards_to_a_split_hand_and_hits_lie_face_up() -> None:
    table = sole("8S 7D 8H TC")
    table.act("A", 1, "ph", "2S 3S")
    assert [answer.secret for answer in table.answers[-4:]] == [()] * 4
    assert hands(table, "public") == [["8S", "2S", "3S"], ["8H"]]


def test_who_doubles_turns_his_two_cards_up_and_gets_the_third_face_down() -> None:
    table = Tabletop()
    table.bet("A", 1)
    table.bet("B", 2)
    table.begin("5S 9S 7D 6H 9H TC")
    assert table.do("double", by="A", spot=1).exposed == (3, 6)
    answer = table.deal("KS")
    assert (answer.secret, answer.exposed) == (("card",), ())
    for audience in AUDIENCES:
        assert hands(table, audience)[0] == ["5S", "6H", "??"]


def test_t70_nothing_tells_early_whether_a_doubled_hand_is_bust() -> None:
    pictures = []
    for third in ("KS", "2S"):
        table = Tabletop()
        table.bet("A", 1)
        table.bet("B", 2)
        table.begin("TS 9S 7D 6H 9H TC")
        table.act("A", 1, "d", third)
        pictures.append(
            [ENGINE.view(table.state, audience) for audience in AUDIENCES]
            + [[list(answer.facts) for answer in table.answers], [list(map(list, table.transfers()))]]
        )
    assert pictures[0] == pictures[1]


def test_a_double_that_ends_the_round_is_not_sealed() -> None:
    table = sole("5S 7D 6H TC")
    answer = table.act("A", 1, "d", "KS")
    assert (answer.secret, answer.exposed) == ((), (5,))


def test_a_void_round_turns_everything_up() -> None:
    table = sole("TS 7D 6H", exhaustion="void_round")
    assert table.do("shoe_empty").exposed == (2, 4)
    assert hands(table, "public") == [["TS", "6H"]]


def acts(table: Tabletop, audience: str) -> list[str]:
    turn = ENGINE.view(table.state, audience)["turn"]
    assert turn is not None
    listed: list[str] = turn["acts"]
    return listed


def test_acts_told_to_others_do_not_tell_a_pair() -> None:
    pair, none = sole("8S 7D 8H TC"), sole("8S 7D 9H TC")
    assert acts(pair, "player:A") == ["double", "hit", "split", "stand"]
    assert acts(none, "player:A") == ["double", "hit", "stand"]
    for audience in OTHERS:
        assert acts(pair, audience) == acts(none, audience) == ["double", "hit", "split", "stand"]


def test_acts_told_to_others_keep_to_what_is_open() -> None:
    table = sole("8S 7D 8H TC")
    table.act("A", 1, "h", "2S")
    assert acts(table, "public") == ["hit", "stand"]
    split = sole("8S 7D 8H TC")
    split.act("A", 1, "p", "8D")
    assert acts(split, "public") == ["hit", "split", "stand"]


def test_the_turn_is_told_while_its_card_is_awaited_and_no_longer() -> None:
    table = sole("TS 6D 6H TC")
    table.do("hit", by="A", spot=1)
    assert ENGINE.view(table.state, "dealer")["turn"] == {"spot": 1, "hand": 0, "player": "A", "acts": []}
    table.deal("KS")
    assert ENGINE.view(table.state, "dealer")["turn"] is None


def test_totals_are_told_of_open_hands_only() -> None:
    table = sole("AS 7D 6H TC")
    (spot,) = ENGINE.view(table.state, "public")["spots"]
    (hidden,) = spot["hands"]
    assert (hidden["total"], hidden["soft"], hidden["visible_total"]) == (None, None, None)
    (spot,) = ENGINE.view(table.state, "player:A")["spots"]
    (open_hand,) = spot["hands"]
    assert (open_hand["total"], open_hand["soft"], open_hand["visible_total"]) == (17, True, 17)
    table.act("A", 1, "h", "2S")
    (spot,) = ENGINE.view(table.state, "public")["spots"]
    assert (spot["hands"][0]["total"], spot["hands"][0]["visible_total"]) == (None, 2)


def test_the_picture_of_a_finished_round() -> None:
    table = sole("5S TD 6H 9C", 250)
    table.act("A", 1, "d", "TS")
    assert ENGINE.view(table.state, "dealer") == {
        "status": "settled",
        "awaits": "nothing",
        "minimum": 1,
        "maximum": 50000,
        "raised": {},
        "spots": [
            {
                "spot": 1,
                "owner": "A",
                "hands": [
                    {
                        "hand": 0,
                        "key": 0,
                        "cards": ["5S", "6H", "TS"],
                        "total": 21,
                        "soft": False,
                        "visible_total": 21,
                        "stake": 500,
                        "tender": "chips",
                        "doubled": True,
                        "done": True,
                        "outcome": "win",
                        "net": 500,
                        "bets": [1, 2],
                    }
                ],
            }
        ],
        "back_bets": [],
        "insurance": [],
        "offers": [],
        "dealer": {"cards": ["TD", "9C"], "total": 19, "soft": False, "visible_total": 19},
        "turn": None,
        "settlement_order": [[1, 0]],
        "shoe": {
            "cards_dealt": 5,
            "cut_card": "none",
            "exhausted": False,
            "reshuffled": "none",
            "shuffle_due": False,
        },
        "net": {"A": 500},
    }
