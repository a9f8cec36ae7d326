"""The cage's window: chips for cash, cash for chips, promotional chips for nothing."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api.cage_shapes import (
    CASHIER,
    LOT,
    MANAGER,
    NOT_ALLOWED,
    SIGNING,
    TAG,
    LotAnswer,
    LotShape,
    NotesShape,
    lot_of,
    notes_of,
    signers,
)
from tables.api.chips import StrictChips
from tables.api.describe import operation
from tables.api.doors import FloorView
from tables.api.shapes import SignatureShape, StrictSerializer, StrictText
from tables.services import cage_window
from tables.services.cage_window import LONGEST_PATRON

_CHIPS, _TOTAL, _NOTES = {"2500": 2}, 5000, {"5000": 1}
_LOT = {"chip_set": "MAIN", "chips": _CHIPS, "total": _TOTAL}
_CHANGED = {"patron": "Mr Lee", "lot": _LOT, "cash": {"notes": _NOTES, "total": _TOTAL}}
_REFUSALS = {**NOT_ALLOWED, **LOT, "stale_sequence": 412, "bad_patron": 422, "unknown_note": 422}


class ExchangeShape(StrictSerializer):
    """Chips and banknotes of equal value. ``patron`` is a code, a name or what somebody looks like."""

    patron = StrictText(max_length=LONGEST_PATRON)
    lot = LotShape()
    cash = NotesShape()


class GiftShape(LotShape):
    """Promotional chips, and what for."""

    patron = StrictText(max_length=LONGEST_PATRON)
    reason = StrictText()
    cashier = SignatureShape()
    manager = SignatureShape()


class Sold(serializers.Serializer[Any]):
    """The patron has the chips, the cage his cash."""

    patron = serializers.CharField()
    notes = StrictChips()
    cash = serializers.IntegerField()
    chip_set = serializers.CharField()
    chips = StrictChips()
    seq = serializers.IntegerField(help_text="position in the cage's stream")


class Redeemed(Sold):
    """The cage has the chips, the patron his cash."""

    total = serializers.IntegerField()


class Given(LotAnswer):
    """The patron has the chips."""

    patron = serializers.CharField()
    reason = serializers.CharField()
    seq = serializers.IntegerField()


class ChipSales(FloorView):
    """Chips for cash."""

    match = "optional"

    @operation(
        "sell_chips",
        "Sell chips to a patron",
        tag=TAG,
        request=ExchangeShape,
        sent=_CHANGED,
        answer=Sold,
        told={
            "patron": "Mr Lee",
            "notes": _NOTES,
            "cash": _TOTAL,
            "chip_set": "MAIN",
            "chips": _CHIPS,
            "seq": 17,
        },
        refusals={**_REFUSALS, "cage_short": 409, "not_value_chips": 422},
    )
    def post(self, request: Request) -> Response:
        """At the cage's window, by its cashier. A retired chip is not sold."""
        return self.written(cage_window.sell_chips(**_changed(self)))


class ChipRedemptions(FloorView):
    """Cash for chips."""

    match = "optional"

    @operation(
        "redeem_chips",
        "Pay a patron for his chips",
        tag=TAG,
        request=ExchangeShape,
        sent=_CHANGED,
        answer=Redeemed,
        told={
            "patron": "Mr Lee",
            "chip_set": "MAIN",
            "chips": _CHIPS,
            "total": _TOTAL,
            "notes": _NOTES,
            "cash": _TOTAL,
            "seq": 18,
        },
        refusals={**_REFUSALS, "cash_short": 409, "not_redeemable": 422},
    )
    def post(self, request: Request) -> Response:
        """Retired chips as well: the house pays what stands on them."""
        return self.written(cage_window.redeem_chips(**_changed(self)))


class PromotionalGifts(FloorView):
    """Chips that are wagered and never paid out."""

    match = "optional"

    @operation(
        "give_promotional",
        "Give promotional chips to a patron",
        tag=TAG,
        request=GiftShape,
        sent={
            "patron": "Mr Lee",
            "chip_set": "PROMO",
            "chips": {"500": 4},
            "total": 2000,
            "reason": "birthday",
            "cashier": CASHIER,
            "manager": MANAGER,
        },
        answer=Given,
        told={
            "patron": "Mr Lee",
            "chip_set": "PROMO",
            "kind": "promotional",
            "chips": {"500": 4},
            "total": 2000,
            "reason": "birthday",
            "seq": 19,
        },
        refusals={
            **SIGNING,
            **LOT,
            "cage_short": 409,
            "stale_sequence": 412,
            "bad_patron": 422,
            "bad_reason": 422,
            "not_promotional": 422,
        },
    )
    def post(self, request: Request) -> Response:
        """Under the signatures of a cashier and the house manager."""
        asked = self.read(GiftShape)
        answer = cage_window.give_promotional(
            actor=self.actor,
            at=self.at,
            patron=asked["patron"],
            lot=lot_of(asked),
            reason=asked["reason"],
            **signers(asked, "cashier", "manager"),
            key=self.key,
            expected_seq=self.expected_seq,
        )
        return self.written(answer)


def _changed(view: FloorView) -> dict[str, Any]:
    asked = view.read(ExchangeShape)
    return {
        "actor": view.actor,
        "at": view.at,
        "patron": asked["patron"],
        "lot": lot_of(asked["lot"]),
        "notes": notes_of(asked["cash"]),
        "key": view.key,
        "expected_seq": view.expected_seq,
    }
