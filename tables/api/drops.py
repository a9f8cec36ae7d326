"""The money of closed counts, and its way into the vault."""

from dataclasses import asdict
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api.cage_counts import SetsField
from tables.api.cage_shapes import CASHIER, SIGNING, TAG, signers
from tables.api.chips import StrictChips
from tables.api.describe import operation
from tables.api.doors import FloorView
from tables.api.shapes import SignatureShape, StrictInteger, StrictSerializer
from tables.domain.actors import instant
from tables.domain.notes import NoteCount
from tables.selectors import drops
from tables.services import drop_takeovers
from tables.services.drop_takeovers import Takeover

_MONEY = {
    "notes": {"2000": 10, "10000": 4},
    "cash_total": 60000,
    "sets": {"MAIN": {"100": 3}},
    "chips_total": 300,
    "promotional_total": 0,
}


class TakeoverShape(StrictSerializer):
    """What a counter hands over and a cashier counts: banknotes, and chips by set."""

    session = StrictInteger(min_value=1)
    notes = StrictChips()
    cash_total = StrictInteger()
    sets = SetsField()
    chips_total = StrictInteger(help_text="chips with a value: rake, and what fell into boxes")
    promotional_total = StrictInteger(default=0, help_text="what is written on promotional chips")
    counter = SignatureShape()
    cashier = SignatureShape()


class TakenOver(serializers.Serializer[Any]):
    """The money is in the vault."""

    session = serializers.IntegerField()
    notes = StrictChips()
    cash_total = serializers.IntegerField()
    sets = serializers.DictField(child=StrictChips())
    chips = StrictChips(help_text="with a value, all sets together")
    chips_total = serializers.IntegerField()
    promotional_total = serializers.IntegerField()
    seq = serializers.IntegerField(help_text="position in the cage's stream")


class WaitingDropLine(serializers.Serializer[Any]):
    """A closed count whose money the cage has not taken over."""

    session = serializers.IntegerField()
    gaming_day = serializers.DateField()
    closed_at = serializers.DateTimeField()
    cash_total = serializers.IntegerField()
    chips_total = serializers.IntegerField()
    promotional_total = serializers.IntegerField()


class WaitingDropList(serializers.Serializer[Any]):
    """The oldest first."""

    results = WaitingDropLine(many=True)


class WaitingDrops(FloorView):
    """Money that waits for the cage."""

    @operation(
        "read_waiting_drops",
        "Closed counts whose money the cage has not taken over",
        tag=TAG,
        answer=WaitingDropList,
        told={
            "results": [
                {
                    "session": 7,
                    "gaming_day": "2026-03-03",
                    "closed_at": "2026-03-04T18:40:12.000000Z",
                    "cash_total": 60000,
                    "chips_total": 300,
                    "promotional_total": 0,
                }
            ]
        },
        status=200,
        refusals={"not_permitted": 403},
    )
    def get(self, request: Request) -> Response:
        """Nothing shows here before its count is closed."""
        self.require_parameters()
        results = [{**asdict(drop), "closed_at": instant(drop.closed_at)} for drop in drops.waiting(self.actor)]
        return Response({"results": results})


class DropTakeovers(FloorView):
    """From the count room into the vault."""

    match = "optional"

    @operation(
        "take_over_drop",
        "Take the money of a closed count into the vault",
        tag=TAG,
        request=TakeoverShape,
        sent={"session": 1, **_MONEY, "counter": {"badge": "5001", "pin": "830659"}, "cashier": CASHIER},
        answer=TakenOver,
        told={"session": 1, **_MONEY, "chips": {"100": 3}, "seq": 23},
        refusals={
            **SIGNING,
            "no_such_chip_set": 404,
            "no_such_drop": 404,
            "drop_differs": 409,
            "stale_sequence": 412,
            "not_value_chips": 422,
            "total_mismatch": 422,
            "unknown_denomination": 422,
            "unknown_note": 422,
        },
    )
    def post(self, request: Request) -> Response:
        """Whole and once; what is handed over must be what was counted."""
        asked = self.read(TakeoverShape)
        handed = Takeover(
            session=asked["session"],
            notes=NoteCount(asked["notes"], asked["cash_total"]),
            sets=asked["sets"],
            chips_total=asked["chips_total"],
            promotional_total=asked["promotional_total"],
        )
        answer = drop_takeovers.take_over_drop(
            actor=self.actor,
            at=self.at,
            handed=handed,
            **signers(asked, "counter", "cashier"),
            key=self.key,
            expected_seq=self.expected_seq,
        )
        return self.written(answer)
