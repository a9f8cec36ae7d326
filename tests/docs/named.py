"""Names of code and tests that a page gives in backquotes, compared with the tree."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def names(page: str) -> list[tuple[str, str]]:
    """Every ``path.py`` or ``path.py::name`` of the page."""
    return re.findall(
        r"`([\w/.-]+\.(?:py|md|html|js))(?:::(\w+))?`", (ROOT / "docs" / page).read_text(encoding="utf-8")
    )


def missing(path: str, name: str) -> bool:
    """Whether the tree has no such file, or the file nothing of that name."""
    file = ROOT / path if "/" in path else ROOT / "docs" / path
    if not file.is_file():
        return True
    text = file.read_text(encoding="utf-8")
    return bool(name) and not re.search(rf"^\s*(?:def|class) {name}\b|^{name}\b", text, re.MULTILINE)
