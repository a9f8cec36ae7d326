"""Every given case through the engine, value by value."""

import json
from pathlib import Path
from typing import Any

import pytest

from tables.games.blackjack.cases import run_case
from tables.games.blackjack.engine import ENGINE
from tables.games.case_diff import compare
from tables.games.case_ports import EnginePort

HERE = Path(__file__).parent / "cases"
ROOT = Path(__file__).parents[3]


def _blackjack_cases(file: Path) -> list[dict[str, Any]]:
    cases = json.loads(file.read_text(encoding="utf-8"))["cases"]
    return [case for case in cases if case["game"] == "blackjack"]


KEPT = [case for file in sorted(HERE.glob("*.json")) for case in _blackjack_cases(file)]
BESIDE = ROOT.parent / "shared" / "cases" / "public.json"
FILES = [*sorted(HERE.glob("*.json")), *([BESIDE] if BESIDE.exists() else [])]


def play(case: dict[str, Any]) -> Any:
    """The answer as it would be read from a file."""
    return json.loads(json.dumps(run_case(case, EnginePort(ENGINE))))


def test_all_kept_cases_are_there() -> None:
    assert len(KEPT) == 114
    assert len({case["id"] for case in KEPT}) == 114


@pytest.mark.parametrize("case", KEPT, ids=lambda case: case["id"])
def test_case(case: dict[str, Any]) -> None:
    assert compare(play(case), case["expected"]) == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_file(file: Path) -> None:
    wrong = {case["id"]: compare(play(case), case["expected"]) for case in _blackjack_cases(file)}
    assert {name: found for name, found in wrong.items() if found} == {}


def test_a_case_whose_shoe_is_too_short_says_so() -> None:
    case = {**KEPT[0], "input": {**KEPT[0]["input"], "shoe": ["TS", "9D"]}}
    with pytest.raises(ValueError, match="needs a shuffle and gives no next shoe"):
        play(case)


def test_rounds_after_one_that_waits_are_not_played() -> None:
    (case,) = (case for case in KEPT if case["id"] == "bj-21-001")
    twice = {**case, "input": {**case["input"], "rounds": case["input"]["rounds"] * 2}}
    assert play(twice) == case["expected"]


@pytest.mark.parametrize("word", ["card", "close_betting", "shuffled", "surrender", "raise_limit"])
def test_a_word_that_is_no_players_act_is_unknown(word: str) -> None:
    case = dict(KEPT[0])
    rounds = [{"bets": [{"by": "A", "spot": 1, "amount": 5}], "actions": [{"by": "A", "spot": 1, "do": word}]}]
    case["input"] = {"table": {"min": 1, "max": 9}, "shoe": ["TS", "9D", "8S", "9C"], "rounds": rounds}
    (answer,) = play(case)["rounds"]
    assert answer["errors"] == [{"phase": "actions", "index": 0, "kind": "unknown_action"}]
    assert answer["status"] == "awaiting_action"


def test_a_round_without_a_good_bet_tells_only_its_errors() -> None:
    case = dict(KEPT[0])
    rounds = [{"bets": [{"by": "A", "spot": 9, "amount": 5}], "actions": []}]
    case["input"] = {"table": {"min": 1, "max": 9}, "shoe": [], "rounds": rounds}
    assert play(case)["rounds"] == [
        {"status": "no_bets", "errors": [{"phase": "bets", "index": 0, "kind": "no_such_spot"}]}
    ]


def test_back_bets_of_a_round_that_waits_are_undecided() -> None:
    case = dict(KEPT[0])
    rounds = [
        {
            "bets": [{"by": "A", "spot": 1, "amount": 5}],
            "back_bets": [{"id": "k", "by": "K", "spot": 1, "amount": 3, "follow_split": True, "follow_double": False}],
            "actions": [{"by": "A", "spot": 1, "do": "split"}, {"by": "A", "spot": 1, "do": "hit"}],
        }
    ]
    shoe = ["8S", "6D", "8H", "TC", "7S", "TH", "TD"]
    case["input"] = {"table": {"min": 1, "max": 9}, "shoe": shoe, "rounds": rounds}
    (answer,) = play(case)["rounds"]
    assert answer["back_bets"] == [
        {
            "id": "k",
            "by": "K",
            "spot": 1,
            "on": [
                {"hand": 0, "stake": 3, "outcome": "bust", "net": -3},
                {"hand": 1, "stake": 3, "outcome": None, "net": None},
            ],
            "net": None,
        }
    ]
