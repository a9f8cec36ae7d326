"""Which rule pack the house keeps to."""

from dataclasses import asdict
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api.describe import operation
from tables.api.doors import FloorView
from tables.api.shapes import StrictDate, StrictInteger, StrictSerializer, StrictText
from tables.domain.rule_packs import forms, shipped
from tables.selectors import house
from tables.selectors import rule_packs as rule_pack_reads
from tables.services import clock, rule_packs

_TAG = "house"


class PackName(serializers.Serializer[Any]):
    """A shipped pack."""

    pack = serializers.CharField()
    version = serializers.IntegerField()


class PackInForce(serializers.Serializer[Any]):
    """A pack with all its values; amounts in minor units, null where the pack has no such limit."""

    pack = serializers.CharField()
    version = serializers.IntegerField()
    values = serializers.DictField()


class PackChoice(serializers.Serializer[Any]):
    """An act of choosing; a later one for the same day took its place."""

    seq = serializers.IntegerField()
    pack = serializers.CharField()
    version = serializers.IntegerField()
    effective_from = serializers.DateField()
    chosen_by = serializers.CharField()
    chosen_at = serializers.DateTimeField()


class Packs(serializers.Serializer[Any]):
    """The pack of the running gaming day, every choice with the newest first, and what can be chosen."""

    gaming_day = serializers.DateField()
    in_force = PackInForce()
    choices = PackChoice(many=True)
    known = PackName(many=True)


class ChoiceShape(StrictSerializer):
    """A pack and the first gaming day that is judged by it."""

    pack = StrictText(max_length=32)
    version = StrictInteger(min_value=1, max_value=1_000)
    effective_from = StrictDate()


class Chosen(serializers.Serializer[Any]):
    """The pack is in force from that gaming day on."""

    pack = serializers.CharField()
    version = serializers.IntegerField()
    effective_from = serializers.DateField()
    seq = serializers.IntegerField()


def _told(choice: rule_pack_reads.Choice) -> dict[str, Any]:
    return {name: value for name, value in asdict(choice).items() if name != "values"}


_KNOWN = [{"pack": name, "version": version} for name, version in shipped.PACKS]


class RulePacks(FloorView):
    """What differs by jurisdiction, as the house chose it."""

    @operation(
        "read_rule_packs",
        "The rule pack in force, and how it was chosen",
        tag=_TAG,
        answer=Packs,
        told={
            "gaming_day": "2026-03-04",
            "in_force": {
                "pack": "nevada-like",
                "version": 1,
                "values": forms.dump(shipped.pack("nevada-like", 1, 2)),
            },
            "choices": [
                {
                    "seq": 4,
                    "pack": "nevada-like",
                    "version": 1,
                    "effective_from": "2026-03-03",
                    "chosen_by": "system",
                    "chosen_at": "2026-03-04T20:00:00.000000Z",
                }
            ],
            "known": _KNOWN,
        },
        status=200,
        refusals={"not_permitted": 403},
    )
    def get(self, request: Request) -> Response:
        """The pack of the running gaming day with all its values, and every choice, the newest first."""
        self.require_parameters()
        chosen = rule_pack_reads.history(self.actor)
        version = house.of(self.actor).settings_version
        day = clock.window(self.actor.casino_id, version, self.at).gaming_day
        pack = rule_pack_reads.in_force(self.actor.casino_id, day, version)
        return Response(
            {
                "gaming_day": day.isoformat(),
                "in_force": {"pack": pack.name, "version": pack.version, "values": forms.dump(pack)},
                "choices": [_told(choice) for choice in chosen],
                "known": _KNOWN,
            }
        )

    @operation(
        "choose_rule_pack",
        "Choose the rule pack from a gaming day on",
        tag=_TAG,
        request=ChoiceShape,
        sent={"pack": "new-jersey-like", "version": 1, "effective_from": "2027-01-01"},
        answer=Chosen,
        told={"pack": "new-jersey-like", "version": 1, "effective_from": "2027-01-01", "seq": 90},
        refusals={"not_permitted": 403, "no_such_pack": 404, "day_is_over": 422},
    )
    def post(self, request: Request) -> Response:
        """Choose a pack from the running gaming day on at the earliest; days that are over keep what they had."""
        asked = self.read(ChoiceShape)
        answer = rule_packs.choose_rule_pack(
            actor=self.actor, at=self.at, key=self.key, name=asked.pop("pack"), **asked
        )
        return self.written(answer)
