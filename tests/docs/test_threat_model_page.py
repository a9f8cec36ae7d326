"""docs/threat-model.md: each row names a test that exists, or says that it is open."""

import re

from tests.docs import named

PAGE = "threat-model.md"


def test_every_name_on_the_page_exists() -> None:
    assert len(named.names(PAGE)) > 70
    assert [f"{path}::{name}" for path, name in named.names(PAGE) if named.missing(path, name)] == []


def test_every_row_shows_its_test_or_says_that_it_is_open() -> None:
    text = (named.ROOT / "docs" / PAGE).read_text(encoding="utf-8")
    rows = [
        row
        for row in re.findall(r"^\|.+\|$", text, re.MULTILINE)
        if not re.match(r"\|[-|]+$|\| (he|they|it) wants? ", row)
    ]
    assert len(rows) > 40
    assert [row[:60] for row in rows if "`tests/" not in row and "*Open*" not in row] == []


def test_a_name_that_is_gone_is_seen() -> None:
    assert named.missing("tests/attacks/test_nothing.py", "")
    assert named.missing("tests/docs/named.py", "test_nothing")
