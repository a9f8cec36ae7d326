"""Presses at the terminal that call for a ruling."""

from tables.screens.disputes import at_table
from tables.screens.terminal import act
from tables.screens.visits import Visit


@act()
def flag(visit: Visit, code: str) -> None:
    """A line of the settlement is wrong, somebody says."""
    at_table.flag(visit, code)


@act(sheet=at_table.MISDEAL)
def misdeal(visit: Visit, code: str) -> None:
    """Something is wrong with the cards: play stops."""
    at_table.stop(visit, code)
