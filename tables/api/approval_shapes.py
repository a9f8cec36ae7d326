"""What is sent and told about approvals and the queue they stand in."""

from typing import Any, Final

from django.core.validators import RegexValidator
from rest_framework import serializers

from tables.api.chips import StrictChips
from tables.api.shapes import StrictChoice, StrictFlag, StrictInteger, StrictSerializer, StrictText
from tables.domain import approvals
from tables.services.approvals.deciding import GIVE, REFUSE


class LiftAsked(StrictSerializer):
    """A higher maximum for one player."""

    player = StrictText(max_length=40)
    maximum = StrictInteger()


class VoidAsked(StrictSerializer):
    """A round that is to be called off."""

    number = StrictInteger(min_value=1)
    reason = StrictText()


class FillAsked(StrictSerializer):
    """Chips that the rack needs; ``urgent`` although fills have stopped before the shift's count."""

    chips = StrictChips()
    total = StrictInteger()
    urgent = StrictFlag(default=False)


class DecisionShape(StrictSerializer):
    """``give`` or ``refuse``. A refusal says why; ``pin`` is yours, where the act is put on paper (a fill).

    A PIN that is sent must be right, needed or not.
    """

    decision = StrictChoice(choices=[GIVE, REFUSE])
    reason = StrictText(required=False)
    pin = StrictText(max_length=12, required=False, write_only=True)


class QueueClaimShape(StrictSerializer):
    """An item of the queue that you open to decide it."""

    kind = StrictText(max_length=16, validators=[RegexValidator(r"\A[a-z_]+\Z")])
    item = StrictText(max_length=40, validators=[RegexValidator(r"\A[0-9A-Za-z:_-]+\Z")])


class OpenerExplanationShape(StrictSerializer):
    """Why the opener differs; ``pin`` is yours, where the rule pack wants a report of so large a difference; sent, it
    must be right."""

    cause = StrictChoice(choices=list(approvals.VarianceCause))
    explanation = StrictText(max_length=approvals.LONGEST_EXPLANATION)
    pin = StrictText(max_length=12, required=False, write_only=True)


class ApprovalTold(serializers.Serializer[Any]):
    """An approval after a step; ``content`` is what was asked, by ``kind``."""

    table = serializers.CharField()
    approval = serializers.IntegerField()
    kind = serializers.CharField()
    status = serializers.CharField()
    content = serializers.DictField()
    reason = serializers.CharField(allow_blank=True)
    seq = serializers.IntegerField()


class ApprovalRow(serializers.Serializer[Any]):
    """An approval in the list of its table; people by name."""

    number = serializers.IntegerField()
    kind = serializers.CharField()
    status = serializers.CharField()
    content = serializers.DictField()
    asked_by = serializers.CharField()
    asked_at = serializers.DateTimeField()
    decided_by = serializers.CharField(allow_null=True)
    decided_at = serializers.DateTimeField(allow_null=True)
    reason = serializers.CharField(allow_blank=True)


class QueueRow(serializers.Serializer[Any]):
    """Something that waits for the boss; ``deciding`` is who has it open. ``item`` is what its kind calls it."""

    kind = serializers.CharField()
    table = serializers.CharField()
    item = serializers.CharField()
    since = serializers.DateTimeField()
    asked_by = serializers.CharField(allow_blank=True)
    content = serializers.DictField()
    deciding = serializers.CharField(allow_null=True)


class Queue(serializers.Serializer[Any]):
    """The oldest first."""

    results = QueueRow(many=True)


class Claimed(serializers.Serializer[Any]):
    """You have it open; for two minutes nobody else can decide it."""

    table = serializers.CharField()
    kind = serializers.CharField()
    item = serializers.CharField()


class OpenerExplanation(serializers.Serializer[Any]):
    """The difference as it was explained, in minor units."""

    table = serializers.CharField()
    period = serializers.IntegerField()
    amount = serializers.IntegerField()
    cause = serializers.CharField()
    explanation = serializers.CharField()
    seq = serializers.IntegerField()


LIFT_ASKED: Final = {
    "table": "BJ-04",
    "approval": 3,
    "kind": "lift",
    "status": "asked",
    "content": {"player": "seat 2", "maximum": 100000},
    "reason": "",
    "seq": 516,
}
VOID_ASKED: Final = {**LIFT_ASKED, "kind": "void", "content": {"number": 1, "reason": "wrong card keyed"}}
FILL_ASKED: Final = {
    **LIFT_ASKED,
    "kind": "fill",
    "content": {"chips": {"500": 40, "2500": 20}, "total": 70000, "urgent": False},
}
ROW: Final = {
    "number": 3,
    "kind": "lift",
    "status": "given",
    "content": {"player": "seat 2", "maximum": 100000},
    "asked_by": "Dana Reyes",
    "asked_at": "2026-03-04T21:07:40.010000Z",
    "decided_by": "Petra Holm",
    "decided_at": "2026-03-04T21:08:02.440000Z",
    "reason": "",
}
QUEUE: Final = {
    "results": [
        {
            "kind": "lift",
            "table": "BJ-04",
            "item": "3",
            "since": "2026-03-04T21:07:40.010000Z",
            "asked_by": "Dana Reyes",
            "content": {"player": "seat 2", "maximum": 100000},
            "deciding": None,
        }
    ]
}
