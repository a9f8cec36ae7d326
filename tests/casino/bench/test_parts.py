"""The registry of the bench: names, sizes, and what a run without names measures."""

import pytest

from casino.bench import parts


def test_without_words_the_usual_parts_are_chosen_at_their_sizes() -> None:
    usual = [(one.name, one.size) for one in parts.chosen([], parts.PARTS)]
    assert usual == [(name, part.size) for name, part in parts.PARTS.items() if part.usual]
    assert {"month", "edge"}.isdisjoint(name for name, _ in usual)


def test_a_word_may_carry_a_size() -> None:
    chosen = parts.chosen(["month=20", "web"], parts.PARTS)
    assert [(one.name, one.size) for one in chosen] == [("month", 20), ("web", parts.PARTS["web"].size)]


@pytest.mark.parametrize("word", ["month=", "month=0", "month=-3", "month=1.5", "month=many"])
def test_a_size_is_a_whole_number(word: str) -> None:
    with pytest.raises(ValueError, match=f"{word}: the size is a whole number of tables"):
        parts.chosen([word], parts.PARTS)


def test_an_unknown_part_is_named() -> None:
    with pytest.raises(ValueError, match=r"there is no part wbe; the parts are engines, dice, .*"):
        parts.chosen(["wbe=3"], parts.PARTS)
