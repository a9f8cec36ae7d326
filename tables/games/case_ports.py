"""Playing a written case (a ``play_cases`` file) at some table: the bare engine, or the floor's services."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from tables.games.contract import Action, Engine, Table


class CasePort(Protocol):
    """A table at which a case is played. A game's ``run_case`` drives it and reads the states it answers with."""

    def start(self, game: str, rules: Mapping[str, Any], table: Table) -> None:
        """Open a table for ``game``; ``rules`` are house rules as JSON, ``table`` limits, chips and options."""

    def open_round(self, options: Mapping[str, Any] | None = None) -> None:
        """A new round, with what the rounds before left behind: lifted limits, chips, a shuffle that is due.

        ``options`` replace the table's options of the same name for this round.
        """

    def apply(self, action: Action) -> None:
        """Do one thing at the table. Raises ``Refused`` with the rules' code; the round is then as before."""

    def shuffled(self, cards: Sequence[str]) -> None:
        """The shoe has been shuffled. ``cards`` are what it will give, for a table that wants to know."""

    def state(self) -> Any:
        """The engine's state of the round in play, or of the last one."""


class EnginePort:
    """A table that is nothing but the engine."""

    def __init__(self, engine: Engine[Any, Any]) -> None:
        self.engine = engine
        self._rules: Any = None
        self._table = Table(1, 1)
        self._state: Any = None

    def start(self, game: str, rules: Mapping[str, Any], table: Table) -> None:
        """See ``CasePort``. ValueError when the case is for another game or its rules are wrong."""
        if game != self.engine.code:
            raise ValueError(f"a case of {game} cannot be played with the engine of {self.engine.code}")
        self._rules = self.engine.rules(rules)
        self._table = table
        self._state = None

    def open_round(self, options: Mapping[str, Any] | None = None) -> None:
        """See ``CasePort``."""
        table = self._table
        if self._state is not None:
            left = self.engine.dump(self._state)
            table = Table(
                table.minimum,
                table.maximum,
                left.get("raised", table.raised),
                left.get("funds", table.funds),
                left.get("shuffle_due", False),
                table.options,
            )
        self._table = table
        options = {**table.options, **(options or {})}
        opening = Table(table.minimum, table.maximum, table.raised, table.funds, table.shuffle_due, options)
        self._state = self.engine.new(self._rules, opening)

    def apply(self, action: Action) -> None:
        """See ``CasePort``."""
        self.engine.apply(self._state, action)

    def shuffled(self, cards: Sequence[str]) -> None:
        """See ``CasePort``; the engine does not see an undealt card."""
        self.engine.apply(self._state, {"do": "shuffled"})

    def state(self) -> Any:
        """See ``CasePort``."""
        return self._state
