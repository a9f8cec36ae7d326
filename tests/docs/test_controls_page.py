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


def test_every_vector_and_trap_has_a_row_with_a_test_or_a_reason() -> None:
    rows = dict(re.findall(r"^\| ([VT]-\d+) \| (.+) \|$", PAGE, re.MULTILINE))
    assert rows.keys() == VECTORS | TRAPS
    assert [
        number for number, told in rows.items() if "`tests/" not in told and "not of this product" not in told
    ] == []
