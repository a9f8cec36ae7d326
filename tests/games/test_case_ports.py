import pytest

from tables.games.blackjack.engine import ENGINE
from tables.games.case_ports import EnginePort
from tables.games.contract import Refused, Table


def port(**rules: object) -> EnginePort:
    opened = EnginePort(ENGINE)
    opened.start("blackjack", rules, Table(1, 500, funds={"A": 1000}))
    return opened


def test_a_case_of_another_game_is_no_case_for_this_engine() -> None:
    with pytest.raises(ValueError, match="a case of scarney cannot be played with the engine of blackjack"):
        EnginePort(ENGINE).start("scarney", {}, Table(1, 500))


def test_wrong_rules_are_named() -> None:
    with pytest.raises(ValueError, match="spots"):
        port(spots=9)


def test_a_new_round_finds_what_the_last_one_left() -> None:
    table = port(cut_card_first="last_round")
    table.open_round()
    table.apply({"do": "raise_limit", "by": "pit_boss", "player": "A", "max": 700})
    table.apply({"do": "bet", "by": "A", "spot": 1, "amount": 600})
    table.apply({"do": "close_betting"})
    for code in ["JOKER", "TS", "9D", "TH", "TC"]:
        table.apply({"do": "card", "card": code})
    table.apply({"do": "stand", "by": "A", "spot": 1})
    table.open_round()
    state = table.state()
    assert state.funds == {"A": 1600}
    assert state.raised == {"A": 700}
    assert state.shuffle_due is True
    assert (state.minimum, state.maximum) == (1, 500)


def test_a_refusal_is_passed_on() -> None:
    table = port()
    table.open_round()
    with pytest.raises(Refused, match="bet_above_max"):
        table.apply({"do": "bet", "by": "A", "spot": 1, "amount": 501})


def test_a_second_start_forgets_the_first_table() -> None:
    table = port()
    table.open_round()
    table.apply({"do": "bet", "by": "A", "spot": 1, "amount": 400})
    table.start("blackjack", {}, Table(1, 500, funds={"A": 7}))
    table.open_round()
    assert table.state().funds == {"A": 7}
