"""The inventory of cards and dice."""

from dataclasses import asdict
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api.describe import operation
from tables.api.doors import FloorView
from tables.api.shapes import SignatureShape, StrictChoice, StrictInteger, StrictSerializer, StrictText
from tables.domain.actors import instant
from tables.domain.equipment import MOST, Item, Place
from tables.selectors import equipment as reads
from tables.services import equipment
from tables.services.signatures import SignatureRequest

_TAG = "equipment"
_KEEPER, _BOSS = {"badge": "7001", "pin": "503216"}, {"badge": "2001", "pin": "610437"}
_ACCOUNTANT = {"badge": "6001", "pin": "150872"}
_SIGNING = {
    "not_permitted": 403,
    "same_person": 403,
    "role_not_held": 403,
    "wrong_badge_or_pin": 403,
    "pin_locked": 403,
    "keeper_in_pit": 403,
    "bad_pieces": 422,
}
_TAKEN = {**_SIGNING, "not_in_charge": 403, "no_such_table": 404, "equipment_short": 409}
_COUNTED = {"cards": {"new": 96, "used": 8}, "dice": {"new": 50, "used": 0}}


class ItemField(StrictChoice):
    """`cards` are counted in decks, `dice` in pieces."""

    def __init__(self, **more: Any) -> None:
        super().__init__([item.value for item in Item], **more)


class Pieces(StrictInteger):
    """Decks or dice."""

    def __init__(self, **more: Any) -> None:
        super().__init__(max_value=MOST, **more)


class EquipmentReceipt(StrictSerializer):
    """Sealed decks or dice with their maker and batch or serial numbers."""

    item = ItemField()
    pieces = Pieces()
    source = StrictText()  # type: ignore[assignment]  # as in the event
    keeper = SignatureShape()
    accountant = SignatureShape()


class EquipmentIssue(StrictSerializer):
    """What a table gets."""

    item = ItemField()
    pieces = Pieces()
    keeper = SignatureShape()
    pit_boss = SignatureShape()


class EquipmentReturn(EquipmentIssue):
    """What comes back: all of it, and how many of those are still sealed."""

    unused = Pieces(default=0)


class EquipmentDestruction(StrictSerializer):
    """What is cancelled and destroyed, and how."""

    item = ItemField()
    place = StrictChoice([place.value for place in equipment.STORES], default=Place.USED.value)
    pieces = Pieces()
    how = StrictText()
    keeper = SignatureShape()
    accountant = SignatureShape()


class PlacesShape(StrictSerializer):
    """Sealed and used."""

    new = Pieces()
    used = Pieces()


class StoresShape(StrictSerializer):
    """Both kinds, whatever there is of them."""

    cards = PlacesShape()
    dice = PlacesShape()


class EquipmentCount(StrictSerializer):
    """What two persons found in the stores."""

    counted = StoresShape()
    note = StrictText(default="", allow_blank=True, help_text="why the count differs, if it does")
    keeper = SignatureShape()
    accountant = SignatureShape()


class EquipmentMoved(serializers.Serializer[Any]):
    """What the log says of it."""

    item = serializers.CharField()
    pieces = serializers.IntegerField()
    table = serializers.CharField(required=False)
    source = serializers.CharField(required=False)  # type: ignore[assignment]  # as in the event
    unused = serializers.IntegerField(required=False)
    place = serializers.CharField(required=False)
    how = serializers.CharField(required=False)
    seq = serializers.IntegerField(help_text="position in the cage's stream")


class EquipmentCounted(serializers.Serializer[Any]):
    """The stores are what was counted; `difference` is what that is more or less than expected, without noughts."""

    gaming_day = serializers.DateField()
    counted = serializers.DictField()
    difference = serializers.DictField()
    note = serializers.CharField(allow_blank=True)
    seq = serializers.IntegerField()


class KeptLine(serializers.Serializer[Any]):
    """Decks or dice in the stores, sealed and used, and at the tables."""

    item = serializers.CharField()
    new = serializers.IntegerField()
    used = serializers.IntegerField()
    at_tables = serializers.IntegerField()


class TableLine(serializers.Serializer[Any]):
    """Decks of a table: given and not brought back, in its shoe, beside it (sealed or played out), and never given."""

    table = serializers.CharField()
    given = serializers.IntegerField()
    in_shoe = serializers.IntegerField()
    beside_shoe = serializers.IntegerField()
    without_issue = serializers.IntegerField()


class EquipmentHeld(serializers.Serializer[Any]):
    """Where the house's cards and dice are."""

    kept = KeptLine(many=True)
    tables = TableLine(many=True)
    counted_on = serializers.DateField(allow_null=True, help_text="gaming day of the last count of the stores")
    counted_at = serializers.DateTimeField(allow_null=True)
    note = serializers.CharField(allow_blank=True)


class Equipment(FloorView):
    """Where cards and dice are."""

    @operation(
        "read_equipment",
        "Cards and dice in the stores and at the tables",
        tag=_TAG,
        answer=EquipmentHeld,
        told={
            "kept": [
                {"item": "cards", "new": 96, "used": 8, "at_tables": 12},
                {"item": "dice", "new": 50, "used": 0, "at_tables": 0},
            ],
            "tables": [{"table": "BJ-04", "given": 12, "in_shoe": 4, "beside_shoe": 8, "without_issue": 0}],
            "counted_on": "2026-03-04",
            "counted_at": "2026-03-04T14:30:00.000000Z",
            "note": "",
        },
        status=200,
        refusals={"not_permitted": 403},
    )
    def get(self, request: Request) -> Response:
        """Decks in a shoe that the stores never gave are named: somebody has to say where they come from."""
        self.require_parameters()
        found = reads.of(self.actor)
        lines = [
            {
                **asdict(line),
                "beside_shoe": line.beside_shoe,
                "without_issue": line.without_issue if found.is_kept else 0,
            }
            for line in found.tables
        ]
        return Response(
            {
                "kept": [asdict(line) for line in found.kept],
                "tables": lines,
                "counted_on": found.counted_on,
                "counted_at": instant(found.counted_at) if found.counted_at else None,
                "note": found.note,
            }
        )


class EquipmentView(FloorView):
    """An act of two persons at the stores."""

    def asked(self, shape: type[StrictSerializer], *signers: str) -> dict[str, Any]:
        """The body with its signatures, and who acts when."""
        found = self.read(shape)
        found |= {role: SignatureRequest(**found[role]) for role in signers}
        if "item" in found:
            found["item"] = Item(found["item"])
        return {**found, "actor": self.actor, "at": self.at, "key": self.key}


class EquipmentReceipts(EquipmentView):
    """Deliveries."""

    @operation(
        "receive_equipment",
        "Sealed decks or dice come into the stores",
        tag=_TAG,
        request=EquipmentReceipt,
        sent={
            **{"item": "cards", "pieces": 144, "source": "Maker & Co, batch 4711"},
            **{"keeper": _KEEPER, "accountant": _ACCOUNTANT},
        },
        answer=EquipmentMoved,
        told={"item": "cards", "pieces": 144, "source": "Maker & Co, batch 4711", "seq": 31},
        refusals={**_SIGNING, "bad_note": 422},
    )
    def post(self, request: Request) -> Response:
        """Both counted them."""
        return self.written(equipment.receive_equipment(**self.asked(EquipmentReceipt, "keeper", "accountant")))


class EquipmentIssues(EquipmentView):
    """What tables were given."""

    @operation(
        "issue_equipment",
        "The stores give decks or dice to a table",
        tag=_TAG,
        request=EquipmentIssue,
        sent={"item": "cards", "pieces": 8, "keeper": _KEEPER, "pit_boss": _BOSS},
        answer=EquipmentMoved,
        told={"table": "BJ-04", "item": "cards", "pieces": 8, "seq": 32},
        refusals=_TAKEN,
    )
    def post(self, request: Request, table: str) -> Response:
        """The pit boss in charge of the table takes them."""
        asked = self.asked(EquipmentIssue, "keeper", "pit_boss")
        return self.written(equipment.issue_equipment(**asked, table=table))


class EquipmentReturns(EquipmentView):
    """What tables gave back."""

    @operation(
        "return_equipment",
        "A table gives decks or dice back",
        tag=_TAG,
        request=EquipmentReturn,
        sent={"item": "cards", "pieces": 8, "unused": 4, "keeper": _KEEPER, "pit_boss": _BOSS},
        answer=EquipmentMoved,
        told={"table": "BJ-04", "item": "cards", "pieces": 8, "unused": 4, "seq": 33},
        refusals=_TAKEN,
    )
    def post(self, request: Request, table: str) -> Response:
        """What is not sealed any more waits to be destroyed."""
        asked = self.asked(EquipmentReturn, "keeper", "pit_boss")
        return self.written(equipment.return_equipment(**asked, table=table))


class EquipmentDestructions(EquipmentView):
    """What is no more."""

    @operation(
        "destroy_equipment",
        "Cancel and destroy decks or dice",
        tag=_TAG,
        request=EquipmentDestruction,
        sent={
            **{"item": "cards", "place": "new", "pieces": 8, "how": "damaged when it came; shredded"},
            **{"keeper": _KEEPER, "accountant": _ACCOUNTANT},
        },
        answer=EquipmentMoved,
        told={"item": "cards", "place": "new", "pieces": 8, "how": "damaged when it came; shredded", "seq": 34},
        refusals={**_SIGNING, "equipment_short": 409, "bad_reason": 422},
    )
    def post(self, request: Request) -> Response:
        """Used ones, or sealed ones that came damaged."""
        asked = self.asked(EquipmentDestruction, "keeper", "accountant")
        return self.written(equipment.destroy_equipment(**{**asked, "place": Place(asked["place"])}))


class EquipmentCounts(EquipmentView):
    """Counts of the stores."""

    @operation(
        "count_equipment",
        "Count the stores of cards and dice",
        tag=_TAG,
        request=EquipmentCount,
        sent={
            "counted": _COUNTED,
            "note": "a deck was given without a slip",
            "keeper": _KEEPER,
            "accountant": _ACCOUNTANT,
        },
        answer=EquipmentCounted,
        told={
            "gaming_day": "2026-03-04",
            "counted": _COUNTED,
            "difference": {"cards": {"new": -1}},
            "note": "a deck was given without a slip",
            "seq": 35,
        },
        refusals={**_SIGNING, "count_differs": 422},
    )
    def post(self, request: Request) -> Response:
        """Blind: a refusal does not tell what should be there. The stores become what was counted."""
        return self.written(equipment.count_equipment(**self.asked(EquipmentCount, "keeper", "accountant")))
