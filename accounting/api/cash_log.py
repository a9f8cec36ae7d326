"""The cash log: every patron's cash in and out by gaming day, reports that are due, and what to look at."""

from datetime import date
from typing import Any

from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounting.api import examples
from accounting.api.ledger import LagMark, lag_picture
from accounting.domain.cash_report import Structuring
from accounting.selectors import cash_log
from accounting.selectors.cash_log import CashDay
from tables.api import lists
from tables.api.describe import operation, query
from tables.api.doors import FloorView

_SHOWN = ("all", "logged", "reports")


class CashLine(serializers.Serializer[Any]):
    """A movement. ``corrects`` names the event that it corrects; ``counts``: the rule pack sums it."""

    at = serializers.DateTimeField()
    place = serializers.CharField()
    who = serializers.CharField(help_text="as keyed")
    direction = serializers.CharField(help_text="in or out")
    amount = serializers.IntegerField()
    kind = serializers.CharField()
    counts = serializers.BooleanField()
    corrects = serializers.IntegerField(allow_null=True)
    recorded_by = serializers.CharField(help_text="badge")
    seq = serializers.IntegerField()


class CashDayAnswer(serializers.Serializer[Any]):
    """Somebody's gaming day. ``patron`` is empty for who is not identified; the directions are never netted."""

    gaming_day = serializers.DateField()
    patron = serializers.CharField(allow_blank=True)
    known_as = serializers.CharField(allow_blank=True)
    place = serializers.CharField(allow_blank=True)
    name = serializers.CharField(allow_blank=True)
    cash_in = serializers.IntegerField()
    cash_out = serializers.IntegerField()
    logged = serializers.BooleanField(help_text="belongs on the multiple-transaction log")
    reports = serializers.ListField(child=serializers.CharField(), help_text="directions above the threshold")
    lines = CashLine(many=True)


class ReviewDay(serializers.Serializer[Any]):
    """A day of a review."""

    gaming_day = serializers.DateField()
    amount = serializers.IntegerField()


class Review(serializers.Serializer[Any]):
    """Sums that look as if somebody kept below the threshold: ``around_roll`` or ``just_below``."""

    patron = serializers.CharField(allow_blank=True)
    known_as = serializers.CharField(allow_blank=True)
    place = serializers.CharField(allow_blank=True)
    direction = serializers.CharField()
    reason = serializers.CharField()
    total = serializers.IntegerField()
    days = ReviewDay(many=True)


class CashLogAnswer(serializers.Serializer[Any]):
    """Some gaming days; ``report_above`` and ``log_from`` are the rule pack's of the last one, minor units."""

    first_day = serializers.DateField()
    last_day = serializers.DateField()
    report_above = serializers.IntegerField(allow_null=True)
    log_from = serializers.IntegerField()
    days = CashDayAnswer(many=True)
    reviews = Review(many=True)
    lag = LagMark()


_PAT = {"patron": "P-7", "known_as": "", "place": ""}
_EXAMPLE: dict[str, Any] = {
    "first_day": "2026-03-04",
    "last_day": "2026-03-04",
    "report_above": 1_000_000,
    "log_from": 250_000,
    "days": [
        {
            "gaming_day": "2026-03-04",
            **_PAT,
            "name": "Pat Seven",
            "cash_in": 1_050_000,
            "cash_out": 0,
            "logged": True,
            "reports": ["in"],
            "lines": [
                {
                    "at": "2026-03-05T06:00:00.000000Z",
                    "place": "BJ-03",
                    "who": "seat 3",
                    "direction": "in",
                    "amount": 1_050_000,
                    "kind": "buy_in",
                    "counts": True,
                    "corrects": None,
                    "recorded_by": "1042",
                    "seq": 512,
                }
            ],
        }
    ],
    "reviews": [
        {
            **_PAT,
            "direction": "in",
            "reason": "around_roll",
            "total": 1_050_000,
            "days": [
                {"gaming_day": "2026-03-03", "amount": 600_000},
                {"gaming_day": "2026-03-04", "amount": 450_000},
            ],
        }
    ],
    "lag": examples.CAUGHT_UP,
}


class CashLog(FloorView):
    """Cash in and out."""

    @operation(
        "read_cash_log",
        "Cash in and out by patron and gaming day",
        tag="books",
        answer=CashLogAnswer,
        told=_EXAMPLE,
        status=200,
        parameters=[
            query("last_day", OpenApiTypes.DATE, "The last gaming day; the first one without it. At most 31 days."),
            query("who", str, "One patron's code, or what somebody is called."),
            query("show", str, "Only days on the multiple-transaction log, or with a report due.", enum=list(_SHOWN)),
        ],
        refusals={"bad_parameter": 400, "not_permitted": 403, "bad_days": 422},
    )
    def get(self, request: Request, first_day: date) -> Response:
        """As far as the books have followed."""
        self.require_parameters("last_day", "who", "show")
        last_day = lists.day(self, "last_day") or first_day
        show = lists.word(self, "show", _SHOWN)
        found = cash_log.read(self.actor, first_day, last_day, who=request.query_params.get("who", ""))
        days = {"logged": found.logged, "reports": found.reports}.get(show, found.days)
        return Response(
            {
                "first_day": first_day.isoformat(),
                "last_day": last_day.isoformat(),
                "report_above": found.above,
                "log_from": found.from_,
                "days": [_day(day) for day in days],
                "reviews": [_review(one) for one in found.structuring],
                "lag": lag_picture(found.lag),
            }
        )


def _day(day: CashDay) -> dict[str, Any]:
    total = day.total
    return {
        "gaming_day": total.gaming_day,
        **total.person._asdict(),
        "name": day.name,
        "cash_in": total.cash_in,
        "cash_out": total.cash_out,
        "logged": day.logged,
        "reports": list(day.reports),
        "lines": [
            {
                "at": row.happened_at,
                "place": row.place,
                "who": row.who,
                "direction": row.direction,
                "amount": row.amount,
                "kind": row.kind,
                "counts": counts,
                "corrects": row.corrects,
                "recorded_by": row.recorded_by,
                "seq": row.seq,
            }
            for row, _, counts in total.entries
        ],
    }


def _review(one: Structuring) -> dict[str, Any]:
    days = [{"gaming_day": day, "amount": amount} for day, amount in one.days]
    return {
        **one.person._asdict(),
        "direction": one.direction,
        "reason": one.reason,
        "total": one.total,
        "days": days,
    }
