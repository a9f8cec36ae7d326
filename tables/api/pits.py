"""Who is in charge of a pit."""

from dataclasses import asdict
from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api.doors import FloorView
from tables.api.shapes import StrictSerializer, StrictText
from tables.domain.actors import instant
from tables.selectors import staff
from tables.services import pits


class BadgeShape(StrictSerializer):
    """A person of the house."""

    badge = StrictText(max_length=16)


class Assignment(serializers.Serializer[Any]):
    """The pit boss is in charge now. ``warnings``: ``too_many_tables``."""

    pit = serializers.CharField()
    badge = serializers.CharField()
    warnings = serializers.ListField(child=serializers.CharField())
    seq = serializers.IntegerField()


class Charge(serializers.Serializer[Any]):
    """Who is in charge, and since when."""

    pit = serializers.CharField()
    badge = serializers.CharField()
    name = serializers.CharField()
    since = serializers.DateTimeField()


class Charges(serializers.Serializer[Any]):
    """Everybody in charge now."""

    results = Charge(many=True)


class Relief(serializers.Serializer[Any]):
    """The pit boss is no longer in charge."""

    pit = serializers.CharField()
    badge = serializers.CharField()
    seq = serializers.IntegerField()


class Assignments(FloorView):
    """Pit bosses in charge of a pit."""

    @extend_schema(operation_id="read_assignments", responses=Charges)
    def get(self, request: Request, pit: str) -> Response:
        """Who is in charge of the pit now."""
        self.require_parameters()
        rows = [
            {key: value for key, value in {**asdict(charge), "since": instant(charge.since)}.items() if key != "until"}
            for charge in staff.in_charge(self.actor, pit)
        ]
        return Response({"results": rows})

    @extend_schema(
        operation_id="assign_pit_boss",
        request=BadgeShape,
        responses={201: Assignment},
        examples=[OpenApiExample("The incoming boss", {"badge": "2001"}, request_only=True)],
    )
    def post(self, request: Request, pit: str) -> Response:
        """Put a pit boss in charge until he is relieved."""
        asked = self.read(BadgeShape)
        return self.written(pits.assign_pit_boss(actor=self.actor, at=self.at, pit=pit, key=self.key, **asked))


class Reliefs(FloorView):
    """Pit bosses relieved."""

    @extend_schema(
        operation_id="relieve_pit_boss",
        request=BadgeShape,
        responses={201: Relief},
        examples=[OpenApiExample("The outgoing boss", {"badge": "2001"}, request_only=True)],
    )
    def post(self, request: Request, pit: str) -> Response:
        """End a pit boss's charge of the pit."""
        asked = self.read(BadgeShape)
        return self.written(pits.relieve_pit_boss(actor=self.actor, at=self.at, pit=pit, key=self.key, **asked))
