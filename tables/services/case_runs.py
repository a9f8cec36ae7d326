"""Playing a file of written cases, one after the other, and telling how each came out."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tables.domain.errors import FloorError
from tables.games import case_diff, catalogue
from tables.games.case_ports import CasePort, EnginePort
from tables.games.contract import Refused

SCHEMA = 1

Ports = Callable[[str], CasePort]
"""A table that no case was played at yet, for a game by its code."""

_BREAKS = (FloorError, Refused, ArithmeticError, AttributeError, LookupError, RuntimeError, TypeError, ValueError)
"""What a case that cannot be played may raise: it has failed then, and the others go on."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a case came out. ``differences`` is empty when it passed; ``actual`` is None when it could not be played."""

    id: str
    actual: dict[str, Any] | None
    differences: tuple[str, ...]


def cases_of(content: Any) -> list[Mapping[str, Any]]:
    """The cases of a file's JSON. ValueError when it is no case file."""
    if not isinstance(content, dict) or content.get("schema") != SCHEMA or not isinstance(content.get("cases"), list):
        raise ValueError('a case file is {"schema": 1, "cases": [...]}')
    for case in content["cases"]:
        if not isinstance(case, dict) or not {"id", "game", "house_rules", "input", "expected"} <= case.keys():
            raise ValueError("a case has id, game, house_rules, input and expected")
    return list(content["cases"])


def games_of(cases: Iterable[Mapping[str, Any]]) -> list[str]:
    """The games among the cases that this house deals, by code."""
    return sorted({case["game"] for case in cases} & catalogue.GAMES.keys())


def engine_port(game: str) -> CasePort:
    """A table that is nothing but the engine."""
    return EnginePort(catalogue.GAMES[game].engine)


def play(cases: Iterable[Mapping[str, Any]], ports: Ports) -> Iterator[Verdict]:
    """Each case's verdict, in order."""
    for case in cases:
        yield _play_one(case, ports)


def _play_one(case: Mapping[str, Any], ports: Ports) -> Verdict:
    game = catalogue.GAMES.get(case["game"])
    if game is None:
        return Verdict(case["id"], None, (f"not dealt here: {case['game']}",))
    try:
        actual = game.run_case(case, ports(game.code))
    except _BREAKS as error:
        return Verdict(case["id"], None, (f"could not be played: {type(error).__name__}: {error}",))
    return Verdict(case["id"], actual, tuple(case_diff.compare(actual, case["expected"])))
