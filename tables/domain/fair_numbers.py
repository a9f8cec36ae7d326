"""Numbers that follow from a seed, so that anyone can draw them again (docs/fairness.md)."""

import hashlib
from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")


def numbers(seed: bytes) -> Iterator[int]:
    """32-bit numbers: the eight words of SHA-256(seed, counter), counter = 0, 1, 2 ... as eight bytes."""
    counter = 0
    while True:
        block = hashlib.sha256(seed + counter.to_bytes(8, "big")).digest()
        yield from (int.from_bytes(block[i : i + 4], "big") for i in range(0, 32, 4))
        counter += 1


def below(bound: int, stream: Iterator[int]) -> int:
    """A number below ``bound``, each as likely as the others: the uneven end of the 32-bit range is thrown again."""
    limit = (1 << 32) - (1 << 32) % bound
    for number in stream:
        if number < limit:
            return number % bound
    raise AssertionError("the stream of numbers never ends")


def throw(seed: str, ordinal: int, dice: int, die: Sequence[T]) -> list[T]:
    """How ``dice`` dice fall in action ``ordinal`` (from 0) of the round whose seed is ``seed`` (64 hex digits).

    Each throw has a stream of its own, ``numbers`` of the seed and the ordinal as eight bytes, so that a throw can be
    checked without those before it.
    """
    stream = numbers(bytes.fromhex(seed) + ordinal.to_bytes(8, "big"))
    return [die[below(len(die), stream)] for _ in range(dice)]
