"""Posted limits of a table and the maximum lifted for one player."""

from dataclasses import asdict
from datetime import datetime
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tables.api import lists
from tables.api.describe import IF_NONE_MATCH, operation, query
from tables.api.doors import MOST_ROWS, FloorView
from tables.api.shapes import SignatureShape, StrictInteger, StrictSerializer, StrictText
from tables.domain.actors import instant
from tables.selectors import limits as limit_reads
from tables.services import limits
from tables.services.signatures import SignatureRequest

_TAG = "limits"


class LimitsShape(StrictSerializer):
    """New limits, in minor units."""

    minimum = StrictInteger()
    maximum = StrictInteger()


class LimitsPosted(serializers.Serializer[Any]):
    """Limits as posted: they count for rounds from ``effective_from`` on, later than now where players are owed notice.

    ``version`` is what the next ``If-Match`` may name.
    """

    table = serializers.CharField()
    minimum = serializers.IntegerField()
    maximum = serializers.IntegerField()
    effective_from = serializers.DateTimeField()
    version = serializers.IntegerField()
    seq = serializers.IntegerField()


class LimitsRow(serializers.Serializer[Any]):
    """Limits that count from ``effective_from`` on, posted by ``set_by``."""

    minimum = serializers.IntegerField()
    maximum = serializers.IntegerField()
    effective_from = serializers.DateTimeField()
    set_by = serializers.CharField()


class LimitsHistory(serializers.Serializer[Any]):
    """The latest ``effective_from`` first; ``next`` leads to older ones."""

    results = LimitsRow(many=True)
    next = serializers.CharField(allow_null=True)


class RaiseShape(StrictSerializer):
    """A player's own maximum; ``signature`` is the pit boss's when the dealer sends it."""

    player = StrictText(max_length=40)
    maximum = StrictInteger()
    signature = SignatureShape(required=False)


class LimitRaised(serializers.Serializer[Any]):
    """The player's maximum from now on."""

    table = serializers.CharField()
    player = serializers.CharField()
    maximum = serializers.IntegerField()
    seq = serializers.IntegerField()


class Limits(FloorView):
    """A table's posted limits."""

    match = "required"

    @operation(
        "read_limits",
        "The limits to come, in force and before",
        tag=_TAG,
        answer=LimitsHistory,
        told={
            "results": [
                {
                    "minimum": 1000,
                    "maximum": 50000,
                    "effective_from": "2026-03-04T20:00:00.000000Z",
                    "set_by": "2001",
                }
            ],
            "next": None,
        },
        status=200,
        refusals={"bad_parameter": 400, "not_permitted": 403, "no_such_table": 404},
        parameters=[
            query("limit", int, "at most 200"),
            query("before", datetime, "only older ones"),
            IF_NONE_MATCH,
        ],
        unchanged=True,
    )
    def get(self, request: Request, table: str) -> Response:
        """Limits to come, in force and past, by the moment from which they count. The ETag is their version."""
        self.require_parameters("limit", "before")
        limit = self.number("limit", 50, MOST_ROWS)
        rows, version = limit_reads.posted(self.actor, table, before=lists.moment(self, "before"), limit=limit + 1)
        page = [{**asdict(row), "effective_from": instant(row.effective_from)} for row in rows[:limit]]
        more = f"?limit={limit}&before={page[-1]['effective_from']}" if len(rows) > limit else None
        return self.seen({"results": page, "next": more}, version)

    @operation(
        "post_limits",
        "Post limits, in force from the next round on",
        tag=_TAG,
        request=LimitsShape,
        sent={"minimum": 1000, "maximum": 50000},
        answer=LimitsPosted,
        told={
            "table": "BJ-04",
            "minimum": 1000,
            "maximum": 50000,
            "effective_from": "2026-03-04T20:00:00.000000Z",
            "version": 2,
            "seq": 514,
        },
        refusals={
            "not_permitted": 403,
            "not_in_charge": 403,
            "no_such_table": 404,
            "stale_limits": 412,
            "bad_limits": 422,
            "above_licensed_cap": 422,
            "if_match_required": 428,
        },
    )
    def post(self, request: Request, table: str) -> Response:
        """Post new limits, in force from the next round on, or after the notice that players are owed.

        ``If-Match`` names the version you saw.
        """
        asked = self.read(LimitsShape)
        answer = limits.post_limits(
            actor=self.actor, at=self.at, table=table, key=self.key, expected_version=self.expected_seq, **asked
        )
        response = self.written(answer)
        response["ETag"] = f'"{answer["version"]}"'
        return response


class LimitRaises(FloorView):
    """Maxima lifted for single players."""

    match = "optional"

    @operation(
        "raise_limit",
        "Lift one player's maximum",
        tag=_TAG,
        request=RaiseShape,
        sent={"player": "seat 2", "maximum": 100000, "signature": {"badge": "2001", "pin": "610437"}},
        answer=LimitRaised,
        told={"table": "BJ-04", "player": "seat 2", "maximum": 100000, "seq": 515},
        refusals={
            "not_permitted": 403,
            "not_in_charge": 403,
            "wrong_badge_or_pin": 403,
            "pin_locked": 403,
            "same_person": 403,
            "no_such_table": 404,
            "table_not_open": 409,
            "no_limits": 409,
            "name_looks_alike": 409,
            "bad_amount": 422,
            "above_licensed_cap": 422,
        },
    )
    def post(self, request: Request, table: str) -> Response:
        """Lift one player's maximum: by the pit boss in charge, or by the dealer under the pit boss's signature."""
        asked = self.read(RaiseShape)
        signature = asked.pop("signature", None)
        answer = limits.raise_limit(
            actor=self.actor,
            at=self.at,
            table=table,
            signature=SignatureRequest(**signature) if signature else None,
            key=self.key,
            expected_seq=self.expected_seq,
            **asked,
        )
        return self.written(answer)
