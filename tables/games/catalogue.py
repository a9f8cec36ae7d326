"""The games of the house. A new game is one folder beside this file and one entry here."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from tables.games.backing import Backing
from tables.games.blackjack import cases as blackjack_cases
from tables.games.blackjack import strategy as blackjack_strategy
from tables.games.blackjack.backing import BACKING as BLACKJACK_BACKING
from tables.games.blackjack.engine import ENGINE as BLACKJACK
from tables.games.case_ports import CasePort
from tables.games.contract import Engine
from tables.games.liars_dice import cases as liars_dice_cases
from tables.games.liars_dice import strategy as liars_dice_strategy
from tables.games.liars_dice.engine import ENGINE as LIARS_DICE
from tables.games.players import Strategy
from tables.games.scarney import cases as scarney_cases
from tables.games.scarney import strategy as scarney_strategy
from tables.games.scarney.engine import ENGINE as SCARNEY
from tables.games.scarney.engine import PARTNERSHIP as SCARNEY_PARTNERSHIP


@dataclass(frozen=True, slots=True)
class Game:
    """All that the house needs to deal a game, by its ``code``.

    ``most_returned``: no round gives its players more than so many times what they staked, their stakes included.
    ``backing`` is there where onlookers may back its hands in bulk.
    """

    code: str
    engine: Engine[Any, Any]
    run_case: Callable[[Mapping[str, Any], CasePort], dict[str, Any]]
    strategy: Strategy
    title_en: str
    title_zh: str
    most_returned: int = 1
    backing: Backing | None = None


_ALL: Final = (
    Game(
        "blackjack",
        BLACKJACK,
        blackjack_cases.run_case,
        blackjack_strategy.STRATEGY,
        "Blackjack",
        "二十一点",
        3,
        BLACKJACK_BACKING,
    ),
    Game(
        "scarney", SCARNEY, scarney_cases.run_case, scarney_strategy.STRATEGY, "Straight Scarney Dice", "直式斯卡尼骰"
    ),
    Game(
        "scarney_partnership",
        SCARNEY_PARTNERSHIP,
        scarney_cases.run_case,
        scarney_strategy.STRATEGY,
        "Partnership Scarney",
        "搭档斯卡尼骰",
    ),
    Game("liars_dice", LIARS_DICE, liars_dice_cases.run_case, liars_dice_strategy.STRATEGY, "Liar's Dice", "大话骰"),
)

GAMES: Final[Mapping[str, Game]] = MappingProxyType({game.code: game for game in _ALL})
"""Every game by its code."""
