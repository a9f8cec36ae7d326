"""The sequence report: numbers used, void and missing, and every void and reprint."""

from dataclasses import asdict
from datetime import date
from typing import Any

from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounting.api import examples_audit as examples
from accounting.domain.sequences import Reconciled
from accounting.selectors import sequences
from tables.api import lists
from tables.api.describe import operation, query
from tables.api.doors import FloorView


class Gap(serializers.Serializer[Any]):
    """Numbers that nobody can show."""

    first = serializers.IntegerField()
    last = serializers.IntegerField()


class Series(serializers.Serializer[Any]):
    """A series from its first number of these days to its last. A void number is not among the used ones."""

    series = serializers.CharField()
    first = serializers.IntegerField()
    last = serializers.IntegerField()
    used = serializers.IntegerField()
    void = serializers.IntegerField()
    missing = Gap(many=True)
    missing_numbers = serializers.IntegerField()
    twice = serializers.ListField(child=serializers.IntegerField(), help_text="numbers on more than one document")


class Marked(serializers.Serializer[Any]):
    """A document that was voided (`copy` 0) or printed again."""

    slip = serializers.CharField()
    kind = serializers.CharField()
    table = serializers.CharField()
    gaming_day = serializers.DateField()
    shift = serializers.CharField()
    occurred_at = serializers.DateTimeField()
    total = serializers.IntegerField(allow_null=True)
    reason = serializers.CharField()
    copy = serializers.IntegerField()
    by = serializers.CharField(help_text="badge")
    signers = serializers.ListField(child=serializers.CharField())
    stream = serializers.CharField()
    seq = serializers.IntegerField()


class SequenceReport(serializers.Serializer[Any]):
    """What became of the numbers of the gaming days."""

    first_day = serializers.DateField()
    last_day = serializers.DateField()
    series = Series(many=True)
    voids = Marked(many=True)
    reprints = Marked(many=True)


class Sequences(FloorView):
    """Numbers of slips and markers."""

    @operation(
        "read_sequences",
        "Numbers used, void and missing, and every void and reprint",
        tag="audit",
        answer=SequenceReport,
        told=examples.SEQUENCES,
        status=200,
        parameters=[
            query("last_day", OpenApiTypes.DATE, "The last gaming day; the first one without it."),
        ],
        refusals={"not_permitted": 403, "bad_days": 422},
    )
    def get(self, request: Request, gaming_day: date) -> Response:
        """Straight from the log. A missing number is an exception on the day it is missing from."""
        self.require_parameters("last_day")
        first_day, last_day = gaming_day, lists.day(self, "last_day") or gaming_day
        found = sequences.of_days(self.actor, first_day, last_day)
        return Response(
            {
                "first_day": first_day.isoformat(),
                "last_day": last_day.isoformat(),
                "series": [_series(series) for series in found.series],
                "voids": [asdict(mark) for mark in found.voids],
                "reprints": [asdict(mark) for mark in found.reprints],
            }
        )


def _series(series: Reconciled) -> dict[str, Any]:
    told = asdict(series)
    return {**told, "missing": [gap._asdict() for gap in series.missing], "missing_numbers": series.missing_numbers}
