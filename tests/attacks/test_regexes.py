"""No pattern of ours takes long over a text that was made to make it long (ReDoS)."""

import importlib
import pkgutil
import re
import time
from collections.abc import Iterator

import pytest

import accounting
import casino
import tables

LENGTH = 20_000
LONGEST = 0.1  # seconds; a pattern that tries every way needs minutes
UNITS = ("a", "0", "A", "-", "a-", "A-", "0.", ",000", '"', "\\", " ", "W/", '","', "{", "F-2026-", "é", "，")
TAILS = ("", "!", "\n", '"', "\x00")
APART = re.compile(r"\.(migrations|management|bench|embedded)\b|\.(wsgi|asgi|celery|serve|__main__)$")


def patterns() -> Iterator[tuple[str, re.Pattern[str]]]:
    """Every compiled pattern of the product by module and name."""
    for room in (accounting, casino, tables):
        for found in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
            if APART.search(found.name):
                continue
            for name, value in vars(importlib.import_module(found.name)).items():
                if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
                    yield f"{found.name}.{name}", value


PATTERNS = sorted(patterns(), key=lambda found: found[0])


def seconds(pattern: re.Pattern[str], text: str) -> float:
    """How long the processor takes for the text in each way of asking; others' work on it does not count."""
    began = time.thread_time()
    pattern.fullmatch(text)
    pattern.match(text)
    return time.thread_time() - began


@pytest.mark.parametrize("pattern", [pattern for _, pattern in PATTERNS], ids=[name for name, _ in PATTERNS])
def test_no_text_makes_a_pattern_slow(pattern: re.Pattern[str]) -> None:
    texts = [unit * (LENGTH // len(unit)) + tail for unit in UNITS for tail in TAILS]
    assert [text[:10] for text in texts if seconds(pattern, text) > LONGEST] == []


def test_a_slow_pattern_would_be_seen() -> None:
    assert seconds(re.compile(r"(a+)+$"), "a" * 22 + "!") > LONGEST


def test_the_products_patterns_were_found() -> None:
    assert len(PATTERNS) > 20
