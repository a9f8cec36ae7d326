"""Numbers from a seed, recomputed by hand."""

import hashlib
from collections import Counter

import pytest

from tables.domain import fair_numbers
from tables.games import dice

SEED = "0f" * 32


def words(prefix: bytes) -> list[int]:
    """The eight words of the first block, as docs/fairness.md tells to make them."""
    block = hashlib.sha256(prefix + bytes(8)).digest()
    return [int.from_bytes(block[i : i + 4], "big") for i in range(0, 32, 4)]


def test_a_throw_is_the_first_words_of_its_own_stream() -> None:
    prefix = bytes.fromhex(SEED) + (3).to_bytes(8, "big")
    assert fair_numbers.throw(SEED, 3, 5, dice.SCARNEY) == [dice.SCARNEY[word % 6] for word in words(prefix)[:5]]
    assert fair_numbers.throw(SEED, 3, 5, dice.ORDINARY) == [word % 6 + 1 for word in words(prefix)[:5]]


def test_each_throw_of_a_round_and_each_seed_is_another() -> None:
    assert len({tuple(fair_numbers.throw(SEED, at, 8, dice.ORDINARY)) for at in range(50)}) == 50
    assert fair_numbers.throw(SEED, 0, 8, dice.ORDINARY) != fair_numbers.throw("0e" * 32, 0, 8, dice.ORDINARY)


def test_every_face_comes_up_about_as_often() -> None:
    thrown = Counter(face for at in range(2_000) for face in fair_numbers.throw(SEED, at, 6, dice.ORDINARY))
    assert sorted(thrown) == [1, 2, 3, 4, 5, 6]
    expected = 2_000
    assert sum((count - expected) ** 2 / expected for count in thrown.values()) < 20.5  # chi-square, 5 degrees, 0.001


@pytest.mark.parametrize("bound", [6, 3, 52])
def test_the_uneven_end_of_the_range_is_thrown_again(bound: int) -> None:
    last = (1 << 32) - (1 << 32) % bound
    assert fair_numbers.below(bound, iter([last, (1 << 32) - 1, 7])) == 7 % bound
    assert fair_numbers.below(bound, iter([last - 1])) == bound - 1
