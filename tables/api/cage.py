"""The cage: what lies there, and what moved."""

from dataclasses import asdict
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api.cage_shapes import TAG
from tables.api.describe import IF_NONE_MATCH, LIMIT, operation, query
from tables.api.doors import MOST_ROWS, FloorView
from tables.api.lists import optional_number, page, page_of
from tables.domain.actors import instant
from tables.domain.cage import CagePlace
from tables.selectors import cage as cage_reads
from tables.selectors.cage import Movement


class StockLineAnswer(serializers.Serializer[Any]):
    """One kind of chip, or of banknote (``chip_set`` empty), in pieces. ``need`` is target less count, 0 without."""

    place = serializers.CharField()
    chip_set = serializers.CharField(allow_blank=True)
    kind = serializers.CharField(allow_blank=True, help_text="value, promotional or non_value; empty for banknotes")
    value = serializers.IntegerField()
    colour = serializers.CharField(allow_blank=True)
    letter = serializers.CharField(allow_blank=True)
    retired = serializers.BooleanField()
    count = serializers.IntegerField()
    target = serializers.IntegerField()
    need = serializers.IntegerField()
    worth = serializers.IntegerField()


class StockAnswer(serializers.Serializer[Any]):
    """What should lie in cage and vault at position ``seq`` of the cage's stream."""

    seq = serializers.IntegerField()
    lines = StockLineAnswer(many=True)
    chips_total = serializers.DictField(child=serializers.IntegerField(), help_text="chips with a value, by place")
    cash_total = serializers.DictField(child=serializers.IntegerField(), help_text="banknotes, by place")


class MovementAnswer(serializers.Serializer[Any]):
    """An event of the cage as it stands in the log."""

    seq = serializers.IntegerField()
    type = serializers.CharField()
    at = serializers.DateTimeField()
    by = serializers.CharField(help_text="badge")
    data = serializers.DictField()  # type: ignore[assignment]  # the log calls it so


class CageStock(FloorView):
    """What lies in cage and vault."""

    @operation(
        "read_cage_stock",
        "What should lie in the cage and its vault, against its target",
        tag=TAG,
        answer=StockAnswer,
        told={
            "seq": 12,
            "lines": [
                {
                    "place": "cage",
                    "chip_set": "MAIN",
                    "kind": "value",
                    "value": 500,
                    "colour": "#c8102e",
                    "letter": "r",
                    "retired": False,
                    "count": 4800,
                    "target": 5000,
                    "need": 200,
                    "worth": 2400000,
                }
            ],
            "chips_total": {"cage": 43000000, "vault": 0},
            "cash_total": {"cage": 5000000, "vault": 0},
        },
        status=200,
        refusals={"not_permitted": 403},
        parameters=[IF_NONE_MATCH],
    )
    def get(self, request: Request) -> Response:
        """By place, chip set and value. A count of the cage is made without it."""
        self.require_parameters()
        found = cage_reads.stock(self.actor)
        lines = [{**asdict(line), "need": line.need, "worth": line.worth} for line in found.lines]
        totals = {
            "chips_total": {place.value: found.chips_total(place) for place in CagePlace},
            "cash_total": {place.value: found.cash_total(place) for place in CagePlace},
        }
        return self.seen({"seq": found.seq, "lines": lines, **totals}, found.seq)


class CageMovements(FloorView):
    """What changed the stock."""

    @operation(
        "read_cage_movements",
        "What came to the cage, left it and was counted there, the newest first",
        tag=TAG,
        answer=page_of(MovementAnswer),
        told={
            "results": [
                {
                    "seq": 12,
                    "type": "cash_received",
                    "at": "2026-03-04T20:14:03.000000Z",
                    "by": "4001",
                    "data": {"notes": {"10000": 4}, "total": 40000, "signatures": []},
                }
            ],
            "next": None,
        },
        status=200,
        refusals={"bad_parameter": 400, "not_permitted": 403},
        parameters=[LIMIT, query("before", int, "Only those below this position.")],
    )
    def get(self, request: Request) -> Response:
        """Events of the cage as they stand in the log. A table's first bank stands in the table's own."""
        self.require_parameters("limit", "before")
        limit = self.number("limit", 50, MOST_ROWS)
        found = cage_reads.movements(self.actor, before=optional_number(self, "before"), limit=limit + 1)
        return Response(page([told(movement) for movement in found], limit, "before", "seq"))


def told(movement: Movement) -> dict[str, Any]:
    """A movement as it is answered."""
    return {**asdict(movement), "at": instant(movement.at)}
