"""Every given case of both forms through the engine, value by value."""

import json
from pathlib import Path
from typing import Any

import pytest

from tables.games.case_diff import compare
from tables.games.case_ports import EnginePort
from tables.games.scarney.cases import run_case
from tables.games.scarney.engine import ENGINE, PARTNERSHIP

HERE = Path(__file__).parent / "cases"
ROOT = Path(__file__).parents[3]
ENGINES = {engine.code: engine for engine in (ENGINE, PARTNERSHIP)}


def cases_of(file: Path) -> list[dict[str, Any]]:
    cases = json.loads(file.read_text(encoding="utf-8"))["cases"]
    return [case for case in cases if case["game"] in ENGINES]


KEPT = [case for file in sorted(HERE.glob("*.json")) for case in cases_of(file)]
BESIDE = ROOT.parent / "shared" / "cases" / "public.json"
FILES = [*sorted(HERE.glob("*.json")), *([BESIDE] if BESIDE.exists() else [])]


def play(case: dict[str, Any]) -> Any:
    """The answer as it would be read from a file."""
    return json.loads(json.dumps(run_case(case, EnginePort(ENGINES[case["game"]]))))


def acting(*actions: dict[str, Any]) -> Any:
    """What a case of A and B with these actions answers."""
    (case,) = (case for case in KEPT if case["id"] == "sc-turn-004")
    return play({**case, "input": {**case["input"], "actions": list(actions)}})


def test_all_kept_cases_are_there() -> None:
    assert len(KEPT) == 90
    assert len({case["id"] for case in KEPT}) == 90
    assert sum(case["game"] == "scarney_partnership" for case in KEPT) == 14


@pytest.mark.parametrize("case", KEPT, ids=lambda case: case["id"])
def test_case(case: dict[str, Any]) -> None:
    assert compare(play(case), case["expected"]) == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_file(file: Path) -> None:
    wrong = {case["id"]: compare(play(case), case["expected"]) for case in cases_of(file)}
    assert {name: found for name, found in wrong.items() if found} == {}


@pytest.mark.parametrize("word", ["seat", "ante", "announce", "dice", "leave", "pass", "open_round", None])
def test_a_word_that_is_no_act_of_a_case_is_unknown(word: str | None) -> None:
    answer = acting({"by": "A", "do": word, "dice": [1, 3, 4, 6, 1]})
    assert answer["errors"] == [{"phase": "actions", "index": 0, "kind": "unknown_action"}]
    assert answer["throws"] == []
    assert answer["to_act"]["by"] == "A"


@pytest.mark.parametrize("word", ["leave", "pass", "throw", "stay"])
def test_after_the_end_every_word_is_too_late(word: str) -> None:
    answer = acting({"by": "A", "do": "throw", "dice": ["D"] * 5}, {"by": "B", "do": word, "dice": [1, 3, 4, 6, 1]})
    assert answer["errors"] == [{"phase": "actions", "index": 1, "kind": "game_over"}]
    assert answer["winners"] == ["A"]


def test_a_case_without_actions_tells_no_frames() -> None:
    (case,) = (case for case in KEPT if case["id"] == "sp-game-007")
    asked = {name: value for name, value in case["input"].items() if name != "actions"}
    assert play({**case, "input": asked}) == {"teams": [["A", "C"], ["B", "D"]]}


def test_a_level_end_asks_for_the_playoffs_antes() -> None:
    (case,) = (case for case in KEPT if case["id"] == "sc-game-011")
    cut = {**case["input"], "actions": case["input"]["actions"][:28]}
    answer = play({**case, "input": cut})
    assert (answer["status"], answer["playoff"], answer["pot"]) == ("playoff", [{}], 400)
    assert answer["to_act"]["by"] == "A"
