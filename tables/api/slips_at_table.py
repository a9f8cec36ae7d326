"""The steps of a slip at its table: accepted, declined, counted out, exchanged."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api.chips import StrictChips
from tables.api.describe import operation
from tables.api.doors import FloorView
from tables.api.shapes import SignatureShape, StrictText
from tables.api.slip_shapes import (
    BOSS,
    CHIPS,
    COUNTING,
    DEALER,
    SECURITY,
    SIGNING,
    TAG,
    TOTAL,
    SlipStep,
    WatchedCountShape,
    count_of,
    signers,
    step,
)
from tables.services import slips

_AT_TABLE = {
    **SIGNING,
    "terminal_required": 403,
    "not_dealing": 403,
    "not_in_charge": 403,
    "no_such_slip": 404,
    "bad_slip_step": 409,
    "wrong_slip_kind": 409,
    "slip_mismatch": 409,
    "table_not_open": 409,
    "play_stopped": 409,
    "stale_sequence": 412,
    **COUNTING,
}
_COUNT = {"counted": CHIPS, "total": TOTAL}
_WATCHED = {**_COUNT, "dealer": DEALER, "pit_boss": BOSS}
_WITH_SECURITY = {**_WATCHED, "security": SECURITY}
_CREDIT = {"slip": "C-2026-000045", "kind": "credit"}
_EXCHANGE = {"slip": "E-2026-000006", "kind": "exchange", "total": 50_000}


class AcceptanceShape(WatchedCountShape):
    """``note`` says why the count differs, where the house's rules take a fill that does."""

    note = StrictText(default="", allow_blank=True)


class DeclineShape(WatchedCountShape):
    """What came, and why it goes back."""

    reason = StrictText()


class CountOutShape(WatchedCountShape):
    """Security takes what the dealer has counted."""

    security = SignatureShape()


class FillAccepted(SlipStep):
    """The chips are in the rack. ``missing`` of the slip stands alone, minor units."""

    period = serializers.IntegerField()
    counted = StrictChips()
    missing = serializers.IntegerField()


class SlipDeclined(SlipStep):
    """The chips are on the way back."""

    counted = StrictChips()
    reason = serializers.CharField()


class CountedOut(SlipStep):
    """The rack has changed in bank period ``period``."""

    period = serializers.IntegerField()


class Acceptances(FloorView):
    """Fills that come into the rack."""

    match = "optional"

    @operation(
        "accept_fill",
        "Take a fill into the rack",
        tag=TAG,
        request=AcceptanceShape,
        sent=_WATCHED,
        answer=FillAccepted,
        told=step("accepted", 640, period=12, counted=CHIPS, missing=0),
        refusals={**_AT_TABLE, "note_required": 422},
    )
    def post(self, request: Request, slip: str) -> Response:
        """All of it at once. What differs from the slip is declined, or noted, by the house's rules."""
        asked = self.read(AcceptanceShape)
        answer = slips.accept_fill(
            actor=self.actor,
            at=self.at,
            slip=slip,
            count=count_of(asked, asked["note"]),
            **signers(asked, "dealer", "pit_boss"),
            key=self.key,
            expected_seq=self.expected_seq,
        )
        return self.written(answer)


class Declines(FloorView):
    """Fills and exchanges that a table sends back."""

    match = "optional"

    @operation(
        "decline_slip",
        "Send a fill or an exchange back",
        tag=TAG,
        request=DeclineShape,
        sent={**_WATCHED, "reason": "one red chip is missing"},
        answer=SlipDeclined,
        told=step("declined", 640, counted=CHIPS, reason="one red chip is missing"),
        refusals={
            **SIGNING,
            "terminal_required": 403,
            "not_in_charge": 403,
            "no_such_slip": 404,
            "bad_slip_step": 409,
            "wrong_slip_kind": 409,
            "stale_sequence": 412,
            "bad_reason": 422,
            **COUNTING,
        },
    )
    def post(self, request: Request, slip: str) -> Response:
        """Nothing of it comes into the rack."""
        asked = self.read(DeclineShape)
        answer = slips.decline_slip(
            actor=self.actor,
            at=self.at,
            slip=slip,
            count=count_of(asked),
            reason=asked["reason"],
            **signers(asked, "dealer", "pit_boss"),
            key=self.key,
            expected_seq=self.expected_seq,
        )
        return self.written(answer)


class CountsOut(FloorView):
    """Credits that leave the rack."""

    match = "optional"

    @operation(
        "count_out_credit",
        "Count a credit out of the rack",
        tag=TAG,
        request=CountOutShape,
        sent=_WITH_SECURITY,
        answer=CountedOut,
        told=step("counted_out", 641, **_CREDIT, period=12),
        refusals={**_AT_TABLE, "rack_short": 409},
    )
    def post(self, request: Request, slip: str) -> Response:
        """Exactly what the slip says, before the boss and security."""
        asked = self.read(CountOutShape)
        answer = slips.count_out_credit(
            actor=self.actor,
            at=self.at,
            slip=slip,
            count=count_of(asked),
            **signers(asked, "dealer", "pit_boss", "security"),
            key=self.key,
            expected_seq=self.expected_seq,
        )
        return self.written(answer)


class Exchanges(FloorView):
    """Exchanges at the table."""

    match = "optional"

    @operation(
        "make_exchange",
        "Change the chips of an exchange at the table",
        tag=TAG,
        request=CountOutShape,
        sent={**_WITH_SECURITY, "counted": {"500": 100}, "total": 50_000},
        answer=CountedOut,
        told=step("counted_out", 642, **_EXCHANGE, period=12),
        refusals={**_AT_TABLE, "rack_short": 409},
    )
    def post(self, request: Request, slip: str) -> Response:
        """The count is of what came; what the slip says that goes leaves the rack with security."""
        asked = self.read(CountOutShape)
        answer = slips.make_exchange(
            actor=self.actor,
            at=self.at,
            slip=slip,
            count=count_of(asked),
            **signers(asked, "dealer", "pit_boss", "security"),
            key=self.key,
            expected_seq=self.expected_seq,
        )
        return self.written(answer)
