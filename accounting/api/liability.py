"""What the house owes for chips that are not in it."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounting.api import examples
from accounting.api.ledger import LagMark, lag_picture
from accounting.selectors import liability
from tables.api.describe import operation
from tables.api.doors import FloorView


class PlaceTotal(serializers.Serializer[Any]):
    """All chips at a place of the house; racks, layouts, pots and rake boxes of all tables together."""

    place = serializers.CharField()
    total = serializers.IntegerField()


class ChipLiabilityAnswer(serializers.Serializer[Any]):
    """Issued less all places, minor units. Below zero there are chips that nobody issued: `alarm`."""

    issued = serializers.IntegerField()
    places = PlaceTotal(many=True)
    outstanding = serializers.IntegerField(help_text="chips in players' hands, which the house would have to redeem")
    promotional = serializers.IntegerField(help_text="promotional chips in patrons' hands, which it would not")
    alarm = serializers.BooleanField()
    lag = LagMark()


class ChipLiability(FloorView):
    """Chips outside the house."""

    @operation(
        "read_chip_liability",
        "What the house owes for its chips",
        tag="books",
        answer=ChipLiabilityAnswer,
        told={
            "issued": 43100000,
            "places": [
                {"place": "cage", "total": 42100000},
                {"place": "rack", "total": 993500},
                {"place": "variance/rack", "total": 0},
            ],
            "outstanding": 6500,
            "promotional": 2000,
            "alarm": False,
            "lag": examples.CAUGHT_UP,
        },
        status=200,
        refusals={"not_permitted": 403},
    )
    def get(self, request: Request) -> Response:
        """As far as the books have followed."""
        self.require_parameters()
        found = liability.of(self.actor)
        return Response(
            {
                "issued": found.issued,
                "places": [{"place": place, "total": total} for place, total in found.places],
                "outstanding": found.outstanding,
                "promotional": found.promotional,
                "alarm": found.alarm,
                "lag": lag_picture(found.lag),
            }
        )
