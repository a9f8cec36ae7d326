"""Drop boxes: taken from their tables by two counters, waiting for the count, missing from it."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api import lists
from tables.api.describe import LIMIT, operation, query
from tables.api.doors import MOST_ROWS, FloorView
from tables.api.shapes import SignatureShape, StrictInteger, StrictSerializer, StrictText
from tables.domain.actors import instant
from tables.selectors import boxes as boxes_seen
from tables.services import boxes
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
    """Two counters, who neither deal nor supervise in the pit; ``emergency`` says why out of turn, if it is."""

    counters = serializers.ListField(child=SignatureShape(), min_length=2, max_length=2)
    emergency = StrictText(default="", allow_blank=True)


class CountersShape(RemovalShape):
    """The box that is to go, and who takes it."""

    box = StrictInteger(min_value=1)


class BoxRemoved(serializers.Serializer[Any]):
    """The box is on its way; ``periods`` are those whose cash is in it."""

    table = serializers.CharField()
    box = serializers.IntegerField()
    periods = serializers.ListField(child=serializers.IntegerField())
    seq = serializers.IntegerField()


_WAITING_FOR = [boxes_seen.CASH, boxes_seen.RAKE]
_WAITING = {
    "table": "BJ-04",
    "box": 3,
    "removed_at": "2026-03-05T14:02:11.000000Z",
    "periods": [7, 8, 9],
    "waits_for": ["cash"],
    "status": "removed",
    "missing": "",
    "emergency": "",
}
_REMOVED = {
    "id": 318,
    "table": "BJ-04",
    "pit": "P1",
    "box": 3,
    "removed_at": "2026-03-05T14:02:11.000000Z",
    "emergency": "",
    "status": "counted",
    "missing": "",
    "periods": [7, 8, 9],
    "takers": ["5001", "5002"],
}


class WaitingBox(serializers.Serializer[Any]):
    """A box that was taken and not counted yet, or the rake beside it."""

    table = serializers.CharField()
    box = serializers.IntegerField()
    removed_at = serializers.DateTimeField()
    periods = serializers.ListField(child=serializers.IntegerField())
    waits_for = serializers.ListField(child=serializers.ChoiceField(_WAITING_FOR))
    status = serializers.CharField(help_text="`removed` until a count has it")
    missing = serializers.CharField(allow_blank=True, help_text="why a closed count did not get it")
    emergency = serializers.CharField(allow_blank=True, help_text="why it was taken out of turn")


class WaitingBoxList(serializers.Serializer[Any]):
    """The longest waiting first."""

    results = WaitingBox(many=True)


class RemovedBox(serializers.Serializer[Any]):
    """A line of the removal log."""

    id = serializers.IntegerField(help_text="for lists that go on")
    table = serializers.CharField()
    pit = serializers.CharField()
    box = serializers.IntegerField()
    removed_at = serializers.DateTimeField()
    emergency = serializers.CharField(allow_blank=True)
    status = serializers.CharField()
    missing = serializers.CharField(allow_blank=True)
    periods = serializers.ListField(child=serializers.IntegerField())
    takers = serializers.ListField(child=serializers.CharField(), help_text="badges of the two who took it")


def removal_of(box: int, asked: Mapping[str, Any]) -> BoxRemoval:
    """A box's removal by both counters of a checked body."""
    first, second = asked["counters"]
    return BoxRemoval(box, (SignatureRequest(**first), SignatureRequest(**second)), asked["emergency"])


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
            "bad_reason": 422,
        },
    )
    def post(self, request: Request, table: str, box: int) -> Response:
        """Take the box. The next opening places an empty one."""
        removal = removal_of(box, self.read(RemovalShape))
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


class WaitingBoxes(FloorView):
    """Boxes on their way to the count."""

    @operation(
        "read_waiting_boxes",
        "Boxes that were taken and not counted yet",
        tag=_TAG,
        answer=WaitingBoxList,
        told={"results": [_WAITING]},
        status=200,
        refusals={"not_permitted": 403},
    )
    def get(self, request: Request) -> Response:
        """The longest waiting first. The rake of a pot game waits beside the cash until both are counted."""
        self.require_parameters()
        return _waiting(boxes_seen.waiting(self.actor))


class MissingBoxes(FloorView):
    """Boxes that a closed count did not get."""

    @operation(
        "read_missing_boxes",
        "Boxes that a closed count did not get",
        tag=_TAG,
        answer=WaitingBoxList,
        told={"results": [{**_WAITING, "missing": "the key of the rack broke"}]},
        status=200,
        refusals={"not_permitted": 403},
    )
    def get(self, request: Request) -> Response:
        """An exception of their shift until a later count has them."""
        self.require_parameters()
        return _waiting(boxes_seen.waiting(self.actor, missing=True))


def _waiting(found: Sequence[boxes_seen.WaitingBox]) -> Response:
    return Response(
        {
            "results": [
                {
                    **asdict(box),
                    "removed_at": instant(box.removed_at),
                    "periods": list(box.periods),
                    "waits_for": list(box.waits_for),
                }
                for box in found
            ]
        }
    )


class RemovalLog(FloorView):
    """Who took which box from which table."""

    @operation(
        "read_box_removals",
        "The removal log of drop boxes, the newest first",
        tag=_TAG,
        answer=lists.page_of(RemovedBox),
        told={"results": [_REMOVED], "next": None},
        status=200,
        parameters=[
            LIMIT,
            query("before", OpenApiTypes.INT, "Only lines below this id."),
            query("emergency", OpenApiTypes.STR, "Only boxes taken out of turn.", enum=["yes"]),
        ],
        refusals={"bad_parameter": 400, "not_permitted": 403},
    )
    def get(self, request: Request) -> Response:
        """With `emergency=yes` it is the emergency drop log."""
        self.require_parameters("limit", "before", "emergency")
        limit = self.number("limit", 50, MOST_ROWS)
        emergency = lists.word(self, "emergency", ["yes"])
        before = lists.optional_number(self, "before")
        found = boxes_seen.removals(self.actor, emergency=bool(emergency), before=before, limit=limit + 1)
        lines = [
            {
                **asdict(line),
                "removed_at": instant(line.removed_at),
                "periods": list(line.periods),
                "takers": list(line.takers),
            }
            for line in found
        ]
        return Response(lists.page(lines, limit, "before", "id", {"emergency": emergency}))
