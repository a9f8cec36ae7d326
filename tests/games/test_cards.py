from itertools import combinations_with_replacement, product

import pytest

from tables.games import cards


def test_a_pack_is_52_different_cards() -> None:
    assert len(cards.PACK) == 52
    assert set(cards.PACK) == {rank + suit for rank, suit in product("A23456789TJQK", "SHDC")}
    assert cards.JOKER not in cards.PACK


@pytest.mark.parametrize(
    ("ranks", "value"),
    [("A", 1), ("2", 2), ("9", 9), ("TJQK", 10)],
)
def test_counting_values(ranks: str, value: int) -> None:
    assert {cards.VALUES[rank + suit] for rank in ranks for suit in "SHDC"} == {value}


@pytest.mark.parametrize(
    ("codes", "total", "soft"),
    [
        ("AS KD", 21, True),
        ("AS AD", 12, True),
        ("AS AD TC", 12, False),
        ("AS AD AC 6H", 19, True),
        ("AS AD AC AH 7H", 21, True),
        ("AS 6D TC", 17, False),
        ("TS 6D 8C", 24, False),
        ("", 0, False),
    ],
)
def test_best_total(codes: str, total: int, soft: bool) -> None:
    assert cards.count(codes.split()) == (total, soft)


def test_best_total_is_the_best_of_all_ways_to_count_the_aces() -> None:
    for ranks in combinations_with_replacement("A2345679T", 5):
        ways = {0}
        for rank in ranks:
            values = (1, 11) if rank == "A" else (cards.VALUES[rank + "S"],)
            ways = {way + value for way in ways for value in values}
        good = [way for way in ways if way <= 21]
        total, soft = cards.count(rank + "S" for rank in ranks)
        assert total == (max(good) if good else min(ways))
        assert soft == (total != sum(cards.VALUES[rank + "S"] for rank in ranks))
