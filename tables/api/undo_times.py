"""For how long a dealer may take back his own last press: a setting of the house."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api.describe import operation
from tables.api.doors import FloorView
from tables.api.shapes import StrictInteger, StrictSerializer
from tables.domain.undoing import MOST_SECONDS
from tables.services import house

_TAG = "house"


class UndoTimeShape(StrictSerializer):
    """Seconds; 0 for never."""

    seconds = StrictInteger(min_value=0, max_value=MOST_SECONDS)


class UndoTimeSet(serializers.Serializer[Any]):
    """The time that holds from now on."""

    seconds = serializers.IntegerField()
    seq = serializers.IntegerField(help_text="position in the house's stream")


class UndoTimes(FloorView):
    """The undo time."""

    @operation(
        "set_undo_time",
        "Set for how long a dealer may take back his own last press",
        tag=_TAG,
        request=UndoTimeShape,
        sent={"seconds": 10},
        answer=UndoTimeSet,
        told={"seconds": 10, "seq": 77},
        refusals={"not_permitted": 403, "bad_seconds": 422},
    )
    def post(self, request: Request) -> Response:
        """At most a minute; after that somebody has acted on what was keyed, and the pit boss decides."""
        asked = self.read(UndoTimeShape)
        return self.written(house.set_undo_time(actor=self.actor, at=self.at, seconds=asked["seconds"], key=self.key))
