"""What a game gives the house of its stakes: the edge that theoretical win is reckoned by."""

from dataclasses import asdict
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api.describe import operation
from tables.api.doors import FloorView
from tables.api.shapes import StrictDate, StrictInteger, StrictSerializer, StrictText
from tables.selectors import edges as reads
from tables.services import edges

_TAG = "house"
_SENT = {"game": "blackjack", "edge": 4_900, "effective_from": "2026-03-04"}


class EdgeTold(serializers.Serializer[Any]):
    """An edge as it was set, in parts per million; of several for one day the newest stands."""

    seq = serializers.IntegerField()
    game = serializers.CharField()
    edge = serializers.IntegerField()
    effective_from = serializers.DateField()
    set_by = serializers.CharField()
    set_at = serializers.DateTimeField()


class EdgesTold(serializers.Serializer[Any]):
    """Every edge of the house, the newest first."""

    edges = EdgeTold(many=True)


class EdgeShape(StrictSerializer):
    """A banked game, its edge in parts per million of the opening stakes, and the first gaming day it counts for."""

    game = StrictText(max_length=32)
    edge = StrictInteger(min_value=1, max_value=edges.MOST_EDGE)
    effective_from = StrictDate()


class EdgeAnswer(serializers.Serializer[Any]):
    """The edge is in force from that gaming day on."""

    game = serializers.CharField()
    edge = serializers.IntegerField()
    effective_from = serializers.DateField()
    seq = serializers.IntegerField()


class HouseEdges(FloorView):
    """The house edge a game, from gaming days on."""

    @operation(
        "read_house_edges",
        "The house edges, newest first",
        tag=_TAG,
        answer=EdgesTold,
        told={
            "edges": [
                {
                    "seq": 91,
                    **_SENT,
                    "set_by": "7001",
                    "set_at": "2026-03-04T20:00:00.000000Z",
                }
            ]
        },
        status=200,
        refusals={"not_permitted": 403},
    )
    def get(self, request: Request) -> Response:
        """Every edge that was set, the newest first; a game without one has no theoretical win."""
        self.require_parameters()
        return Response({"edges": [asdict(edge) for edge in reads.history(self.actor)]})

    @operation(
        "set_house_edge",
        "Set the house edge of a game from a gaming day on",
        tag=_TAG,
        request=EdgeShape,
        sent=_SENT,
        answer=EdgeAnswer,
        told={**_SENT, "seq": 91},
        refusals={"not_permitted": 403, "no_such_game": 404, "day_is_over": 422, "bad_edge": 422},
    )
    def post(self, request: Request) -> Response:
        """Set it from the running gaming day on at the earliest; days that are over keep what they had."""
        return self.written(edges.set_edge(actor=self.actor, at=self.at, key=self.key, **self.read(EdgeShape)))
