"""Dealers at a table."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api.doors import FloorView
from tables.api.shapes import StrictSerializer
from tables.services import taps


class Tap(serializers.Serializer[Any]):
    """Who deals now, and who was relieved."""

    table = serializers.CharField()
    dealer = serializers.CharField(allow_null=True)
    relieved = serializers.CharField(allow_null=True)
    seq = serializers.IntegerField()


class TapsIn(FloorView):
    """Dealers who took over."""

    match = "optional"

    @extend_schema(operation_id="tap_in", request=None, responses={201: Tap})
    def post(self, request: Request, table: str) -> Response:
        """Take over as the table's dealer, also in the middle of a round."""
        self.read(StrictSerializer)
        return self.written(
            taps.tap_in(actor=self.actor, at=self.at, table=table, key=self.key, expected_seq=self.expected_seq)
        )


class TapsOut(FloorView):
    """Dealers who left without a relief."""

    match = "optional"

    @extend_schema(operation_id="tap_out", request=None, responses={201: Tap})
    def post(self, request: Request, table: str) -> Response:
        """Leave the table between rounds; the pit boss may also send the dealer off."""
        self.read(StrictSerializer)
        return self.written(
            taps.tap_out(actor=self.actor, at=self.at, table=table, key=self.key, expected_seq=self.expected_seq)
        )
