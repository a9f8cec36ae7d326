from typing import Any

import pytest

from tables.games.case_diff import compare


@pytest.mark.parametrize(
    "value",
    [None, 1, "a", [], {}, {"a": [1, {"b": None}]}, {"net": {"A": 1, "B": 2}}],
)
def test_the_same_has_no_difference(value: Any) -> None:
    assert compare(value, value) == []


def test_objects_compare_by_content_not_by_order() -> None:
    assert compare({"a": 1, "b": 2}, {"b": 2, "a": 1}) == []


@pytest.mark.parametrize(
    ("actual", "expected", "found"),
    [
        (1, 2, ["(whole): 1, expected 2"]),
        (1, True, ["(whole): 1, expected true"]),
        (0, None, ["(whole): 0, expected null"]),
        ({"a": [1, 2]}, {"a": [1, 3]}, ["a[1]: 2, expected 3"]),
        ({"a": 1}, {}, ["a: 1, not expected"]),
        ({}, {"a": {"b": "斋"}}, ['a: missing, expected {"b": "斋"}']),
        ([1], [1, 2], ["[1]: missing, expected 2"]),
        ([1, 2], [1], ["[1]: 2, not expected"]),
        ({"r": [{"n": 1, "m": 2}]}, {"r": [{"n": 2, "m": 3}]}, ["r[0].m: 2, expected 3", "r[0].n: 1, expected 2"]),
        ([], {}, ["(whole): [], expected {}"]),
    ],
)
def test_each_difference_is_told_by_its_path(actual: Any, expected: Any, found: list[str]) -> None:
    assert compare(actual, expected) == found
