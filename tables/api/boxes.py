"""Drop boxes: taken from their tables and counted, each by two counters."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api.chips import StrictChips
from tables.api.describe import operation
from tables.api.doors import FloorView
from tables.api.shapes import SignatureShape, StrictInteger, StrictSerializer
from tables.domain.actors import instant
from tables.domain.notes import NoteCount
from tables.selectors import periods
from tables.services import boxes, counts
from tables.services.boxes import BoxRemoval
from tables.services.signatures import SignatureRequest

_TAG = "boxes"
_COUNTERS = [{"badge": "5001", "pin": "830659"}, {"badge": "5002", "pin": "940761"}]
_REFUSALS = {
    "not_permitted": 403,
    "same_person": 403,
    "role_not_held": 403,
    "wrong_badge_or_pin": 403,
    "pin_locked": 403,
    "not_independent": 403,
}


class RemovalShape(StrictSerializer):
    """Two counters, who neither deal nor supervise in the pit."""

    counters = serializers.ListField(child=SignatureShape(), min_length=2, max_length=2)


class CountersShape(RemovalShape):
    """The box that is to go, and who takes it."""

    box = StrictInteger(min_value=1)


class BoxCountShape(RemovalShape):
    """Banknotes by value; an empty box is ``{}`` and 0."""

    notes = StrictChips()
    total = StrictInteger(help_text="minor units; must be what the notes are worth")


class BoxRemoved(serializers.Serializer[Any]):
    """The box is on its way; ``periods`` are those whose cash is in it."""

    table = serializers.CharField()
    box = serializers.IntegerField()
    periods = serializers.ListField(child=serializers.IntegerField())
    seq = serializers.IntegerField()


class BoxCounted(serializers.Serializer[Any]):
    """What was in the box. The count stands."""

    table = serializers.CharField()
    box = serializers.IntegerField()
    periods = serializers.ListField(child=serializers.IntegerField())
    notes = StrictChips()
    total = serializers.IntegerField()
    seq = serializers.IntegerField(help_text="position in the count room's stream")


_WAITING_FOR = [periods.CASH, periods.RAKE]


class WaitingBox(serializers.Serializer[Any]):
    """A box that was taken and not counted yet, or the rake beside it."""

    table = serializers.CharField()
    box = serializers.IntegerField()
    removed_at = serializers.DateTimeField()
    periods = serializers.ListField(child=serializers.IntegerField())
    waits_for = serializers.ListField(child=serializers.ChoiceField(_WAITING_FOR))


class WaitingBoxList(serializers.Serializer[Any]):
    """The longest waiting first."""

    results = WaitingBox(many=True)


def counters_of(asked: Mapping[str, Any]) -> tuple[SignatureRequest, SignatureRequest]:
    """Both counters of a checked body."""
    first, second = asked["counters"]
    return SignatureRequest(**first), SignatureRequest(**second)


class Removals(FloorView):
    """Removals of a box from a closed table; at an open one see the table's rolls."""

    match = "optional"

    @operation(
        "remove_box",
        "Take the box from a closed table",
        tag=_TAG,
        request=RemovalShape,
        sent={"counters": _COUNTERS},
        answer=BoxRemoved,
        told={"table": "BJ-04", "box": 3, "periods": [7, 8, 9], "seq": 514},
        refusals={
            **_REFUSALS,
            "no_such_table": 404,
            "no_such_box": 404,
            "period_open": 409,
            "box_not_on_table": 409,
            "stale_sequence": 412,
        },
    )
    def post(self, request: Request, table: str, box: int) -> Response:
        """Take the box. The next opening places an empty one."""
        removal = BoxRemoval(box, counters_of(self.read(RemovalShape)))
        return self.written(
            boxes.remove_box(
                actor=self.actor,
                at=self.at,
                table=table,
                removal=removal,
                key=self.key,
                expected_seq=self.expected_seq,
            )
        )


class Counts(FloorView):
    """The count of a removed box; there is one."""

    @operation(
        "count_box",
        "Count a removed box",
        tag=_TAG,
        request=BoxCountShape,
        sent={"notes": {"2000": 10, "10000": 3}, "total": 50000, "counters": _COUNTERS},
        answer=BoxCounted,
        told={
            "table": "BJ-04",
            "box": 3,
            "periods": [7, 8, 9],
            "notes": {"2000": 10, "10000": 3},
            "total": 50000,
            "seq": 21,
        },
        refusals={
            **_REFUSALS,
            "no_such_box": 404,
            "already_counted": 409,
            "box_not_removed": 409,
            "total_mismatch": 422,
        },
    )
    def post(self, request: Request, table: str, box: int) -> Response:
        """Enter what both counters found. An empty box is counted 0."""
        asked = self.read(BoxCountShape)
        answer = counts.count_box(
            actor=self.actor,
            at=self.at,
            table=table,
            box=box,
            count=NoteCount(asked["notes"], asked["total"]),
            counters=counters_of(asked),
            key=self.key,
        )
        return self.written(answer)


class WaitingBoxes(FloorView):
    """Boxes on their way to the count."""

    @operation(
        "read_waiting_boxes",
        "Boxes that were taken and not counted yet",
        tag=_TAG,
        answer=WaitingBoxList,
        told={
            "results": [
                {
                    "table": "BJ-04",
                    "box": 3,
                    "removed_at": "2026-03-05T14:02:11.000000Z",
                    "periods": [7, 8, 9],
                    "waits_for": ["cash"],
                }
            ]
        },
        status=200,
        refusals={"not_permitted": 403},
    )
    def get(self, request: Request) -> Response:
        """The longest waiting first. The rake of a pot game waits beside the cash until both are counted."""
        self.require_parameters()
        waiting = periods.waiting_boxes(self.actor)
        return Response(
            {
                "results": [
                    {
                        **asdict(box),
                        "removed_at": instant(box.removed_at),
                        "periods": list(box.periods),
                        "waits_for": list(box.waits_for),
                    }
                    for box in waiting
                ]
            }
        )
