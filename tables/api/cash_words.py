"""What is said later of cash: a buy-in was another one, somebody was a patron."""

from datetime import datetime
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api import moments
from tables.api.chips import StrictChips
from tables.api.describe import operation
from tables.api.doors import FloorView
from tables.api.shapes import SignatureShape, StrictInteger, StrictSerializer, StrictText
from tables.api.slip_shapes import BOSS, SECURITY, SIGNING, signers
from tables.services import buy_in_corrections, identification


class MomentField(serializers.DateTimeField):
    """An instant with its zone, as JSON text."""

    def to_internal_value(self, value: Any) -> datetime:
        found = moments.read(value) if isinstance(value, str) else None
        if found is None:
            self.fail("invalid", format="RFC 3339")
        return found


class BuyInCorrectionShape(StrictSerializer):
    """What buy-in `corrects` (its number in the table's log) really was; 0 and no chips: it never was."""

    corrects = StrictInteger()
    cash = StrictInteger()
    chips = StrictChips()
    reason = StrictText()
    pit_boss = SignatureShape()
    second = SignatureShape()


class BuyInCorrected(serializers.Serializer[Any]):
    """``cash`` and ``chips`` are the difference that box and rack go by, ``right_cash`` what it was."""

    table = serializers.CharField()
    period = serializers.IntegerField()
    corrects = serializers.IntegerField()
    player = serializers.CharField()
    cash = serializers.IntegerField()
    chips = serializers.DictField(child=serializers.IntegerField(), help_text="denomination -> pieces more or less")
    box = serializers.IntegerField()
    gaming_day = serializers.DateField()
    right_cash = serializers.IntegerField()
    right_chips = StrictChips()
    reason = serializers.CharField()
    seq = serializers.IntegerField()


class IdentityShape(StrictSerializer):
    """Whom the log calls `known_as` at `place` (a table, `cage`; empty: a code, everywhere) is `patron`."""

    known_as = StrictText(max_length=80)
    patron = StrictText(max_length=16, allow_blank=True)
    place = StrictText(max_length=16, default="", allow_blank=True)
    since = MomentField(required=False)
    until = MomentField(required=False)


class Identified(serializers.Serializer[Any]):
    """From ``since`` until before ``until``; both are empty for another code of a patron."""

    known_as = serializers.CharField()
    place = serializers.CharField(allow_blank=True)
    patron = serializers.CharField(allow_blank=True)
    since = serializers.CharField(allow_blank=True)
    until = serializers.CharField(allow_blank=True)
    seq = serializers.IntegerField()


class BuyInCorrections(FloorView):
    """Buy-ins that were keyed wrong."""

    match = "optional"

    @operation(
        "correct_buy_in",
        "Correct a buy-in that was keyed wrong",
        tag="racks",
        request=BuyInCorrectionShape,
        sent={
            "corrects": 512,
            "cash": 10_000,
            "chips": {"2500": 4},
            "reason": "one nought too much",
            "pit_boss": BOSS,
            "second": SECURITY,
        },
        answer=BuyInCorrected,
        told={
            "table": "BJ-04",
            "period": 7,
            "corrects": 512,
            "player": "seat 3",
            "cash": -90_000,
            "chips": {"2500": 4, "10000": -10},
            "box": 3,
            "gaming_day": "2026-03-04",
            "right_cash": 10_000,
            "right_chips": {"2500": 4},
            "reason": "one nought too much",
            "seq": 530,
        },
        refusals={
            **SIGNING,
            "not_in_charge": 403,
            "no_such_buy_in": 404,
            "no_such_table": 404,
            "period_over": 409,
            "table_not_open": 409,
            "stale_sequence": 412,
            "nothing_to_correct": 422,
            "total_mismatch": 422,
        },
    )
    def post(self, request: Request, table: str) -> Response:
        """In the bank period of the buy-in; what was keyed stays beside it."""
        asked = self.read(BuyInCorrectionShape)
        answer = buy_in_corrections.correct_buy_in(
            actor=self.actor,
            at=self.at,
            table=table,
            corrects=asked["corrects"],
            cash=asked["cash"],
            cut=asked["chips"],
            reason=asked["reason"],
            **signers(asked, "pit_boss", "second"),
            key=self.key,
            expected_seq=self.expected_seq,
        )
        return self.written(answer)


class PatronIdentities(FloorView):
    """Who somebody was."""

    @operation(
        "identify_patron",
        "Say which patron somebody was",
        tag="patrons",
        request=IdentityShape,
        sent={"known_as": "seat 3", "place": "BJ-01", "patron": "P-7"},
        answer=Identified,
        told={
            "known_as": "seat 3",
            "place": "BJ-01",
            "patron": "P-7",
            "since": "2026-03-04T14:00:00.000000Z",
            "until": "2026-03-05T14:00:00.000000Z",
            "seq": 92,
        },
        refusals={
            "not_permitted": 403,
            "no_such_patron": 404,
            "no_such_place": 404,
            "same_patron": 409,
            "bad_span": 422,
        },
    )
    def post(self, request: Request) -> Response:
        """His cash of the day is summed anew. An empty `patron` takes an earlier word back."""
        asked = self.read(IdentityShape)
        return self.written(identification.identify_patron(actor=self.actor, at=self.at, key=self.key, **asked))
