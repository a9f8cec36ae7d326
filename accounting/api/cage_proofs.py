"""Prove it, for the cage report: a figure found a second time in the journals (docs/reports.md)."""

from datetime import date
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounting.selectors import cage_proofs
from accounting.selectors.cage_proofs import CageAsked, CageProof
from tables.api.describe import operation, query
from tables.api.doors import FloorView

_MOST_AFTER = 10**7


class CageProofInput(serializers.Serializer[Any]):
    """A part of the closing balance."""

    value = serializers.IntegerField()
    asked = serializers.DictField()


class CageProofEvent(serializers.Serializer[Any]):
    """An event that moved something there, in the order of the log."""

    stream = serializers.CharField()
    seq = serializers.IntegerField()
    type = serializers.CharField()
    moment = serializers.DateTimeField()
    amount = serializers.IntegerField()


class FigureCageProof(serializers.Serializer[Any]):
    """What the report says by going back from what lies there now, and what all legs from the first day on come to."""

    asked = serializers.DictField()
    stated = serializers.IntegerField()
    found = serializers.IntegerField()
    agrees = serializers.BooleanField()
    inputs = CageProofInput(many=True)
    evidence = CageProofEvent(many=True)
    events = serializers.IntegerField(help_text="how many there are in all")


class CageProofs(FloorView):
    """Figures of the cage report, proven."""

    @operation(
        "prove_cage_figure",
        "Prove a figure of the cage report",
        tag="books",
        answer=FigureCageProof,
        told={
            "asked": {
                **{"first": "2026-03-04", "last": "2026-03-04"},
                **{"place": "cage", "asset": "chips", "figure": "fill_issued"},
            },
            "stated": -70000,
            "found": -70000,
            "agrees": True,
            "inputs": [],
            "evidence": [
                {
                    **{"stream": "DEMO/cage", "seq": 12, "type": "fill_issued"},
                    **{"moment": "2026-03-04T20:00:00Z", "amount": -70000},
                }
            ],
            "events": 1,
        },
        status=200,
        refusals={"bad_parameter": 400, "not_permitted": 403, "no_such_figure": 404, "bad_days": 422},
        parameters=[query("after", int, "Events to be passed over in `evidence`.")],
    )
    def get(self, request: Request, first: date, last: date, place: str, asset: str, figure: str) -> Response:
        """`opening`, `moved`, `banks`, `closing`, or a kind of movement such as `fill_issued`: a line of the report of
        `first` to `last`, in its column of the `chips` or the `cash` of `cage` or `vault`.
        """
        self.require_parameters("after")
        asked = CageAsked(first, last, place, asset, figure)
        offset = self.number("after", 0, _MOST_AFTER)
        return Response(_told(cage_proofs.prove(actor=self.actor, asked=asked, offset=offset)))


def _told(found: CageProof) -> dict[str, Any]:
    return {
        "asked": found.asked.told,
        "stated": found.stated,
        "found": found.found,
        "agrees": found.agrees,
        "inputs": [{"value": value, "asked": part.told} for part, value in found.inputs],
        "evidence": [
            {
                **{"stream": each.stream, "seq": each.seq, "type": each.type},
                **{"moment": each.moment, "amount": each.amount},
            }
            for each in found.evidence
        ],
        "events": found.events,
    }
