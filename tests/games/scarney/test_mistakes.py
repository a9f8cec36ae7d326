"""The mistakes found in other people's dice games (rules.md §7), each under its row number, played right here."""

import pytest

from tests.games.scarney.tabletop import game


def test_row_62_four_of_a_kind_scores_its_bonus_on_top_of_all_dice() -> None:
    table = game()
    fact = table.frame("A", "44441").facts[0]
    assert (fact["base"], fact["bonus"], fact["points"]) == (17, 40, 57)


@pytest.mark.parametrize("word", ["444D1", "4441", "44411"])
def test_row_62_three_of_a_kind_counts_what_lies_beside_it(word: str) -> None:
    table = game()
    table.frame("A", "D1346") if len(word) == 4 else None
    fact = table.frame("A", word).facts[0]
    wanted = {"444D1": 0, "4441": 13 + 20, "44411": 14 + 30}
    assert fact["points"] == wanted[word]


def test_row_63_five_of_a_kind_is_big_scarney_and_nothing_else() -> None:
    table = game()
    answer = table.frame("A", "33333")
    fact = answer.facts[0]
    assert (fact["kind"], fact["base"], fact["bonus_name"], fact["bonus"]) == ("big_scarney", 0, None, 0)
    assert table.state.reason == "big_scarney"
