"""What the nightly proofs found in the reader's own casino, and what concerns every one."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from accounting.models.audits import NO_HOUSE, AuditRun
from tables.domain import permissions
from tables.domain.actors import Actor


@dataclass(frozen=True, slots=True)
class Run:
    """One proof of log, floor, books and reports. ``findings`` is empty when they agree."""

    started_at: datetime
    finished_at: datetime
    findings: tuple[Mapping[str, Any], ...]


def runs(*, actor: Actor, before: datetime | None = None, limit: int = 50) -> list[Run]:
    """The runs, newest first, from before ``before`` on. Refused: ``not_permitted``.

    A run proves every casino of the installation; a reader is told of his own only, so without its counts. What is of
    no casino (a row of no stream, a part that could not be proven) names nobody, and no house is whole with it.
    """
    permissions.require(actor, "read_books")
    rows = AuditRun.objects.all() if before is None else AuditRun.objects.filter(started_at__lt=before)
    found = rows.order_by("-started_at").values_list("started_at", "finished_at", "findings")[:limit]
    return [Run(started, finished, _own(actor.casino, findings)) for started, finished, findings in found]


def _own(casino: str, findings: list[dict[str, Any]]) -> tuple[Mapping[str, Any], ...]:
    mine = (f"{casino}/", NO_HOUSE)
    return tuple(finding for finding in findings if str(finding["stream"]).startswith(mine))
