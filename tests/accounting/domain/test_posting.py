"""Every event type is posted or known to move nothing; each rule against a worked example (docs/books.md)."""

from typing import Any

import pytest

from accounting.domain import posting
from accounting.domain.chart import CHART, PLACES_A_STREAM, accounts_of
from accounting.domain.drafts import DraftError
from accounting.domain.facts import Fact
from tables.domain.events import EVENT_TYPES, StreamKind

Lines = dict[tuple[str, str], int]


class Box:
    """A removed box that should hold so much, of cash and of rake."""

    def __init__(self, due: int) -> None:
        self._due = due

    def expected_cash(self, table: str, box: int) -> int:
        """Of banknotes."""
        return self._due

    expected_rake = expected_cash


def posted(type_: str, data: dict[str, Any], table: str = "BJ-01", expected: int = 0) -> Lines:
    """What came to each account."""
    fact = Fact(7, type_, table, "2026-03-04", "day", "2026-03-04T20:00:00.000000Z", "dana", data)
    draft = posting.post(fact, Box(expected))
    return {} if draft is None else {(line.account, line.asset): line.amount for line in draft.lines}


def test_every_event_type_is_posted_or_moves_nothing() -> None:
    assert set(posting.POSTED) | posting.NO_MONEY == set(EVENT_TYPES)
    assert set(posting.POSTED) & posting.NO_MONEY == set()
    assert set(posting.POSTED) >= posting.OF_ROUNDS


def test_every_event_with_an_input_may_move_money() -> None:
    assert posting.OF_ROUNDS == {name for name, known in EVENT_TYPES.items() if "input" in known.fields}


def test_an_unknown_type_and_hidden_money_are_errors() -> None:
    with pytest.raises(DraftError, match="no posting rule for chips_teleported"):
        posted("chips_teleported", {})
    with pytest.raises(DraftError, match="no posting rule for floor_called"):
        posted("floor_called", {"reason": "x", "transfers": [["rack", "player:1", 5, "gift", "chips"]]})


def test_chips_are_received_issued_and_counted() -> None:
    assert posted("chips_received", {"chips": {"100": 7}, "total": 700}, "") == {
        ("issued", "chips"): -700,
        ("cage", "chips"): 700,
    }
    assert posted("table_bank_issued", {"chips": {"100": 7}, "total": 700}) == {
        ("cage", "chips"): -700,
        ("rack/BJ-01", "chips"): 700,
    }
    with pytest.raises(DraftError, match="750 written for 700 in chips"):
        posted("chips_received", {"chips": {"100": 7}, "total": 750}, "")


def test_t_12_a_variance_moves_between_rack_and_its_own_account() -> None:
    assert posted("table_opened", {"variance": -100, "rack": {"100": -1}}) == {
        ("rack/BJ-01", "chips"): -100,
        ("variance/rack/BJ-01", "chips"): 100,
    }
    assert posted("table_closed", {"difference": 500, "rack": {"500": 1}}) == {
        ("rack/BJ-01", "chips"): 500,
        ("variance/rack/BJ-01", "chips"): -500,
    }
    assert posted("table_closed", {"difference": 0, "rack": {"500": 1, "100": -5}}) == {}
    with pytest.raises(DraftError, match="the rack moves by -100, the counts differ by 0"):
        posted("table_closed", {"difference": 0, "rack": {"100": -1}})


def test_a_buy_in_is_cash_for_chips() -> None:
    assert posted("buy_in_taken", {"cash": 10_000, "chips": {"2500": 4}}) == {
        ("patrons", "cash"): -10_000,
        ("box/BJ-01", "cash"): 10_000,
        ("rack/BJ-01", "chips"): -10_000,
        ("players", "chips"): 10_000,
    }
    with pytest.raises(DraftError, match="10000 in chips for 9000 in cash"):
        posted("buy_in_taken", {"cash": 9_000, "chips": {"2500": 4}})


def test_t_32_a_colour_up_has_no_journal() -> None:
    assert posted("chips_changed", {"given": {"500": 5}, "taken": {"2500": 1}}) == {}
    with pytest.raises(DraftError, match="2500 changed into 5000"):
        posted("chips_changed", {"given": {"500": 5}, "taken": {"2500": 2}})


@pytest.mark.parametrize(
    ("total", "expected", "lines"),
    [
        (10_000, 10_000, {"count_room": 10_000, "box/BJ-01": -10_000}),
        (9_900, 10_000, {"count_room": 9_900, "box/BJ-01": -10_000, "variance/drop/BJ-01": 100}),
        (10_050, 10_000, {"count_room": 10_050, "box/BJ-01": -10_000, "variance/drop/BJ-01": -50}),
        (0, 10_000, {"box/BJ-01": -10_000, "variance/drop/BJ-01": 10_000}),
        (0, 0, {}),
    ],
    ids=["as expected", "short", "over", "empty box", "T-54 nothing in it"],
)
def test_a_counted_box(total: int, expected: int, lines: dict[str, int]) -> None:
    nothing = {"promotional_total": 0, "coupons_total": 0, "found_chips_total": 0}
    data = {"table": "BJ-01", "box": 1, "notes": {str(total): 1} if total else {}, "total": total, **nothing}
    found = posted("box_counted", data, "", expected)
    assert found == {(account, "cash"): amount for account, amount in lines.items()}


def test_t41_what_is_promotional_in_a_box_comes_back_from_the_patrons() -> None:
    """T-41: an asset of its own, never cash; coupons are cancelled when the count is closed."""
    data = {"table": "BJ-01", "box": 1, "notes": {}, "total": 0, "promotional_total": 500, "coupons_total": 2_500}
    assert posted("box_counted", {**data, "found_chips_total": 0}, "", 0) == {
        ("count_room", "promo"): 3_000,
        ("patrons", "promo"): -3_000,
    }
    assert posted("count_closed", {"coupons_total": 2_500}, "") == {
        ("count_room", "promo"): -2_500,
        ("issued", "promo"): 2_500,
    }
    assert posted("count_closed", {"coupons_total": 0}, "") == {}


def test_chips_that_fell_into_a_box_were_missing_in_its_rack() -> None:
    data = {"table": "BJ-01", "box": 1, "notes": {}, "total": 0, "promotional_total": 0, "coupons_total": 0}
    assert posted("box_counted", {**data, "found_chips_total": 700}, "", 0) == {
        ("count_room", "chips"): 700,
        ("variance/rack/BJ-01", "chips"): -700,
    }


def test_a_round_is_one_journal_an_event_account_by_account() -> None:
    transfers = [
        ["layout", "rack", 1_000, "lost", "chips"],
        ["layout", "player:2", 2_000, "stake_returned", "chips"],
        ["rack", "player:2", 3_000, "winnings", "chips"],
        ["layout", "player:2/k1", 500, "stake_returned", "chips"],
    ]
    assert posted("act_taken", {"transfers": transfers}) == {
        ("layout/BJ-01", "chips"): -3_500,
        ("rack/BJ-01", "chips"): -2_000,
        ("players", "chips"): 5_500,
    }


def test_t_43_lost_notes_go_into_the_box_and_won_ones_back() -> None:
    assert posted("bet_placed", {"transfers": [["player:1", "layout", 1_000, "main", "cash"]]}) == {
        ("patrons", "cash"): -1_000,
        ("layout/BJ-01", "cash"): 1_000,
    }
    assert posted("act_taken", {"transfers": [["layout", "box", 1_000, "lost", "cash"]]}) == {
        ("layout/BJ-01", "cash"): -1_000,
        ("box/BJ-01", "cash"): 1_000,
    }
    won = [["layout", "player:1", 1_000, "stake_returned", "cash"], ["rack", "player:1", 1_000, "winnings", "chips"]]
    assert posted("act_taken", {"transfers": won}) == {
        ("layout/BJ-01", "cash"): -1_000,
        ("patrons", "cash"): 1_000,
        ("rack/BJ-01", "chips"): -1_000,
        ("players", "chips"): 1_000,
    }


@pytest.mark.parametrize(
    ("move", "told"),
    [
        (["layout", "box", 1_000, "lost", "chips"], "no account for .'box', 'chips'."),
        (["layout", "pocket", 1_000, "lost", "chips"], "no account for .'pocket', 'chips'."),
        (["layout", "rack", 0, "lost", "chips"], "0 cannot move from layout to rack"),
        (["layout", "rack", -5, "lost", "chips"], "-5 cannot move from layout to rack"),
        (["layout", "rack", 2.5, "lost", "chips"], "2.5 cannot move from layout to rack"),
        (["layout", "rack", True, "lost", "chips"], "True cannot move from layout to rack"),
    ],
    ids=["chips in the box", "unknown place", "nothing", "backwards", "a float", "a bool"],
)
def test_moves_that_have_no_account(move: list[Any], told: str) -> None:
    with pytest.raises(DraftError, match=told):
        posted("act_taken", {"transfers": [move]})


@pytest.mark.parametrize("move", [["layout", "rack"], ["player:1", "rack"], ["rack", "player:1"], ["rack", "box"]])
def test_t_44_cash_neither_comes_into_a_rack_nor_out_of_it(move: list[str]) -> None:
    """T-44: the rack has no account for cash, so that an event which says so stops the books."""
    with pytest.raises(DraftError, match=r"no account for .'rack', 'cash'."):
        posted("act_taken", {"transfers": [[*move, 1_000, "lost", "cash"]]})


def test_t_79_a_void_gives_everything_back() -> None:
    forth = [["player:1", "layout", 1_000, "main", "chips"], ["layout", "rack", 1_000, "lost", "chips"]]
    back = [["rack", "layout", 1_000, "round_voided", "chips"], ["layout", "player:1", 1_000, "round_voided", "chips"]]
    undone = posted("round_voided", {"transfers": back})
    assert undone == {key: -amount for key, amount in posted("act_taken", {"transfers": forth}).items()}


def test_a_pot_moves_on_its_own_account() -> None:
    moves = [["player:1", "pot", 500, "ante", "chips"], ["pot", "rake", 20, "rake", "chips"]]
    assert posted("bet_placed", {"transfers": moves}, "SD-01") == {
        ("players", "chips"): -500,
        ("pot/SD-01", "chips"): 480,
        ("rake/SD-01", "chips"): 20,
    }


@pytest.mark.parametrize(
    ("total", "expected", "lines"),
    [
        (1_500, 1_500, {"count_room": 1_500, "rake/SD-01": -1_500}),
        (1_400, 1_500, {"count_room": 1_400, "rake/SD-01": -1_500, "variance/rake/SD-01": 100}),
        (1_600, 1_500, {"count_room": 1_600, "rake/SD-01": -1_500, "variance/rake/SD-01": -100}),
        (0, 0, {}),
    ],
    ids=["as expected", "short", "over", "nothing in it"],
)
def test_a_counted_rake(total: int, expected: int, lines: dict[str, int]) -> None:
    data = {"table": "SD-01", "box": 1, "chips": {"100": total // 100}, "total": total}
    found = posted("rake_counted", data, "", expected)
    assert found == {(account, "chips"): amount for account, amount in lines.items()}


def test_t_31_a_rake_count_whose_total_is_wrong_does_not_post() -> None:
    with pytest.raises(DraftError, match="150 written for 100 in chips"):
        posted("rake_counted", {"table": "SD-01", "box": 1, "chips": {"100": 1}, "total": 150}, "", 100)


def test_numbers_of_accounts_follow_from_their_stream_and_never_meet() -> None:
    assert max(place.number for place in CHART) < PLACES_A_STREAM
    assert len({place.number for place in CHART}) == len(CHART)
    kinds = (StreamKind.HOUSE, StreamKind.CAGE, StreamKind.COUNT, StreamKind.TABLE, StreamKind.CROWD)
    every = [a for stream, kind in enumerate(kinds, 1) for a in accounts_of(kind, stream, "T" if stream >= 4 else "")]
    assert len(every) == len(CHART) == len({account.id for account in every})
    assert {(a.code, a.asset.value) for a in every if a.table == "T"} == {
        ("rack/T", "chips"), ("layout/T", "chips"), ("layout/T", "cash"), ("pot/T", "chips"), ("box/T", "cash"),
        ("variance/rack/T", "chips"), ("variance/drop/T", "cash"), ("rake/T", "chips"), ("variance/rake/T", "chips"),
            ("markers/T", "markers"), ("crowd/T", "account"), ("crowd_won/T", "account"),
    }  # fmt: skip
