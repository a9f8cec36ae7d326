"""Passwords made of the words that hang on every wall here: the first that a colleague would try (ASVS 6.2.11)."""

from collections.abc import Iterable

HOUSE_WORDS = frozenset(
    """
    account accountant admin administrator audit auditor baccarat badge bank bankroll blackjack bonus cage cashier
    casino chip chips count counter credit croupier dealer deck dice drop fill floor floorman gambling game gaming
    hand house insurance jackpot joker liar liars limit lucky manager marker money office partnership password pit
    pitboss player poker pot rake room roulette scarney seat shift shoe shuffle slip supervisor table terminal
    twentyone vault win winner
    """.split()
)
"""Words of any casino; the house's own code and name come with the person."""
LEAST_OF_ONES_OWN = 8
"""Letters and digits that must be left when the words of the house are taken out."""
_DISGUISES = str.maketrans("0134578@$!", "oieastbasi")
"""Digits and signs that stand for letters: c4s1n0."""


def is_of_the_house(password: str, own_words: Iterable[str] = ()) -> bool:
    """Whether little is left of a password without words of the house; ``own_words`` are this house's code and name."""
    left = password.casefold().translate(_DISGUISES)
    words = HOUSE_WORDS | {part for word in own_words for part in word.casefold().translate(_DISGUISES).split()}
    for word in sorted(words, key=lambda one: (-len(one), one)):
        if len(word) > 2:
            left = left.replace(word, " ")
    return sum(sign.isalnum() for sign in left) < LEAST_OF_ONES_OWN
