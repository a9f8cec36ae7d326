"""Every kind of report that can be asked for: one line each, beside its builder's module."""

from collections.abc import Mapping, Sequence
from typing import Final

from accounting.reports import (
    audit_trail,
    cage_report,
    count_report,
    day_report,
    exception_report,
    master_game,
    shift_report,
    slip_register,
    statistical_review,
    transaction_log,
)
from accounting.reports.asking import ReportKind
from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.errors import NotFound

KINDS: Final[Mapping[str, ReportKind]] = {
    module.KIND.name: module.KIND
    for module in (
        shift_report,
        master_game,
        day_report,
        count_report,
        cage_report,
        exception_report,
        statistical_review,
        slip_register,
        transaction_log,
        audit_trail,
    )
}
"""Name -> kind, in the order in which they are offered."""


def get(name: str) -> ReportKind:
    """The kind of this name. Refused: ``no_such_report_kind``."""
    if name not in KINDS:
        raise NotFound("no_such_report_kind")
    return KINDS[name]


def offered(actor: Actor) -> Sequence[ReportKind]:
    """The kinds that the actor may ask for."""
    return [kind for kind in KINDS.values() if permissions.may(actor, kind.permission)]
