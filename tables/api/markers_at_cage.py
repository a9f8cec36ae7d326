"""Markers in the cage, and the credit lines that markers are given on."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api.cage_shapes import CASHIER, LotShape, NotesShape, lot_of, notes_of
from tables.api.describe import operation
from tables.api.doors import FloorView
from tables.api.marker_shapes import HANDED_OVER, TAG, TOTAL, MarkerStep, step
from tables.api.shapes import SignatureShape, StrictDate, StrictInteger, StrictSerializer, StrictText
from tables.api.slip_shapes import SIGNING, signers
from tables.selectors import house
from tables.selectors import markers as marker_reads
from tables.services import clock, credit_lines, markers


class OwedShape(StrictSerializer):
    """A marker, and what is still owed on it as both read it."""

    slip = StrictText(max_length=24)
    left = StrictInteger()


class MarkerTransferShape(StrictSerializer):
    """The transfer form."""

    markers = OwedShape(many=True)
    pit_boss = SignatureShape()
    cashier = SignatureShape()


class MarkersTransferred(serializers.Serializer[Any]):
    """The originals lie in the cage."""

    markers = serializers.ListField(child=serializers.CharField())
    total = serializers.IntegerField()
    seq = serializers.IntegerField()


class MarkerSettlementShape(StrictSerializer):
    """Banknotes, chips of one set, or both."""

    cash = NotesShape()
    lot = LotShape(required=False)
    cashier = SignatureShape()


class MarkerSettled(MarkerStep):
    """What was paid at the window."""

    cash = serializers.IntegerField()
    chips_total = serializers.IntegerField()


class LineShape(StrictSerializer):
    """How much a patron may owe from a gaming day on, and what that rests on outside the pit."""

    limit = StrictInteger(help_text="minor units; 0 ends the credit")
    effective_from = StrictDate()
    source = StrictText()  # type: ignore[assignment]  # the name is a field here


class LineSet(serializers.Serializer[Any]):
    """The line as it holds."""

    patron = serializers.CharField()
    limit = serializers.IntegerField()
    effective_from = serializers.DateField()
    source = serializers.CharField()  # type: ignore[assignment]
    seq = serializers.IntegerField()


class CreditAnswer(serializers.Serializer[Any]):
    """A patron's credit today, minor units. ``limit`` is null when nobody gave him a line."""

    patron = serializers.CharField()
    name = serializers.CharField(allow_blank=True)
    limit = serializers.IntegerField(allow_null=True)
    source = serializers.CharField(allow_blank=True)  # type: ignore[assignment]
    set_by = serializers.CharField(allow_blank=True, help_text="badge")
    effective_from = serializers.DateField(allow_null=True)
    owed = serializers.IntegerField()
    available = serializers.IntegerField()


class MarkerTransfers(FloorView):
    """Markers that leave the pit."""

    match = "optional"

    @operation(
        "transfer_markers",
        "Hand markers over from the pit to the cage",
        tag=TAG,
        request=MarkerTransferShape,
        sent={"markers": [{"slip": "M-000001", "left": TOTAL}], **HANDED_OVER},
        answer=MarkersTransferred,
        told={"markers": ["M-2026-000031"], "total": TOTAL, "seq": 301},
        refusals={
            **SIGNING,
            "not_in_charge": 403,
            "no_such_marker": 404,
            "marker_changed": 409,
            "marker_in_cage": 409,
            "marker_not_owed": 409,
            "stale_sequence": 412,
            "no_markers": 422,
        },
    )
    def post(self, request: Request) -> Response:
        """At the latest when the gaming day ends."""
        asked = self.read(MarkerTransferShape)
        answer = markers.transfer_markers(
            actor=self.actor,
            at=self.at,
            owed={line["slip"]: line["left"] for line in asked["markers"]},
            **signers(asked, "pit_boss", "cashier"),
            key=self.key,
            expected_seq=self.expected_seq,
        )
        return self.written(answer)


class MarkerSettlements(FloorView):
    """Payments at the window."""

    match = "optional"

    @operation(
        "settle_marker",
        "Take a payment on a marker in the cage",
        tag=TAG,
        request=MarkerSettlementShape,
        sent={"cash": {"notes": {"10000": 1}, "total": 10_000}, "cashier": CASHIER},
        answer=MarkerSettled,
        told=step("transferred", 40_000, 302, cash=10_000, chips_total=0),
        refusals={
            **SIGNING,
            "no_such_marker": 404,
            "marker_at_table": 409,
            "marker_not_owed": 409,
            "marker_out_of_order": 409,
            "overpaid": 409,
            "stale_sequence": 412,
            "not_redeemable": 422,
            "nothing_paid": 422,
            "total_mismatch": 422,
        },
    )
    def post(self, request: Request, slip: str) -> Response:
        """In cash, in chips or in both; all of it or a part."""
        asked = self.read(MarkerSettlementShape)
        answer = markers.settle_marker(
            actor=self.actor,
            at=self.at,
            slip=slip,
            notes=notes_of(asked["cash"]),
            lot=lot_of(asked["lot"]) if "lot" in asked else None,
            **signers(asked, "cashier"),
            key=self.key,
            expected_seq=self.expected_seq,
        )
        return self.written(answer)


class CreditLines(FloorView):
    """A patron's credit."""

    @operation(
        "set_credit_line",
        "Set how much a patron may owe",
        tag=TAG,
        request=LineShape,
        sent={"limit": 2_000_000, "effective_from": "2026-03-04", "source": "Central Credit, 2026-03-01"},
        answer=LineSet,
        told={
            "patron": "P-7",
            "limit": 2_000_000,
            "effective_from": "2026-03-04",
            "source": "Central Credit, 2026-03-01",
            "seq": 91,
        },
        refusals={
            "not_permitted": 403,
            "no_such_patron": 404,
            "bad_amount": 422,
            "bad_credit_source": 422,
            "day_is_over": 422,
        },
    )
    def post(self, request: Request, patron: str) -> Response:
        """From a gaming day on. Whoever sets a line signs no marker on it."""
        asked = self.read(LineShape)
        answer = credit_lines.set_credit_line(actor=self.actor, at=self.at, patron=patron, key=self.key, **asked)
        return self.written(answer)

    @operation(
        "read_credit",
        "What a patron may owe, and owes",
        tag=TAG,
        answer=CreditAnswer,
        told={
            "patron": "P-7",
            "name": "Pat Seven",
            "limit": 2_000_000,
            "source": "Central Credit, 2026-03-01",
            "set_by": "6001",
            "effective_from": "2026-03-04",
            "owed": 40_000,
            "available": 1_960_000,
        },
        status=200,
        refusals={"not_permitted": 403, "no_such_patron": 404},
    )
    def get(self, request: Request, patron: str) -> Response:
        """On the running gaming day."""
        self.require_parameters()
        version = house.of(self.actor).settings_version
        gaming_day = clock.window(self.actor.casino_id, version, self.at).gaming_day
        found = marker_reads.credit(self.actor, patron, gaming_day)
        names = ("patron", "name", "limit", "source", "set_by", "effective_from", "owed", "available")
        return Response({name: getattr(found, name) for name in names})
