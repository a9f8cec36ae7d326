"""Presses at the pit's page that put a buy-in right or say who a player was."""

from tables.screens import pit
from tables.screens.markers import at_pit
from tables.screens.visits import Visit
from tables.services import buy_in_corrections, identification


@pit.act
def correct(visit: Visit, code: str) -> None:
    """What a buy-in really was, under the boss's signature and one of another department."""
    buy_in_corrections.correct_buy_in(**at_pit.correction(visit), table=pit.table_of(visit))


@pit.act
def identify(visit: Visit, code: str) -> None:
    """Somebody at a table is a patron."""
    identification.identify_patron(**at_pit.identity(visit), place=pit.table_of(visit))
