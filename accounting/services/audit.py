"""The nightly proof: verify everything, and keep what was found."""

from django.utils import timezone

from accounting.models.audits import AuditRun
from accounting.services.verify.run import verify


def audit_night() -> AuditRun:
    """One run over all streams, kept as a row; its findings are empty when everything agrees."""
    started = timezone.now()
    outcome = verify()
    return AuditRun.objects.create(
        started_at=started,
        finished_at=timezone.now(),
        streams=outcome.streams,
        events=outcome.events,
        rounds=outcome.rounds,
        findings=[finding.as_data() for finding in outcome.findings],
        chips={casino: statement.as_data() for casino, statement in outcome.chips.items()},
    )
