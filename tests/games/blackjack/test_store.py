"""A round's state as JSON and back."""

import json

from tables.games.blackjack.engine import ENGINE
from tables.games.contract import Table
from tests.games.blackjack.tabletop import Tabletop


def eventful() -> Tabletop:
    """A round with everything in it, still in play."""
    table = Tabletop(Table(5, 500, {"A": 900}, {"A": 5000, "K": 500}, True), double_after_split=True)
    table.do("raise_limit", by="pit_boss", player="B", max=700)
    table.bet("A", 2, 600)
    table.bet("C", 4, 50, tender="cash")
    table.bet("B", 7, 500)
    table.do("withdraw_bet", by="C", spot=4)
    table.back("k", "K", 2, 100, follow_split=True, follow_double=True)
    table.do("close_betting")
    table.do("shuffled")
    table.deal("8S 5S AD JOKER 8H 6S 9C")
    table.do("insure", by="K", back_bet="k", amount=50)
    table.do("close_insurance")
    table.act("A", 2, "p", "3S")
    table.act("A", 2, "d")
    return table


def test_the_state_comes_back_from_json() -> None:
    table = eventful()
    data = ENGINE.dump(table.state)
    assert data == json.loads(json.dumps(data))
    again = ENGINE.load(table.rules, json.loads(json.dumps(data)))
    assert ENGINE.dump(again) == data
    assert ENGINE.awaits(again) == ENGINE.awaits(table.state)
    assert ENGINE.result(again) == ENGINE.result(table.state)
    for audience in ("dealer", "player:A"):
        assert ENGINE.view(again, audience) == ENGINE.view(table.state, audience)


def test_a_loaded_round_is_played_on_like_the_first() -> None:
    table = eventful()
    again = Tabletop(double_after_split=True)
    again.state = ENGINE.load(table.rules, ENGINE.dump(table.state))
    for top in (table, again):
        top.deal("TS 2H")
        top.act("A", 2, "s")
        top.act("B", 7, "d", "TH")
    assert ENGINE.dump(again.state) == ENGINE.dump(table.state)
    assert again.answers == table.answers[-len(again.answers) :]


def test_a_round_is_loaded_while_bets_are_laid() -> None:
    table = Tabletop()
    table.bet("B", 5)
    table.bet("A", 1)
    table.state = ENGINE.load(table.rules, ENGINE.dump(table.state))
    table.bet("C", 3)
    table.do("close_betting")
    assert [spot.number for spot in table.state.spots] == [1, 3, 5]


def test_a_dump_is_no_window_into_the_state() -> None:
    table = eventful()
    data = ENGINE.dump(table.state)
    before = json.dumps(data)
    again = ENGINE.load(table.rules, data)
    table.deal("TS 2H")
    ENGINE.apply(again, {"do": "card", "card": "TS"})
    assert json.dumps(data) == before


def test_the_chips_left_after_the_round_are_told() -> None:
    table = Tabletop(Table(1, 500, funds={"A": 1000, "B": 70}))
    table.bet("A", 1, 100)
    table.begin("TS 7D 9H TC")
    table.act("A", 1, "s")
    assert ENGINE.dump(table.state)["funds"] == {"A": 1100, "B": 70}


def test_the_table_given_is_not_changed() -> None:
    given = Table(1, 500, {"A": 600}, {"A": 1000})
    table = Tabletop(given)
    table.do("raise_limit", by="pit_boss", player="A", max=900)
    table.bet("A", 1, 100)
    assert given == Table(1, 500, {"A": 600}, {"A": 1000})


def test_every_accepted_action_is_counted() -> None:
    table = eventful()
    assert ENGINE.count(table.state) == len(table.accepted) == 20
    table.refused("shuffle_not_due", "shuffled")
    assert ENGINE.count(table.state) == 20
