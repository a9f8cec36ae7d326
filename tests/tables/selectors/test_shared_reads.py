"""Reads that are made once for everybody who looks at the same moment."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from tables.selectors.shared_reads import SharedReads


def test_the_first_one_asks_for_all() -> None:
    shared: SharedReads[int] = SharedReads()
    asked: list[int] = []
    began, goes_on = Event(), Event()

    def ask() -> int:
        asked.append(1)
        began.set()
        goes_on.wait(60)
        return 7

    with ThreadPoolExecutor(8) as pool:
        answers = [pool.submit(shared.get, "pit", ask) for _ in range(8)]
        assert began.wait(60)
        goes_on.set()
        assert [answer.result(60) for answer in answers] == [7] * 8
    assert asked == [1]


def test_another_key_is_another_answer() -> None:
    shared: SharedReads[str] = SharedReads()
    assert [shared.get(key, lambda key=key: key * 2) for key in ("a", "b", "a")] == ["aa", "bb", "aa"]  # type: ignore[misc]


def test_what_failed_is_asked_again() -> None:
    shared: SharedReads[int] = SharedReads()

    def fails() -> int:
        raise LookupError("no database")

    with pytest.raises(LookupError):
        shared.get("pit", fails)
    assert shared.get("pit", lambda: 3) == 3


def test_only_the_newest_answers_are_kept() -> None:
    shared: SharedReads[int] = SharedReads(most=2)
    asked: list[str] = []

    def get(key: str) -> int:
        def ask() -> int:
            asked.append(key)
            return len(asked)

        return shared.get(key, ask)

    for key in ("a", "b", "a", "c", "a", "b"):
        get(key)
    assert asked == ["a", "b", "c", "b"]  # b was the oldest when c came


def test_what_is_forgotten_is_asked_again() -> None:
    shared: SharedReads[int] = SharedReads()
    assert [shared.get("pit", lambda: 3), shared.get("pit", lambda: 4)] == [3, 3]
    shared.forget()
    assert shared.get("pit", lambda: 5) == 5
