"""The count of cage and vault, what should lie there, and which count is due."""

from dataclasses import asdict
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api.cage import MovementAnswer, told
from tables.api.cage_shapes import CASHIER, INCOMING, NOT_ALLOWED, SIGNING, TAG, PlaceField, signers
from tables.api.chips import StrictChips
from tables.api.describe import LIMIT, operation, query
from tables.api.doors import MOST_ROWS, FloorView
from tables.api.lists import optional_number, page, page_of
from tables.api.shapes import SignatureShape, StrictInteger, StrictSerializer, StrictText
from tables.domain.actors import instant
from tables.domain.cage import CageCount, CagePlace
from tables.domain.notes import NoteCount
from tables.selectors import cage as cage_reads
from tables.selectors import house as house_reads
from tables.services import cage_counts, clock

MOST_SETS = 64


class SetsField(serializers.DictField):
    """Chips of every set that was counted, by the code of the set."""

    default_error_messages = {"too_many": _("There are not so many chip sets.")}

    def __init__(self, **more: Any) -> None:
        super().__init__(child=StrictChips(), **more)

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """The chips by set; which sets there are is for the service to say."""
        if isinstance(data, dict) and len(data) > MOST_SETS:
            self.fail("too_many")
        return super().to_internal_value(data)


class CageCountShape(StrictSerializer):
    """What outgoing and incoming cashier found; a set or a note that is not named was not there."""

    place = PlaceField()
    sets = SetsField()
    chips_total = StrictInteger(help_text="chips with a value, minor units")
    promotional_total = StrictInteger(default=0, help_text="promotional chips, minor units")
    notes = StrictChips()
    cash_total = StrictInteger()
    note = StrictText(default="", allow_blank=True, help_text="why the count differs, if it does")
    outgoing = SignatureShape()
    incoming = SignatureShape()


class CageCounted(serializers.Serializer[Any]):
    """The place is what was counted. Differences stand alone: below zero something is missing."""

    place = serializers.CharField()
    gaming_day = serializers.DateField(help_text="of the shift that the count begins")
    shift = serializers.CharField()
    sets = serializers.DictField(child=StrictChips())
    chips = StrictChips(help_text="with a value, all sets together")
    chips_total = serializers.IntegerField()
    promotional_total = serializers.IntegerField()
    notes = StrictChips()
    cash_total = serializers.IntegerField()
    note = serializers.CharField(allow_blank=True)
    chips_difference = serializers.IntegerField()
    promotional_difference = serializers.IntegerField()
    cash_difference = serializers.IntegerField()
    correction = serializers.DictField(help_text="chips by set, and notes: pieces more or less than expected")
    seq = serializers.IntegerField(help_text="position in the cage's stream")


class TargetShape(StrictSerializer):
    """Pieces that should lie at a place; ``chip_set`` null for banknotes. What is not named has no target."""

    place = PlaceField()
    chip_set = StrictText(max_length=16, allow_null=True)
    target = StrictChips()


class TargetSet(serializers.Serializer[Any]):
    """The target as it is from now on."""

    place = serializers.CharField()
    chip_set = serializers.CharField(allow_blank=True)
    target = StrictChips()
    seq = serializers.IntegerField()


class DueCount(serializers.Serializer[Any]):
    """A place that nobody has counted for the running shift."""

    place = serializers.CharField()
    since = serializers.DateTimeField(help_text="when the shift began")
    counted_at = serializers.DateTimeField(allow_null=True, help_text="the last count, of an earlier shift")


class DueCounts(serializers.Serializer[Any]):
    """Empty when both places are counted."""

    results = DueCount(many=True)


_COUNTED = {
    "place": "vault",
    "sets": {"MAIN": {"100000": 50}},
    "chips_total": 5000000,
    "promotional_total": 0,
    "notes": {"10000": 4},
    "cash_total": 40000,
    "note": "counted after the transfer",
}


class CageCounts(FloorView):
    """Counts of cage and vault."""

    match = "optional"

    @operation(
        "read_cage_counts",
        "The counts of cage and vault, the newest first",
        tag=TAG,
        answer=page_of(MovementAnswer, "CageCountPage"),
        told={"results": [], "next": None},
        status=200,
        refusals={"bad_parameter": 400, "not_permitted": 403},
        parameters=[LIMIT, query("before", int, "Only those below this position.")],
    )
    def get(self, request: Request) -> Response:
        """Each with its differences and signatures, as it stands in the log."""
        self.require_parameters("limit", "before")
        limit = self.number("limit", 50, MOST_ROWS)
        found = cage_reads.counts(self.actor, before=optional_number(self, "before"), limit=limit + 1)
        return Response(page([told(movement) for movement in found], limit, "before", "seq"))

    @operation(
        "count_cage",
        "Count the cage or its vault at the change of shift",
        tag=TAG,
        request=CageCountShape,
        sent={**_COUNTED, "outgoing": CASHIER, "incoming": INCOMING},
        answer=CageCounted,
        told={
            **_COUNTED,
            "gaming_day": "2026-03-04",
            "shift": "day",
            "chips": {"100000": 50},
            "chips_difference": 5000000,
            "promotional_difference": 0,
            "cash_difference": 40000,
            "correction": {"chips": {"MAIN": {"100000": 50}}, "notes": {"10000": 4}},
            "seq": 20,
        },
        refusals={
            **SIGNING,
            "stale_sequence": 412,
            "count_differs": 422,
            "no_such_chip_set": 404,
            "unknown_denomination": 422,
            "unknown_note": 422,
            "total_mismatch": 422,
        },
    )
    def post(self, request: Request) -> Response:
        """Blind: a refusal does not tell what should be there. The place becomes what was counted."""
        asked = self.read(CageCountShape)
        found = CageCount(
            sets=asked["sets"],
            chips_total=asked["chips_total"],
            notes=NoteCount(asked["notes"], asked["cash_total"]),
            promotional_total=asked["promotional_total"],
            note=asked["note"],
        )
        answer = cage_counts.count_cage(
            actor=self.actor,
            at=self.at,
            place=CagePlace(asked["place"]),
            count=found,
            **signers(asked, "outgoing", "incoming"),
            key=self.key,
            expected_seq=self.expected_seq,
        )
        return self.written(answer)


class CageTargets(FloorView):
    """What should lie where."""

    @operation(
        "set_cage_target",
        "Say how many chips or notes should lie in the cage or the vault",
        tag=TAG,
        request=TargetShape,
        sent={"place": "cage", "chip_set": "MAIN", "target": {"500": 5000, "2500": 4000}},
        answer=TargetSet,
        told={"place": "cage", "chip_set": "MAIN", "target": {"500": 5000, "2500": 4000}, "seq": 21},
        refusals={
            **NOT_ALLOWED,
            "no_such_chip_set": 404,
            "unknown_denomination": 422,
            "unknown_note": 422,
        },
    )
    def post(self, request: Request) -> Response:
        """For a chip set, or for banknotes; what is not named has no target any more."""
        asked = self.read(TargetShape)
        answer = cage_counts.set_target(
            actor=self.actor,
            at=self.at,
            place=CagePlace(asked["place"]),
            chip_set=asked["chip_set"],
            target=asked["target"],
            key=self.key,
        )
        return self.written(answer)


class DueCageCounts(FloorView):
    """What the running shift has not taken over."""

    @operation(
        "read_due_cage_counts",
        "Places of the cage that nobody has counted for the running shift",
        tag=TAG,
        answer=DueCounts,
        told={"results": [{"place": "vault", "since": "2026-03-04T14:00:00.000000Z", "counted_at": None}]},
        status=200,
        refusals={"not_permitted": 403},
    )
    def get(self, request: Request) -> Response:
        """Cage and vault are counted when a shift begins."""
        self.require_parameters()
        version = house_reads.of(self.actor).settings_version
        due = cage_reads.counts_due(self.actor, clock.window(self.actor.casino_id, version, self.at))
        results = [
            {
                **asdict(count),
                "since": instant(count.since),
                "counted_at": instant(count.counted_at) if count.counted_at else None,
            }
            for count in due
        ]
        return Response({"results": results})
