"""Time charges at a pot game's table, keyed by its dealer."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api.chips import StrictChips
from tables.api.describe import operation
from tables.api.doors import FloorView
from tables.api.shapes import StrictSerializer, StrictText
from tables.services import seat_fees


class SeatFeeShape(StrictSerializer):
    """A player's chips for his time at the table."""

    player = StrictText(max_length=40)
    chips = StrictChips()


class SeatFeeTaken(serializers.Serializer[Any]):
    """The chips are in the rake box."""

    table = serializers.CharField()
    player = serializers.CharField()
    total = serializers.IntegerField()
    seq = serializers.IntegerField()


class SeatFees(FloorView):
    """Time charges of a table."""

    match = "optional"

    @operation(
        "take_seat_fee",
        "Take a player's time charge at a table that charges time and no rake",
        tag="racks",
        request=SeatFeeShape,
        sent={"player": "anna", "chips": {"500": 2}},
        answer=SeatFeeTaken,
        told={"table": "SD-01", "player": "anna", "total": 1000, "seq": 77},
        refusals={
            "not_permitted": 403,
            "not_dealing": 403,
            "terminal_required": 403,
            "no_such_table": 404,
            "table_not_open": 409,
            "play_stopped": 409,
            "no_seat_fee": 409,
            "name_looks_alike": 409,
            "stale_sequence": 412,
            "bad_amount": 422,
            "unknown_denomination": 422,
        },
    )
    def post(self, request: Request, table: str) -> Response:
        """The chips go visibly into the rake box, in whole charges."""
        asked = self.read(SeatFeeShape)
        answer = seat_fees.take_seat_fee(
            actor=self.actor,
            at=self.at,
            table=table,
            player=asked["player"],
            given=asked["chips"],
            key=self.key,
            expected_seq=self.expected_seq,
        )
        return self.written(answer)
