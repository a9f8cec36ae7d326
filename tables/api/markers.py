"""Markers at a table: given, paid, void; and the markers of the house."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api import lists
from tables.api.chips import StrictChips
from tables.api.describe import LIMIT, operation, query
from tables.api.doors import MOST_ROWS, FloorView
from tables.api.marker_shapes import (
    AT_TABLE,
    CHIPS,
    EXAMPLE,
    SIGNED,
    TAG,
    TOTAL,
    WITH_SECOND,
    MarkerAnswer,
    MarkerList,
    MarkerStep,
    shown,
    step,
)
from tables.api.shapes import SignatureShape, StrictFlag, StrictInteger, StrictSerializer, StrictText
from tables.api.slip_shapes import signers
from tables.domain.markers import AT_TABLE as IN_PIT
from tables.domain.markers import IN_CAGE, PARTS
from tables.domain.table_states import MarkerStatus
from tables.selectors import markers as marker_reads
from tables.selectors.markers import Wanted
from tables.services import markers
from tables.services.signatures import SignatureRequest


class AuthorityShape(StrictSerializer):
    """Somebody who answers for credit lets the patron pass his line, and says why."""

    reason = StrictText()
    authoriser = SignatureShape()


class WatchedShape(StrictSerializer):
    """By the table's dealer before the pit boss in charge."""

    dealer = SignatureShape()
    pit_boss = SignatureShape()


class MarkerShape(WatchedShape):
    """Chips for a registered patron's signature."""

    patron = StrictText(max_length=16)
    amount = StrictInteger(help_text="minor units; must be what the chips are worth")
    chips = StrictChips()
    patron_signed = StrictFlag(help_text="the patron has signed the marker")
    over_limit = AuthorityShape(required=False)


class MarkerPaymentShape(WatchedShape):
    """Cash for the box, chips for the rack, or both."""

    slip = StrictText(max_length=24)
    cash = StrictInteger()
    chips = StrictChips()
    chips_total = StrictInteger()


class MarkerVoidShape(WatchedShape):
    """VOID on `original`, `issue` and `payment`; `second` is of another department."""

    parts = serializers.ListField(child=StrictText(max_length=16), max_length=3)
    reason = StrictText()
    second = SignatureShape()


class MarkerIssued(MarkerStep):
    """The patron has the chips. ``owed`` is all that he owes now."""

    owed = serializers.IntegerField()
    limit = serializers.IntegerField()


class MarkerPaid(MarkerStep):
    """What was paid at ``paid_at``."""

    paid_at = serializers.CharField()
    cash = serializers.IntegerField()
    chips_total = serializers.IntegerField()


class MarkerVoided(MarkerStep):
    """The chips are in the rack again."""

    reason = serializers.CharField()


class TableMarkers(FloorView):
    """Markers of a table."""

    match = "optional"

    @operation(
        "issue_marker",
        "Give a patron chips on credit",
        tag=TAG,
        request=MarkerShape,
        sent={"patron": "P-7", "amount": TOTAL, "chips": CHIPS, "patron_signed": True, **SIGNED},
        answer=MarkerIssued,
        told=step("issued", TOTAL, 640, owed=TOTAL, limit=2_000_000),
        refusals={
            **AT_TABLE,
            "not_independent": 403,
            "no_such_patron": 404,
            "credit_line_passed": 409,
            "markers_not_allowed": 409,
            "no_credit_line": 409,
            "rack_short": 409,
            "patron_signature_missing": 422,
        },
    )
    def post(self, request: Request, table: str) -> Response:
        """Within his credit line, or beyond it on the word of somebody who answers for credit."""
        asked = self.read(MarkerShape)
        beyond = asked.get("over_limit")
        over = markers.OverLimit(beyond["reason"], SignatureRequest(**beyond["authoriser"])) if beyond else None
        answer = markers.issue_marker(
            actor=self.actor,
            at=self.at,
            table=table,
            patron=asked["patron"],
            amount=asked["amount"],
            cut=asked["chips"],
            patron_signed=asked["patron_signed"],
            over_limit=over,
            **signers(asked, "dealer", "pit_boss"),
            key=self.key,
            expected_seq=self.expected_seq,
        )
        return self.written(answer)

    @operation(
        "read_table_markers",
        "What a patron owes that may be paid at this table",
        tag=TAG,
        answer=MarkerList,
        told={"results": [EXAMPLE]},
        status=200,
        parameters=[query("patron", str, "The patron's code.")],
        refusals={"not_permitted": 403, "not_your_view": 403, "no_such_table": 404},
    )
    def get(self, request: Request, table: str) -> Response:
        """Newest first; for the table's dealer and its floor."""
        self.require_parameters("patron")
        views = marker_reads.at_table(self.actor, table, request.query_params.get("patron", ""))
        return Response({"results": [shown(view) for view in views]})


class MarkerPayments(FloorView):
    """Payments at a table."""

    match = "optional"

    @operation(
        "pay_marker",
        "Take a payment on a marker at a table",
        tag=TAG,
        request=MarkerPaymentShape,
        sent={"slip": "M-000001", "cash": 10_000, "chips": {}, "chips_total": 0, **SIGNED},
        answer=MarkerPaid,
        told=step("part_paid", 40_000, 702, paid_at="BJ-07", cash=10_000, chips_total=0),
        refusals={
            **AT_TABLE,
            "no_such_marker": 404,
            "marker_in_cage": 409,
            "marker_not_owed": 409,
            "marker_out_of_order": 409,
            "overpaid": 409,
            "nothing_paid": 422,
        },
    )
    def post(self, request: Request, table: str) -> Response:
        """At any table: the cash goes into its box and the chips into its rack."""
        asked = self.read(MarkerPaymentShape)
        answer = markers.pay_marker(
            actor=self.actor,
            at=self.at,
            table=table,
            slip=asked["slip"],
            cash=asked["cash"],
            given=asked["chips"],
            given_total=asked["chips_total"],
            **signers(asked, "dealer", "pit_boss"),
            key=self.key,
            expected_seq=self.expected_seq,
        )
        return self.written(answer)


class MarkerVoids(FloorView):
    """Markers that were a mistake."""

    match = "optional"

    @operation(
        "void_marker",
        "Void a marker of which nothing is paid",
        tag=TAG,
        request=MarkerVoidShape,
        sent={"parts": list(PARTS), "reason": "wrong patron", **WITH_SECOND},
        answer=MarkerVoided,
        told=step("void", TOTAL, 641, reason="wrong patron"),
        refusals={
            **AT_TABLE,
            "no_such_marker": 404,
            "bad_marker_step": 409,
            "period_over": 409,
            "parts_not_marked": 422,
        },
    )
    def post(self, request: Request, slip: str) -> Response:
        """In its own bank period; the number stays used up."""
        asked = self.read(MarkerVoidShape)
        answer = markers.void_marker(
            actor=self.actor,
            at=self.at,
            slip=slip,
            parts=asked["parts"],
            reason=asked["reason"],
            **signers(asked, "dealer", "pit_boss", "second"),
            key=self.key,
            expected_seq=self.expected_seq,
        )
        return self.written(answer)


class Markers(FloorView):
    """Markers of the house."""

    @operation(
        "read_markers",
        "The markers of the house",
        tag=TAG,
        answer=lists.page_of(MarkerAnswer, "MarkerPage"),
        told={"results": [EXAMPLE], "next": None},
        status=200,
        parameters=[
            LIMIT,
            query("before", int, "Only markers with a smaller id."),
            query("status", str, "One state.", enum=[status.value for status in MarkerStatus]),
            query("table", str, "One table."),
            query("patron", str, "One patron."),
            query("held", str, "Where the original lies.", enum=[IN_PIT, IN_CAGE]),
            query("open", str, "`1`: only those on which something is owed.", enum=["1"]),
            query("before_day", str, "Only those of earlier gaming days."),
        ],
        refusals={"bad_parameter": 400, "not_permitted": 403},
    )
    def get(self, request: Request) -> Response:
        """Newest first; the last of those still owed is the oldest."""
        self.require_parameters("limit", "before", "status", "table", "patron", "held", "open", "before_day")
        given = request.query_params
        words = {
            "status": lists.word(self, "status", [status.value for status in MarkerStatus]),
            "table": given.get("table", ""),
            "patron": given.get("patron", ""),
            "held": lists.word(self, "held", [IN_PIT, IN_CAGE]),
        }
        only_open, before_day = lists.word(self, "open", ["1"]), lists.day(self, "before_day")
        limit = self.number("limit", 50, MOST_ROWS)
        wanted = Wanted(**words, open_only=bool(only_open), before_day=before_day)
        before = lists.optional_number(self, "before")
        found = [shown(view) for view in marker_reads.found(self.actor, wanted, before=before, limit=limit + 1)]
        kept: dict[str, Any] = {**words, "open": only_open, "before_day": before_day}
        return Response(lists.page(found, limit, "before", "id", kept))


class Marker(FloorView):
    """One marker."""

    @operation(
        "read_marker",
        "A marker with its signatures and payments",
        tag=TAG,
        answer=MarkerAnswer,
        told=EXAMPLE,
        status=200,
        refusals={"not_permitted": 403, "no_such_marker": 404},
    )
    def get(self, request: Request, slip: str) -> Response:
        """By its number."""
        self.require_parameters()
        return Response(shown(marker_reads.one(self.actor, slip)))
