"""The register of audit findings: recorded by an auditor, answered by the owner, closed by two."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import date, datetime
from typing import Any

from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounting.api import examples_audit as examples
from accounting.domain.audit_findings import LONGEST_TEXT, MOST_EVENTS, Area, Cause, FindingStatus
from accounting.selectors import audit_findings as findings
from accounting.services import audit_findings
from accounting.services.audit_findings import NewFinding
from tables.api import lists
from tables.api.describe import LIMIT, operation, query
from tables.api.doors import MOST_ROWS, FloorView
from tables.api.shapes import SignatureShape, StrictDate, StrictInteger, StrictSerializer, StrictText
from tables.domain.actors import instant
from tables.services.signatures import SignatureRequest

_TAG = "audit"
_AREAS, _CAUSES = ", ".join(Area), ", ".join(Cause)
_SIGNING = {"role_not_held": 403, "same_person": 403, "wrong_badge_or_pin": 403}


class EventShape(StrictSerializer):
    """An event of the log that shows it."""

    stream = StrictText(max_length=64)
    seq = StrictInteger(min_value=1)


class FindingShape(StrictSerializer):
    """What an auditor has seen, under his signature."""

    area = StrictText(max_length=16, help_text=_AREAS)
    cause = StrictText(max_length=32, help_text=_CAUSES)
    explanation = StrictText(max_length=LONGEST_TEXT)
    gaming_day = StrictDate()
    owner = StrictText(max_length=16, help_text="badge of who has to answer")
    about = serializers.ListField(child=EventShape(), required=False, default=list, max_length=MOST_EVENTS)
    repeat_of = StrictInteger(min_value=1, required=False, default=None, allow_null=True)
    auditor = SignatureShape()


class FindingAnswerShape(StrictSerializer):
    """What was done about it, under the owner's signature."""

    answer = StrictText(max_length=LONGEST_TEXT)
    owner = SignatureShape()


class FindingClosureShape(StrictSerializer):
    """Why it is done with, under an auditor's signature and that of somebody of another department."""

    remark = StrictText(max_length=LONGEST_TEXT)
    auditor = SignatureShape()
    second = SignatureShape()


class AuditEvent(serializers.Serializer[Any]):
    """An event of the log."""

    stream = serializers.CharField()
    seq = serializers.IntegerField()


class FindingSeen(serializers.Serializer[Any]):
    """What was seen. `repeat_of` is the first finding of its kind, `occurrence` the how manieth this one is."""

    finding = serializers.IntegerField(help_text="its number in the house")
    status = serializers.CharField(help_text=", ".join(FindingStatus))
    area = serializers.CharField()
    cause = serializers.CharField()
    explanation = serializers.CharField()
    gaming_day = serializers.DateField()
    about = AuditEvent(many=True)
    owner = serializers.CharField()
    repeat_of = serializers.IntegerField(allow_null=True)
    occurrence = serializers.IntegerField()


class RecordedFinding(FindingSeen):
    """The finding just recorded."""

    seq = serializers.IntegerField(help_text="position in the house's stream")


class AuditFinding(FindingSeen):
    """A finding as it stands."""

    recorded_at = serializers.DateTimeField()
    recorded_by = serializers.CharField()
    answer = serializers.CharField(allow_blank=True)
    answered_at = serializers.DateTimeField(allow_null=True)
    answered_by = serializers.CharField(allow_blank=True)
    remark = serializers.CharField(allow_blank=True)
    closed_at = serializers.DateTimeField(allow_null=True)
    closed_by = serializers.CharField(allow_blank=True)
    seconded_by = serializers.CharField(allow_blank=True)


class FindingStep(serializers.Serializer[Any]):
    """How the finding stands now."""

    finding = serializers.IntegerField()
    status = serializers.CharField()
    seq = serializers.IntegerField(help_text="position in the house's stream")


class RepeatedFinding(serializers.Serializer[Any]):
    """Something that was found more than once: the first finding, how often, and how many are not closed."""

    finding = serializers.IntegerField()
    area = serializers.CharField()
    cause = serializers.CharField()
    explanation = serializers.CharField()
    occurrences = serializers.IntegerField()
    first_day = serializers.DateField()
    last_day = serializers.DateField()
    open = serializers.IntegerField()


class RepeatedFindingList(serializers.Serializer[Any]):
    """The most often found first."""

    results = RepeatedFinding(many=True)


class AuditFindings(FloorView):
    """The register."""

    @operation(
        "read_audit_findings",
        "Findings, the newest first",
        tag=_TAG,
        answer=lists.page_of(AuditFinding),
        told={"results": [examples.FINDING], "next": None},
        status=200,
        parameters=[
            LIMIT,
            query("before", OpenApiTypes.INT, "Only findings with a smaller number."),
            query("status", OpenApiTypes.STR, f"Only these: {', '.join(FindingStatus)}."),
            query("area", OpenApiTypes.STR, f"Only of this area: {_AREAS}."),
            query("cause", OpenApiTypes.STR, f"Only with this cause: {_CAUSES}."),
        ],
        refusals={"not_permitted": 403},
    )
    def get(self, request: Request) -> Response:
        """Audit, accounting and management see all of it, an owner what he has to answer for."""
        self.require_parameters("limit", "before", "status", "area", "cause")
        limit = self.number("limit", 50, MOST_ROWS)
        kept = {
            "status": lists.word(self, "status", list(FindingStatus)),
            "area": lists.word(self, "area", list(Area)),
            "cause": lists.word(self, "cause", list(Cause)),
        }
        before = lists.optional_number(self, "before")
        found = findings.listed(self.actor, **kept, before=before, limit=limit + 1)
        return Response(lists.page([_told(view) for view in found], limit, "before", "finding", kept))

    @operation(
        "record_audit_finding",
        "Record a finding",
        tag=_TAG,
        request=FindingShape,
        sent=examples.FINDING_SENT,
        answer=RecordedFinding,
        told=examples.FINDING_RECORDED,
        refusals={
            "not_permitted": 403,
            **_SIGNING,
            "no_such_event": 404,
            "no_such_badge": 404,
            "no_such_finding": 404,
            "bad_owner": 409,
            "not_a_repeat": 409,
            "bad_area": 422,
            "bad_cause": 422,
            "day_not_begun": 422,
        },
    )
    def post(self, request: Request) -> Response:
        """Open until the owner has answered. A repeat names an earlier finding and is counted."""
        asked = self.read(FindingShape)
        about = [(event["stream"], event["seq"]) for event in asked.pop("about")]
        auditor = SignatureRequest(**asked.pop("auditor"))
        finding = NewFinding(**asked, about=about)
        return self.written(
            audit_findings.record_finding(actor=self.actor, at=self.at, finding=finding, auditor=auditor, key=self.key)
        )


class OneAuditFinding(FloorView):
    """A finding."""

    @operation(
        "read_audit_finding",
        "A finding with its answer",
        tag=_TAG,
        answer=AuditFinding,
        told=examples.FINDING,
        status=200,
        refusals={"not_permitted": 403, "no_such_finding": 404},
    )
    def get(self, request: Request, number: int) -> Response:
        """The newest answer; the log keeps those before."""
        self.require_parameters()
        return Response(_told(findings.finding(self.actor, number)))


class FindingAnswers(FloorView):
    """Answers to a finding."""

    @operation(
        "answer_audit_finding",
        "Answer a finding",
        tag=_TAG,
        request=FindingAnswerShape,
        sent={"answer": "the runner was shown the slip again", "owner": {"badge": "4001", "pin": "720548"}},
        answer=FindingStep,
        told={"finding": 1, "status": "answered", "seq": 135},
        refusals={"not_permitted": 403, **_SIGNING, "no_such_finding": 404, "finding_closed": 409, "bad_answer": 422},
    )
    def post(self, request: Request, number: int) -> Response:
        """By its owner, or by a house manager in his place; a better answer takes the place of one before."""
        asked = self.read(FindingAnswerShape)
        return self.written(
            audit_findings.answer_finding(
                actor=self.actor,
                at=self.at,
                finding=number,
                answer=asked["answer"],
                owner=SignatureRequest(**asked["owner"]),
                key=self.key,
            )
        )


class FindingClosures(FloorView):
    """The closing of a finding."""

    @operation(
        "close_audit_finding",
        "Close a finding",
        tag=_TAG,
        request=FindingClosureShape,
        sent={
            "remark": "ten later slips were right",
            "auditor": {"badge": "9001", "pin": "260983"},
            "second": {"badge": "6001", "pin": "150872"},
        },
        answer=FindingStep,
        told={"finding": 1, "status": "closed", "seq": 136},
        refusals={
            "not_permitted": 403,
            **_SIGNING,
            "no_such_finding": 404,
            "not_answered": 409,
            "finding_closed": 409,
            "bad_remark": 422,
        },
    )
    def post(self, request: Request, number: int) -> Response:
        """Two sign: an auditor, and somebody who neither owns it, nor has answered, nor works in its area."""
        asked = self.read(FindingClosureShape)
        return self.written(
            audit_findings.close_finding(
                actor=self.actor,
                at=self.at,
                finding=number,
                remark=asked["remark"],
                auditor=SignatureRequest(**asked["auditor"]),
                second=SignatureRequest(**asked["second"]),
                key=self.key,
            )
        )


class RepeatedFindings(FloorView):
    """What was found again."""

    @operation(
        "read_repeated_findings",
        "What was found more than once",
        tag=_TAG,
        answer=RepeatedFindingList,
        told={"results": [examples.REPEATED]},
        status=200,
        refusals={"not_permitted": 403},
    )
    def get(self, request: Request) -> Response:
        """The most often found first."""
        self.require_parameters()
        return Response({"results": [_dated(asdict(line)) for line in findings.repeated(self.actor)]})


def _told(view: findings.FindingView) -> dict[str, Any]:
    told = _dated(asdict(view))
    return {"finding": told.pop("number"), **told}


def _dated(told: Mapping[str, Any]) -> dict[str, Any]:
    """Moments and days as they stand everywhere in the API."""
    return {
        name: instant(value) if isinstance(value, datetime) else value.isoformat() if isinstance(value, date) else value
        for name, value in told.items()
    }
