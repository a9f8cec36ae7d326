"""Reports that are made in the background: who asked for what, how far it is, and the files that came of it.

What a report says follows from the log, so its text and its files are kept for a month only; who had which report made
stays.
"""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from tables.models.house import Casino
from tables.models.staff import StaffMember

WAITING, RUNNING, DONE, FAILED, EXPIRED = "waiting", "running", "done", "failed", "expired"
STATUSES = (WAITING, RUNNING, DONE, FAILED, EXPIRED)
UNFINISHED = (WAITING, RUNNING)


class ReportJob(models.Model):
    """A report that somebody asked for. ``document`` is the whole report as canonical JSON once it is done."""

    casino = models.ForeignKey(Casino, models.PROTECT, related_name="report_jobs")
    number = models.PositiveIntegerField(help_text="counts the jobs of the casino")
    kind = models.CharField(max_length=32)
    parameters = models.JSONField(default=dict)
    language = models.CharField(max_length=10)
    asked_by = models.ForeignKey(StaffMember, models.PROTECT, related_name="report_jobs")
    asked_as = ArrayField(models.CharField(max_length=16), help_text="roles that let the asker read it")
    asked_at = models.DateTimeField()
    client = models.CharField(max_length=40, help_text="scope of the idempotency key")
    key = models.CharField(max_length=64)
    status = models.CharField(max_length=8, choices=[(status, status) for status in STATUSES], default=WAITING)
    percent = models.PositiveSmallIntegerField(default=0)
    message = models.CharField(max_length=64, default="", blank=True, help_text="a stage, or why it failed")
    attempts = models.PositiveSmallIntegerField(default=0)
    heard_at = models.DateTimeField(null=True, help_text="when its worker last said how far it is")
    finished_at = models.DateTimeField(null=True)
    document = models.TextField(default="", blank=True)
    sha256 = models.CharField(max_length=64, default="", blank=True, help_text="printed on the report")

    class Meta:
        constraints = [
            UniqueConstraint(fields=["client", "key"], name="report_job_once"),
            UniqueConstraint(fields=["casino", "number"], name="report_job_number"),
            CheckConstraint(condition=Q(status__in=STATUSES), name="report_job_status_known"),
            CheckConstraint(condition=Q(percent__lte=100), name="report_job_percent"),
            CheckConstraint(
                condition=~Q(status=DONE) | (~Q(document="") & ~Q(sha256="") & Q(percent=100)),
                name="report_job_done_has_document",
            ),
            CheckConstraint(
                condition=Q(status__in=UNFINISHED, finished_at=None)
                | (~Q(status__in=UNFINISHED) & Q(finished_at__isnull=False)),
                name="report_job_finished_at",
            ),
        ]
        indexes = [
            models.Index(
                fields=["status", "asked_at"], condition=Q(status__in=UNFINISHED), name="unfinished_report_job"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.kind} {self.status}"


class ReportFile(models.Model):
    """A file of a finished job, kept as it was drawn, so that everybody who fetches it has the same bytes."""

    job = models.ForeignKey(ReportJob, models.CASCADE, related_name="files")
    form = models.CharField(max_length=8)
    name = models.CharField(max_length=160)
    content_type = models.CharField(max_length=100)
    content = models.BinaryField()
    sha256 = models.CharField(max_length=64)

    class Meta:
        constraints = [UniqueConstraint(fields=["job", "form"], name="report_file_once")]

    def __str__(self) -> str:
        return self.name
