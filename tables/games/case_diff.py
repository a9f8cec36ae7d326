"""Where a case's answer differs from the expected one, by path."""

import json
from typing import Any


def compare(actual: Any, expected: Any, path: str = "") -> list[str]:
    """Each difference as ``path: actual, expected wanted``; empty when both are the same JSON.

    Objects compare by content, lists by order. ``true`` and ``1`` differ, as they do in JSON.
    """
    if isinstance(actual, dict) and isinstance(expected, dict):
        return _objects(actual, expected, path)
    if isinstance(actual, list) and isinstance(expected, list):
        return _lists(actual, expected, path)
    if type(actual) is type(expected) and actual == expected:
        return []
    return [f"{path or '(whole)'}: {_text(actual)}, expected {_text(expected)}"]


def _objects(actual: dict[str, Any], expected: dict[str, Any], path: str) -> list[str]:
    found = []
    for key in sorted({*actual, *expected}):
        inner = f"{path}.{key}" if path else key
        if key not in actual:
            found.append(f"{inner}: missing, expected {_text(expected[key])}")
        elif key not in expected:
            found.append(f"{inner}: {_text(actual[key])}, not expected")
        else:
            found.extend(compare(actual[key], expected[key], inner))
    return found


def _lists(actual: list[Any], expected: list[Any], path: str) -> list[str]:
    found = []
    for at in range(max(len(actual), len(expected))):
        inner = f"{path}[{at}]"
        if at >= len(actual):
            found.append(f"{inner}: missing, expected {_text(expected[at])}")
        elif at >= len(expected):
            found.append(f"{inner}: {_text(actual[at])}, not expected")
        else:
            found.extend(compare(actual[at], expected[at], inner))
    return found


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
