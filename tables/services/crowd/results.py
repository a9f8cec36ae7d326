"""What the log of a table says of a round that a crowd has bet on: the rules are played once more, by its events."""

from collections.abc import Sequence

from tables.domain.undoing import Pressed
from tables.games import catalogue
from tables.games.backing import Backable, Backing, Pays
from tables.selectors.house_rules import RulesInForce
from tables.services import refolding


def pays(table_stream: int, number: int) -> tuple[Pays, ...]:
    """What each spot's first hand paid in a round that the rules have ended. Raises LookupError: no such round."""
    backing, made = _played(refolding.events_of(table_stream, number))
    return backing.pays(made.state)


def backable_at(table_stream: int, number: int, seq: int) -> Backable | None:
    """What could be backed when the table's stream stood at ``seq``. Raises LookupError: there was no such round."""
    backing, made = _played(refolding.events_of(table_stream, number, until=seq))
    return backing.backable(made.state)


def _played(events: Sequence[Pressed]) -> tuple[Backing, refolding.Refolded]:
    if not events:
        raise LookupError("no such round")
    data = events[0].data
    game = catalogue.GAMES[data["game"]]
    if game.backing is None:
        raise LookupError(f"{game.code} takes no crowd")
    rules = game.engine.rules(data["rules"])
    in_force = RulesInForce(0, game.code, data["rules_version"], game.engine, rules, data["rules"], ())
    return game.backing, refolding.fold(in_force, events)
