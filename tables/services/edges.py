"""Setting the house edge of a game: what theoretical win is reckoned by (docs/statistics.md)."""

from datetime import date, datetime
from typing import Any

from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.errors import Invalid, NotFound
from tables.games import catalogue
from tables.services.house_stream import house_entry

MOST_EDGE = 500_000
"""Parts per million; a game that keeps half of every stake is a typing error."""


def set_edge(
    *, actor: Actor, at: datetime, game: str, edge: int, effective_from: date, key: str | None = None
) -> dict[str, Any]:
    """From gaming day ``effective_from`` on, the running one at the earliest, ``game`` is reckoned with ``edge``.

    ``edge`` is the house's share of opening stakes in parts per million (0.49 % is 4,900). A later word for the same
    day takes the place of an earlier one; days that are over keep theirs (T-03). Refused: ``no_such_game`` (a pot game
    has no edge), ``bad_edge``, ``day_is_over``.
    """
    permissions.require(actor, "manage_house")
    known = catalogue.GAMES.get(game)
    if known is None or not known.engine.banked:
        raise NotFound("no_such_game", game=game)
    if not 0 < edge <= MOST_EDGE:
        raise Invalid("bad_edge", most=MOST_EDGE)
    told = {"game": game, "edge": edge, "effective_from": effective_from.isoformat()}
    with house_entry(actor=actor, at=at, request={"do": "set_edge", **told}, key=key) as entry:
        if not entry.repeated:
            if effective_from < entry.window.gaming_day:
                raise Invalid("day_is_over", gaming_day=entry.window.gaming_day.isoformat())
            entry.record("edge_set", told)
            entry.answer = told
    return entry.answer
