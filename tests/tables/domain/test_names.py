"""Codes and names that stand in addresses, stream keys and log lines."""

import pytest

from tables.domain import names
from tables.domain.errors import Conflict, Invalid


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


@pytest.mark.parametrize(
    "name",
    ["Dana Li", "李丹娜", "O'Neill", "<img onerror=alert(1)>", "=1+1", "seat 3", "\u00c9va", "x\u0301\u0302",
     "\u0e17\u0e35\u0e48", "\u26a0\ufe0f wet", "\u0410nna"],
)  # fmt: skip
def test_names_may_hold_what_people_are_called(name: str) -> None:
    names.require_name(name, 40)


@pytest.mark.parametrize(
    "name",
    ["", " ", " dana", "dana ", "x" * 41, "a\nb", "a\tb", "a\x00b", "a\u202eb", "a\u200bb", "a\ud800b", "a\ufeffb",
     "a\u2028b", "\x1b[31m", "\u3164", "a\u115fb", "\u2800", "a\ufe0f", "a\U000e0100", "a\u20dd", "\u0301a",
     "a \u0301b", "e\u0301", "x\u0301\u0302\u0303"],
)  # fmt: skip
def test_names_may_not_disguise_themselves(name: str) -> None:
    with pytest.raises(Invalid, match="bad_name"):
        names.require_name(name, 40)


def test_who_plays_mixes_no_alphabets_in_a_word() -> None:
    names.require_person("Anna \u0418\u0432\u0430\u043d", 40)
    with pytest.raises(Invalid, match="bad_player"):
        names.require_person("\u0410nna", 40, "bad_player")
    with pytest.raises(Invalid, match="bad_player"):
        names.require_person("", 40, "bad_player")


def test_a_name_that_looks_like_another_is_refused_with_it() -> None:
    names.require_tellable("Anna", {"Anna", "Bo"})
    with pytest.raises(Conflict, match="name_looks_alike") as refused:
        names.require_tellable("anna", {"Anna", "Bo"})
    assert refused.value.detail == {"like": "Anna"}


def test_one_spelling_is_kept() -> None:
    assert names.composed("e\u0301va") == "\u00e9va"
