"""The rack of a table: what it should hold by every movement so far."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api.describe import IF_NONE_MATCH, operation
from tables.api.doors import FloorView
from tables.selectors import racks


class RackLine(serializers.Serializer[Any]):
    """One denomination; ``need`` is par less count, below zero when the rack has more."""

    denomination = serializers.IntegerField(help_text="minor units")
    colour = serializers.CharField()
    letter = serializers.CharField()
    count = serializers.IntegerField()
    par = serializers.IntegerField()
    need = serializers.IntegerField()


class Rack(serializers.Serializer[Any]):
    """What the rack should hold by every movement so far; totals in minor units."""

    table = serializers.CharField()
    seq = serializers.IntegerField()
    total = serializers.IntegerField()
    par = serializers.IntegerField()
    need = serializers.IntegerField()
    lines = RackLine(many=True)


class RackView(FloorView):
    """The rack of a table."""

    @operation(
        "read_rack",
        "What the rack should hold, against its par",
        tag="racks",
        answer=Rack,
        told={
            "table": "BJ-04",
            "seq": 511,
            "total": 987500,
            "par": 1000000,
            "need": 12500,
            "lines": [
                {"denomination": 2500, "colour": "#00843d", "letter": "g", "count": 155, "par": 160, "need": 5},
            ],
        },
        status=200,
        refusals={"not_permitted": 403, "not_your_view": 403, "no_such_table": 404},
        parameters=[IF_NONE_MATCH],
        unchanged=True,
    )
    def get(self, request: Request, table: str) -> Response:
        """The rack line by line, for the table's dealer and its supervisors."""
        self.require_parameters()
        rack = racks.rack(self.actor, table)
        lines = [
            {
                "denomination": line.denomination,
                "colour": line.colour,
                "letter": line.letter,
                "count": line.count,
                "par": line.par,
                "need": line.need,
            }
            for line in rack.lines
        ]
        totals = {"total": rack.total, "par": rack.par, "need": rack.need}
        return self.seen({"table": rack.table, "seq": rack.seq, **totals, "lines": lines}, rack.seq)
