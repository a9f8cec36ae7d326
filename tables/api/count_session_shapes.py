"""What a count session looks like in bodies and answers."""

from typing import Any, Final

from rest_framework import serializers

from tables.api.chips import StrictChips
from tables.api.count_shapes import NOTES, ContentsAnswer, CounterShape
from tables.api.shapes import SignatureShape, StrictInteger, StrictSerializer, StrictText

MOST_TEAM = 20
MOST_MISSING = 500
TOTALS: Final = {
    "notes": NOTES,
    "cash_total": 50_000,
    "sets": {"MAIN": {"500": 1}},
    "chips": {"500": 1},
    "chips_total": 500,
    "promotional_total": 0,
    "coupons_total": 0,
}
SESSION: Final = {
    "session": 12,
    "gaming_day": "2026-03-04",
    "shift": "day",
    "status": "closed",
    "team": ["5001", "5002"],
    "opened_at": "2026-03-05T14:10:00.000000Z",
    "closed_at": "2026-03-05T15:40:00.000000Z",
    "missing": [],
    "note": "",
    "verified": True,
    "taken_over_at": None,
    "totals": TOTALS,
}
SHEET: Final = {
    "part": "cash",
    "status": "first_counted",
    "first_by": "5001",
    "second_by": None,
    "verified_by": None,
    "counted_at": None,
    "counted_seq": None,
    "contents": None,
}
IN_COUNT: Final = {
    "table": "BJ-04",
    "box": 3,
    "game": "blackjack",
    "removed_at": "2026-03-05T14:02:11.000000Z",
    "accepted_at": "2026-03-05T14:12:00.000000Z",
    "periods": [7, 8, 9],
    "sheets": [SHEET],
}


class TotalsAnswer(serializers.Serializer[Any]):
    """What the sheets add up to. ``sets`` are chips for the vault by chip set, ``chips`` those with a value."""

    notes = StrictChips()
    cash_total = serializers.IntegerField()
    sets = serializers.DictField(child=StrictChips())
    chips = StrictChips()
    chips_total = serializers.IntegerField()
    promotional_total = serializers.IntegerField()
    coupons_total = serializers.IntegerField()


class MissingBoxAnswer(serializers.Serializer[Any]):
    """A box that was not brought."""

    table = serializers.CharField()
    box = serializers.IntegerField()
    reason = serializers.CharField()


class SessionAnswer(serializers.Serializer[Any]):
    """A count session. ``totals`` are null as long as the reader may not know them."""

    session = serializers.IntegerField()
    gaming_day = serializers.DateField()
    shift = serializers.CharField()
    status = serializers.CharField()
    team = serializers.ListField(child=serializers.CharField(), help_text="badges")
    opened_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)
    missing = MissingBoxAnswer(many=True)
    note = serializers.CharField(allow_blank=True)
    verified = serializers.BooleanField(allow_null=True, help_text="whether the verifier found the same; null: nobody")
    taken_over_at = serializers.DateTimeField(allow_null=True)
    totals = TotalsAnswer(allow_null=True)


class SheetAnswer(serializers.Serializer[Any]):
    """A part of a box. ``contents`` are null until it is counted, and as long as the reader may not know them."""

    part = serializers.CharField()
    status = serializers.CharField()
    first_by = serializers.CharField(allow_null=True)
    second_by = serializers.CharField(allow_null=True)
    verified_by = serializers.CharField(allow_null=True)
    counted_at = serializers.DateTimeField(allow_null=True)
    counted_seq = serializers.IntegerField(allow_null=True, help_text="position in the count room's stream")
    contents = ContentsAnswer(allow_null=True)


class BoxAnswer(serializers.Serializer[Any]):
    """A box in the count."""

    table = serializers.CharField()
    box = serializers.IntegerField()
    game = serializers.CharField()
    removed_at = serializers.DateTimeField()
    accepted_at = serializers.DateTimeField()
    periods = serializers.ListField(child=serializers.IntegerField())
    sheets = SheetAnswer(many=True)


class SessionSheetsAnswer(SessionAnswer):
    """A session and its boxes."""

    boxes = BoxAnswer(many=True)


class TeamShape(StrictSerializer):
    """Those who count together; the rule pack says how many at least."""

    team = serializers.ListField(child=SignatureShape(), min_length=1, max_length=MOST_TEAM)


class CountOpened(serializers.Serializer[Any]):
    """The team may take boxes in."""

    session = serializers.IntegerField()
    gaming_day = serializers.DateField()
    shift = serializers.CharField()
    team = serializers.ListField(child=serializers.CharField())
    seq = serializers.IntegerField(help_text="position in the count room's stream")


class BoxAcceptanceShape(CounterShape):
    """The table and number on the box's label."""

    table = StrictText(max_length=16)
    box = StrictInteger(min_value=1)


class BoxAccepted(serializers.Serializer[Any]):
    """The box is in the count. ``parts``: what of it is to be counted."""

    session = serializers.IntegerField()
    table = serializers.CharField()
    box = serializers.IntegerField()
    periods = serializers.ListField(child=serializers.IntegerField())
    parts = serializers.ListField(child=serializers.CharField())
    seq = serializers.IntegerField()


class VerificationShape(StrictSerializer):
    """All banknotes of the session, counted by somebody who is not of the team."""

    notes = StrictChips()
    total = StrictInteger()
    verifier = SignatureShape()


class CountVerified(serializers.Serializer[Any]):
    """Whether he found what the sheets say; by how much they differ is not told."""

    session = serializers.IntegerField()
    agrees = serializers.BooleanField()
    seq = serializers.IntegerField()


class MissingBoxShape(StrictSerializer):
    """A box that left its table and was not brought."""

    table = StrictText(max_length=16)
    box = StrictInteger(min_value=1)
    reason = StrictText()


class CountClosingShape(TeamShape):
    """The totals as the team read them, the boxes that were not brought, and why the verifier found something else."""

    cash_total = StrictInteger()
    chips_total = StrictInteger(default=0)
    missing = serializers.ListField(child=MissingBoxShape(), default=list, max_length=MOST_MISSING)
    note = StrictText(default="", allow_blank=True)


class CountedBoxAnswer(serializers.Serializer[Any]):
    """A box that was counted."""

    table = serializers.CharField()
    box = serializers.IntegerField()


class CountClosed(TotalsAnswer):
    """What the team signed. The cage may take it over now."""

    session = serializers.IntegerField()
    gaming_day = serializers.DateField()
    shift = serializers.CharField()
    boxes = CountedBoxAnswer(many=True)
    missing = MissingBoxAnswer(many=True)
    verified = serializers.DictField(allow_null=True)
    note = serializers.CharField(allow_blank=True)
    seq = serializers.IntegerField()
