"""Who is known by name at a table, so that nobody comes to it who could be taken for him."""

from tables.domain import names
from tables.services.live import LiveTable


def require_tellable(table: LiveTable, *players: str) -> None:
    """Refuse ``name_looks_alike`` (409) to a name that is new at the table and looks like another one there.

    Known are who bets, or did in the last round, who plays a game with seats, and for whom chips or a lifted limit are
    kept: whatever could be paid or owed to the wrong one of two.
    """
    known = {*table.funds, *table.raised, *(bet.player for bet in table.bets.values())}
    strangers = [player for player in players if player not in known]
    if not strangers:
        return
    if table.in_force is not None:
        known.update(table.in_force.engine.next_options(table.state).get("players", ()))
    for player in strangers:
        names.require_tellable(player, {*known, *strangers})
