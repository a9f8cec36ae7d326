"""The deal, the cut card and the shoe (rules.md B3, B5; domain.md T-74, T-79)."""

from typing import Any

import pytest

from tables.games.blackjack.engine import ENGINE
from tables.games.contract import Awaiting, Status, Table, Transfer
from tests.games.blackjack.tabletop import Tabletop, sole


def three(**rules: Any) -> Tabletop:
    table = Tabletop(**rules)
    for spot, by in ((6, "C"), (1, "A"), (3, "B")):
        table.bet(by, spot)
    table.do("close_betting")
    return table


def test_cards_go_round_from_spot_one_upward_the_dealer_last() -> None:
    table = three()
    asked = []
    for code in "2S 3S 4S 5D 6S 7S 8S 9D".split():
        awaited = ENGINE.awaits(table.state)
        asked.append((awaited.kind, awaited.to, awaited.hand, awaited.face_down))
        table.do("card", card=code)
    down, up = (Awaiting.CARD, True), (Awaiting.CARD, False)
    assert asked == [
        (down[0], "1", 0, True),
        (down[0], "3", 0, True),
        (down[0], "6", 0, True),
        (up[0], "dealer", 0, False),
        (down[0], "1", 0, True),
        (down[0], "3", 0, True),
        (down[0], "6", 0, True),
        (down[0], "dealer", 0, True),
    ]
    assert [spot.hands[0].cards for spot in table.state.spots] == [["2S", "6S"], ["3S", "7S"], ["4S", "8S"]]
    assert table.state.dealer.cards == ["5D", "9D"]


def test_where_cards_lie_face_up_only_the_hole_card_does_not() -> None:
    table = three(player_cards="face_up")
    asked = []
    for code in "2S 3S 4S 5D 6S 7S 8S 9D".split():
        asked.append(ENGINE.awaits(table.state).face_down)
        table.do("card", card=code)
    assert asked == [False] * 7 + [True]


def test_every_card_tells_where_it_went() -> None:
    table = three()
    assert table.deal("2S").facts == ({"fact": "dealt", "to": "1", "hand": 0, "face_down": True},)
    assert table.deal("3S 4S 5D").facts == ({"fact": "dealt", "to": "dealer", "hand": 0, "face_down": False},)


@pytest.mark.parametrize("code", ["", "1S", "10S", "ts", "T", "TX", "joker", "??", None, 5, ["TS"], {"a": 1}])
def test_what_is_no_card_is_refused(code: Any) -> None:
    three().refused("bad_card", "card", card=code)


def test_a_card_that_is_not_called_is_refused() -> None:
    table = Tabletop()
    table.bet("A", 1)
    for kind, fields in (("card", {"card": "TS"}), ("card", {"card": "JOKER"}), ("shoe_empty", {})):
        table.refused("card_not_called", kind, **fields)
    table.begin("TS 7D 9H TC")
    for kind, fields in (("card", {"card": "TS"}), ("card", {"card": "JOKER"}), ("shoe_empty", {})):
        table.refused("card_not_called", kind, **fields)
    table.act("A", 1, "s")
    table.refused("card_not_called", "card", card="TS")


def test_t74_the_cut_card_in_mid_round_ends_nothing_and_calls_for_a_shuffle() -> None:
    table = sole("TS 7D JOKER 9H")
    assert table.answers[-2].event == "cut_card_appeared"
    assert table.answers[-2].facts == ({"fact": "cut_card", "when": "mid_round"},)
    assert ENGINE.awaits(table.state).to == "dealer"
    assert table.state.cards_dealt == 3
    table.deal("TC")
    table.act("A", 1, "s")
    assert (table.state.cut_card, table.state.reshuffled, table.state.shuffle_due) == ("mid_round", "none", True)


def test_t74_a_due_shuffle_comes_after_the_bets_and_before_the_deal() -> None:
    table = Tabletop(Table(1, 500, shuffle_due=True))
    table.bet("A", 1)
    table.do("close_betting")
    assert table.awaiting() is Awaiting.SHUFFLE
    table.refused("card_not_called", "card", card="TS")
    table.refused("card_not_called", "shoe_empty")
    assert table.do("shuffled").event == "shoe_shuffled"
    assert table.awaiting() is Awaiting.CARD
    assert (table.state.reshuffled, table.state.shuffle_due) == ("before_deal", False)
    table.refused("shuffle_not_due", "shuffled")


def test_the_cut_card_first_shuffles_at_once_with_the_bets_standing() -> None:
    table = sole("JOKER")
    assert table.awaiting() is Awaiting.SHUFFLE
    table.do("shuffled")
    table.deal("TS 7D 9H TC")
    assert (table.state.cut_card, table.state.reshuffled, table.state.shuffle_due) == (
        "first_card",
        "before_deal",
        False,
    )


def test_the_cut_card_first_makes_it_the_last_round_by_house_rule() -> None:
    table = sole("JOKER TS 7D 9H TC", cut_card_first="last_round")
    assert table.awaiting() is Awaiting.ACT
    assert (table.state.cut_card, table.state.reshuffled, table.state.shuffle_due) == ("first_card", "none", True)


@pytest.mark.parametrize("letters", ["h", "d", "p"])
def test_the_cut_card_may_come_wherever_a_card_is_called(letters: str) -> None:
    table = sole("8S 7D 8H TC")
    table.act("A", 1, letters, "JOKER 2S")
    assert table.state.cut_card == "mid_round"
    assert "2S" in table.state.spots[0].hands[0].cards


def test_a_dry_shoe_is_filled_with_the_discards_and_the_deal_goes_on_where_it_stopped() -> None:
    table = sole("8S 7D 8H TC")
    table.act("A", 1, "p")
    answer = table.do("shoe_empty")
    assert (answer.event, answer.facts) == ("shoe_exhausted", ())
    assert table.awaiting() is Awaiting.SHUFFLE
    assert ENGINE.legal(table.state) == ()
    table.refused("not_your_turn", "stand", by="A", spot=1)
    table.do("shuffled")
    awaited = ENGINE.awaits(table.state)
    assert (awaited.kind, awaited.to, awaited.hand) == (Awaiting.CARD, "1", 0)
    assert (table.state.exhausted, table.state.reshuffled, table.state.shuffle_due) == (True, "mid_round", False)


@pytest.mark.parametrize("exhaustion", ["reshuffle_discards", "void_round"])
def test_a_shoe_that_is_dry_before_the_first_card_is_shuffled(exhaustion: str) -> None:
    table = sole("", exhaustion=exhaustion)
    table.do("shoe_empty")
    assert table.awaiting() is Awaiting.SHUFFLE
    table.do("shuffled")
    assert (table.state.status, table.state.reshuffled) == (Status.OPEN, "before_deal")


def void_with_everything() -> Tabletop:
    """A natural paid, an insurance lost, a hand busted, a cash bet lost, one open hand: then the shoe runs dry."""
    table = Tabletop(Table(1, 500, funds={"A": 1000, "B": 1000, "C": 1000}), exhaustion="void_round")
    table.bet("A", 1, 100)
    table.bet("B", 2, 100)
    table.bet("C", 3, 100, tender="cash")
    table.bet("D", 4, 100)
    table.back("k", "A", 2, 60)
    table.begin("AS TS TH 5C AD KS 6S 6H 6C 8D")
    table.do("insure", by="A", spot=1, amount=50)
    table.do("close_insurance")
    table.act("B", 2, "h", "KH")
    table.act("C", 3, "h", "KC")
    return table


def test_t79_a_void_round_gives_every_stake_back_by_reversing_moves() -> None:
    table = void_with_everything()
    assert table.state.funds == {"A": 1000 - 50 - 60 + 150, "B": 900, "C": 1000}
    table.do("hit", by="D", spot=4)
    answer = table.do("shoe_empty")
    assert answer.event == "shoe_exhausted"
    assert ENGINE.status(table.state) is Status.VOID
    assert answer.transfers == (
        Transfer("player:1", "rack", 150, "void", "chips"),
        Transfer("rack", "player:2", 100, "void", "chips"),
        Transfer("rack", "player:3", 100, "void", "chips"),
        Transfer("layout", "player:4", 100, "stake_returned", "chips"),
        Transfer("rack", "player:2/k", 60, "void", "chips"),
        Transfer("rack", "player:1", 50, "void", "chips"),
    )
    assert [(row.outcome, row.stake, row.returned) for row in answer.settled] == [
        ("void", stake, stake) for stake in (100, 100, 100, 100, 60, 50)
    ]
    assert table.state.funds == {"A": 1000, "B": 1000, "C": 1100}
    assert ENGINE.view(table.state, "floor")["net"] == {"A": 0, "B": 0, "C": 0, "D": 0}
    assert table.state.shuffle_due is True


def test_t43_notes_in_the_box_stay_there_when_the_round_is_void() -> None:
    table = void_with_everything()
    table.do("hit", by="D", spot=4)
    table.do("shoe_empty")
    assert [t for t in table.transfers() if t.tender == "cash"] == [
        Transfer("player:3", "layout", 100, "main", "cash"),
        Transfer("layout", "box", 100, "lost", "cash"),
    ]


def test_a_bet_taken_back_before_the_deal_is_no_part_of_the_void() -> None:
    table = Tabletop(exhaustion="void_round")
    table.bet("A", 1)
    table.do("withdraw_bet", by="A", spot=1)
    table.bet("B", 2)
    table.begin("TS")
    assert [row.bet for row in table.do("shoe_empty").settled] == [2]


def test_a_natural_that_was_paid_nothing_gives_nothing_back() -> None:
    table = Tabletop(exhaustion="void_round", pay_unit=100)
    table.bet("A", 1, 1)
    table.bet("B", 2, 100)
    table.begin("AS TS 5C KS 6H 8D")
    table.do("hit", by="B", spot=2)
    assert table.do("shoe_empty").transfers == (Transfer("layout", "player:2", 100, "stake_returned", "chips"),)
    assert [(row.outcome, row.returned) for row in table.answers[-1].settled] == [("void", 1), ("void", 100)]
