"""Chip sets: what the house plays with and gives away, chips that are retired, colours that are counted."""

from dataclasses import asdict
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api.cage_shapes import (
    ACCOUNTANT,
    CASHIER,
    NOT_ALLOWED,
    SIGNING,
    TAG,
    CashierAndAccountant,
    signers,
)
from tables.api.chips import StrictChips
from tables.api.describe import operation
from tables.api.doors import FloorView
from tables.api.shapes import StrictChoice, StrictInteger, StrictSerializer, StrictText
from tables.domain import chips
from tables.domain.actors import instant
from tables.domain.house_settings import Chip, ChipKind
from tables.selectors import chip_sets as chip_set_reads
from tables.selectors import impressments
from tables.selectors.impressments import Impressment
from tables.services import chip_sets
from tables.services import house as house_service

_KINDS = [kind.value for kind in ChipKind]
_FACES = [
    {"value": 500, "colour": "#aa5500", "letter": "P"},
    {"value": 2500, "colour": "#aa55aa", "letter": "Q"},
]


class ChipFace(StrictSerializer):
    """A kind of chip. ``value`` in minor units; in a set without a value the number of the colour."""

    value = StrictInteger(min_value=1)
    colour = StrictText(max_length=7)
    letter = StrictText(max_length=2)


class ChipSetShape(StrictSerializer):
    """A set of chips. Only one of kind ``value`` is ever in a rack."""

    chip_set = StrictText(max_length=16)
    kind = StrictChoice(_KINDS, default=ChipKind.VALUE.value)
    denominations = serializers.ListField(child=ChipFace(), max_length=32)


class ChipSetAdded(serializers.Serializer[Any]):
    """The house has the set."""

    chip_set = serializers.CharField()
    seq = serializers.IntegerField(help_text="position in the house's stream")


class ChipLine(serializers.Serializer[Any]):
    """A kind of chip. A retired one may come in and never goes out."""

    value = serializers.IntegerField()
    colour = serializers.CharField()
    letter = serializers.CharField()
    retired = serializers.BooleanField()


class ChipSetLine(serializers.Serializer[Any]):
    """A chip set of the house."""

    chip_set = serializers.CharField()
    kind = serializers.CharField()
    chips = ChipLine(many=True)


class ChipSetList(serializers.Serializer[Any]):
    """By code."""

    results = ChipSetLine(many=True)


class RetirementShape(StrictSerializer):
    """Values that are given out no more."""

    denominations = serializers.ListField(child=StrictInteger(min_value=1), min_length=1, max_length=64)


class Retired(serializers.Serializer[Any]):
    """These chips may only come in."""

    chip_set = serializers.CharField()
    denominations = serializers.ListField(child=serializers.IntegerField())
    seq = serializers.IntegerField(help_text="position in the house's stream")


class ImpressmentShape(CashierAndAccountant):
    """All pieces of a set without a value, wherever they were found."""

    chips = StrictChips()
    note = StrictText(default="", allow_blank=True)


class Impressed(serializers.Serializer[Any]):
    """What was found of what the house owns; ``missing`` is below zero for pieces too many."""

    chip_set = serializers.CharField()
    chips = StrictChips()
    owned = StrictChips()
    missing = StrictChips()
    note = serializers.CharField(allow_blank=True)
    seq = serializers.IntegerField(help_text="position in the cage's stream")


class ImpressmentLine(serializers.Serializer[Any]):
    """A set without a value, and when its count is due."""

    chip_set = serializers.CharField()
    owned = StrictChips()
    counted_at = serializers.DateTimeField(allow_null=True)
    missing = StrictChips(help_text="at the last count")
    due_at = serializers.DateTimeField(allow_null=True)
    due = serializers.BooleanField()


class ImpressmentList(serializers.Serializer[Any]):
    """Every set without a value."""

    results = ImpressmentLine(many=True)


class ChipSets(FloorView):
    """The chip sets of the house."""

    @operation(
        "read_chip_sets",
        "The chip sets of the house",
        tag=TAG,
        answer=ChipSetList,
        told={"results": [{"chip_set": "PROMO", "kind": "promotional", "chips": [{**_FACES[0], "retired": False}]}]},
        status=200,
        refusals={"not_permitted": 403},
    )
    def get(self, request: Request) -> Response:
        """With every chip that they have or had."""
        self.require_parameters()
        found = chip_set_reads.listed(self.actor)
        results = [
            {"chip_set": known.code, "kind": known.kind, "chips": [asdict(chip) for chip in known.chips]}
            for known in found
        ]
        return Response({"results": results})

    @operation(
        "add_chip_set",
        "Add a set of chips",
        tag=TAG,
        request=ChipSetShape,
        sent={"chip_set": "PROMO", "kind": "promotional", "denominations": _FACES},
        answer=ChipSetAdded,
        told={"chip_set": "PROMO", "seq": 31},
        refusals={
            **NOT_ALLOWED,
            "chip_set_exists": 409,
            "bad_code": 422,
            "bad_colour": 422,
            "bad_denominations": 422,
            "bad_letter": 422,
        },
    )
    def post(self, request: Request) -> Response:
        """Its chips are there when the cage has received some."""
        asked = self.read(ChipSetShape)
        answer = house_service.add_chip_set(
            actor=self.actor,
            at=self.at,
            code=asked["chip_set"],
            kind=ChipKind(asked["kind"]),
            denominations=[Chip(**face) for face in asked["denominations"]],
            key=self.key,
        )
        return self.written(answer)


class ChipRetirements(FloorView):
    """Chips that are given out no more."""

    @operation(
        "retire_denominations",
        "Retire chips of a set",
        tag=TAG,
        request=RetirementShape,
        sent={"denominations": [50]},
        answer=Retired,
        told={"chip_set": "MAIN", "denominations": [50], "seq": 32},
        refusals={
            **NOT_ALLOWED,
            "no_such_chip_set": 404,
            "set_in_use": 409,
            "no_chips": 422,
            "unknown_denomination": 422,
        },
    )
    def post(self, request: Request, chip_set: str) -> Response:
        """From now on they may only come in; all of a set retire it."""
        asked = self.read(RetirementShape)
        answer = chip_sets.retire_denominations(
            actor=self.actor, at=self.at, chip_set=chip_set, denominations=asked["denominations"], key=self.key
        )
        return self.written(answer)


class ChipImpressments(FloorView):
    """The count of a set without a value."""

    match = "optional"

    @operation(
        "impress_chips",
        "Count all pieces of a set without a value",
        tag=TAG,
        request=ImpressmentShape,
        sent={
            "chips": {"1": 300, "2": 299, "3": 300},
            "note": "one was swept up",
            "cashier": CASHIER,
            "accountant": ACCOUNTANT,
        },
        answer=Impressed,
        told={
            "chip_set": "COLOURS",
            "chips": {"1": 300, "2": 299, "3": 300},
            "owned": {"1": 300, "2": 300, "3": 300},
            "missing": {"2": 1},
            "note": "one was swept up",
            "seq": 22,
        },
        refusals={
            **SIGNING,
            "no_such_chip_set": 404,
            "stale_sequence": 412,
            "not_valueless": 422,
            "count_differs": 422,
            "unknown_denomination": 422,
        },
    )
    def post(self, request: Request, chip_set: str) -> Response:
        """Colours that have a value only at a table must all come back."""
        asked = self.read(ImpressmentShape)
        answer = chip_sets.impress_chips(
            actor=self.actor,
            at=self.at,
            chip_set=chip_set,
            found=asked["chips"],
            note=asked["note"],
            **signers(asked, "cashier", "accountant"),
            key=self.key,
            expected_seq=self.expected_seq,
        )
        return self.written(answer)


class Impressments(FloorView):
    """Which sets without a value are to be counted."""

    @operation(
        "read_impressments",
        "Sets without a value, and when their count is due",
        tag=TAG,
        answer=ImpressmentList,
        told={
            "results": [
                {
                    "chip_set": "COLOURS",
                    "owned": {"1": 300, "2": 300, "3": 300},
                    "counted_at": None,
                    "missing": {},
                    "due_at": "2026-03-04T20:00:00.000000Z",
                    "due": True,
                }
            ]
        },
        status=200,
        refusals={"not_permitted": 403},
    )
    def get(self, request: Request) -> Response:
        """A month after the last count; at once when there was none."""
        self.require_parameters()
        return Response({"results": [self._told(row) for row in impressments.listed(self.actor)]})

    def _told(self, row: Impressment) -> dict[str, Any]:
        return {
            "chip_set": row.chip_set,
            "owned": chips.as_data(row.owned),
            "counted_at": instant(row.counted_at) if row.counted_at else None,
            "missing": chips.as_data(row.missing),
            "due_at": instant(row.due_at) if row.due_at else None,
            "due": row.due_at is not None and row.due_at <= self.at,
        }
