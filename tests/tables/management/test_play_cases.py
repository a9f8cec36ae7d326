"""The command that holds the house against written right answers."""

import copy
import io
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tables.models import house
from tests.games.blackjack import test_cases

KEPT = {case["id"]: case for case in test_cases.KEPT}
GOOD = KEPT["bj-win-001"]


def write(folder: Path, cases: Iterable[Any], schema: int = 1) -> Path:
    file = folder / "cases.json"
    file.write_text(json.dumps({"schema": schema, "cases": list(cases)}), encoding="utf-8")
    return file


def run(*args: Any) -> tuple[int, list[str]]:
    """Exit code and lines of standard output."""
    out = io.StringIO()
    try:
        call_command("play_cases", *map(str, args), stdout=out)
    except SystemExit as left:
        return int(str(left.code)), out.getvalue().splitlines()
    return 0, out.getvalue().splitlines()


def test_all_kept_cases_pass_the_engine(tmp_path: Path) -> None:
    assert run(write(tmp_path, KEPT.values())) == (0, ["114 passed, 0 failed"])


def test_answers_are_written_in_the_shape_of_the_expected_ones(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    assert run(write(tmp_path, [GOOD]), "--json", out) == (0, ["1 passed, 0 failed"])
    assert json.loads(out.read_text(encoding="utf-8")) == {
        "results": [{"id": "bj-win-001", "actual": GOOD["expected"]}]
    }


def test_each_difference_is_named_by_its_path_and_the_exit_code_is_1(tmp_path: Path) -> None:
    wrong = copy.deepcopy(GOOD)
    wrong["expected"]["rounds"][0]["net"]["A"] = 999
    del wrong["expected"]["rounds"][0]["house_net"]
    assert run(write(tmp_path, [wrong, GOOD])) == (
        1,
        [
            "bj-win-001: rounds[0].house_net: -1000, not expected",
            "bj-win-001: rounds[0].net.A: 1000, expected 999",
            "1 passed, 1 failed",
        ],
    )


def test_a_game_that_is_not_in_the_catalogue_fails_by_name(tmp_path: Path) -> None:
    other = {**GOOD, "id": "fan-1", "game": "fan_tan"}
    out = tmp_path / "out.json"
    assert run(write(tmp_path, [other]), "--json", out) == (
        1,
        ["fan-1: not dealt here: fan_tan", "0 passed, 1 failed"],
    )
    assert json.loads(out.read_text(encoding="utf-8")) == {"results": [{"id": "fan-1", "actual": None}]}


def test_a_file_of_another_shape_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="a case file is"):
        run(write(tmp_path, [GOOD], schema=2))
    with pytest.raises(CommandError, match="a case has id"):
        run(write(tmp_path, [{"id": "bj"}]))
    with pytest.raises(CommandError, match="No such file"):
        run(tmp_path / "none.json")


@pytest.mark.django_db
def test_the_floor_of_a_house_that_is_no_demo_wants_a_yes(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="--yes"):
        run(write(tmp_path, [GOOD]), "--through", "floor")
    assert house.Casino.objects.count() == 0


@pytest.mark.django_db
def test_cases_through_the_floor_leave_a_named_house(tmp_path: Path) -> None:
    file = write(tmp_path, [GOOD, KEPT["bj-bet-014"]])
    assert run(file, "--through", "floor", "--yes") == (0, ["2 passed, 0 failed"])
    assert [casino.code for casino in house.Casino.objects.all()] == ["CASES-1"]
