"""Names that one could take for each other."""

import unicodedata

import pytest

from tables.domain import look_alikes


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Anna", "\u0410nn\u0430"),  # Cyrillic A and a
        ("\u041e\u0440\u0430", "Opa"),
        ("\u039d\u0399\u039a\u039f\u03a3", "NIKO\u03a3"),  # Greek capitals, and Latin ones before a Sigma
        ("hugo", "\u0570\u057dgo"),  # Armenian
        ("Anna", "\uff21\uff4e\uff4e\uff41"),  # full width
        ("Anna", "\U0001d400nna"),  # mathematical bold
        ("\u4eba", "\u2f08"),  # the radical of man
        ("Anna", "ANNA"),
        ("Stra\u00dfe", "STRASSE"),
        ("\u0412\u043e\u0432\u0430", "\u0432\u043e\u0432\u0430"),
        ("seat 1", "seat  1"),
        ("seat 1", "seat\u00a01"),
        ("seat 1", "seat l"),
        ("seat 10", "seat IO"),
        ("\u2603", "\u2603\ufe0f"),
        ("No\u00eb", "N\u043e\u0451"),  # Cyrillic o and io
    ],
)
def test_they_look_alike_both_ways(name: str, other: str) -> None:
    assert look_alikes.one_of(name, ["bo", other]) == other
    assert look_alikes.one_of(other, ["bo", name]) == name


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Anna", "Anna"),  # the same is no other
        ("Kai", "Kal"),
        ("Jos\u00e9", "Jose"),
        ("seat 1", "seat 2"),
        ("seat 1", "seat L"),
        ("A10", "aio"),
        ("seat 1", "seat 11"),
        ("\u674e\u4e39", "\u674e\u4e39\u5a1c"),
        ("\u0418\u0432\u0430\u043d", "Ivan"),
        ("anna m", "annam"),
    ],
)
def test_one_can_tell_these(name: str, other: str) -> None:
    assert look_alikes.one_of(name, [other]) is None
    assert look_alikes.one_of(other, [name]) is None


def test_of_several_the_first_by_the_alphabet_is_told() -> None:
    assert look_alikes.one_of("Anna", ["ANNA", "bo", "anna", "ANNa"]) == "ANNA"
    assert look_alikes.one_of("Anna", []) is None


@pytest.mark.parametrize(
    "name",
    ["Anna Li", "\u674eAnna", "\u0418\u0432\u0430\u043d Li", "\u0394\u03b7\u03bc\u03ae\u03c4\u03c1\u03b7\u03c2 2",
     "O'Neill", "\uff21nna", "\u0e17\u0e35\u0e48", "Nguy\u1ec5n"],
)  # fmt: skip
def test_a_word_of_one_alphabet(name: str) -> None:
    assert look_alikes.is_of_one_alphabet(name)


@pytest.mark.parametrize("name", ["\u0410nna", "seat p\u0430", "B\u03bf", "\u0410\uff4e\uff4e\uff41", "h\u057dgo"])
def test_a_word_of_two_alphabets(name: str) -> None:
    assert not look_alikes.is_of_one_alphabet(name)


def test_every_pair_is_a_letter_of_another_alphabet_and_a_latin_one() -> None:
    pairs = look_alikes._PAIRS.split()
    assert [pair for pair in pairs if len(pair) != 2 or pair[0].isascii() or not pair[1].isascii()] == []
    assert len({pair[0] for pair in pairs}) == len(pairs) > 60
    assert {unicodedata.category(pair[0])[0] for pair in pairs} == {"L"}
    assert [pair for pair in pairs if unicodedata.normalize("NFKC", pair[0]) != pair[0]] == []  # none is lost before
