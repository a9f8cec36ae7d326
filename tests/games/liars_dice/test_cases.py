"""Every given case through the engine, value by value."""

import json
from pathlib import Path
from typing import Any

import pytest

from tables.games.case_diff import compare
from tables.games.case_ports import EnginePort
from tables.games.liars_dice.cases import run_case
from tables.games.liars_dice.engine import ENGINE

HERE = Path(__file__).parent / "cases"
ROOT = Path(__file__).parents[3]


def _own_cases(file: Path) -> list[dict[str, Any]]:
    cases = json.loads(file.read_text(encoding="utf-8"))["cases"]
    return [case for case in cases if case["game"] == "liars_dice"]


KEPT = [case for file in sorted(HERE.glob("*.json")) for case in _own_cases(file)]
BESIDE = ROOT.parent / "shared" / "cases" / "public.json"
FILES = [*sorted(HERE.glob("*.json")), *([BESIDE] if BESIDE.exists() else [])]

HANDS = {"A": [[2, 2, 3, 4, 5]], "B": [[3, 3, 4, 6, 6]]}
OPENED: list[dict[str, Any]] = [{"by": "A", "do": "bid", "quantity": 3, "face": 2}, {"by": "B", "do": "open"}]


def play(case: dict[str, Any]) -> Any:
    """The answer as it would be read from a file."""
    return json.loads(json.dumps(run_case(case, EnginePort(ENGINE))))


def of(rolls: dict[str, list[list[int]]], *rounds: list[dict[str, Any]]) -> Any:
    """The answer to rounds with the same throws; A and B, A starts, a unit of 100."""
    entries = [{"rolls": rolls, "actions": actions} for actions in rounds]
    given = {"players": ["A", "B"], "starter": "A", "unit_cents": 100, "rounds": entries}
    return play({"game": "liars_dice", "house_rules": {}, "input": given})


def test_all_kept_cases_are_there() -> None:
    assert len(KEPT) == 72
    assert len({case["id"] for case in KEPT}) == 72


@pytest.mark.parametrize("case", KEPT, ids=lambda case: case["id"])
def test_case(case: dict[str, Any]) -> None:
    assert compare(play(case), case["expected"]) == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_file(file: Path) -> None:
    wrong = {case["id"]: compare(play(case), case["expected"]) for case in _own_cases(file)}
    assert {name: found for name, found in wrong.items() if found} == {}


@pytest.mark.parametrize("word", ["roll", "leave", "challenge", ""])
def test_a_word_that_is_no_players_act_is_unknown(word: str) -> None:
    (answer,) = of(HANDS, [{"by": "A", "do": word, "dice": [2, 2, 2, 2, 2]}])["rounds"]
    assert answer["errors"] == [{"phase": "actions", "index": 0, "kind": "unknown_action"}]
    assert (answer["status"], answer["standing_bid"], answer["to_act"]) == ("bidding", None, "A")


def test_every_act_after_the_end_is_refused() -> None:
    late = [{"by": "B", "do": "open"}, {"by": "A", "do": "leave"}, {"by": "Z", "do": "pass"}]
    (answer,) = of(HANDS, [*OPENED, *late])["rounds"]
    assert answer["errors"] == [{"phase": "actions", "index": index, "kind": "round_over"} for index in (2, 3, 4)]


def test_rounds_after_one_that_is_not_finished_are_not_played() -> None:
    answer = of(HANDS, OPENED, [], OPENED)
    assert [told["status"] for told in answer["rounds"]] == ["opened", "bidding"]
    assert answer["net"] == {"A": -100, "B": 100}
    assert answer["next_starter"] == "A"


def test_throws_are_used_up_to_the_first_that_stands() -> None:
    rolls = {"A": [[1, 2, 3, 4, 5], [2, 3, 4, 5, 6], [6, 6, 5, 5, 1], [1, 1, 1, 1, 1]], "B": [[3, 3, 4, 6, 6]]}
    (answer,) = of(rolls, [])["rounds"]
    assert answer["rolls_used"] == {"A": 3, "B": 1}
    assert answer["hands"]["A"] == [6, 6, 5, 5, 1]


def test_who_must_throw_again_is_told_as_they_sit_and_ends_the_session() -> None:
    rolls = {"B": [[1, 2, 3, 4, 5]], "A": [[1, 2, 3, 4, 6], [2, 3, 4, 5, 6]]}
    assert of(rolls, OPENED, OPENED) == {
        "rounds": [{"status": "must_reroll", "must_reroll": ["A", "B"], "errors": []}],
        "net": {"A": 0, "B": 0},
        "pot": 0,
        "next_starter": "A",
    }


def test_a_player_without_a_throw_must_throw() -> None:
    (answer,) = of({"A": [[2, 2, 3, 4, 5]]}, OPENED)["rounds"]
    assert answer == {"status": "must_reroll", "must_reroll": ["B"], "errors": []}
