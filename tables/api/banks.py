"""Chips from the cage: deliveries to it, and the bank a table gets before its first opening."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api.chips import StrictChips
from tables.api.describe import operation
from tables.api.doors import FloorView
from tables.api.shapes import SignatureShape, StrictChoice, StrictInteger, StrictSerializer, StrictText
from tables.domain.cage import CagePlace
from tables.services import banks
from tables.services.signatures import SignatureRequest

_TAG = "racks"
_SIGNING = {"same_person": 403, "role_not_held": 403, "wrong_badge_or_pin": 403, "pin_locked": 403}
_CHIPS = {"total_mismatch": 422, "unknown_denomination": 422}


class BankShape(StrictSerializer):
    """The chips that the cage gives the table, signed by both sides."""

    chips = StrictChips()
    total = StrictInteger()
    cashier = SignatureShape()
    pit_boss = SignatureShape()


class BankIssued(serializers.Serializer[Any]):
    """The chips are in the rack."""

    table = serializers.CharField()
    chips = StrictChips()
    total = serializers.IntegerField()
    seq = serializers.IntegerField()


class ReceiptShape(StrictSerializer):
    """A delivery of chips, counted by a cashier and an accountant."""

    chip_set = StrictText(max_length=16)
    chips = StrictChips()
    total = StrictInteger()
    cashier = SignatureShape()
    accountant = SignatureShape()
    place = StrictChoice([place.value for place in CagePlace], default=CagePlace.CAGE.value)


class ChipsReceived(serializers.Serializer[Any]):
    """The chips are in the cage, or in its vault."""

    place = serializers.CharField()
    chip_set = serializers.CharField()
    kind = serializers.CharField()
    chips = StrictChips()
    total = serializers.IntegerField()
    seq = serializers.IntegerField(help_text="position in the cage's stream")


class Bank(FloorView):
    """The first bank of a table."""

    match = "optional"

    @operation(
        "issue_table_bank",
        "Give a table its chips before its first opening",
        tag=_TAG,
        request=BankShape,
        sent={
            "chips": {"100": 200, "500": 200, "2500": 160, "10000": 48},
            "total": 1000000,
            "cashier": {"badge": "4001", "pin": "720548"},
            "pit_boss": {"badge": "2001", "pin": "610437"},
        },
        answer=BankIssued,
        told={
            "table": "BJ-04",
            "chips": {"100": 200, "500": 200, "2500": 160, "10000": 48},
            "total": 1000000,
            "seq": 2,
        },
        refusals={
            "not_permitted": 403,
            "not_in_charge": 403,
            **_SIGNING,
            "no_such_table": 404,
            "already_opened": 409,
            "bank_already_issued": 409,
            "cage_short": 409,
            "stale_sequence": 412,
            "no_chips": 422,
            **_CHIPS,
        },
    )
    def post(self, request: Request, table: str) -> Response:
        """Once, from the cage. Later the rack changes by fills and credits only."""
        asked = self.read(BankShape)
        answer = banks.issue_table_bank(
            actor=self.actor,
            at=self.at,
            table=table,
            issued=asked["chips"],
            total=asked["total"],
            cashier=SignatureRequest(**asked["cashier"]),
            pit_boss=SignatureRequest(**asked["pit_boss"]),
            key=self.key,
            expected_seq=self.expected_seq,
        )
        return self.written(answer)


class ChipReceipts(FloorView):
    """Chips that came into the cage from outside the house."""

    match = "optional"

    @operation(
        "receive_chips",
        "Receive a delivery of chips in the cage",
        tag=_TAG,
        request=ReceiptShape,
        sent={
            "chip_set": "MAIN",
            "chips": {"100": 2000, "2500": 1000},
            "total": 2700000,
            "cashier": {"badge": "4001", "pin": "720548"},
            "accountant": {"badge": "6001", "pin": "150872"},
        },
        answer=ChipsReceived,
        told={
            "place": "cage",
            "chip_set": "MAIN",
            "kind": "value",
            "chips": {"100": 2000, "2500": 1000},
            "total": 2700000,
            "seq": 1,
        },
        refusals={
            "not_permitted": 403,
            **_SIGNING,
            "no_such_chip_set": 404,
            "stale_sequence": 412,
            "no_chips": 422,
            **_CHIPS,
        },
    )
    def post(self, request: Request) -> Response:
        """Enter a delivery that both counted."""
        asked = self.read(ReceiptShape)
        answer = banks.receive_chips(
            actor=self.actor,
            at=self.at,
            chip_set=asked["chip_set"],
            received=asked["chips"],
            total=asked["total"],
            cashier=SignatureRequest(**asked["cashier"]),
            accountant=SignatureRequest(**asked["accountant"]),
            place=CagePlace(asked["place"]),
            key=self.key,
            expected_seq=self.expected_seq,
        )
        return self.written(answer)
