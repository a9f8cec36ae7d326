"""Where the tables of a pit stand, and how its dealers rotate: what the house manager arranges for the pit."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from tables.domain import floor_plan, permissions, rotation
from tables.domain.actors import Actor
from tables.domain.errors import NotFound
from tables.domain.floor_plan import Place
from tables.models import floor
from tables.selectors import codes
from tables.services.house_stream import house_entry


def place_tables(
    *, actor: Actor, at: datetime, pit: str, places: Mapping[str, Place], key: str | None = None
) -> dict[str, Any]:
    """The whole plan of a pit: column and row by table; a table that is not named has no place of its own any more.

    Refused: ``no_such_pit``, ``no_such_table`` (also one of another pit), ``bad_place``, ``place_taken``.
    """
    permissions.require(actor, "manage_house")
    floor_plan.require_places(places)
    told = {code: list(place) for code, place in sorted(places.items())}
    with house_entry(actor=actor, at=at, request={"do": "place_tables", "pit": pit, "places": told}, key=key) as entry:
        if not entry.repeated:
            tables = floor.GamingTable.objects.filter(pit=codes.pit(actor.casino_id, pit))
            known = {table.code: table for table in tables}
            if strange := places.keys() - known.keys():
                raise NotFound("no_such_table", table=min(strange)[:16])
            tables.update(map_x=None, map_y=None)  # two tables may change places, which no single step does
            for code, (x, y) in places.items():
                known[code].map_x, known[code].map_y = x, y
            floor.GamingTable.objects.bulk_update([known[code] for code in places], ["map_x", "map_y"])
            entry.record("tables_placed", {"pit": pit, "places": told})
            entry.answer = {"pit": pit, "places": told}
    return entry.answer


def set_rotation(
    *, actor: Actor, at: datetime, pit: str, deal_minutes: int, rest_minutes: int, key: str | None = None
) -> dict[str, Any]:
    """From now on a dealer of the pit deals so long and then rests so long (V-14).

    Refused: ``no_such_pit``, ``bad_rotation``.
    """
    permissions.require(actor, "manage_house")
    rotation.require_rotation(deal_minutes, rest_minutes)
    data = {"pit": pit, "deal_minutes": deal_minutes, "rest_minutes": rest_minutes}
    with house_entry(actor=actor, at=at, request={"do": "set_rotation", **data}, key=key) as entry:
        if not entry.repeated:
            row = codes.pit(actor.casino_id, pit)
            row.deal_minutes, row.rest_minutes = deal_minutes, rest_minutes
            row.save(update_fields=["deal_minutes", "rest_minutes"])
            entry.record("rotation_set", data)
            entry.answer = dict(data)
    return entry.answer
