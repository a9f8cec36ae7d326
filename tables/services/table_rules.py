"""Which version of its game's house rules a table is dealt by."""

from datetime import datetime
from typing import Any

from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.errors import Conflict, NotFound
from tables.domain.table_states import TableStatus
from tables.models import floor, house
from tables.selectors import codes
from tables.services.house_stream import house_entry, settings_changed


def set_table_rules(*, actor: Actor, at: datetime, table: str, version: int, key: str | None = None) -> dict[str, Any]:
    """Another version of the game's house rules for a table that is closed: no round, pot or fee is ever cut in two.

    Rounds keep the version they were dealt by. Refused: ``no_such_table``, ``no_such_house_rules``,
    ``table_not_closed``, ``same_house_rules``.
    """
    permissions.require(actor, "manage_house")
    request = {"do": "set_table_rules", "table": table, "version": version}
    with house_entry(actor=actor, at=at, request=request, key=key) as entry:
        if not entry.repeated:
            row = codes.table(actor.casino_id, table)
            # After the stream's lock, and waited for by nobody who holds one: a table is opened under its own stream.
            state = floor.TableState.objects.select_for_update().get(table=row)
            if state.status != TableStatus.CLOSED:
                raise Conflict("table_not_closed", table=table)
            game = row.rules.game
            rules = house.HouseRules.objects.filter(casino_id=actor.casino_id, game=game, version=version).first()
            if rules is None:
                raise NotFound("no_such_house_rules")
            if rules == row.rules:
                raise Conflict("same_house_rules", table=table, version=version)
            row.rules = rules
            row.save(update_fields=["rules"])
            settings_changed(actor.casino_id)
            data = {"table": table, "game": game, "version": version}
            entry.record("table_rules_set", data)
            entry.answer = dict(data)
    return entry.answer
