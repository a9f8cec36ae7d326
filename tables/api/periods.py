"""Periods of a table between counts, and counts that are late."""

from dataclasses import asdict
from typing import Any

from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api import lists
from tables.api.chips import StrictChips
from tables.api.describe import operation, query
from tables.api.doors import MOST_ROWS, FloorView
from tables.domain.actors import instant
from tables.selectors import house, periods
from tables.services import clock

_TAG = "tables"
_PERIOD = {
    "period": 7,
    "session": 1,
    "gaming_day": "2026-03-04",
    "shift": "day",
    "box": 3,
    "opened_at": "2026-03-04T14:00:00.000000Z",
    "opener": {"2500": 400},
    "opener_total": 1000000,
    "opener_variance": 0,
    "closed_at": "2026-03-04T22:00:00.000000Z",
    "closer": {"2500": 396},
    "closer_total": 990000,
    "closer_expected": 1000000,
    "difference": -10000,
}


class Period(serializers.Serializer[Any]):
    """From an opener to its closer; the closing fields are null while it is open."""

    period = serializers.IntegerField()
    session = serializers.IntegerField()
    gaming_day = serializers.DateField()
    shift = serializers.CharField()
    box = serializers.IntegerField()
    opened_at = serializers.DateTimeField()
    opener = StrictChips()
    opener_total = serializers.IntegerField()
    opener_variance = serializers.IntegerField()
    closed_at = serializers.DateTimeField(allow_null=True)
    closer = StrictChips(allow_null=True)
    closer_total = serializers.IntegerField(allow_null=True)
    closer_expected = serializers.IntegerField(allow_null=True)
    difference = serializers.IntegerField(allow_null=True)


class LateCount(serializers.Serializer[Any]):
    """A table whose period belongs to a shift that is over."""

    table = serializers.CharField()
    period = serializers.IntegerField()
    gaming_day = serializers.DateField()
    shift = serializers.CharField()
    opened_at = serializers.DateTimeField()


class LateCountList(serializers.Serializer[Any]):
    """By table."""

    results = LateCount(many=True)


class Periods(FloorView):
    """Bank periods of a table."""

    @operation(
        "read_periods",
        "The periods of a table between counts",
        tag=_TAG,
        answer=lists.page_of(Period),
        told={"results": [_PERIOD], "next": "?limit=1&before=7"},
        status=200,
        refusals={"not_permitted": 403, "not_your_view": 403, "no_such_table": 404},
        parameters=[
            query("limit", OpenApiTypes.INT, "at most 200"),
            query("before", OpenApiTypes.INT, "only periods below this number"),
        ],
    )
    def get(self, request: Request, table: str) -> Response:
        """Newest first, with opener, closer and what they differ by."""
        self.require_parameters("limit", "before")
        limit = self.number("limit", 50, MOST_ROWS)
        before = lists.optional_number(self, "before")
        found = [_period_row(row) for row in periods.of_table(self.actor, table, before=before, limit=limit + 1)]
        return Response(lists.page(found, limit, "before", "period"))


def _period_row(row: periods.PeriodView) -> dict[str, Any]:
    shown = asdict(row)
    return {
        "period": shown.pop("number"),
        **shown,
        "gaming_day": row.gaming_day.isoformat(),
        "opened_at": instant(row.opened_at),
        "closed_at": instant(row.closed_at) if row.closed_at else None,
        "difference": row.difference,
    }


class LateCounts(FloorView):
    """Tables that were not counted when the shift changed."""

    @operation(
        "read_late_counts",
        "Open tables that were not counted since the shift changed",
        tag=_TAG,
        answer=LateCountList,
        told={
            "results": [
                {
                    "table": "BJ-04",
                    "period": 7,
                    "gaming_day": "2026-03-04",
                    "shift": "day",
                    "opened_at": "2026-03-04T14:00:00.000000Z",
                }
            ]
        },
        status=200,
        refusals={"not_permitted": 403},
    )
    def get(self, request: Request) -> Response:
        """Until its count such a table still earns for the shift that is over."""
        self.require_parameters()
        version = house.of(self.actor).settings_version
        late = periods.uncounted(self.actor, clock.window(self.actor.casino_id, version, self.at))
        return Response(
            {
                "results": [
                    {**asdict(row), "gaming_day": row.gaming_day.isoformat(), "opened_at": instant(row.opened_at)}
                    for row in late
                ]
            }
        )
