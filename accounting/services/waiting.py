"""What waits in the books' rooms: shifts and days to finish, findings, cash reports, faults of the nightly proof."""

from collections.abc import Iterator

from accounting.domain.audit_findings import FindingStatus
from accounting.models.audit_findings import AuditFinding
from accounting.selectors import audits, cash_log, progress, shift_reports
from accounting.services import day_checklist
from tables.domain import permissions
from tables.domain.actors import Actor
from tables.selectors.waiting import Moment, Waiting


def of_books(actor: Actor, moment: Moment) -> Iterator[Waiting]:
    """All of it that the actor may act on."""
    yield from _state(actor)
    yield from _accounting(actor, moment)
    yield from _audit(actor)


def _state(actor: Actor) -> Iterator[Waiting]:
    """What must never be: a chain that is not whole, books that cannot go on."""
    if permissions.may(actor, "read_books"):
        newest = next(iter(audits.runs(actor=actor, limit=1)), None)
        yield Waiting("proof_faults", len(newest.findings) if newest else 0)
        yield Waiting("books_stopped", len(progress.lag(actor.casino_id).stopped))


def _accounting(actor: Actor, moment: Moment) -> Iterator[Waiting]:
    if permissions.may(actor, "certify_shift"):
        counted = [shift for shift in shift_reports.shifts(actor) if not shift.open_periods and shift.version is None]
        yield Waiting("shifts_to_certify", len(counted))
    if permissions.may(actor, "lock_day"):
        over = [day for day in day_checklist.to_lock(actor.casino_id) if day < moment.window.gaming_day]
        yield Waiting("days_to_lock", len(over))
    if permissions.may(actor, "read_cash_log"):
        today = cash_log.near_threshold(actor.casino_id, moment.window.gaming_day)
        yield Waiting("cash_reports_due", sum(level == "above" for _total, level in today))


def _audit(actor: Actor) -> Iterator[Waiting]:
    """Findings that the actor owns and has to answer, or that an auditor may close."""
    rows = AuditFinding.objects.filter(casino_id=actor.casino_id)
    if permissions.may(actor, "answer_finding"):
        own = rows.filter(owner=actor.badge, status=FindingStatus.OPEN)
        yield Waiting("findings_to_answer", own.count())
    if permissions.may(actor, "close_finding"):
        yield Waiting("findings_to_close", rows.filter(status=FindingStatus.ANSWERED).count())
