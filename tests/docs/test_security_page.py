"""SECURITY.md: what it points to is there, and it promises no other times than docs/dependencies.md."""

import re

from tests.docs import named

TEXT = (named.ROOT / "SECURITY.md").read_text(encoding="utf-8")


def test_what_it_points_to_is_there() -> None:
    paths = re.findall(r"`((?:docs|script)/[\w.-]+|[A-Z]+\.md)`", TEXT)
    assert len(set(paths)) >= 8
    assert [path for path in paths if not (named.ROOT / path).exists()] == []


def test_it_promises_the_times_of_the_dependencies_page() -> None:
    (row,) = (line for line in TEXT.splitlines() if "a release that mends it" in line)
    table = (named.ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    wanted = re.findall(r"^\| (?:a hole that|critical|medium|low)[^|]*\| (\d+) days \|$", table, re.MULTILINE)
    assert wanted == ["2", "7", "30", "90"] == re.findall(r"\b(\d+) (?:days when|for )", row)


def test_it_gives_no_address_that_nobody_reads() -> None:
    assert re.findall(r"\S+@\S+|https?://\S+", TEXT) == []
