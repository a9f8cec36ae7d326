"""Players the house knows, and what a table knows of their chips."""

from dataclasses import asdict
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api.doors import MOST_ROWS, FloorView
from tables.api.shapes import StrictInteger, StrictSerializer, StrictText
from tables.selectors import patrons as patron_reads
from tables.services import patrons


class PatronShape(StrictSerializer):
    """A player by name or by description."""

    code = StrictText(max_length=16)
    name = StrictText(max_length=120, required=False, allow_blank=True)
    description = StrictText(max_length=240, required=False, allow_blank=True)


class PatronRegistered(serializers.Serializer[Any]):
    """The player's code."""

    patron = serializers.CharField()
    seq = serializers.IntegerField()


class PatronRow(serializers.Serializer[Any]):
    """A player as the house knows him."""

    code = serializers.CharField()
    name = serializers.CharField(allow_blank=True)
    description = serializers.CharField(allow_blank=True)


class PatronList(serializers.Serializer[Any]):
    """By code; ``next`` leads on."""

    results = PatronRow(many=True)
    next = serializers.CharField(allow_null=True)


class FundsShape(StrictSerializer):
    """A player's chips, in minor units."""

    player = StrictText(max_length=40)
    amount = StrictInteger()


class FundsDeclared(serializers.Serializer[Any]):
    """What the table now knows of the player's chips."""

    table = serializers.CharField()
    player = serializers.CharField()
    amount = serializers.IntegerField()
    seq = serializers.IntegerField()


class Patrons(FloorView):
    """Players the house knows."""

    @extend_schema(
        operation_id="read_patrons",
        parameters=[
            OpenApiParameter("limit", OpenApiTypes.INT, description="at most 200"),
            OpenApiParameter("after", OpenApiTypes.STR, description="only codes behind this one"),
        ],
        responses=PatronList,
    )
    def get(self, request: Request) -> Response:
        """The patrons by code."""
        self.require_parameters("limit", "after")
        limit = self.number("limit", 50, MOST_ROWS)
        rows = patron_reads.known(self.actor, after=request.query_params.get("after", ""), limit=limit + 1)
        page = [asdict(row) for row in rows[:limit]]
        more = f"?limit={limit}&after={page[-1]['code']}" if len(rows) > limit else None
        return Response({"results": page, "next": more})

    @extend_schema(
        operation_id="register_patron",
        request=PatronShape,
        responses={201: PatronRegistered},
        examples=[OpenApiExample("By description", {"code": "C-7", "description": "tall, red cap"}, request_only=True)],
    )
    def post(self, request: Request) -> Response:
        """Register a player by name or description."""
        asked = self.read(PatronShape)
        return self.written(patrons.register_patron(actor=self.actor, at=self.at, key=self.key, **asked))


class Funds(FloorView):
    """Players' chips at a table that keeps track of them."""

    match = "optional"

    @extend_schema(
        operation_id="declare_funds",
        request=FundsShape,
        responses={201: FundsDeclared},
        examples=[OpenApiExample("Two hundred", {"player": "p2", "amount": 20000}, request_only=True)],
    )
    def post(self, request: Request, table: str) -> Response:
        """Declare how much in chips a player has before him; between rounds."""
        asked = self.read(FundsShape)
        return self.written(
            patrons.declare_funds(
                actor=self.actor, at=self.at, table=table, key=self.key, expected_seq=self.expected_seq, **asked
            )
        )
