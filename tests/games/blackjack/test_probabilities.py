"""Exact figures of the game, got from the engine by going through every card (rules.md §6)."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest

from tables.games.blackjack.engine import ENGINE
from tables.games.blackjack.state import DEALER, OPEN_CARD, Hand
from tables.games.cards import PACK, VALUES
from tests.games.blackjack.tabletop import sole

UP = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
ONE_DECK = (4, 4, 4, 4, 4, 4, 4, 4, 4, 16)
CODES = ("AD", "2D", "3D", "4D", "5D", "6D", "7D", "8D", "9D", "TD")


def is_natural(first: str, second: str) -> bool:
    hand = Hand(0)
    for code in (first, second):
        hand.take(code, VALUES[code], OPEN_CARD)
    return hand.is_natural()


@pytest.mark.parametrize(("decks", "percent"), [(1, "4.8265"), (4, "4.7566")])
def test_how_often_two_cards_are_a_natural(decks: int, percent: str) -> None:
    pairs = list(combinations(PACK * decks, 2))
    naturals = sum(is_natural(*pair) for pair in pairs)
    assert Fraction(naturals, len(pairs)) == Fraction(2 * 4 * decks * 16 * decks, 52 * decks * (52 * decks - 1))
    assert f"{100 * naturals / len(pairs):.4f}" == percent


def test_what_insurance_costs_with_four_decks() -> None:
    unseen = list(PACK * 4)
    unseen.remove("AD")
    won = 0
    for hole in PACK:
        table = sole(f"5S AD 6S {hole}", 100)
        table.do("insure", by="A", spot=1, amount=50)
        table.do("close_insurance")
        row = table.settled()[2]
        won += (row.returned - row.stake) * unseen.count(hole)
    edge = Fraction(won, 50 * len(unseen))
    assert edge == Fraction(3 * 64, 207) - 1
    assert f"{100 * float(edge):.3f}" == "-7.246"


def engine_endings(up: int, soft_17: str) -> dict[str, Fraction]:
    """How the dealer ends from an up card of one deck, every hole card and draw tried on the engine."""
    rules = ENGINE.rules({"insurance": False, "dealer_soft_17": soft_17})
    ends: dict[str, Fraction] = {}
    left = list(ONE_DECK)
    left[up - 1] -= 1
    for hole, chance in drawn(left):
        table = sole(f"TS {CODES[up - 1]} 9S {CODES[hole - 1]}", 100, insurance=False, dealer_soft_17=soft_17)
        left[hole - 1] -= 1
        if table.state.dealer_natural:
            add(ends, "natural", chance)
        else:
            table.act("A", 1, "s")
            follow(ENGINE.dump(table.state), rules, left, chance, ends)
        left[hole - 1] += 1
    return ends


def follow(
    data: dict[str, object], rules: object, left: list[int], chance: Fraction, ends: dict[str, Fraction]
) -> None:
    """Deal every card that is left, each by its chance, until the dealer stands."""
    state = ENGINE.load(rules, data)  # type: ignore[arg-type]
    if state.phase != DEALER:
        total = state.dealer.total
        add(ends, str(total) if total <= 21 else "bust", chance)
        return
    for value, part in drawn(left):
        state = ENGINE.load(rules, data)  # type: ignore[arg-type]
        ENGINE.apply(state, {"do": "card", "card": CODES[value - 1]})
        left[value - 1] -= 1
        follow(ENGINE.dump(state), rules, left, chance * part, ends)
        left[value - 1] += 1


def drawn(left: list[int]) -> Iterator[tuple[int, Fraction]]:
    count = sum(left)
    for at, cards in enumerate(list(left)):
        if cards:
            yield at + 1, Fraction(cards, count)


def add(ends: dict[str, Fraction], end: str, chance: Fraction) -> None:
    ends[end] = ends.get(end, Fraction(0)) + chance


def reckoned_endings(up: int, soft_17: str) -> dict[str, Fraction]:
    """The same, reckoned another way: by the multiset of cards held, each order counted through the chances."""

    @cache
    def from_here(held: tuple[int, ...]) -> dict[str, Fraction]:
        least = sum(value * count for value, count in enumerate(held, start=1))
        best = least + 10 if held[0] and least + 10 <= 21 else least
        if best > 21:
            return {"bust": Fraction(1)}
        if sum(held) == 2 and best == 21:
            return {"natural": Fraction(1)}
        stands = best > 17 or (best == 17 and (best == least or soft_17 == "stand"))
        if stands and sum(held) >= 2:
            return {str(best): Fraction(1)}
        left = [all_of - gone for all_of, gone in zip(ONE_DECK, held, strict=True)]
        ends: dict[str, Fraction] = {}
        for at in range(10):
            if left[at]:
                more = tuple(count + (place == at) for place, count in enumerate(held))
                for end, chance in from_here(more).items():
                    add(ends, end, chance * Fraction(left[at], sum(left)))
        return ends

    return from_here(tuple(int(value == up) for value in range(1, 11)))


@pytest.mark.parametrize("soft_17", ["stand", "hit"])
@pytest.mark.parametrize("up", UP)
def test_the_dealers_endings_of_one_deck(up: int, soft_17: str) -> None:
    ends = engine_endings(up, soft_17)
    assert ends == reckoned_endings(up, soft_17)
    assert sum(ends.values()) == 1


def test_endings_that_can_be_told_by_hand() -> None:
    assert reckoned_endings(10, "stand")["natural"] == Fraction(4, 51)
    assert reckoned_endings(1, "hit")["natural"] == Fraction(16, 51)
    assert "natural" not in reckoned_endings(9, "stand")
