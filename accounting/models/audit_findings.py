"""The register of audit findings."""

from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from accounting.domain.audit_findings import Area, Cause, FindingStatus
from tables.models.house import Casino


class AuditFinding(models.Model):
    """A finding, its newest answer and its closing. Changed in the transaction of the events that tell of it.

    ``repeat_of`` is the first finding of its kind, ``occurrence`` how often it had been seen when this was recorded.
    """

    casino = models.ForeignKey(Casino, models.PROTECT, related_name="audit_findings")
    number = models.PositiveIntegerField()
    status = models.CharField(max_length=8, default=FindingStatus.OPEN)
    area = models.CharField(max_length=16)
    cause = models.CharField(max_length=32)
    explanation = models.CharField(max_length=1000)
    gaming_day = models.DateField(help_text="on which it was, or was seen")
    about = models.JSONField(help_text="events of the log that show it: stream and seq")
    owner = models.CharField(max_length=16, help_text="badge of who answers for it")
    repeat_of = models.PositiveIntegerField(null=True)
    occurrence = models.PositiveIntegerField()
    recorded_at = models.DateTimeField()
    recorded_by = models.CharField(max_length=16, help_text="badge of the auditor who signed")
    recorded_seq = models.BigIntegerField(help_text="in the house's stream")
    answer = models.CharField(max_length=1000, default="", blank=True)
    answered_at = models.DateTimeField(null=True)
    answered_by = models.CharField(max_length=16, default="", blank=True)
    remark = models.CharField(max_length=1000, default="", blank=True)
    closed_at = models.DateTimeField(null=True)
    closed_by = models.CharField(max_length=16, default="", blank=True)
    seconded_by = models.CharField(max_length=16, default="", blank=True)

    class Meta:
        constraints = [
            UniqueConstraint(fields=["casino", "number"], name="audit_finding_number"),
            UniqueConstraint(
                fields=["casino", "repeat_of", "occurrence"],
                condition=Q(repeat_of__isnull=False),
                name="audit_finding_occurrence",
            ),
            CheckConstraint(condition=Q(area__in=[area.value for area in Area]), name="audit_finding_area"),
            CheckConstraint(condition=Q(cause__in=[cause.value for cause in Cause]), name="audit_finding_cause"),
            CheckConstraint(condition=~Q(explanation=""), name="audit_finding_is_explained"),
            CheckConstraint(
                condition=Q(repeat_of__isnull=True, occurrence=1) | Q(repeat_of__isnull=False, occurrence__gt=1),
                name="audit_finding_repeats",
            ),
            CheckConstraint(
                condition=Q(status="open", answered_at__isnull=True, answer="", closed_at__isnull=True)
                | (Q(status="answered", answered_at__isnull=False, closed_at__isnull=True) & ~Q(answer=""))
                | (Q(status="closed", answered_at__isnull=False, closed_at__isnull=False) & ~Q(answer="")),
                name="audit_finding_status",
            ),
            CheckConstraint(
                condition=Q(closed_at__isnull=True, closed_by="", seconded_by="")
                | (Q(closed_at__isnull=False) & ~Q(closed_by="") & ~Q(seconded_by="") & ~Q(remark="")),
                name="audit_finding_closed_by_two",
            ),
        ]
        indexes = [models.Index(fields=["casino", "repeat_of"], name="audit_finding_family")]

    def __str__(self) -> str:
        return f"finding {self.number} {self.status}"
