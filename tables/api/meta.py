"""What a client asks first: where it is, and what time it is there."""

from dataclasses import asdict
from typing import Any

from django.conf import settings
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api.describe import operation
from tables.api.doors import FloorView
from tables.domain.actors import instant
from tables.selectors import house
from tables.services import clock


class MetaShape(serializers.Serializer[Any]):
    """The house now. Amounts everywhere are integers of the currency's minor unit."""

    version = serializers.CharField()
    casino = serializers.CharField()
    name = serializers.CharField()
    currency = serializers.CharField()
    exponent = serializers.IntegerField()
    time_zone = serializers.CharField()
    now = serializers.DateTimeField()
    gaming_day = serializers.DateField()
    shift = serializers.CharField()
    shift_starts = serializers.DateTimeField()
    shift_ends = serializers.DateTimeField()
    badge = serializers.CharField()
    roles = serializers.ListField(child=serializers.CharField())
    terminal = serializers.CharField(allow_blank=True)


class Meta(FloorView):
    """The version, the house, its gaming day and shift, and who is asking."""

    @operation(
        "read_meta",
        "The house, its clock, and who is asking",
        tag="house",
        answer=MetaShape,
        told={
            "version": "1.0.0",
            "casino": "DEMO",
            "name": "Demo House",
            "currency": "USD",
            "exponent": 2,
            "time_zone": "America/Los_Angeles",
            "now": "2026-03-04T20:00:00.000000Z",
            "gaming_day": "2026-03-04",
            "shift": "day",
            "shift_starts": "2026-03-04T14:00:00.000000Z",
            "shift_ends": "2026-03-04T22:00:00.000000Z",
            "badge": "1042",
            "roles": ["dealer"],
            "terminal": "T-BJ-04",
        },
        status=200,
    )
    def get(self, request: Request) -> Response:
        """The house at this moment. A client never sends a gaming day: the server's clock decides it."""
        self.require_parameters()
        facts = asdict(house.of(self.actor))
        window = clock.window(self.actor.casino_id, facts.pop("settings_version"), self.at)
        return Response(
            {
                "version": settings.SPECTACULAR_SETTINGS["VERSION"],
                "casino": facts.pop("code"),
                **facts,
                "now": instant(self.at),
                "gaming_day": window.gaming_day.isoformat(),
                "shift": window.shift,
                "shift_starts": instant(window.starts),
                "shift_ends": instant(window.ends),
                "badge": self.actor.badge,
                "roles": sorted(self.actor.roles),
                "terminal": self.actor.terminal,
            }
        )
