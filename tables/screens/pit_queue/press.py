"""Presses at the terminal that ask the floor for something, or take that back."""

from tables.screens.pit_queue import at_table
from tables.screens.terminal import act
from tables.screens.visits import Visit


@act(sheet="{kind}")
def ask(visit: Visit, code: str, kind: str) -> None:
    """The floor is asked; the sheet stays when it was refused."""
    at_table.ask(visit, code, kind)


@act(sheet=at_table.FILL)
def ask_fill(visit: Visit, code: str) -> None:
    """Chips are asked for."""
    at_table.ask(visit, code, "fill")


@act(sheet="boss")
def withdraw(visit: Visit, code: str) -> None:
    """What was asked is taken back."""
    at_table.withdraw(visit, code)
