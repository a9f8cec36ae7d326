"""People who leave the house, and come back."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api.describe import operation
from tables.api.doors import FloorView
from tables.api.shapes import StrictSerializer
from tables.services import employment

_TAG = "people"


class PersonLeft(serializers.Serializer[Any]):
    """Who left, and the pits that he was in charge of until now."""

    badge = serializers.CharField()
    pits = serializers.ListField(child=serializers.CharField())
    seq = serializers.IntegerField()


class PersonBack(serializers.Serializer[Any]):
    """Who is back."""

    badge = serializers.CharField()
    seq = serializers.IntegerField()


class Deactivations(FloorView):
    """People who left."""

    @operation(
        "deactivate_staff",
        "Let a person work here no more",
        tag=_TAG,
        answer=PersonLeft,
        told={"badge": "1042", "pits": [], "seq": 100},
        refusals={
            "not_permitted": 403,
            "same_person": 403,
            "no_such_badge": 404,
            "last_house_manager": 409,
            "person_left": 409,
            "still_dealing": 409,
        },
    )
    def post(self, request: Request, badge: str) -> Response:
        """Let a person work here no more: sign-ons and charges of pits end with this commit."""
        self.read(StrictSerializer)
        return self.written(employment.deactivate_staff(actor=self.actor, at=self.at, badge=badge, key=self.key))


class Reactivations(FloorView):
    """People who came back."""

    @operation(
        "reactivate_staff",
        "Let a person work here again",
        tag=_TAG,
        answer=PersonBack,
        told={"badge": "1042", "seq": 101},
        refusals={"not_permitted": 403, "no_such_badge": 404, "person_here": 409},
    )
    def post(self, request: Request, badge: str) -> Response:
        """Let a person work here again, with the roles, games and secrets that he had."""
        self.read(StrictSerializer)
        return self.written(employment.reactivate_staff(actor=self.actor, at=self.at, badge=badge, key=self.key))
