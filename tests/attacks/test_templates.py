"""What no template and no script of ours does, so that a text stays a text: read from the files, all of them."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEMPLATES = {
    path: path.read_text() for folder in ("templates", "casino", "tables") for path in (ROOT / folder).rglob("*.html")
}
SCRIPTS = {path: path.read_text() for path in (ROOT / "tables" / "static").rglob("*.js")}
FORBIDDEN = {
    "escaping off": re.compile(r"autoescape off|\|safeseq|filter safe"),
    "a handler in an attribute": re.compile(r"\son[a-z]+\s*=", re.IGNORECASE),
    "a style in an attribute": re.compile(r"\sstyle\s*=", re.IGNORECASE),
    "a script in the page": re.compile(r"<script(?![^>]*\bsrc=)", re.IGNORECASE),
    "a value without quotes": re.compile(r"\s[\w-]+=\{\{"),
    "another site": re.compile(r"(?:src|href|action)=[\"']?(?:https?:)?//", re.IGNORECASE),
}
RUNNING = re.compile(r"innerHTML|outerHTML\s*=|insertAdjacentHTML|document\.write|\beval\(|new Function|srcdoc")
#: The only values that are marked as markup already, and why they may be.
SAFE = {"cage/markers.html": "a slip's number and an ampersand"}


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_template_has(what: str) -> None:
    assert len(TEMPLATES) > 100
    assert [path.name for path, text in TEMPLATES.items() if FORBIDDEN[what].search(text)] == []


def test_what_is_marked_as_markup_is_known() -> None:
    marked = {"/".join(path.parts[-2:]) for path, text in TEMPLATES.items() if "|safe" in text}
    assert marked == set(SAFE)


def test_a_style_takes_values_only_through_css() -> None:
    for path, text in TEMPLATES.items():
        for style in re.findall(r"<style[^>]*>(.*?)</style>", text, re.DOTALL):
            assert [value for value in re.findall(r"\{\{.*?\}\}", style) if "|css" not in value] == [], path.name


def test_no_script_makes_markup_of_a_text() -> None:
    assert len(SCRIPTS) >= 5
    assert [path.name for path, text in SCRIPTS.items() if RUNNING.search(text)] == []


@pytest.mark.parametrize(
    ("what", "evil"),
    [
        ("escaping off", "{% autoescape off %}"),
        ("a handler in an attribute", '<a onclick="x()">'),
        ("a style in an attribute", '<p style="x">'),
        ("a script in the page", "<script>x()</script>"),
        ("a value without quotes", "<p class={{ name }}>"),
        ("another site", '<script src="https://example.org/x.js">'),
    ],
)
def test_what_is_forbidden_would_be_seen(what: str, evil: str) -> None:
    assert FORBIDDEN[what].search(evil)
