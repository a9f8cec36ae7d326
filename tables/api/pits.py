"""Who is in charge of a pit."""

from dataclasses import asdict
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api.describe import operation
from tables.api.doors import FloorView
from tables.api.shapes import StrictSerializer, StrictText
from tables.domain.actors import instant
from tables.selectors import staff
from tables.services import pits

_TAG = "people"


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

    @operation(
        "read_assignments",
        "Who is in charge of the pit now",
        tag=_TAG,
        answer=Charges,
        told={
            "results": [{"pit": "P1", "badge": "2001", "name": "Petra Holm", "since": "2026-03-04T14:00:00.000000Z"}]
        },
        status=200,
        refusals={"not_permitted": 403, "no_such_pit": 404},
    )
    def get(self, request: Request, pit: str) -> Response:
        """Who is in charge of the pit now."""
        self.require_parameters()
        rows = [
            {key: value for key, value in {**asdict(charge), "since": instant(charge.since)}.items() if key != "until"}
            for charge in staff.in_charge(self.actor, pit)
        ]
        return Response({"results": rows})

    @operation(
        "assign_pit_boss",
        "Put a pit boss in charge",
        tag=_TAG,
        request=BadgeShape,
        sent={"badge": "2001"},
        answer=Assignment,
        told={"pit": "P1", "badge": "2001", "warnings": [], "seq": 88},
        refusals={
            "not_permitted": 403,
            "same_person": 403,
            "no_such_pit": 404,
            "no_such_badge": 404,
            "role_not_held": 409,
            "already_assigned": 409,
            "deals_in_pit": 409,
        },
    )
    def post(self, request: Request, pit: str) -> Response:
        """Put another pit boss in charge until he is relieved; nobody takes charge by himself."""
        asked = self.read(BadgeShape)
        return self.written(pits.assign_pit_boss(actor=self.actor, at=self.at, pit=pit, key=self.key, **asked))


class Reliefs(FloorView):
    """Pit bosses relieved."""

    @operation(
        "relieve_pit_boss",
        "End a pit boss's charge",
        tag=_TAG,
        request=BadgeShape,
        sent={"badge": "2001"},
        answer=Relief,
        told={"pit": "P1", "badge": "2001", "seq": 89},
        refusals={"not_permitted": 403, "no_such_pit": 404, "no_such_badge": 404, "not_assigned": 409},
    )
    def post(self, request: Request, pit: str) -> Response:
        """End a pit boss's charge of the pit."""
        asked = self.read(BadgeShape)
        return self.written(pits.relieve_pit_boss(actor=self.actor, at=self.at, pit=pit, key=self.key, **asked))
