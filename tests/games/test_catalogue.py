import json

import pytest

from tables.games.catalogue import GAMES, Game

EVERY = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.code)


@EVERY
def test_a_game_is_found_by_its_own_code(game: Game) -> None:
    assert GAMES[game.code] is game
    assert game.engine.code == game.code
    assert game.title_en
    assert game.title_zh


@EVERY
def test_house_rules_are_json_and_come_back(game: Game) -> None:
    rules = game.engine.rules({})
    values = game.engine.rule_values(rules)
    assert game.engine.rules(json.loads(json.dumps(values))) == rules


@EVERY
def test_an_unknown_house_rule_is_named(game: Game) -> None:
    with pytest.raises(ValueError, match="no_such_rule"):
        game.engine.rules({"no_such_rule": 1})


def test_blackjack_is_banked_and_dealt_with_cards() -> None:
    engine = GAMES["blackjack"].engine
    assert (engine.banked, engine.chance) == (True, "cards")
