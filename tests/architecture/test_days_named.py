"""A statement that asks a table with a partition a gaming day says which days it means, or reads every one there is.

``round IS NULL`` names the papers, which lie in one partition (docs/adr/0031-history-by-gaming-day.md).
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SPLIT = (
    *("tables_event", "tables_bet", "tables_crowdbet", "tables_crowdsettlement"),
    *("accounting_journal", "accounting_leg", "accounting_settlement", "accounting_roundresult"),
)
WHOLE = ("accounting/services/verify/",)
"""A proof of everything reads everything; those of a day are watched in ``tests/accounting/selectors``."""
_ASKED = re.compile(rf"\b(?:FROM|JOIN|UPDATE)\s+({'|'.join(SPLIT)})\b(?:\s+(?:AS\s+)?([a-z]\w*))?")


def unnamed(text: str) -> list[str]:
    """The tables of which a statement names no day."""
    found = []
    for table, alias in _ASKED.findall(text):
        of = rf"\b{alias}\." if alias else r"\b"
        papers = table == "tables_event" and re.search(rf"{of}round IS NULL", text)
        if not papers and not re.search(rf"{of}gaming_day\b", text):
            found.append(table)
    return found


def statements(path: Path) -> Iterator[tuple[int, str]]:
    """Every text in a file, with its line."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
            yield node.lineno, node.value.decode() if isinstance(node.value, bytes) else node.value


@pytest.mark.parametrize("room", ["accounting", "tables", "casino"])
def test_every_statement_names_its_days(room: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: {table}"
        for path in sorted((ROOT / room).rglob("*.py"))
        if "migrations" not in path.parts and "bench" not in path.parts
        if not str(path.relative_to(ROOT)).startswith(WHOLE)
        for line, text in statements(path)
        for table in unnamed(text)
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("text", "tables"),
    [
        ("SELECT 1 FROM tables_event WHERE stream_id = 1", ["tables_event"]),
        ("SELECT 1 FROM tables_event e WHERE e.round IS NULL", []),
        ("SELECT 1 FROM tables_event e WHERE e.gaming_day = '2026-03-04'", []),
        (
            "SELECT 1 FROM tables_event e JOIN accounting_leg l ON l.seq = e.seq WHERE e.gaming_day > 'x'",
            ["accounting_leg"],
        ),
        ("SELECT 1 FROM tables_bet b JOIN tables_round r ON b.gaming_day = r.day", []),
        ("SELECT 1 FROM tables_bettinglimit", []),
        ("UPDATE tables_bet SET amount = 1 WHERE round IS NULL", ["tables_bet"]),
    ],
)
def test_a_statement_without_its_days_is_found(text: str, tables: list[str]) -> None:
    assert unnamed(text) == tables
