"""Certified shift reports: frozen text with its hash."""

from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from tables.models.house import Casino
from tables.models.log import APPEND_ONLY, NO_TRUNCATE


class ShiftReport(models.Model):
    """A version of a shift's report. Later knowledge makes the next version; nothing is overwritten (T-53, T-104).

    ``text`` is canonical JSON (docs/books.md) and is a pure function of the log up to the heads that it names, so a
    lost row can be made again and compared with the ``sha256`` in the ``shift_certified`` event.
    """

    STATES = [("preliminary", "preliminary"), ("final", "final")]

    pk = models.CompositePrimaryKey("stream_id", "seq")
    stream_id = models.BigIntegerField(help_text="the house's stream")
    seq = models.BigIntegerField(help_text="of the shift_certified event")
    casino = models.ForeignKey(Casino, models.PROTECT, related_name="shift_reports")
    gaming_day = models.DateField()
    shift = models.CharField(max_length=16)
    version = models.PositiveIntegerField()
    state = models.CharField(max_length=11, choices=STATES)
    certified_by = models.CharField(max_length=16, help_text="badge")
    certified_at = models.DateTimeField()
    supersedes = models.CharField(max_length=64, default="", blank=True, help_text="sha256 of the version before")
    sha256 = models.CharField(max_length=64)
    text = models.TextField()

    class Meta:
        triggers = [APPEND_ONLY, NO_TRUNCATE]
        constraints = [
            UniqueConstraint(fields=["casino", "gaming_day", "shift", "version"], name="shift_report_version"),
            CheckConstraint(condition=Q(state__in=["preliminary", "final"]), name="shift_report_state_known"),
            CheckConstraint(condition=Q(version__gt=0), name="shift_report_version_positive"),
        ]

    def __str__(self) -> str:
        return f"{self.gaming_day} {self.shift} v{self.version}"
