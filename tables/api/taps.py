"""Dealers at a table."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api.describe import operation
from tables.api.doors import FloorView
from tables.api.shapes import StrictSerializer
from tables.services import taps

_TAG = "table life"


class Tap(serializers.Serializer[Any]):
    """Who deals now, and who was relieved."""

    table = serializers.CharField()
    dealer = serializers.CharField(allow_null=True)
    relieved = serializers.CharField(allow_null=True)
    seq = serializers.IntegerField()


class TapsIn(FloorView):
    """Dealers who took over."""

    match = "optional"

    @operation(
        "tap_in",
        "Take over as the table's dealer",
        tag=_TAG,
        answer=Tap,
        told={"table": "BJ-04", "dealer": "1043", "relieved": "1042", "seq": 512},
        refusals={
            "not_permitted": 403,
            "terminal_required": 403,
            "licence_expired": 403,
            "not_signed_off": 403,
            "no_such_table": 404,
            "already_dealing": 409,
            "dealing_elsewhere": 409,
            "supervises_pit": 409,
            "stale_sequence": 412,
        },
    )
    def post(self, request: Request, table: str) -> Response:
        """Take over as the table's dealer, also in the middle of a round."""
        self.read(StrictSerializer)
        return self.written(
            taps.tap_in(actor=self.actor, at=self.at, table=table, key=self.key, expected_seq=self.expected_seq)
        )


class TapsOut(FloorView):
    """Dealers who left without a relief."""

    match = "optional"

    @operation(
        "tap_out",
        "Leave the table without a relief",
        tag=_TAG,
        answer=Tap,
        told={"table": "BJ-04", "dealer": None, "relieved": "1042", "seq": 513},
        refusals={
            "not_in_charge": 403,
            "no_such_table": 404,
            "no_dealer": 409,
            "round_in_play": 409,
            "stale_sequence": 412,
        },
    )
    def post(self, request: Request, table: str) -> Response:
        """Leave the table between rounds; the pit boss may also send the dealer off."""
        self.read(StrictSerializer)
        return self.written(
            taps.tap_out(actor=self.actor, at=self.at, table=table, key=self.key, expected_seq=self.expected_seq)
        )
