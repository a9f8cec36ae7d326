"""The words of house rules: whatever a game can be asked to play by has a name and is told in the screen's language."""

import pytest
from django.utils import translation

from tables.games import catalogue
from tables.games.catalogue import Game
from tables.screens.house import rule_words, rules


@pytest.mark.parametrize("game", catalogue.GAMES.values(), ids=lambda game: game.code)
def test_every_rule_and_every_choice_has_words(game: Game) -> None:
    own = game.engine.rule_values(game.engine.rules({}))
    for rule in rules.keyable(game, own, {}):
        assert rule.name in rule_words.NAMES, rule.name
        for choice, words in rule.choices:
            assert choice.isdigit() or choice in rule_words.CHOICES, (rule.name, choice)
            assert words == rule_words.choice(choice)
        assert bool(rule.choices) != bool(rule.hint), rule.name


@pytest.mark.parametrize(
    ("belongs", "said"),
    [
        ("must be a whole number from 1 to 8", "1 至 8 的整数"),
        ("must be two whole numbers, such as [3, 2]", "两个整数，例如 3, 2"),
        ("must be true or false", ""),
    ],
)
def test_what_belongs_there_is_told_in_the_language_of_the_screen(belongs: str, said: str) -> None:
    with translation.override("zh-hans"):
        assert rule_words.hint(belongs) == said


def test_a_rule_that_has_no_words_yet_keeps_its_name() -> None:
    assert (rule_words.name("newest"), rule_words.choice("some_way")) == ("newest", "some_way")
