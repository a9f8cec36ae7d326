"""The rake of pot games: counted by two counters when it has left its table with the drop box."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api import boxes
from tables.api.chips import StrictChips
from tables.api.describe import operation
from tables.api.doors import FloorView
from tables.api.shapes import StrictInteger
from tables.services import rakes
from tables.services.rakes import RakeCount

_COUNTERS = [{"badge": "5001", "pin": "830659"}, {"badge": "5002", "pin": "940761"}]


class RakeCountShape(boxes.RemovalShape):
    """Chips by denomination; an empty rake box is ``{}`` and 0."""

    chips = StrictChips()
    total = StrictInteger(help_text="minor units; must be what the chips are worth")


class RakeCounted(serializers.Serializer[Any]):
    """What was in the rake box. The count stands."""

    table = serializers.CharField()
    box = serializers.IntegerField(help_text="the drop box that stood beside it")
    periods = serializers.ListField(child=serializers.IntegerField())
    chips = StrictChips()
    total = serializers.IntegerField()
    seq = serializers.IntegerField(help_text="position in the count room's stream")


class RakeCounts(FloorView):
    """The count of the rake that left with a box; there is one."""

    @operation(
        "count_rake",
        "Count the rake that left with a box",
        tag="boxes",
        request=RakeCountShape,
        sent={"chips": {"100": 4, "500": 3}, "total": 1900, "counters": _COUNTERS},
        answer=RakeCounted,
        told={
            "table": "SD-01",
            "box": 3,
            "periods": [7, 8, 9],
            "chips": {"100": 4, "500": 3},
            "total": 1900,
            "seq": 22,
        },
        refusals={
            "not_permitted": 403,
            "same_person": 403,
            "role_not_held": 403,
            "wrong_badge_or_pin": 403,
            "pin_locked": 403,
            "not_independent": 403,
            "no_such_box": 404,
            "already_counted": 409,
            "box_not_removed": 409,
            "unknown_denomination": 422,
            "total_mismatch": 422,
        },
    )
    def post(self, request: Request, table: str, box: int) -> Response:
        """Enter what both counters found, before or after the cash. Only pot games have a rake."""
        asked = self.read(RakeCountShape)
        answer = rakes.count_rake(
            actor=self.actor,
            at=self.at,
            table=table,
            box=box,
            count=RakeCount(asked["chips"], asked["total"]),
            counters=boxes.counters_of(asked),
            key=self.key,
        )
        return self.written(answer)
