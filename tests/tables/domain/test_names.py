"""Codes and names that stand in addresses, stream keys and log lines."""

import pytest

from tables.domain import names
from tables.domain.errors import Invalid


@pytest.mark.parametrize("code", ["P1", "BJ-01", "A", "0123456789ABCDEF"])
def test_codes(code: str) -> None:
    names.require_code(code)


@pytest.mark.parametrize("code", ["", "bj-01", "-A", "A-", "A/B", "A B", "Ａ", "A\n", "0123456789ABCDEFG", "Ä"])
def test_bad_codes(code: str) -> None:
    with pytest.raises(Invalid, match="bad_code"):
        names.require_code(code)


@pytest.mark.parametrize("word", ["Day", "", "9th", "late shift", "x" * 17])
def test_bad_words(word: str) -> None:
    with pytest.raises(Invalid, match="bad_code"):
        names.require_word(word)


@pytest.mark.parametrize("badge", ["", "system", "a b", "x" * 17, "１２"])
def test_bad_badges(badge: str) -> None:
    with pytest.raises(Invalid, match="bad_badge"):
        names.require_badge(badge)


@pytest.mark.parametrize("username", ["", "Dana", "dana li", ".dana", "x" * 65])
def test_bad_usernames(username: str) -> None:
    with pytest.raises(Invalid, match="bad_username"):
        names.require_username(username)


@pytest.mark.parametrize("name", ["Dana Li", "李丹娜", "O'Neill", "<img onerror=alert(1)>", "=1+1", "seat 3"])
def test_names_may_hold_what_people_are_called(name: str) -> None:
    names.require_name(name, 40)


@pytest.mark.parametrize(
    "name",
    ["", " ", " dana", "dana ", "x" * 41, "a\nb", "a\tb", "a\x00b", "a\u202eb", "a\u200bb", "a\ud800b", "a\ufeffb",
     "a\u2028b", "\x1b[31m"],
)  # fmt: skip
def test_names_may_not_disguise_themselves(name: str) -> None:
    with pytest.raises(Invalid, match="bad_name"):
        names.require_name(name, 40)
