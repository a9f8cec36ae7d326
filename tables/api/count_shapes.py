"""What is found in a box, and who counts, in bodies and answers."""

from collections.abc import Mapping
from typing import Any, Final

from rest_framework import serializers

from tables.api.cage_counts import SetsField
from tables.api.chips import StrictChips
from tables.api.foreign_chips import ForeignItemLine, ForeignItemShape
from tables.api.shapes import SignatureShape, StrictFlag, StrictInteger, StrictSerializer, StrictText
from tables.domain.box_contents import MOST_PAPERS, BoxContents, RakeContents
from tables.domain.foreign_chips import MOST_ITEMS, ForeignItem, ForeignKind
from tables.domain.notes import NoteCount
from tables.services.signatures import SignatureRequest

TAG: Final = "count room"
COUNTER: Final = {"badge": "5001", "pin": "830659"}
SECOND: Final = {"badge": "5002", "pin": "940761"}
VERIFIER: Final = {"badge": "6001", "pin": "150872"}
SIGNING: Final = {
    "not_permitted": 403,
    "same_person": 403,
    "role_not_held": 403,
    "wrong_badge_or_pin": 403,
    "pin_locked": 403,
}
COUNTING: Final = {
    **SIGNING,
    "not_in_team": 403,
    "not_independent": 403,
    "no_such_box": 404,
    "already_counted": 409,
    "bad_count_step": 409,
    "box_not_accepted": 409,
    "box_not_removed": 409,
    "count_closed": 409,
    "total_mismatch": 422,
}
NOTES: Final = {"2000": 10, "10000": 3}
CONTENTS: Final = {
    "notes": NOTES,
    "total": 50_000,
    "promotional": {},
    "promotional_total": 0,
    "coupons": {},
    "coupons_total": 0,
    "found_chips": {},
    "found_chips_total": 0,
    "foreign": [],
    "papers": [],
}


class BoxContentsShape(StrictSerializer):
    """Everything in a drop box, each kind apart; an empty box is ``{}`` and 0."""

    notes = StrictChips()
    total = StrictInteger(help_text="minor units; must be what the notes are worth")
    promotional = SetsField(default=dict, help_text="promotional chips by chip set")
    promotional_total = StrictInteger(default=0)
    coupons = StrictChips(default=dict, help_text="coupons by the value printed on them")
    coupons_total = StrictInteger(default=0)
    found_chips = StrictChips(default=dict, help_text="chips of the table that should not lie in a box")
    found_chips_total = StrictInteger(default=0)
    foreign = serializers.ListField(child=ForeignItemShape(), default=list, max_length=MOST_ITEMS)
    papers = serializers.ListField(
        child=StrictText(max_length=40), default=list, max_length=MOST_PAPERS, help_text="numbers of slips"
    )


class RakeContentsShape(StrictSerializer):
    """Chips of a rake box by denomination; an empty one is ``{}`` and 0."""

    chips = StrictChips()
    total = StrictInteger(help_text="minor units; must be what the chips are worth")


class CounterShape(StrictSerializer):
    """Who counted."""

    counter = SignatureShape()


class ShownEmpty(StrictSerializer):
    """The box was shown empty when everything was out of it."""

    shown_empty = StrictFlag()


class VerifierShape(StrictSerializer):
    """A third person, and why the two counts differ."""

    explanation = StrictText()
    verifier = SignatureShape()


class SheetStep(serializers.Serializer[Any]):
    """How far a sheet has come; of a blind count no answer says more."""

    session = serializers.IntegerField()
    table = serializers.CharField()
    box = serializers.IntegerField()
    part = serializers.CharField(help_text="`cash` or `rake`")
    status = serializers.CharField(help_text="`first_counted`, `variance` or `counted`")
    seq = serializers.IntegerField(help_text="position in the count room's stream")


class ContentsAnswer(serializers.Serializer[Any]):
    """What stands as counted: of a drop box all but ``chips``, of a rake box ``chips`` and ``total``."""

    notes = StrictChips(required=False)
    total = serializers.IntegerField()
    promotional = serializers.DictField(child=StrictChips(), required=False)
    promotional_total = serializers.IntegerField(required=False)
    coupons = StrictChips(required=False)
    coupons_total = serializers.IntegerField(required=False)
    found_chips = StrictChips(required=False)
    found_chips_total = serializers.IntegerField(required=False)
    foreign = ForeignItemLine(many=True, required=False)
    papers = serializers.ListField(child=serializers.CharField(), required=False)
    chips = StrictChips(required=False)


class DifferedAnswer(serializers.Serializer[Any]):
    """The drop variance report: both blind counts, and why they differ."""

    first = ContentsAnswer()
    second = ContentsAnswer()
    explanation = serializers.CharField()


class SheetCounted(ContentsAnswer, SheetStep):
    """The count stands. Of a second count that differs nothing is answered but ``status``: `variance`."""

    periods = serializers.ListField(child=serializers.IntegerField())
    drop = serializers.IntegerField(required=False, help_text="what the box adds to the drop by the rule pack")
    rake_shortfall = serializers.CharField(
        required=False, help_text="rake: how the books take one that is not expected"
    )
    promo_in_drop = serializers.BooleanField(required=False, help_text="whether it counts what is promotional (T-41)")
    missing_papers = serializers.ListField(child=serializers.CharField(), required=False)
    stray_papers = serializers.ListField(child=serializers.CharField(), required=False)
    decided_by = serializers.CharField(help_text="`second` or `verifier`")
    differed = DifferedAnswer(required=False)


def box_contents_of(asked: Mapping[str, Any]) -> BoxContents:
    """A drop box's count of a checked body."""
    return BoxContents(
        notes=NoteCount(asked["notes"], asked["total"]),
        promotional=asked["promotional"],
        promotional_total=asked["promotional_total"],
        coupons=NoteCount(asked["coupons"], asked["coupons_total"]),
        found_chips=asked["found_chips"],
        found_chips_total=asked["found_chips_total"],
        foreign=[
            ForeignItem(ForeignKind(item["kind"]), item["description"], item["value"], item["pieces"])
            for item in asked["foreign"]
        ],
        papers=asked["papers"],
    )


def rake_contents_of(asked: Mapping[str, Any]) -> RakeContents:
    """A rake box's count of a checked body."""
    return RakeContents(asked["chips"], asked["total"])


def signer(asked: Mapping[str, Any], name: str) -> SignatureRequest:
    """The signature of a checked body under ``name``."""
    return SignatureRequest(**asked[name])
