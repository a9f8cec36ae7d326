"""What the nightly proof of the whole chain found."""

from typing import Final

from django.db import models

from tables.models.log import APPEND_ONLY, NO_TRUNCATE

NO_HOUSE: Final = "*"
"""In place of a stream: what is wrong is of no house. Every one is told, so such a finding names nobody."""


class AuditRun(models.Model):
    """One run of ``verify`` over everything. ``findings`` is empty when log, floor, books and reports agree."""

    started_at = models.DateTimeField()
    finished_at = models.DateTimeField()
    streams = models.IntegerField()
    events = models.BigIntegerField()
    rounds = models.BigIntegerField()
    findings = models.JSONField(default=list)
    chips = models.JSONField(
        default=dict, help_text="casino -> where every chip was, at which heads of its streams (verify.chip_statements)"
    )

    class Meta:
        triggers = [APPEND_ONLY, NO_TRUNCATE]

    def __str__(self) -> str:
        return f"{self.started_at} {len(self.findings)} findings"
