"""Kibitzers' bets while the hand is played (rules.md B4.5, B8.14; domain.md T-76)."""

from tables.games.blackjack.engine import ENGINE
from tables.games.contract import Laid, Table, Transfer
from tests.games.blackjack.tabletop import Tabletop


def backed(cards: str, *, table: Table | None = None, **follows: bool) -> Tabletop:
    top = Tabletop(table, double_after_split=True)
    top.bet("A", 1, 100)
    top.back("k", "K", 1, 40, **follows)
    top.begin(cards)
    return top


def lines(table: Tabletop) -> list[tuple[int, int, str | None, int | None]]:
    (picture,) = ENGINE.view(table.state, "floor")["back_bets"]
    return [(line["hand"], line["stake"], line["outcome"], line["net"]) for line in picture["on"]]


def test_t76_several_people_on_one_hand_share_its_result() -> None:
    table = Tabletop()
    table.bet("A", 1, 100)
    table.back("k", "K", 1, 31)
    table.back("l", "L", 1, 20)
    table.back("m", "K", 1, 10)
    table.begin("AS 9D KH TC")
    assert ENGINE.view(table.state, "floor")["net"] == {"A": 150, "K": 46 + 15, "L": 30}


def test_a_back_bet_has_a_place_of_its_own() -> None:
    table = Tabletop()
    table.bet("A", 1, 100)
    answer = table.back("k", "K", 1, 40)
    assert answer.event == "back_bet_placed"
    assert answer.laid == (Laid(2, "back", "K", "1/k", 0, 40, "chips", None),)
    assert answer.transfers == (Transfer("player:1/k", "layout", 40, "back", "chips"),)


def test_who_follows_a_double_doubles_his_own_stake() -> None:
    table = backed("5S TD 6H 9C", follow_double=True)
    answer = table.do("double", by="A", spot=1)
    assert answer.laid == (
        Laid(3, "double", "A", "1", 0, 100, "chips", 1),
        Laid(4, "follow_double", "K", "1/k", 0, 40, "chips", 2),
    )
    table.deal("TS")
    assert lines(table) == [(0, 80, "win", 80)]


def test_who_does_not_follow_a_double_rides_on_it_with_his_single_stake() -> None:
    table = backed("5S TD 6H 9C", follow_split=True)
    table.act("A", 1, "d", "2S")
    assert lines(table) == [(0, 40, "lose", -40)]


def test_who_follows_a_split_has_a_stake_on_each_hand() -> None:
    table = backed("8S 7D 8H TC", follow_split=True)
    answer = table.do("split", by="A", spot=1)
    assert answer.laid[1] == Laid(4, "follow_split", "K", "1/k", 1, 40, "chips", 2)
    table.deal("2S")
    table.act("A", 1, "s", "TH")
    table.act("A", 1, "s")
    assert lines(table) == [(0, 40, "lose", -40), (1, 40, "win", 40)]


def test_who_does_not_follow_a_split_stays_on_the_right_hand_part() -> None:
    table = backed("8S 7D 8H TC")
    table.act("A", 1, "ps", "2S TH")
    table.act("A", 1, "s")
    assert lines(table) == [(0, 40, "lose", -40)]


def test_followers_follow_a_resplit_and_a_double_of_the_new_hand() -> None:
    table = backed("8S 7D 8H TC", follow_split=True, follow_double=True)
    table.act("A", 1, "pp", "8D 3S")
    table.act("A", 1, "s", "3D")
    table.act("A", 1, "d", "TS TH")
    assert lines(table) == [(0, 40, None, None), (1, 80, None, None), (2, 40, None, None)]
    table.act("A", 1, "s")
    assert lines(table) == [(0, 40, "lose", -40), (1, 80, "win", 80), (2, 40, "win", 40)]


def test_without_the_chips_nobody_follows() -> None:
    table = backed("8S 7D 8H TC", table=Table(1, 500, funds={"K": 79}), follow_split=True, follow_double=True)
    table.act("A", 1, "p", "3S")
    assert table.state.funds == {"K": 39}
    assert lines(table) == [(0, 40, None, None)]


def test_the_last_chips_follow_once() -> None:
    table = backed("8S 7D 8H TC", table=Table(1, 500, funds={"K": 80}), follow_split=True, follow_double=True)
    table.act("A", 1, "p", "3S")
    table.do("double", by="A", spot=1)
    assert table.state.funds == {"K": 0}
    assert lines(table) == [(0, 40, None, None), (1, 40, None, None)]


def test_notes_are_followed_by_notes_whatever_the_chips() -> None:
    top = Tabletop(Table(1, 500, funds={"K": 0}))
    top.bet("A", 1, 100)
    top.back("k", "K", 1, 40, tender="cash", follow_double=True)
    top.begin("5S TD 6H 9C")
    assert top.do("double", by="A", spot=1).laid[1].tender == "cash"
    assert top.state.funds == {"K": 0}


def test_a_bust_takes_the_back_bets_with_it_at_once() -> None:
    table = backed("TS 7D 6H TC")
    answer = table.act("A", 1, "h", "KS")
    assert [(row.bet, row.outcome) for row in answer.settled] == [(1, "bust"), (2, "bust")]
