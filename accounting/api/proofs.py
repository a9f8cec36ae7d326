"""Prove it: a figure of a report with its formula, its inputs, and the events behind it (docs/reports.md)."""

from datetime import date
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounting.reports import proof_asking
from accounting.selectors import proofs
from accounting.selectors.proofs import Proof
from tables.api.describe import operation, query
from tables.api.doors import BadHeader, FloorView
from tables.domain.errors import Invalid

_WORDS = {
    "shift": "Of one shift only; with `version` its certified report.",
    "version": "Version of the certified report that says it.",
    "so_far": "`1`: the gaming day up to and with the shift.",
    "locked": "`1`: as the locked day says it.",
    "span": "`day`, `month` or `year` up to the day.",
    "kind": "Whose line: `house`, `pit`, `game`, `shift`, `table`.",
    "code": "Of which pit, game, shift or table.",
    "pot": "`1`: of the games that are played for a pot.",
    "period": "Of one bank period of a table.",
    "after": "Events to be passed over in `evidence`.",
}


class ProofInput(serializers.Serializer[Any]):
    """A part of the formula, what it is taken with, and how it is asked for."""

    figure = serializers.CharField()
    sign = serializers.IntegerField()
    value = serializers.JSONField(help_text="minor units or pieces; a percentage as text; null: not known")
    asked = serializers.DictField()


class ProofShare(serializers.Serializer[Any]):
    """What a table, a bank period or a day has in it."""

    name = serializers.CharField()
    value = serializers.JSONField()
    asked = serializers.DictField()


class ProofEvent(serializers.Serializer[Any]):
    """An event behind the figure, in the order of the log."""

    stream = serializers.CharField()
    seq = serializers.IntegerField()
    type = serializers.CharField()
    round = serializers.IntegerField(allow_null=True, help_text="of a round, whose last event it then is")
    amount = serializers.IntegerField(help_text="its share")


class ProofUnknown(serializers.Serializer[Any]):
    """A box for which it is not known, and why."""

    table = serializers.CharField()
    box = serializers.IntegerField()
    why = serializers.CharField()


class FigureProof(serializers.Serializer[Any]):
    """What the report says and what the log says; `agrees` when both are the same, or both are not known yet."""

    asked = serializers.DictField()
    stated = serializers.JSONField()
    printed = serializers.BooleanField(help_text="false: the report adds it up without saying it")
    found = serializers.JSONField()
    by_legs = serializers.BooleanField(help_text="found in the journals; else in the books' bank periods")
    agrees = serializers.BooleanField()
    inputs = ProofInput(many=True)
    shares_of = serializers.CharField(allow_blank=True, help_text="`table`, `period` or `day`")
    shares = ProofShare(many=True)
    evidence = ProofEvent(many=True)
    events = serializers.IntegerField(help_text="how many there are in all")
    unknown = ProofUnknown(many=True)


class Proofs(FloorView):
    """Figures, proven."""

    @operation(
        "prove_figure",
        "Prove a figure of a report",
        tag="books",
        answer=FigureProof,
        told={
            "asked": {"day": "2026-03-04", "kind": "table", "code": "BJ-04", "figure": "win"},
            "stated": 400000,
            "printed": True,
            "found": 400000,
            "by_legs": True,
            "agrees": True,
            "inputs": [
                {
                    **{"figure": "closer", "sign": 1, "value": 1800000},
                    "asked": {"day": "2026-03-04", "kind": "table", "code": "BJ-04", "figure": "closer"},
                }
            ],
            "shares_of": "",
            "shares": [],
            "evidence": [
                {
                    **{"stream": "DEMO/table/BJ-04", "seq": 41, "type": "table_opened"},
                    **{"round": None, "amount": 2000000},
                }
            ],
            "events": 1,
            "unknown": [],
        },
        status=200,
        refusals={"bad_parameter": 400, "not_permitted": 403, "no_such_figure": 404, "no_such_report": 404},
        parameters=[query(name, str, words) for name, words in _WORDS.items()],
    )
    def get(self, request: Request, day: date, figure: str) -> Response:
        """`win`, `drop`, `hold`, `opener`, `fills` and so on, found a second time in the log, not in the rows that the
        report adds up.
        """
        self.require_parameters(*_WORDS)
        try:
            asked, offset = proof_asking.read({**request.query_params.dict(), "day": day, "figure": figure})
        except Invalid as error:
            raise BadHeader(code="bad_parameter") from error
        return Response(_told(proofs.prove(actor=self.actor, asked=asked, offset=offset)))


def _told(found: Proof) -> dict[str, Any]:
    return {
        "asked": found.asked.told,
        "stated": found.stated,
        "printed": found.printed,
        "found": found.found,
        "by_legs": found.by_legs,
        "agrees": found.agrees,
        "inputs": [
            {"figure": each.figure, "sign": each.sign, "value": each.value, "asked": each.asked.told}
            for each in found.inputs
        ],
        "shares_of": found.shares_of,
        "shares": [{"name": each.name, "value": each.value, "asked": each.asked.told} for each in found.shares],
        "evidence": [
            {
                **{"stream": each.stream, "seq": each.seq, "type": each.type},
                **{"round": each.round, "amount": each.amount},
            }
            for each in found.evidence
        ],
        "events": found.events,
        "unknown": [{"table": box.table, "box": box.number, "why": why} for box, why in found.unknown],
    }
