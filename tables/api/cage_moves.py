"""Chips and cash that come to the cage, leave it for good, or change their place."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api.cage_shapes import (
    ACCOUNTANT,
    CASHIER,
    INCOMING,
    LOT,
    NOTES,
    SIGNING,
    TAG,
    CashierAndAccountant,
    LotAnswer,
    LotShape,
    NotesAnswer,
    NotesShape,
    PlaceField,
    lot_of,
    notes_of,
    signers,
)
from tables.api.chips import StrictChips
from tables.api.describe import operation
from tables.api.doors import FloorView
from tables.api.shapes import SignatureShape, StrictInteger, StrictSerializer, StrictText
from tables.domain.cage import CagePlace
from tables.domain.notes import NoteCount
from tables.services import cage_moves

_BOTH = {"cashier": CASHIER, "accountant": ACCOUNTANT}
_NOTES, _NOTES_TOTAL = {"2000": 10, "10000": 4}, 60_000
_LOT = {"chip_set": "MAIN", "chips": {"500": 40}, "total": 20_000}


class WithdrawalShape(LotShape, CashierAndAccountant):
    """Chips that leave the house for good, and why."""

    place = PlaceField(default=CagePlace.CAGE.value)
    reason = StrictText()


class Withdrawn(LotAnswer):
    """The house owes nothing for these chips any more."""

    place = serializers.CharField()
    reason = serializers.CharField()
    seq = serializers.IntegerField()


class TransferShape(StrictSerializer):
    """Chips of a set, banknotes or both; ``giver`` and ``taker`` are two cashiers."""

    source = PlaceField()  # type: ignore[assignment]  # as in the event
    target = PlaceField()
    lot = LotShape(default=None, allow_null=True)
    notes = StrictChips(default=dict)
    cash_total = StrictInteger(default=0)
    giver = SignatureShape()
    taker = SignatureShape()


class Transferred(serializers.Serializer[Any]):
    """What went from ``source`` to ``target``. ``chip_set`` and ``kind`` only when chips did."""

    source = serializers.CharField()  # type: ignore[assignment]  # as in the event
    target = serializers.CharField()
    chip_set = serializers.CharField(required=False)
    kind = serializers.CharField(required=False)
    chips = StrictChips()
    chips_total = serializers.IntegerField()
    notes = StrictChips()
    cash_total = serializers.IntegerField()
    seq = serializers.IntegerField()


class BankCashShape(NotesShape, CashierAndAccountant):
    """Banknotes that came from the bank or go to it."""


class ChipWithdrawals(FloorView):
    """Chips that leave the house for good."""

    match = "optional"

    @operation(
        "withdraw_chips",
        "Take chips out of the house for good",
        tag=TAG,
        request=WithdrawalShape,
        sent={"place": "cage", **_LOT, "reason": "worn out", **_BOTH},
        answer=Withdrawn,
        told={"place": "cage", **_LOT, "kind": "value", "reason": "worn out", "seq": 13},
        refusals={**SIGNING, "cage_short": 409, "stale_sequence": 412, "bad_reason": 422, **LOT},
    )
    def post(self, request: Request) -> Response:
        """Destroyed, retired or given back to the maker; retired chips as well."""
        asked = self.read(WithdrawalShape)
        answer = cage_moves.withdraw_chips(
            actor=self.actor,
            at=self.at,
            place=CagePlace(asked["place"]),
            lot=lot_of(asked),
            reason=asked["reason"],
            **signers(asked, "cashier", "accountant"),
            key=self.key,
            expected_seq=self.expected_seq,
        )
        return self.written(answer)


class VaultTransfers(FloorView):
    """Between the cage and its vault."""

    match = "optional"

    @operation(
        "move_vault",
        "Move chips and cash between the cage and its vault",
        tag=TAG,
        request=TransferShape,
        sent={
            "source": "cage",
            "target": "vault",
            "lot": _LOT,
            "notes": {},
            "cash_total": 0,
            "giver": CASHIER,
            "taker": INCOMING,
        },
        answer=Transferred,
        told={
            "source": "cage",
            "target": "vault",
            "chip_set": "MAIN",
            "kind": "value",
            "chips": {"500": 40},
            "chips_total": 20000,
            "notes": {},
            "cash_total": 0,
            "seq": 14,
        },
        refusals={
            **SIGNING,
            "cage_short": 409,
            "cash_short": 409,
            "stale_sequence": 412,
            "same_place": 422,
            **LOT,
            **NOTES,
        },
    )
    def post(self, request: Request) -> Response:
        """Counted by who gives and who takes."""
        asked = self.read(TransferShape)
        answer = cage_moves.move_vault(
            actor=self.actor,
            at=self.at,
            source=CagePlace(asked["source"]),
            target=CagePlace(asked["target"]),
            lot=lot_of(asked["lot"]) if asked["lot"] else None,
            notes=NoteCount(asked["notes"], asked["cash_total"]),
            **signers(asked, "giver", "taker"),
            key=self.key,
            expected_seq=self.expected_seq,
        )
        return self.written(answer)


class CashReceipts(FloorView):
    """Banknotes from the bank."""

    match = "optional"

    @operation(
        "receive_cash",
        "Take banknotes from the bank into the vault",
        tag=TAG,
        request=BankCashShape,
        sent={"notes": _NOTES, "total": _NOTES_TOTAL, **_BOTH},
        answer=NotesAnswer,
        told={"notes": _NOTES, "total": _NOTES_TOTAL, "seq": 15},
        refusals={**SIGNING, "stale_sequence": 412, **NOTES},
    )
    def post(self, request: Request) -> Response:
        """As cashier and accountant counted them."""
        return self.written(cage_moves.receive_cash(**_banked(self)))


class CashDeposits(FloorView):
    """Banknotes to the bank."""

    match = "optional"

    @operation(
        "bank_cash",
        "Give banknotes of the vault to the bank",
        tag=TAG,
        request=BankCashShape,
        sent={"notes": _NOTES, "total": _NOTES_TOTAL, **_BOTH},
        answer=NotesAnswer,
        told={"notes": _NOTES, "total": _NOTES_TOTAL, "seq": 16},
        refusals={**SIGNING, "cash_short": 409, "stale_sequence": 412, **NOTES},
    )
    def post(self, request: Request) -> Response:
        """As cashier and accountant counted them."""
        return self.written(cage_moves.bank_cash(**_banked(self)))


def _banked(view: FloorView) -> dict[str, Any]:
    asked = view.read(BankCashShape)
    return {
        "actor": view.actor,
        "at": view.at,
        "notes": notes_of(asked),
        **signers(asked, "cashier", "accountant"),
        "key": view.key,
        "expected_seq": view.expected_seq,
    }
