"""A password of words that hang on the wall is none; one with enough of one's own may hold them."""

import pytest

from tables.domain.passwords import is_of_the_house


@pytest.mark.parametrize(
    "password",
    [
        "casinocasino",
        "blackjack-dealer",
        "C4s1n0-P1tB0ss!",
        "Dealer2026!!!",
        "LuckyWinner777",
        "count room 2026",
        "$h0e-$huffl3-12",
    ],
)
def test_words_of_the_house_are_no_password(password: str) -> None:
    assert is_of_the_house(password)


@pytest.mark.parametrize(
    "password",
    [
        "correct horse battery staple",
        "casino-qpvhxkwbt",
        "7fkt-m3wq-x9pz",
        "赌场里的一只小猫咪爱吃鱼",
        "pitch-black-ocean-6",
    ],
)
def test_enough_of_ones_own_is(password: str) -> None:
    assert not is_of_the_house(password)


def test_the_houses_own_name_is_known_to_all() -> None:
    own = ["DEMO", "Golden Lion"]
    assert is_of_the_house("golden-lion-demo-26", own)
    assert not is_of_the_house("golden-lion-demo-26")
    assert is_of_the_house("g0ld3n l10n 2026", own)


def test_short_words_hide_nothing() -> None:
    """A house called A1 would otherwise forbid every other password."""
    assert not is_of_the_house("a1b2a1c3a1d4e5f6", ["A1"])
