"""The nightly proofs of log, floor, books and reports."""

from dataclasses import asdict
from typing import Any

from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounting.api import examples
from accounting.selectors import audits
from tables.api import lists
from tables.api.describe import LIMIT, operation, query
from tables.api.doors import MOST_ROWS, FloorView
from tables.domain.actors import instant


class Finding(serializers.Serializer[Any]):
    """One thing that is wrong, and the event that it is about, where there is one."""

    stream = serializers.CharField()
    seq = serializers.IntegerField(allow_null=True)
    type = serializers.CharField(allow_blank=True)
    what = serializers.CharField()


class Verification(serializers.Serializer[Any]):
    """A proof; without findings everything agrees."""

    started_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField()
    findings = Finding(many=True)


class Verifications(FloorView):
    """Proofs, the newest first."""

    @operation(
        "read_verifications",
        "The nightly proofs of the whole chain",
        tag="books",
        answer=lists.page_of(Verification),
        told={"results": [examples.VERIFICATION], "next": None},
        status=200,
        parameters=[LIMIT, query("before", OpenApiTypes.DATETIME, "Only proofs that began earlier.")],
        refusals={"not_permitted": 403},
    )
    def get(self, request: Request) -> Response:
        """Each run plays every round again and makes every row anew from the log."""
        self.require_parameters("limit", "before")
        limit = self.number("limit", 50, MOST_ROWS)
        found = audits.runs(actor=self.actor, before=lists.moment(self, "before"), limit=limit + 1)
        return Response(lists.page([_run(run) for run in found], limit, "before", "started_at"))


def _run(run: audits.Run) -> dict[str, Any]:
    return {**asdict(run), "started_at": instant(run.started_at), "finished_at": instant(run.finished_at)}
