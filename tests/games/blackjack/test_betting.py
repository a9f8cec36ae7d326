"""Before the deal (rules.md B4; domain.md T-48)."""

from typing import Any

import pytest

from tables.games.blackjack.engine import ENGINE
from tables.games.contract import Awaiting, Laid, Status, Table, Transfer
from tests.games.blackjack.tabletop import Tabletop, sole


@pytest.mark.parametrize(("least", "most"), [(0, 10), (-1, 10), (11, 10)])
def test_limits_that_let_no_bet_pass_open_no_round(least: int, most: int) -> None:
    with pytest.raises(ValueError, match="minimum"):
        ENGINE.new(ENGINE.rules({}), Table(least, most))


def test_a_bet_moves_chips_to_the_layout() -> None:
    answer = Tabletop().bet("A", 3, 250)
    assert answer.event == "bet_placed"
    assert answer.transfers == (Transfer("player:3", "layout", 250, "main", "chips"),)
    assert answer.laid == (Laid(1, "main", "A", "3", 0, 250, "chips", None),)


@pytest.mark.parametrize("amount", [10, 500])
def test_both_ends_of_the_limits_are_good(amount: int) -> None:
    table = Tabletop(Table(10, 500))
    table.bet("A", 1, amount)
    assert table.state.laid[0].amount == amount


@pytest.mark.parametrize(
    ("amount", "code"),
    [
        (9, "bet_below_min"),
        (501, "bet_above_max"),
        (0, "bad_amount"),
        (-5, "bad_amount"),
        (10**15 + 1, "bad_amount"),
        (True, "bad_amount"),
        (10.0, "bad_amount"),
        ("10", "bad_amount"),
        (None, "bad_amount"),
        ([10], "bad_amount"),
    ],
)
def test_a_bad_stake_is_refused(amount: Any, code: str) -> None:
    table = Tabletop(Table(10, 500))
    table.refused(code, "bet", by="A", spot=1, amount=amount)
    table.bet("A", 1, 10)
    table.refused(code, "back_bet", id="k", by="K", spot=1, amount=amount)


def test_the_largest_amount_is_a_good_bet_where_the_limits_allow_it() -> None:
    table = Tabletop(Table(1, 10**16))
    table.bet("A", 1, 10**15)
    assert table.state.laid[0].amount == 10**15


@pytest.mark.parametrize(("spots", "spot"), [(7, 0), (7, 8), (7, -1), (6, 7)])
def test_there_are_only_so_many_spots(spots: int, spot: int) -> None:
    Tabletop(spots=spots).refused("no_such_spot", "bet", by="A", spot=spot, amount=5)


def test_checks_come_in_the_order_of_the_rules() -> None:
    table = Tabletop(Table(10, 500, funds={"A": 400, "B": 400}))
    table.bet("B", 1, 100)
    table.refused("no_such_spot", "bet", by="A", spot=8, amount=0)
    table.refused("spot_taken", "bet", by="A", spot=1, amount=0)
    table.refused("bad_amount", "bet", by="A", spot=2, amount=0)
    table.refused("bet_below_min", "bet", by="A", spot=2, amount=9)
    table.refused("bet_above_max", "bet", by="A", spot=2, amount=501)
    table.refused("insufficient_funds", "bet", by="A", spot=2, amount=401)
    table.refused("no_hand_to_back", "back_bet", id="k", by="A", spot=2, amount=0)
    table.refused("no_hand_to_back", "back_bet", id="k", by="A", spot=99, amount=0)
    table.refused("own_hand", "back_bet", id="k", by="B", spot=1, amount=0)
    table.refused("bet_below_min", "back_bet", id="k", by="A", spot=1, amount=9)
    table.refused("insufficient_funds", "back_bet", id="k", by="A", spot=1, amount=401)


def test_a_lifted_maximum_is_one_players_alone() -> None:
    table = Tabletop(Table(10, 500))
    answer = table.do("raise_limit", by="pit_boss", player="A", max=800)
    assert answer.event == "limit_raised"
    table.bet("A", 1, 800)
    table.bet("A", 2, 800)
    table.refused("bet_above_max", "bet", by="B", spot=3, amount=501)
    table.bet("B", 3, 500)
    table.back("k", "A", 3, 800)
    table.refused("bet_above_max", "back_bet", id="m", by="A", spot=3, amount=801)


def test_only_the_pit_boss_lifts_limits() -> None:
    table = Tabletop(Table(10, 500))
    for by in ("A", "dealer", None, ""):
        table.refused("not_authorized", "raise_limit", by=by, player="A", max=800)
    table.refused("bad_amount", "raise_limit", by="pit_boss", player="A", max=499)
    table.refused("bad_amount", "raise_limit", by="pit_boss", player="A", max="800")
    table.refused("bad_action", "raise_limit", by="pit_boss", player="", max=800)
    table.do("raise_limit", by="pit_boss", player="A", max=500)


def test_a_limit_may_be_lifted_while_hands_are_played_but_not_after() -> None:
    table = sole("TS 7D 8H TC")
    table.do("raise_limit", by="pit_boss", player="A", max=90000)
    assert table.awaiting() is Awaiting.ACT
    table.act("A", 1, "s")
    table.refused("round_over", "raise_limit", by="pit_boss", player="A", max=95000)


def test_t48_a_back_bet_has_limits_of_its_own_and_so_has_each_hand() -> None:
    table = Tabletop(Table(10, 500))
    table.do("raise_limit", by="pit_boss", player="B", max=800)
    for amount, code in ((9, "bet_below_min"), (501, "bet_above_max")):
        table.refused(code, "bet", by="A", spot=1, amount=amount)
    table.bet("A", 1, 500)
    for amount, code in ((9, "bet_below_min"), (501, "bet_above_max")):
        table.refused(code, "back_bet", id="k", by="K", spot=1, amount=amount)
    table.back("k", "K", 1, 500)
    table.back("l", "K", 1, 500)
    table.begin("5S 6D 6H TC")
    table.act("A", 1, "d", "TS")
    assert [laid.amount for laid in table.state.laid] == [500, 500, 500, 500]


def test_t48_insurance_doubles_and_splits_are_not_held_to_the_maximum() -> None:
    """T-48: 500 is the most that a hand may begin with; 250 insure it, and 500 each are laid to split and to double."""
    table = Tabletop(Table(10, 500), double_after_split=True)
    table.bet("A", 1, 500)
    table.begin("8S AD 8H 9C")
    table.do("insure", by="A", spot=1, amount=250)
    table.do("close_insurance")
    table.act("A", 1, "pd", "3S TS 2C")
    assert [(laid.kind, laid.amount) for laid in table.state.laid] == [
        ("main", 500),
        ("insurance", 250),
        ("split", 500),
        ("double", 500),
    ]


def test_known_chips_are_spent_once() -> None:
    table = Tabletop(Table(10, 500, funds={"A": 300}))
    table.bet("A", 1, 200)
    table.refused("insufficient_funds", "bet", by="A", spot=2, amount=101)
    table.bet("A", 2, 100)
    assert table.state.funds == {"A": 0}


def test_notes_are_not_taken_from_the_chips() -> None:
    table = Tabletop(Table(10, 500, funds={"A": 0}))
    answer = table.bet("A", 1, 100, tender="cash")
    assert answer.transfers == (Transfer("player:1", "layout", 100, "main", "cash"),)
    assert table.state.funds == {"A": 0}


def test_a_bet_may_be_taken_back_before_the_betting_is_closed() -> None:
    table = Tabletop(Table(10, 500, funds={"A": 300}))
    table.bet("A", 1, 200)
    table.refused("not_hand_owner", "withdraw_bet", by="B", spot=1)
    table.refused("no_such_hand", "withdraw_bet", by="A", spot=2)
    answer = table.do("withdraw_bet", by="A", spot=1)
    assert answer.event == "bet_withdrawn"
    assert answer.transfers == (Transfer("layout", "player:1", 200, "stake_returned", "chips"),)
    assert [(row.outcome, row.returned) for row in answer.settled] == [("withdrawn", 200)]
    assert table.state.funds == {"A": 300}
    table.refused("no_such_hand", "withdraw_bet", by="A", spot=1)
    assert table.bet("B", 1, 100).laid[0].bet == 2


def test_a_backed_bet_stays_until_its_backers_are_gone() -> None:
    table = Tabletop()
    table.bet("A", 1)
    table.back("k", "K", 1)
    table.back("l", "L", 1)
    table.refused("bet_backed", "withdraw_bet", by="A", spot=1)
    table.refused("not_hand_owner", "withdraw_back_bet", by="A", id="k")
    table.refused("no_such_bet", "withdraw_back_bet", by="K", id="x")
    answer = table.do("withdraw_back_bet", by="K", id="k")
    assert answer.event == "bet_withdrawn"
    assert answer.transfers == (Transfer("layout", "player:1/k", 100, "stake_returned", "chips"),)
    table.refused("no_such_bet", "withdraw_back_bet", by="K", id="k")
    table.do("withdraw_back_bet", by="L", id="l")
    table.do("withdraw_bet", by="A", spot=1)
    assert table.do("close_betting").facts == ({"fact": "round_over", "status": "no_bets"},)


def test_a_withdrawn_bet_is_nobodys_win_or_loss() -> None:
    table = Tabletop()
    table.bet("A", 1)
    table.bet("B", 2)
    table.do("withdraw_bet", by="B", spot=2)
    table.begin("TS 7D 9H TC")
    table.act("A", 1, "s")
    assert ENGINE.view(table.state, "floor")["net"] == {"A": 100}


def test_two_back_bets_have_two_names() -> None:
    table = Tabletop()
    table.bet("A", 1)
    table.back("k", "K", 1)
    table.refused("id_taken", "back_bet", id="k", by="L", spot=1, amount=5)


def test_after_the_close_no_bet_comes_or_goes() -> None:
    table = Tabletop()
    table.bet("A", 1)
    table.back("k", "K", 1)
    table.do("close_betting")
    table.refused("betting_closed", "bet", by="B", spot=2, amount=5)
    table.refused("betting_closed", "back_bet", id="l", by="B", spot=1, amount=5)
    table.refused("betting_closed", "withdraw_bet", by="A", spot=1)
    table.refused("betting_closed", "withdraw_back_bet", by="K", id="k")
    table.refused("betting_closed", "close_betting")


def test_without_a_good_bet_no_card_leaves_the_shoe() -> None:
    table = Tabletop(Table(10, 500, shuffle_due=True))
    assert table.do("close_betting").event == "betting_closed"
    assert ENGINE.status(table.state) is Status.NO_BETS
    assert table.awaiting() is Awaiting.NOTHING
    assert table.state.shuffle_due is True
    table.refused("card_not_called", "card", card="TS")
    table.refused("shuffle_not_due", "shuffled")
    table.refused("round_over", "stand", by="A", spot=1)


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"by": "A"},
        {"by": "", "spot": 1},
        {"by": 7, "spot": 1},
        {"by": "A", "spot": "1"},
        {"by": "A", "spot": True},
        {"by": "A", "spot": 1.0},
        {"by": ["A"], "spot": 1},
        {"by": "A", "spot": None},
    ],
)
@pytest.mark.parametrize("kind", ["bet", "back_bet", "withdraw_bet"])
def test_malformed_bets_are_refused(kind: str, fields: dict[str, Any]) -> None:
    table = Tabletop()
    table.bet("B", 1)
    table.refused("bad_action", kind, **fields)


@pytest.mark.parametrize(
    "wrong",
    [{"tender": "gold"}, {"tender": []}, {"follow_split": 1}, {"follow_double": "yes"}, {"id": ""}, {"id": 5}],
)
def test_malformed_back_bets_are_refused(wrong: dict[str, Any]) -> None:
    table = Tabletop()
    table.bet("A", 1)
    table.refused("bad_action", "back_bet", **{"id": "k", "by": "K", "spot": 1, "amount": 5, **wrong})
