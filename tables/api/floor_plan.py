"""The floor map of a pit, and the rotation of its dealers."""

from dataclasses import asdict
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api.describe import operation
from tables.api.doors import FloorView
from tables.api.shapes import StrictInteger, StrictSerializer, StrictText
from tables.domain.actors import instant
from tables.domain.errors import Invalid
from tables.selectors import floor_map, house, rotations
from tables.services import clock, floor_plan

_TAG = "house"
_NO_PIT = {"not_permitted": 403, "no_such_pit": 404}


class PlaceShape(StrictSerializer):
    """Where a table stands: column from the left and row from the top, counted from 1."""

    table = StrictText(max_length=16)
    x = StrictInteger()
    y = StrictInteger()


class PlanShape(StrictSerializer):
    """The whole plan; a table that is not named has no place of its own any more."""

    places = PlaceShape(many=True)


class PlanSet(serializers.Serializer[Any]):
    """The plan that is drawn from now on."""

    pit = serializers.CharField()
    places = serializers.DictField(child=serializers.ListField(child=serializers.IntegerField()))
    seq = serializers.IntegerField(help_text="position in the house's stream")


class MapRow(serializers.Serializer[Any]):
    """A table on the map; figures are estimates by the log, money in minor units, null where there is none now."""

    table = serializers.CharField()
    x = serializers.IntegerField()
    y = serializers.IntegerField()
    placed = serializers.BooleanField(help_text="false: the house gave it no place, it is drawn below the others")
    seats = serializers.IntegerField()
    rounds_an_hour = serializers.IntegerField(allow_null=True)
    estimate = serializers.IntegerField(allow_null=True)
    drain = serializers.IntegerField(allow_null=True)
    forecast = serializers.IntegerField(allow_null=True)
    shoe = serializers.CharField(allow_null=True)
    shoe_out = serializers.IntegerField(allow_null=True, help_text="per cent of the decks")
    decks = serializers.IntegerField(allow_null=True)
    cards_since = serializers.DateTimeField(allow_null=True)


class MapList(serializers.Serializer[Any]):
    """Every table of the pit, by its code."""

    pit = serializers.CharField()
    results = MapRow(many=True)


class RotationShape(StrictSerializer):
    """Minutes at the tables and minutes of rest; the rest divides the time of dealing."""

    deal_minutes = StrictInteger()
    rest_minutes = StrictInteger()


class RotationSet(serializers.Serializer[Any]):
    """The rotation of the pit from now on."""

    pit = serializers.CharField()
    deal_minutes = serializers.IntegerField()
    rest_minutes = serializers.IntegerField()
    seq = serializers.IntegerField(help_text="position in the house's stream")


class OnRow(serializers.Serializer[Any]):
    """An open table and its dealer; null where nobody deals."""

    table = serializers.CharField()
    dealer = serializers.CharField(allow_null=True)
    since = serializers.DateTimeField(allow_null=True)
    due = serializers.DateTimeField(allow_null=True)


class ReliefRow(serializers.Serializer[Any]):
    """A change at a table to come; ``comes`` is null while nobody is known who rests in this string."""

    at = serializers.DateTimeField()
    table = serializers.CharField()
    string = serializers.IntegerField()
    comes = serializers.CharField(allow_null=True)
    leaves = serializers.CharField(allow_null=True)


class FitRow(serializers.Serializer[Any]):
    """A dealer who is free, and what would refuse him at a tap-in for each game of the pit's open tables (T-16)."""

    badge = serializers.CharField()
    name = serializers.CharField()
    rests_since = serializers.DateTimeField(allow_null=True)
    refused = serializers.DictField(child=serializers.CharField(allow_null=True))


class RotationTold(serializers.Serializer[Any]):
    """Who deals, who is free, and the road map of the rest of the shift."""

    pit = serializers.CharField()
    deal_minutes = serializers.IntegerField()
    rest_minutes = serializers.IntegerField()
    dealers_needed = serializers.IntegerField()
    tables = OnRow(many=True)
    reliefs = ReliefRow(many=True)
    free = FitRow(many=True)


_MAP = {
    "pit": "P1",
    "results": [
        {
            "table": "BJ-04",
            "x": 2,
            "y": 1,
            "placed": True,
            "seats": 5,
            "rounds_an_hour": 62,
            "estimate": 124000,
            "drain": 80000,
            "forecast": 324500,
            "shoe": "in_play",
            "shoe_out": 48,
            "decks": 6,
            "cards_since": "2026-03-04T20:00:00.000000Z",
        }
    ],
}
_ROTATION = {
    "pit": "P1",
    "deal_minutes": 60,
    "rest_minutes": 20,
    "dealers_needed": 2,
    "tables": [
        {
            "table": "BJ-04",
            "dealer": "1042",
            "since": "2026-03-04T21:00:00.000000Z",
            "due": "2026-03-04T22:00:00.000000Z",
        }
    ],
    "reliefs": [
        {"at": "2026-03-04T21:40:00.000000Z", "table": "BJ-04", "string": 1, "comes": "1043", "leaves": "1042"}
    ],
    "free": [
        {
            "badge": "1043",
            "name": "Dev Dealer",
            "rests_since": "2026-03-04T21:20:00.000000Z",
            "refused": {"blackjack": None},
        }
    ],
}


class PitMap(FloorView):
    """Where the tables of a pit stand."""

    @operation(
        "read_pit_map",
        "The floor map of a pit",
        tag=_TAG,
        answer=MapList,
        told=_MAP,
        status=200,
        refusals=_NO_PIT,
    )
    def get(self, request: Request, pit: str) -> Response:
        """Where the tables stand, and how each has gone lately."""
        self.require_parameters()
        found = floor_map.of_code(self.actor, pit, self.at)
        return Response({"pit": pit, "results": [_map_row(row) for row in found.values()]})

    @operation(
        "place_tables",
        "Place the tables of a pit",
        tag=_TAG,
        request=PlanShape,
        sent={"places": [{"table": "BJ-04", "x": 2, "y": 1}]},
        answer=PlanSet,
        told={"pit": "P1", "places": {"BJ-04": [2, 1]}, "seq": 92},
        refusals={**_NO_PIT, "no_such_table": 404, "bad_place": 422, "place_taken": 422, "placed_twice": 422},
    )
    def post(self, request: Request, pit: str) -> Response:
        """The whole plan of a pit; it moves nothing but what is drawn."""
        places: dict[str, tuple[int, int]] = {}
        for line in self.read(PlanShape)["places"]:
            if line["table"] in places:
                raise Invalid("placed_twice", table=line["table"])
            places[line["table"]] = (line["x"], line["y"])
        return self.written(floor_plan.place_tables(actor=self.actor, at=self.at, pit=pit, places=places, key=self.key))


class Rotations(FloorView):
    """The dealers' rotation of a pit."""

    @operation(
        "read_rotation",
        "Who deals, who is free, and the reliefs to come",
        tag=_TAG,
        answer=RotationTold,
        told=_ROTATION,
        status=200,
        refusals=_NO_PIT,
    )
    def get(self, request: Request, pit: str) -> Response:
        """The road map of the rest of the shift."""
        self.require_parameters()
        window = clock.window(self.actor.casino_id, house.of(self.actor).settings_version, self.at)
        found = rotations.of_pit(self.actor, pit, self.at, window)
        return Response(_told(found))

    @operation(
        "set_rotation",
        "Set how long a pit's dealers deal and rest",
        tag=_TAG,
        request=RotationShape,
        sent={"deal_minutes": 80, "rest_minutes": 20},
        answer=RotationSet,
        told={"pit": "P1", "deal_minutes": 80, "rest_minutes": 20, "seq": 93},
        refusals={**_NO_PIT, "bad_rotation": 422},
    )
    def post(self, request: Request, pit: str) -> Response:
        """The rotation that counts from now on."""
        asked = self.read(RotationShape)
        return self.written(floor_plan.set_rotation(actor=self.actor, at=self.at, pit=pit, key=self.key, **asked))


def _map_row(row: floor_map.OnMap) -> dict[str, Any]:
    told = asdict(row)
    x, y = told.pop("place")
    return {**told, "x": x, "y": y, "cards_since": instant(row.cards_since) if row.cards_since else None}


def _told(found: rotations.PitRotation) -> dict[str, Any]:
    return {
        "pit": found.pit,
        "deal_minutes": found.rotation.deal,
        "rest_minutes": found.rotation.rest,
        "dealers_needed": found.dealers_needed,
        "tables": [
            {
                "table": view.code,
                "dealer": view.dealer,
                "since": instant(view.dealing_since) if view.dealing_since else None,
                "due": instant(view.relief_due) if view.relief_due else None,
            }
            for view in found.tables
        ],
        "reliefs": [{**asdict(relief), "at": instant(relief.at)} for relief in found.reliefs],
        "free": [
            {
                "badge": dealer.badge,
                "name": dealer.name,
                "rests_since": instant(dealer.rests_since) if dealer.rests_since else None,
                "refused": dict(dealer.refused),
            }
            for dealer in found.free
        ],
    }
