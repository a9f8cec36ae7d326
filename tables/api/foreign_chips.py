"""What dealer and pit boss find in a rack that is not the table's."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api.describe import operation
from tables.api.doors import FloorView
from tables.api.shapes import SignatureShape, StrictChoice, StrictInteger, StrictSerializer, StrictText
from tables.domain.foreign_chips import MOST_ITEMS, ForeignItem, ForeignKind
from tables.services import foreign_chips
from tables.services.signatures import SignatureRequest

_KINDS = [kind.value for kind in ForeignKind]
_ITEM = {"kind": "foreign", "description": "Grand Palace", "value": 2500, "pieces": 2}


class ForeignItemShape(StrictSerializer):
    """Pieces of one sort: of which house or set, what is written on one (0 for nothing), how many."""

    kind = StrictChoice(_KINDS)
    description = StrictText(max_length=80)
    value = StrictInteger(default=0)
    pieces = StrictInteger(min_value=1)


class ForeignChipsShape(StrictSerializer):
    """All that was found at once."""

    items = serializers.ListField(child=ForeignItemShape(), min_length=1, max_length=MOST_ITEMS)
    dealer = SignatureShape()
    pit_boss = SignatureShape()


class ForeignItemLine(serializers.Serializer[Any]):
    """Pieces of one sort."""

    kind = serializers.CharField()
    description = serializers.CharField()
    value = serializers.IntegerField()
    pieces = serializers.IntegerField()


class ForeignChipsLogged(serializers.Serializer[Any]):
    """They are in the box, where they are counted apart."""

    table = serializers.CharField()
    box = serializers.IntegerField()
    items = ForeignItemLine(many=True)
    seq = serializers.IntegerField()


class ForeignChips(FloorView):
    """Foreign, promotional, valueless and false chips of a table."""

    match = "optional"

    @operation(
        "log_foreign_chips",
        "Put chips that are not the table's into its box",
        tag="racks",
        request=ForeignChipsShape,
        sent={
            "items": [_ITEM],
            "dealer": {"badge": "1042", "pin": "480215"},
            "pit_boss": {"badge": "2001", "pin": "610437"},
        },
        answer=ForeignChipsLogged,
        told={"table": "BJ-04", "box": 12, "items": [_ITEM], "seq": 41},
        refusals={
            "not_permitted": 403,
            "not_in_charge": 403,
            "same_person": 403,
            "role_not_held": 403,
            "wrong_badge_or_pin": 403,
            "pin_locked": 403,
            "no_such_table": 404,
            "no_box": 409,
            "stale_sequence": 412,
            "bad_description": 422,
        },
    )
    def post(self, request: Request, table: str) -> Response:
        """They are no rack value; what is short because of them shows at the next count."""
        asked = self.read(ForeignChipsShape)
        items = [ForeignItem(**{**item, "kind": ForeignKind(item["kind"])}) for item in asked["items"]]
        answer = foreign_chips.log_foreign_chips(
            actor=self.actor,
            at=self.at,
            table=table,
            items=items,
            dealer=SignatureRequest(**asked["dealer"]),
            pit_boss=SignatureRequest(**asked["pit_boss"]),
            key=self.key,
            expected_seq=self.expected_seq,
        )
        return self.written(answer)
