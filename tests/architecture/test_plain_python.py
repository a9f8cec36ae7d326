"""Rules and vocabulary are plain Python: no clock, no chance, no log, no input or output (design.md §4).

Chance is an input of a game, and the time of a fact is told by who records it; import lists alone cannot show that.
"""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent

RULES = frozenset(
    "abc bisect collections dataclasses enum fractions functools itertools json math operator types typing".split()
)
VOCABULARY = RULES | frozenset(
    "base64 datetime decimal difflib hashlib hmac ipaddress re string unicodedata uuid zoneinfo".split()
)

ROOMS = [
    ("tables/games", RULES, ("tables.games",)),
    ("tables/domain", VOCABULARY, ("tables.domain", "tables.games")),
    ("accounting/domain", VOCABULARY, ("accounting.domain", "tables.domain", "tables.games")),
]
NAMES = [room for room, _, _ in ROOMS]

CLOCKS = frozenset({"now", "today", "utcnow"})
OUTWARD = frozenset({"print", "open", "input", "eval", "exec", "__import__"})


def strangers(source: str, allowed: frozenset[str], own: tuple[str, ...]) -> list[str]:
    """Imports, wherever they stand, that are neither in ``allowed`` nor of the own packages."""
    modules: list[str] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            modules.extend(name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            modules.append("." * node.level + (node.module or ""))
    packages = tuple(f"{package}." for package in own)
    return [
        module for module in modules if module.split(".")[0] not in allowed and not f"{module}.".startswith(packages)
    ]


def outward(source: str) -> list[int]:
    """Lines that read a clock, print, open files or run text as code."""
    lines = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and node.attr in CLOCKS:
            lines.append(node.lineno)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in OUTWARD:
            lines.append(node.lineno)
    return lines


def sources(room: str) -> dict[str, str]:
    found = {str(path): path.read_text(encoding="utf-8") for path in sorted((ROOT / room).rglob("*.py"))}
    assert found
    return found


@pytest.mark.parametrize(("room", "allowed", "own"), ROOMS, ids=NAMES)
def test_a_pure_room_imports_nothing_else(room: str, allowed: frozenset[str], own: tuple[str, ...]) -> None:
    found = {name: strangers(text, allowed, own) for name, text in sources(room).items()}
    assert {name: modules for name, modules in found.items() if modules} == {}


@pytest.mark.parametrize("room", NAMES)
def test_a_pure_room_reads_no_clock_and_touches_nothing_outside(room: str) -> None:
    found = {name: outward(text) for name, text in sources(room).items()}
    assert {name: lines for name, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    "line",
    [
        "import random",
        "import time",
        "from datetime import datetime",
        "import secrets",
        "import logging",
        "import os",
        "def f():\n    from django.db import models",
        "from tables.models import rounds",
        "from . import cards",
        "from tables.gamesmanship import x",
    ],
)
def test_the_import_guard_bites(line: str) -> None:
    assert len(strangers(line, RULES, ("tables.games",))) == 1


@pytest.mark.parametrize("line", ["from tables.games import cards", "import tables.games.cards", "import json"])
def test_the_import_guard_lets_its_own_pass(line: str) -> None:
    assert strangers(line, RULES, ("tables.games",)) == []


@pytest.mark.parametrize(
    "line", ["datetime.now(UTC)", "date.today()", "x.utcnow()", "print(1)", "open('f')", "eval('1')"]
)
def test_the_outward_guard_bites(line: str) -> None:
    assert outward(line) == [1]


def test_the_package_above_the_engines_is_empty() -> None:
    assert (ROOT / "tables" / "__init__.py").read_text(encoding="utf-8") == ""
