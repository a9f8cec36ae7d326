"""The penalty, the rake, and chips that are known (rules.md L7; domain.md §1.6)."""

from typing import Any

import pytest

from tables.games.contract import Laid, Refused, Settled, Table, Transfer
from tables.games.liars_dice.engine import ENGINE
from tests.games.liars_dice.tabletop import Tabletop, opened


def flows(table: Tabletop) -> list[tuple[str, str, int, str]]:
    for transfer in ENGINE.result(table.state):
        assert transfer.tender == "chips"
    return [(t.source, t.target, t.amount, t.reason) for t in ENGINE.result(table.state)]


def test_the_loser_pays_the_winner_through_the_pot() -> None:
    table = opened("22345 33466 11256", "A4x2 B7x2", 2)
    answer = table.answers[-1]
    assert answer.transfers == ENGINE.result(table.state)
    assert answer.transfers == (
        Transfer("player:2", "pot", 200, "penalty", "chips"),
        Transfer("pot", "player:3", 200, "winnings", "chips"),
    )
    assert answer.laid == (Laid(1, "penalty", "B", "2", 0, 200, "chips", None),)
    assert answer.settled == (Settled(1, "lose", 200, 0, 0, 1),)


def test_nothing_moves_before_the_open() -> None:
    table = Tabletop()
    table.roll("A", "22345")
    table.roll("B", "22466")
    table.bids("A4x2 B5x2")
    assert all(not (answer.transfers or answer.laid or answer.settled) for answer in table.answers)
    assert table.view()["net"] is None


def test_the_pot_may_keep_the_penalty() -> None:
    table = opened("22345 22466", "A5x2", payee="pot")
    assert flows(table) == [("player:1", "pot", 100, "penalty")]
    view = table.view()
    assert (view["net"], view["pot"], view["rake"]) == ({"A": -100, "B": 0}, 100, 0)
    assert view["result"]["winner"] == "B"


@pytest.mark.parametrize(
    ("rules", "rake"),
    [
        ({"rake": "percent"}, 49),  # 5 % of 999 is 49.95, rounded down
        ({"rake": "percent", "rake_percent": [1, 3]}, 333),
        ({"rake": "percent", "rake_cap": 30}, 30),
        ({"rake": "percent", "rake_cap": 60}, 49),
        ({"rake": "percent", "rake_percent": [0, 1]}, 0),
        ({"rake": "per_round", "rake_amount": 75}, 75),
        ({"rake": "per_round", "rake_amount": 5000}, 999),
        ({"rake": "per_round"}, 0),
        ({"rake": "time", "rake_amount": 75}, 0),
        ({"rake": "none", "rake_amount": 75, "rake_cap": 5}, 0),
        ({"rake": "percent", "pay_unit": 9}, 45),
        ({"rake": "per_round", "rake_amount": 75, "pay_unit": 37}, 74),
    ],
)
def test_the_rake_comes_out_of_the_penalty_first(rules: dict[str, Any], rake: int) -> None:
    table = opened("22345 22466", "A5x2", unit=999, **rules)
    charged = [("pot", "rake", rake, "rake")] if rake else []
    paid = [("pot", "player:2", 999 - rake, "winnings")] if rake < 999 else []
    assert flows(table) == [("player:1", "pot", 999, "penalty"), *charged, *paid]
    view = table.view()
    assert (view["net"], view["pot"], view["rake"]) == ({"A": -999, "B": 999 - rake}, 0, rake)
    assert view["result"]["penalty"] == 999


def test_the_rake_is_taken_of_the_whole_penalty() -> None:
    table = opened("44444 22336", "A8x4", 2, wei_double=True, rake="percent", rake_percent=[1, 10])
    assert table.view()["rake"] == 40
    assert table.view()["net"] == {"A": -400, "B": 360}


def test_a_pot_that_keeps_the_penalty_is_raked_too() -> None:
    table = opened("22345 22466", "A5x2", payee="pot", rake="per_round", rake_amount=30)
    assert flows(table) == [("player:1", "pot", 100, "penalty"), ("pot", "rake", 30, "rake")]
    assert (table.view()["pot"], table.view()["rake"]) == (70, 30)


def funded(table_rules: dict[str, Any], **funds: int) -> Tabletop:
    return Tabletop(funds=funds, **table_rules)


def test_chips_that_are_known_follow_the_round() -> None:
    table = opened("22345 22466", "A5x2", 2, funds={"A": 500, "B": 200, "K": 7}, rake="percent", rake_percent=[1, 10])
    assert ENGINE.dump(table.state)["funds"] == {"A": 300, "B": 380, "K": 7}


def test_who_is_not_known_never_runs_out() -> None:
    table = opened("22345 22466", "A5x2", funds={"B": 200})
    assert ENGINE.dump(table.state)["funds"] == {"B": 300}


@pytest.mark.parametrize(
    ("rules", "needed"),
    [({}, 200), ({"max_open_units": 1}, 100), ({"wei_double": True}, 400), ({"max_open_units": 5}, 500)],
)
def test_everybody_must_cover_the_most_that_a_round_can_cost(rules: dict[str, Any], needed: int) -> None:
    assert funded(rules, A=needed, B=needed).view()["status"] == "open"
    with pytest.raises(Refused) as refusal:
        funded(rules, A=needed, B=needed - 1)
    assert refusal.value.code == "insufficient_funds"
    assert refusal.value.detail == {"player": "B", "needed": needed}


def test_chips_of_who_does_not_play_are_not_asked_for() -> None:
    assert funded({}, K=0).view()["status"] == "open"


def test_the_unit_is_paid_in_whole_chips() -> None:
    options = {"players": ["A", "B"], "starter": "A", "unit": 130}
    with pytest.raises(ValueError, match="unit: must be paid in whole units of 50"):
        ENGINE.new(ENGINE.rules({"pay_unit": 50}), Table(1, 1, options=options))


def test_the_table_given_is_not_changed() -> None:
    funds = {"A": 500, "B": 500}
    opened("22345 22466", "A5x2", funds=funds)
    assert funds == {"A": 500, "B": 500}
