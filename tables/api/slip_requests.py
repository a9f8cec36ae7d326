"""What the pit asks of the cage, and what the cage makes of it: a numbered slip, or nothing."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api.chips import StrictChips
from tables.api.describe import operation
from tables.api.doors import FloorView
from tables.api.shapes import SignatureShape, StrictFlag, StrictInteger, StrictSerializer
from tables.api.slip_shapes import (
    BOSS,
    CASHIER,
    CHIPS,
    COUNTING,
    EXAMPLE,
    SIGNING,
    TAG,
    TOTAL,
    ReasonShape,
    SlipAnswer,
    SlipStep,
    shown,
    signers,
    step,
)
from tables.selectors import slips as slip_reads
from tables.services import slips

_ASKED = {
    **SIGNING,
    "not_in_charge": 403,
    "no_such_table": 404,
    "stale_sequence": 412,
    "no_chips": 422,
    **COUNTING,
}


class CreditRequestShape(StrictSerializer):
    """Chips of the rack for the cage, asked for by the boss in charge."""

    chips = StrictChips()
    total = StrictInteger()
    pit_boss = SignatureShape()


class FillRequestShape(CreditRequestShape):
    """Chips of the cage for the table. ``urgent`` also goes shortly before the shift's count."""

    urgent = StrictFlag(default=False)


class ExchangeRequestShape(StrictSerializer):
    """Chips of the rack for other chips of equal value."""

    given = StrictChips()
    taken = StrictChips()
    total = StrictInteger(help_text="one way")
    pit_boss = SignatureShape()


class IssueShape(StrictSerializer):
    """The cashier who makes the slip out."""

    cashier = SignatureShape()


class SlipIssued(SlipStep):
    """The slip has its number for ever."""

    gaming_day = serializers.DateField()
    shift = serializers.CharField()


class FillRequests(FloorView):
    """Requests for chips."""

    match = "optional"

    @operation(
        "request_fill",
        "Ask the cage for chips",
        tag=TAG,
        request=FillRequestShape,
        sent={"chips": CHIPS, "total": TOTAL, "urgent": False, "pit_boss": BOSS},
        answer=SlipStep,
        told=step("requested", 614, slip=None),
        refusals={**_ASKED, "fills_stopped": 409},
    )
    def post(self, request: Request, table: str) -> Response:
        """Nothing moves; the cage issues a slip or refuses."""
        asked = self.read(FillRequestShape)
        answer = slips.request_fill(
            actor=self.actor,
            at=self.at,
            table=table,
            wanted=asked["chips"],
            total=asked["total"],
            urgent=asked["urgent"],
            **signers(asked, "pit_boss"),
            key=self.key,
            expected_seq=self.expected_seq,
        )
        return self.written(answer)


class CreditRequests(FloorView):
    """Requests to give chips to the cage."""

    match = "optional"

    @operation(
        "request_credit",
        "Ask the cage to take chips",
        tag=TAG,
        request=CreditRequestShape,
        sent={"chips": CHIPS, "total": TOTAL, "pit_boss": BOSS},
        answer=SlipStep,
        told=step("requested", 614, slip=None, kind="credit"),
        refusals={**_ASKED, "rack_short": 409},
    )
    def post(self, request: Request, table: str) -> Response:
        """Nothing moves; the cage makes out the slip and the table counts the chips out."""
        asked = self.read(CreditRequestShape)
        answer = slips.request_credit(
            actor=self.actor,
            at=self.at,
            table=table,
            offered=asked["chips"],
            total=asked["total"],
            **signers(asked, "pit_boss"),
            key=self.key,
            expected_seq=self.expected_seq,
        )
        return self.written(answer)


class ExchangeRequests(FloorView):
    """Requests for other chips of equal value."""

    match = "optional"

    @operation(
        "request_exchange",
        "Ask the cage for other chips of equal value",
        tag=TAG,
        request=ExchangeRequestShape,
        sent={"given": {"10000": 5}, "taken": {"500": 100}, "total": 50000, "pit_boss": BOSS},
        answer=SlipStep,
        told=step("requested", 614, slip=None, kind="exchange"),
        refusals={**_ASKED, "rack_short": 409, "empty_change": 422},
    )
    def post(self, request: Request, table: str) -> Response:
        """Nothing moves yet. ``given`` leaves the rack, ``taken`` comes into it."""
        asked = self.read(ExchangeRequestShape)
        answer = slips.request_exchange(
            actor=self.actor,
            at=self.at,
            table=table,
            given=asked["given"],
            taken=asked["taken"],
            total=asked["total"],
            **signers(asked, "pit_boss"),
            key=self.key,
            expected_seq=self.expected_seq,
        )
        return self.written(answer)


class SlipRequest(FloorView):
    """A request by the table's count of them; it has no number before the cage has made a slip out."""

    @operation(
        "read_slip_request",
        "A table's request, slip or not",
        tag=TAG,
        answer=SlipAnswer,
        told=EXAMPLE,
        status=200,
        refusals={"not_permitted": 403, "no_such_request": 404},
    )
    def get(self, request: Request, table: str, number: int) -> Response:
        """The request as far as the reader may see it."""
        self.require_parameters()
        return Response(shown(slip_reads.request(self.actor, table, number)))


class Withdrawals(FloorView):
    """The pit does not want it any more."""

    match = "optional"

    @operation(
        "withdraw_slip_request",
        "Withdraw a request before there is a slip",
        tag=TAG,
        request=ReasonShape,
        sent={"reason": "the game broke up"},
        answer=SlipStep,
        told=step("withdrawn", 615, slip=None),
        refusals={
            "not_permitted": 403,
            "not_in_charge": 403,
            "no_such_request": 404,
            "bad_slip_step": 409,
            "stale_sequence": 412,
            "bad_reason": 422,
        },
    )
    def post(self, request: Request, table: str, number: int) -> Response:
        """A slip that is made out is not withdrawn but voided."""
        answer = slips.withdraw_request(
            actor=self.actor,
            at=self.at,
            table=table,
            request=number,
            **self.read(ReasonShape),
            key=self.key,
            expected_seq=self.expected_seq,
        )
        return self.written(answer)


class Refusals(FloorView):
    """The cage makes no slip out."""

    @operation(
        "refuse_slip_request",
        "Refuse a request",
        tag=TAG,
        request=ReasonShape,
        sent={"reason": "the cage is being counted"},
        answer=SlipStep,
        told=step("refused", 88, slip=None),
        refusals={"not_permitted": 403, "no_such_request": 404, "bad_slip_step": 409, "bad_reason": 422},
    )
    def post(self, request: Request, table: str, number: int) -> Response:
        """No number is taken."""
        answer = slips.refuse_request(
            actor=self.actor, at=self.at, table=table, request=number, **self.read(ReasonShape), key=self.key
        )
        return self.written(answer)


class Issues(FloorView):
    """Slips as the cage makes them out."""

    @operation(
        "issue_slip",
        "Make out the slip of a request",
        tag=TAG,
        request=IssueShape,
        sent={"cashier": CASHIER},
        answer=SlipIssued,
        told=step("issued", 89, gaming_day="2026-03-04", shift="day"),
        refusals={**SIGNING, "no_such_request": 404, "bad_slip_step": 409, "cage_short": 409},
    )
    def post(self, request: Request, table: str, number: int) -> Response:
        """The slip takes the next number of its series; chips for a table are set apart."""
        asked: dict[str, Any] = self.read(IssueShape)
        answer = slips.issue_slip(
            actor=self.actor, at=self.at, table=table, request=number, **signers(asked, "cashier"), key=self.key
        )
        return self.written(answer)
