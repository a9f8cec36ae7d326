"""What chips, banknotes and signers of the cage look like in bodies and answers."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from tables.api.chips import StrictChips
from tables.api.shapes import SignatureShape, StrictChoice, StrictInteger, StrictSerializer, StrictText
from tables.domain.cage import CagePlace, ChipLot
from tables.domain.notes import NoteCount
from tables.services.signatures import SignatureRequest

TAG = "cage"
CASHIER, INCOMING = {"badge": "4001", "pin": "720548"}, {"badge": "4002", "pin": "713549"}
ACCOUNTANT, MANAGER = {"badge": "6001", "pin": "150872"}, {"badge": "8001", "pin": "370194"}
PLACES = [place.value for place in CagePlace]
NOT_ALLOWED = {"not_permitted": 403}
SIGNING = {
    **NOT_ALLOWED,
    "same_person": 403,
    "role_not_held": 403,
    "wrong_badge_or_pin": 403,
    "pin_locked": 403,
}
LOT = {"no_such_chip_set": 404, "no_chips": 422, "total_mismatch": 422, "unknown_denomination": 422}
NOTES = {"nothing_moved": 422, "total_mismatch": 422, "unknown_note": 422}


class LotShape(StrictSerializer):
    """Chips of one set. ``total`` is what they stand for, minor units; 0 for colours without a value."""

    chip_set = StrictText(max_length=16)
    chips = StrictChips()
    total = StrictInteger()


class NotesShape(StrictSerializer):
    """Banknotes by value, and what they are worth."""

    notes = StrictChips()
    total = StrictInteger()


class PlaceField(StrictChoice):
    """`cage` are the drawers, `vault` the reserve behind them."""

    def __init__(self, **more: Any) -> None:
        super().__init__(PLACES, **more)


class CashierAndAccountant(StrictSerializer):
    """Both counted."""

    cashier = SignatureShape()
    accountant = SignatureShape()


class LotAnswer(serializers.Serializer[Any]):
    """Chips of a set as they stand in the log. ``kind``: value, promotional or non_value."""

    chip_set = serializers.CharField()
    kind = serializers.CharField()
    chips = StrictChips()
    total = serializers.IntegerField()


class NotesAnswer(serializers.Serializer[Any]):
    """Banknotes that moved."""

    notes = StrictChips()
    total = serializers.IntegerField()
    seq = serializers.IntegerField(help_text="position in the cage's stream")


def lot_of(asked: Mapping[str, Any]) -> ChipLot:
    """The chips of a checked body."""
    return ChipLot(asked["chip_set"], asked["chips"], asked["total"])


def notes_of(asked: Mapping[str, Any]) -> NoteCount:
    """The banknotes of a checked body."""
    return NoteCount(asked["notes"], asked["total"])


def signers(asked: Mapping[str, Any], *roles: str) -> dict[str, Any]:
    """Those of a checked body who sign, by the name of the field."""
    return {role: SignatureRequest(**asked[role]) for role in roles}
