"""docs/controls.md names only code and tests that exist, and has every vector and trap of the field."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "controls.md").read_text(encoding="utf-8")
NAMED = re.findall(r"`([\w/]+\.py)(?:::(\w+))?`", PAGE)
VECTORS = {f"V-{number:02d}" for number in [*range(1, 15), *range(20, 28)]}
TRAPS = {
    f"T-{number:02d}"
    for first, last in [(1, 8), (10, 19), (20, 34), (40, 49), (50, 62), (70, 91), (100, 108)]
    for number in range(first, last + 1)
}


CORE = [f"{number} " for number in range(1, 10)]
PARAMETERS = [
    "gaming-day start, time zone", "shifts", "table-bank model", "copies of slip", "slip number scope",
    "void second signature", "opener variance thresholds", "idle table recount", "drop frequency",
    "statistical trigger", "limit-change notice", "floor supervisor span", "payout not payable in chips", "Title 31",
    "retention", "card change", "pot-game rake shortfall",
]  # fmt: skip
"""domain.md §0, in its order."""
PAPERS = [
    "table inventory slip", "request for fill, credit", "fill slip", "credit slip", "even-exchange slip", "marker",
    "drop-box label", "count sheet", "master game report", "variance and exception report",
    "card and dice inventory log", "rating slip", "multiple transaction log", "rake record",
]  # fmt: skip
"""The matrix of documents of §1.1, in its order."""
INDEPENDENCE = [
    "who asks, issues, carries and deals are four", "dealer and supervisor are two", "drop team",
    "count team sees no estimates", "cage blind until the count is closed", "series, voids and their review",
    "keys of racks",
]  # fmt: skip
ROWS = re.findall(r"^\| (?![VT]-\d|-)([^|]+) \|([^|]*)\| ([^|]+) \|$", PAGE, re.MULTILINE)
"""Control, what keeps it, what proves it."""


def missing(path: str, name: str) -> bool:
    """Whether the tree has no such file, or the file nothing of that name."""
    file = ROOT / path
    if not file.is_file():
        return True
    text = file.read_text(encoding="utf-8")
    return bool(name) and not re.search(rf"^\s*(?:def|class) {name}\b|^{name}\b", text, re.MULTILINE)


def test_every_name_on_the_page_exists() -> None:
    assert len(NAMED) > 200
    assert [f"{path}::{name}" for path, name in NAMED if missing(path, name)] == []


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("tables/services/nothing.py", ""),
        ("tables/services/counts.py", "recount"),
        ("tests/docs/test_controls_page.py", "test_nothing"),
    ],
)
def test_a_name_that_is_gone_is_seen(path: str, name: str) -> None:
    assert missing(path, name)


def test_every_control_of_the_field_has_a_row_of_its_own_in_its_order() -> None:
    controls = [control for control, _, _ in ROWS]
    for wanted in (CORE, PARAMETERS, PAPERS, INDEPENDENCE):
        first = [[at for at, control in enumerate(controls) if control.startswith(one)][:1] for one in wanted]
        assert [one for one, at in zip(wanted, first, strict=True) if not at] == []
        assert first == sorted(first)
        assert len({at for (at,) in first}) == len(wanted)


def test_a_row_names_the_code_that_keeps_it_and_a_test_that_proves_it() -> None:
    told = [row for row in ROWS if row[1].strip() not in ("kept by", "") and "not of this product" not in row[2]]
    assert len(told) > 50
    assert [control for control, kept, _ in told if not re.search(r"`(tables|accounting|casino)/", kept)] == []
    assert [control for control, _, proved in told if "::test_" not in proved] == []
    assert [name for name in re.findall(r"`(tests/[^`]+)`", PAGE) if not re.search(r"/test_\w+\.py::test_", name)] == []


def test_every_vector_and_trap_has_a_row_with_a_test_or_a_reason() -> None:
    rows = dict(re.findall(r"^\| ([VT]-\d+) \| (.+) \|$", PAGE, re.MULTILINE))
    assert rows.keys() == VECTORS | TRAPS
    assert [
        number for number, told in rows.items() if "`tests/" not in told and "not of this product" not in told
    ] == []
