"""The steps of a slip in the cage: carried away, received, returned, void, printed again."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api.chips import StrictChips
from tables.api.describe import operation
from tables.api.doors import FloorView
from tables.api.shapes import SignatureShape, StrictSerializer, StrictText
from tables.api.slip_shapes import (
    ACCOUNTANT,
    CASHIER,
    CHIPS,
    COUNTING,
    SECURITY,
    SIGNING,
    TAG,
    TOTAL,
    CountShape,
    ReasonShape,
    SlipStep,
    count_of,
    signers,
    step,
)
from tables.services import slips

_STEP = {**SIGNING, "no_such_slip": 404, "bad_slip_step": 409, "wrong_slip_kind": 409}
_COUNT = {"counted": CHIPS, "total": TOTAL}
_CREDIT = {"slip": "C-2026-000045", "kind": "credit"}


class CarriageShape(StrictSerializer):
    """Who takes the chips to the table."""

    security = SignatureShape()


class SlipReceiptShape(CountShape):
    """``note`` says why the cashier's count differs from the slip."""

    note = StrictText(default="", allow_blank=True)
    cashier = SignatureShape()


class SlipVoidShape(ReasonShape):
    """``second`` belongs to another department and has not signed the slip before."""

    cashier = SignatureShape()
    second = SignatureShape()


class SlipReceived(SlipStep):
    """The chips are in the cage. ``missing`` of the slip stands alone, minor units."""

    received = StrictChips()
    missing = serializers.IntegerField()


class SlipVoided(SlipStep):
    """The number is used up."""

    reason = serializers.CharField()


class SlipReprinted(SlipStep):
    """The number of the copy stands on it."""

    copy = serializers.IntegerField()


class Carriages(FloorView):
    """Security and the chips of a fill or an exchange."""

    @operation(
        "carry_slip",
        "Take the chips of a slip to its table",
        tag=TAG,
        request=CarriageShape,
        sent={"security": SECURITY},
        answer=SlipStep,
        told=step("in_transit", 90),
        refusals=_STEP,
    )
    def post(self, request: Request, slip: str) -> Response:
        """From now on the slip cannot be voided."""
        asked = self.read(CarriageShape)
        answer = slips.carry_slip(actor=self.actor, at=self.at, slip=slip, **signers(asked, "security"), key=self.key)
        return self.written(answer)


class Receipts(FloorView):
    """What a table gave, in the cage."""

    @operation(
        "receive_slip",
        "Take the chips of a credit or an exchange into the cage",
        tag=TAG,
        request=SlipReceiptShape,
        sent={**_COUNT, "cashier": CASHIER},
        answer=SlipReceived,
        told=step("received", 91, **_CREDIT, received=CHIPS, missing=0),
        refusals={**_STEP, "note_required": 422, **COUNTING},
    )
    def post(self, request: Request, slip: str) -> Response:
        """As the cashier counted it."""
        return self.written(slips.receive_slip(**_received(self), slip=slip))


class Returns(FloorView):
    """What a table declined, in the cage."""

    @operation(
        "return_slip",
        "Take the chips of a declined slip back into the cage",
        tag=TAG,
        request=SlipReceiptShape,
        sent={**_COUNT, "cashier": CASHIER},
        answer=SlipReceived,
        told=step("returned", 91, received=CHIPS, missing=0),
        refusals={**_STEP, "note_required": 422, **COUNTING},
    )
    def post(self, request: Request, slip: str) -> Response:
        """The slip is spent; the pit asks anew."""
        return self.written(slips.return_slip(**_received(self), slip=slip))


def _received(view: FloorView) -> dict[str, Any]:
    asked = view.read(SlipReceiptShape)
    return {
        "actor": view.actor,
        "at": view.at,
        "count": count_of(asked, asked["note"]),
        **signers(asked, "cashier"),
        "key": view.key,
    }


class Voids(FloorView):
    """Slips that are void."""

    @operation(
        "void_slip",
        "Void a slip before its chips have left",
        tag=TAG,
        request=SlipVoidShape,
        sent={"reason": "made out for another table", "cashier": CASHIER, "second": ACCOUNTANT},
        answer=SlipVoided,
        told=step("void", 90, reason="made out for another table"),
        refusals={**SIGNING, "no_such_slip": 404, "bad_slip_step": 409, "chips_moved": 409, "bad_reason": 422},
    )
    def post(self, request: Request, slip: str) -> Response:
        """The number stays used up; afterwards it takes a slip the other way."""
        asked = self.read(SlipVoidShape)
        answer = slips.void_slip(
            actor=self.actor,
            at=self.at,
            slip=slip,
            reason=asked["reason"],
            **signers(asked, "cashier", "second"),
            key=self.key,
        )
        return self.written(answer)


class Reprints(FloorView):
    """Copies after the first."""

    @operation(
        "reprint_slip",
        "Print a slip again",
        tag=TAG,
        request=ReasonShape,
        sent={"reason": "the paper jammed"},
        answer=SlipReprinted,
        told=step("issued", 92, copy=1),
        refusals={"not_permitted": 403, "no_such_slip": 404, "bad_reason": 422},
    )
    def post(self, request: Request, slip: str) -> Response:
        """The same number, marked with the number of the copy, and counted."""
        answer = slips.reprint_slip(actor=self.actor, at=self.at, slip=slip, **self.read(ReasonShape), key=self.key)
        return self.written(answer)
