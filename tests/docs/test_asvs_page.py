"""docs/asvs.md: every requirement of levels 1 and 2 once, met by something that exists, or said not to be."""

import re
from typing import Final

import pytest
from django.conf import settings

from tests.docs import named

PAGE = "asvs.md"
TEXT = (named.ROOT / "docs" / PAGE).read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (\d+\.\d+\.\d+) \| ([^|]*) \| ?(.*?) ?\|$", TEXT, re.MULTILINE)
ANSWERS = {"met", "partly", "–", "*deployment*"}
#: How many requirements of level 1 or 2 each section of ASVS 5.0 begins with, the sections that do not apply aside.
#: They are numbered without gaps, level 3 stands behind or between (then the numbers are given).
SECTIONS: Final[dict[str, int]] = {
    **{"1.1": 2, "1.2": 9, "1.3": 11, "1.4": 3, "1.5": 2, "2.1": 3, "2.2": 3, "2.3": 4, "2.4": 1},
    **{"3.2": 2, "3.3": 4, "3.4": 6, "3.5": 5, "3.7": 2, "4.1": 3, "4.2": 1, "5.1": 1, "5.4": 3},
    **{"6.1": 3, "6.2": 12, "6.3": 4, "6.4": 4, "6.5": 5, "7.1": 3, "7.2": 4, "7.3": 2, "7.4": 5, "7.5": 2},
    **{"8.1": 2, "8.2": 3, "8.3": 1, "8.4": 1, "11.1": 2, "11.2": 3, "11.3": 3, "11.4": 4, "11.5": 1, "11.6": 1},
    **{"12.1": 3, "12.2": 2, "12.3": 4, "13.1": 1, "13.2": 5, "13.3": 2, "13.4": 5, "14.1": 2, "14.2": 4, "14.3": 3},
    **{"15.1": 3, "15.2": 3, "15.3": 7, "16.1": 1, "16.2": 5, "16.3": 4, "16.4": 3, "16.5": 3},
}
WANTED = {f"{section}.{number}" for section, count in SECTIONS.items() for number in range(1, count + 1)} | {"5.3.2"}


def test_every_requirement_has_one_row() -> None:
    numbers = [number for number, _, _ in ROWS]
    assert len(numbers) == len(set(numbers)) == 191
    assert set(numbers) == WANTED


def test_every_row_gives_a_known_answer_and_says_how() -> None:
    assert {answer for _, answer, _ in ROWS} == ANSWERS
    assert [number for number, answer, how in ROWS if answer != "*deployment*" and len(how) < 6] == []


def test_every_name_on_the_page_exists() -> None:
    assert len(named.names(PAGE)) > 90
    assert [f"{path}::{name}" for path, name in named.names(PAGE) if named.missing(path, name)] == []


@pytest.mark.parametrize("name", re.findall(r"settings? `([A-Z_]+)`", TEXT))
def test_every_setting_on_the_page_is_one(name: str) -> None:
    assert getattr(settings, name) is not None


def test_every_rule_that_is_called_a_gate_is_one() -> None:
    rules = re.findall(r"\bS\d{3}\b", TEXT)
    project = (named.ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert len(rules) > 5
    assert '"S"' in project
    assert [rule for rule in rules if f'"{rule}"' in project.split("[tool.ruff.lint.per-file-ignores]")[0]] == []
