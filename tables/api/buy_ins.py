"""Cash for chips and chips for chips at a table, keyed by its dealer."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api.chips import StrictChips
from tables.api.describe import operation
from tables.api.doors import FloorView
from tables.api.shapes import StrictInteger, StrictSerializer, StrictText
from tables.services import buy_ins

_TAG = "racks"
_AT_TABLE = {
    "not_permitted": 403,
    "not_dealing": 403,
    "terminal_required": 403,
    "no_such_table": 404,
    "table_not_open": 409,
    "play_stopped": 409,
    "rack_short": 409,
    "name_looks_alike": 409,
    "stale_sequence": 412,
    "total_mismatch": 422,
    "unknown_denomination": 422,
}


class BuyInShape(StrictSerializer):
    """Cash of a player and the chips cut for it."""

    player = StrictText(max_length=40)
    cash = StrictInteger(min_value=1)
    chips = StrictChips()


class BuyInTaken(serializers.Serializer[Any]):
    """The cash is in the box, the chips are the player's."""

    table = serializers.CharField()
    period = serializers.IntegerField()
    player = serializers.CharField()
    cash = serializers.IntegerField()
    chips = StrictChips()
    box = serializers.IntegerField()
    seq = serializers.IntegerField()


class ChangeShape(StrictSerializer):
    """Chips of a player for chips of equal value from the rack."""

    player = StrictText(max_length=40)
    given = StrictChips()
    taken = StrictChips()


class ChipsChanged(serializers.Serializer[Any]):
    """The mix changed, the value did not."""

    table = serializers.CharField()
    period = serializers.IntegerField()
    player = serializers.CharField()
    given = StrictChips()
    taken = StrictChips()
    seq = serializers.IntegerField()


class BuyIns(FloorView):
    """Buy-ins at a table."""

    match = "optional"

    @operation(
        "take_buy_in",
        "Take a player's cash and give chips for it",
        tag=_TAG,
        request=BuyInShape,
        sent={"player": "seat 3", "cash": 50000, "chips": {"500": 20, "2500": 16}},
        answer=BuyInTaken,
        told={
            "table": "BJ-04",
            "period": 7,
            "player": "seat 3",
            "cash": 50000,
            "chips": {"500": 20, "2500": 16},
            "box": 3,
            "seq": 512,
        },
        refusals={**_AT_TABLE, "round_in_play": 409},
    )
    def post(self, request: Request, table: str) -> Response:
        """The cash goes into the box at once, never into the rack."""
        asked = self.read(BuyInShape)
        answer = buy_ins.take_buy_in(
            actor=self.actor,
            at=self.at,
            table=table,
            player=asked["player"],
            cash=asked["cash"],
            cut=asked["chips"],
            key=self.key,
            expected_seq=self.expected_seq,
        )
        return self.written(answer)


class ChipChanges(FloorView):
    """Colour-ups and changes at a table."""

    match = "optional"

    @operation(
        "change_chips",
        "Change a player's chips into others of equal value",
        tag=_TAG,
        request=ChangeShape,
        sent={"player": "seat 3", "given": {"500": 40}, "taken": {"10000": 2}},
        answer=ChipsChanged,
        told={
            "table": "BJ-04",
            "period": 7,
            "player": "seat 3",
            "given": {"500": 40},
            "taken": {"10000": 2},
            "seq": 513,
        },
        refusals={**_AT_TABLE, "empty_change": 422},
    )
    def post(self, request: Request, table: str) -> Response:
        """An even exchange: it has no effect on win."""
        asked = self.read(ChangeShape)
        answer = buy_ins.change_chips(
            actor=self.actor, at=self.at, table=table, key=self.key, expected_seq=self.expected_seq, **asked
        )
        return self.written(answer)
