"""What docs/adr/0032-citus.md says of each table: one row for each that is spread over nodes, a list of the others."""

import re
from pathlib import Path

import pytest

from tests.distribution.spread import Spread

ADR = Path(__file__).parents[2] / "docs" / "adr" / "0032-citus.md"
_ROW = re.compile(r"^\| `(\w+)` \| `(\w+)` \| (.+) \|$", re.MULTILINE)
_NAME = re.compile(r"`(\w+)`")


@pytest.fixture(scope="session")
def spread() -> Spread:
    """The record, read as it stands."""
    text = ADR.read_text(encoding="utf-8")
    rows = _ROW.findall(text)
    whole = text.partition("## On every node")[2].partition("\n## ")[0]
    return Spread(
        columns={table: column for table, column, _ in rows},
        changes={table: frozenset(_NAME.findall(change)) for table, _, change in rows},
        everywhere=frozenset(name for name in _NAME.findall(whole) if name.startswith(("tables_", "accounting_"))),
    )
