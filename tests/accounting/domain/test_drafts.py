"""No draft can be built that does not balance, whatever is thrown at it."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounting.domain.chart import Asset
from accounting.domain.drafts import MOST, DraftError, JournalDraft, Line, from_sums, joined, moved

ACCOUNTS = st.sampled_from(["cage", "rack/A", "layout/A", "players", "box/A"])
ASSETS = st.sampled_from(list(Asset))
AMOUNTS = st.integers(1, MOST)
MOVES = st.lists(st.tuples(ACCOUNTS, ACCOUNTS, ASSETS, AMOUNTS), max_size=30)


def sums(draft: JournalDraft) -> dict[str, int]:
    """What the lines come to in each asset."""
    total: dict[str, int] = {}
    for line in draft.lines:
        total[line.asset] = total.get(line.asset, 0) + line.amount
    return total


def came_to(moves: list[tuple[str, str, Asset, int]]) -> dict[tuple[str, str], int]:
    """What the moves leave in each account and asset, noughts included."""
    total: dict[tuple[str, str], int] = {}
    for source, target, asset, amount in moves:
        total[source, asset] = total.get((source, asset), 0) - amount
        total[target, asset] = total.get((target, asset), 0) + amount
    return total


@given(MOVES)
def test_moves_always_balance(moves: list[tuple[str, str, Asset, int]]) -> None:
    wanted = came_to(moves)
    draft = from_sums(wanted)
    changed = {key: amount for key, amount in wanted.items() if amount}
    if draft is None:
        assert changed == {}
        return
    assert set(sums(draft).values()) == {0}
    assert {(line.account, line.asset): line.amount for line in draft.lines} == changed
    assert list(draft.lines) == sorted(draft.lines)


@given(MOVES.filter(bool), st.integers(-(10**6), 10**6).filter(bool))
def test_an_unbalanced_draft_cannot_be_built(moves: list[tuple[str, str, Asset, int]], out_by: int) -> None:
    draft = from_sums(came_to(moves))
    if draft is None:
        return
    first = draft.lines[0]
    wrong = first._replace(amount=first.amount + out_by)
    if wrong.amount:
        with pytest.raises(DraftError, match=f"{first.asset} is out by {out_by}"):
            JournalDraft((wrong, *draft.lines[1:]))


def test_assets_do_not_balance_each_other() -> None:
    with pytest.raises(DraftError, match="chips is out by -500"):
        JournalDraft((Line("rack/A", "chips", -500), Line("box/A", "cash", 500)))


@pytest.mark.parametrize("amount", [5.0, "5", True, None, MOST + 1, -MOST - 1])
def test_only_whole_amounts_within_bounds(amount: Any) -> None:
    with pytest.raises(DraftError):
        moved("cage", "rack/A", Asset.CHIPS, amount)


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ((), "0 lines"),
        ((Line("cage", "chips", 0),), "1 lines"),
        ((Line("cage", "chips", 0), Line("rack/A", "chips", 0)), "0 is no amount for cage"),
        ((Line("cage", "chips", 5), Line("cage", "chips", -5)), "cage twice in chips"),
        ((Line("cage", "chips", 2.5), Line("rack/A", "chips", -2.5)), "2.5 is no amount for cage"),  # type: ignore[arg-type]
    ],
)
def test_lines_that_are_none(lines: tuple[Line, ...], told: str) -> None:
    with pytest.raises(DraftError, match=told):
        JournalDraft(lines)


def test_joined_drafts_keep_their_balance() -> None:
    draft = joined(moved("patrons", "box/A", Asset.CASH, 100), moved("rack/A", "players", Asset.CHIPS, 100))
    assert sums(draft) == {"cash": 0, "chips": 0}
    with pytest.raises(DraftError, match="cage twice in chips"):
        joined(moved("cage", "rack/A", Asset.CHIPS, 1), moved("cage", "rack/B", Asset.CHIPS, 1))
