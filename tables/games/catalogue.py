"""The games of the house. A new game is one folder beside this file and one entry here."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from tables.games.blackjack import cases as blackjack_cases
from tables.games.blackjack import strategy as blackjack_strategy
from tables.games.blackjack.engine import ENGINE as BLACKJACK
from tables.games.case_ports import CasePort
from tables.games.contract import Engine
from tables.games.players import Strategy


@dataclass(frozen=True, slots=True)
class Game:
    """All that the house needs to deal a game, by its ``code``."""

    code: str
    engine: Engine[Any, Any]
    run_case: Callable[[Mapping[str, Any], CasePort], dict[str, Any]]
    strategy: Strategy
    title_en: str
    title_zh: str


_ALL: Final = (
    Game("blackjack", BLACKJACK, blackjack_cases.run_case, blackjack_strategy.STRATEGY, "Blackjack", "二十一点"),
)

GAMES: Final[Mapping[str, Game]] = MappingProxyType({game.code: game for game in _ALL})
"""Every game by its code."""
