"""Gaming days: their state and checklist, explanations, the lock with its report, later adjustments."""

from datetime import date
from typing import Any

from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounting.api import examples_days as examples
from accounting.domain.audit_findings import Cause
from accounting.domain.days import ADJUSTED, LONGEST_TEXT, DayState
from accounting.selectors import day_reports as frozen_days
from accounting.services import day_checklist, day_reports, days
from accounting.services.day_checklist import DayView
from tables.api.describe import operation
from tables.api.doors import FloorView
from tables.api.shapes import SignatureShape, StrictInteger, StrictSerializer, StrictText
from tables.domain.limits import MOST
from tables.services.signatures import SignatureRequest

_TAG = "books"
_SIGNING = {"role_not_held": 403, "same_person": 403, "wrong_badge_or_pin": 403}
_TWO = {"not_permitted": 403, **_SIGNING}


class ExplanationShape(StrictSerializer):
    """Why a variance is what it is, under the signature of who answers for the area."""

    exception = StrictText(max_length=64, help_text="as the checklist names it")
    cause = StrictText(max_length=32, help_text=", ".join(Cause))
    explanation = StrictText(max_length=LONGEST_TEXT)
    owner = SignatureShape()


class DayLockShape(StrictSerializer):
    """The accountant, and a house manager or an auditor beside him."""

    accountant = SignatureShape()
    second = SignatureShape()


class AdjustmentShape(StrictSerializer):
    """What was learnt of a locked day, approved by two."""

    table = StrictText(max_length=16)
    figure = StrictText(max_length=24, help_text=", ".join(ADJUSTED))
    amount = StrictInteger(min_value=-MOST, help_text="added to the figure, minor units, either sign")
    reason = StrictText(max_length=LONGEST_TEXT)
    accountant = SignatureShape()
    second = SignatureShape()


class DayHindrance(serializers.Serializer[Any]):
    """One thing that stands between the day and its lock; `who` names the roles that can mend it."""

    kind = serializers.CharField()
    who = serializers.ListField(child=serializers.CharField())
    table = serializers.CharField(required=False)
    period = serializers.IntegerField(required=False)
    box = serializers.IntegerField(required=False)
    shift = serializers.CharField(required=False)
    slip = serializers.CharField(required=False)
    what = serializers.CharField(required=False)
    amount = serializers.IntegerField(required=False, help_text="minor units")
    exception = serializers.CharField(required=False, help_text="what an explanation names it by")


class GamingDay(serializers.Serializer[Any]):
    """A gaming day, how far it has come, and what hinders its lock."""

    gaming_day = serializers.DateField()
    state = serializers.ChoiceField([state.value for state in DayState])
    hindrances = DayHindrance(many=True)
    reminders = DayHindrance(many=True, help_text="to be looked at before the lock; of one day alone")
    sha256 = serializers.CharField(allow_blank=True, help_text="of the locked day's report")


class GamingDayList(serializers.Serializer[Any]):
    """Days that wait for their lock, then the newest locked ones; the latest first."""

    results = GamingDay(many=True)


class DayFigures(serializers.Serializer[Any]):
    """What the day's report would say now, in the form of its content; nothing is frozen."""

    content = serializers.DictField()


class ExplainedException(serializers.Serializer[Any]):
    """What is on record now."""

    gaming_day = serializers.DateField()
    exception = serializers.CharField()
    amount = serializers.IntegerField(help_text="minor units")
    cause = serializers.CharField()
    explanation = serializers.CharField()
    seq = serializers.IntegerField(help_text="position in the house's stream")


class LockBefore(serializers.Serializer[Any]):
    """The day that was locked before."""

    gaming_day = serializers.DateField()
    root = serializers.CharField()  # type: ignore[assignment]
    sha256 = serializers.CharField()


class LockedDay(serializers.Serializer[Any]):
    """The seal: the report's hash, the root over the heads of all streams, and the day locked before."""

    gaming_day = serializers.DateField()
    root = serializers.CharField()  # type: ignore[assignment]
    sha256 = serializers.CharField()
    previous = LockBefore(allow_null=True)
    seq = serializers.IntegerField(help_text="position in the house's stream")


class AdjustedDay(serializers.Serializer[Any]):
    """The adjustment as it stands; it counts in the figures of `made_on`."""

    gaming_day = serializers.DateField()
    made_on = serializers.DateField()
    table = serializers.CharField()
    figure = serializers.CharField()
    amount = serializers.IntegerField(help_text="minor units")
    reason = serializers.CharField()
    seq = serializers.IntegerField(help_text="position in the house's stream")


class GamingDays(FloorView):
    """Gaming days."""

    @operation(
        "read_gaming_days",
        "Gaming days with their state",
        tag=_TAG,
        answer=GamingDayList,
        told={"results": [examples.DAY]},
        status=200,
        refusals={"not_permitted": 403},
    )
    def get(self, request: Request) -> Response:
        """Those that wait for their lock first, each with what hinders it."""
        self.require_parameters()
        return Response({"results": [_told(view) for view in day_checklist.days(self.actor, self.at)]})


class OneGamingDay(FloorView):
    """A gaming day."""

    @operation(
        "read_gaming_day",
        "A gaming day with its checklist",
        tag=_TAG,
        answer=GamingDay,
        told=examples.DAY,
        status=200,
        refusals={"not_permitted": 403, "no_such_day": 404},
    )
    def get(self, request: Request, gaming_day: date) -> Response:
        """`open`, `rolled`, `counted`, `balanced` or `locked`; the state follows from facts."""
        self.require_parameters()
        return Response(_told(day_checklist.one(self.actor, gaming_day, self.at)))


class GamingDayFigures(FloorView):
    """A gaming day before its lock."""

    @operation(
        "read_gaming_day_figures",
        "What the day's report would say now",
        tag=_TAG,
        answer=DayFigures,
        told=examples.FIGURES,
        status=200,
        refusals={"not_permitted": 403},
    )
    def get(self, request: Request, gaming_day: date) -> Response:
        """Counted periods only, with month and year to date, exceptions and their explanations."""
        self.require_parameters()
        return Response({"content": day_reports.preview(self.actor, gaming_day)})


class GamingDayReport(FloorView):
    """The report of a locked day."""

    @operation(
        "read_gaming_day_report",
        "The report of a locked day as it was frozen",
        tag=_TAG,
        answer={"type": "object", "additionalProperties": True},
        told=examples.REPORT,
        status=200,
        refusals={"not_permitted": 403, "no_such_report": 404},
    )
    def get(self, request: Request, gaming_day: date) -> HttpResponse:
        """The very bytes that the hash was computed from; the hash is the ETag."""
        self.require_parameters()
        frozen = frozen_days.report(self.actor, gaming_day)
        return HttpResponse(frozen.text, content_type="application/json", headers={"ETag": f'"{frozen.sha256}"'})


class DayExplanations(FloorView):
    """Explanations of a day's variances."""

    @operation(
        "explain_exception",
        "Explain a variance",
        tag=_TAG,
        request=ExplanationShape,
        sent=examples.EXPLANATION_SENT,
        answer=ExplainedException,
        told=examples.EXPLAINED,
        refusals={
            **_TWO,
            "no_such_exception": 404,
            "day_locked": 409,
            "bad_cause": 422,
            "bad_explanation": 422,
        },
    )
    def post(self, request: Request, gaming_day: date) -> Response:
        """Signed by whoever answers for the area, or by a house manager. It then hinders the lock no longer."""
        asked = self.read(ExplanationShape)
        owner = SignatureRequest(**asked.pop("owner"))
        answer = days.explain_exception(
            actor=self.actor, at=self.at, gaming_day=gaming_day, owner=owner, key=self.key, **asked
        )
        return self.written(answer)


class DayLocks(FloorView):
    """The lock of a day."""

    @operation(
        "lock_day",
        "Lock a gaming day",
        tag=_TAG,
        request=DayLockShape,
        sent={"accountant": {"badge": "6001", "pin": "150872"}, "second": {"badge": "8001", "pin": "370194"}},
        answer=LockedDay,
        told=examples.LOCKED,
        refusals={
            **_TWO,
            "no_such_day": 404,
            "day_locked": 409,
            "day_not_ready": 409,
            "books_behind": 409,
            "books_stopped": 409,
        },
    )
    def post(self, request: Request, gaming_day: date) -> Response:
        """The books catch up first. The report is frozen and its hash goes into the log; the day never opens again."""
        asked = self.read(DayLockShape)
        signers = {name: SignatureRequest(**asked[name]) for name in ("accountant", "second")}
        answer = days.lock_day(actor=self.actor, at=self.at, gaming_day=gaming_day, key=self.key, **signers)
        return self.written(answer)


class DayAdjustments(FloorView):
    """What was learnt of a locked day."""

    @operation(
        "adjust_day",
        "Adjust a locked day",
        tag=_TAG,
        request=AdjustmentShape,
        sent=examples.ADJUSTMENT_SENT,
        answer=AdjustedDay,
        told=examples.ADJUSTED,
        refusals={
            **_TWO,
            "no_such_table": 404,
            "day_not_locked": 409,
            "bad_amount": 422,
            "bad_figure": 422,
            "bad_reason": 422,
        },
    )
    def post(self, request: Request, gaming_day: date) -> Response:
        """The locked report stays as it is: the adjustment counts in the day that is running, and is shown apart."""
        asked = self.read(AdjustmentShape)
        asked |= {name: SignatureRequest(**asked[name]) for name in ("accountant", "second")}
        answer = days.adjust_day(actor=self.actor, at=self.at, gaming_day=gaming_day, key=self.key, **asked)
        return self.written(answer)


def _told(view: DayView) -> dict[str, Any]:
    return {
        "gaming_day": view.gaming_day.isoformat(),
        "state": view.state.value,
        "hindrances": [hindrance.as_data() for hindrance in view.hindrances],
        "reminders": [reminder.as_data() for reminder in view.reminders],
        "sha256": view.sha256,
    }
