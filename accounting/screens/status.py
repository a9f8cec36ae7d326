"""The state of the system for who answers for the house: books, workers, database, proofs, backups, at a glance.

Workers are asked by the part of the page that loads after the rest, because they may take their time to answer.
"""

from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.http import HttpResponse
from django.views.decorators.http import require_GET

from accounting.selectors import audits, progress
from accounting.selectors import status as selectors
from accounting.services import engines
from tables.domain import permissions
from tables.screens.visits import Visit, page
from tables.selectors import days_ready

NIGHT: Final = timedelta(hours=26)
"""A nightly proof or backup that is older was missed."""
MEGABYTE: Final = 1_000_000


@require_GET
@page
def status(visit: Visit) -> HttpResponse:
    """The whole page, or the part that asks the workers, or the part that is read again every few seconds."""
    permissions.require(visit.actor, "read_books")
    if visit.request.GET.get("part") == "workers":
        return visit.draw("status/workers.html", {"engines": engines.look(visit.actor)})
    return visit.draw("status/state.html" if visit.swaps else "status/status.html", _state(visit))


def _state(visit: Visit) -> dict[str, Any]:
    streams = selectors.streams(visit.actor)
    run = next(iter(audits.runs(actor=visit.actor, limit=1)), None)
    backup = engines.last_backup(visit.actor)
    database = selectors.database(visit.actor)
    days_until = days_ready.until()
    return {
        "behind": progress.lag(visit.actor.casino_id),
        "streams": streams,
        "older": progress.older(visit.actor.casino_id),
        "run": run,
        "run_late": run is not None and visit.at - run.started_at > NIGHT,
        "reports": selectors.reports(visit.actor),
        "database": database,
        "database_megabytes": database.size // MEGABYTE,
        "crowded": database.connections * 10 > database.most_connections * 9,
        "archive_fails": database.archive_failed_at is not None
        and (database.archived_at is None or database.archive_failed_at > database.archived_at),
        "days_until": days_until,
        "days_short": days_ready.is_short(days_until, visit.at.date()),
        "backup": backup,
        "backup_named": bool(settings.BACKUP_STAMP),
        "backup_late": backup is not None and visit.at - backup > NIGHT,
        "reads_audit": visit.may("read_audit") and visit.may("read_log"),
    }
