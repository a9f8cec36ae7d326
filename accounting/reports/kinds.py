"""Every kind of report that can be asked for: one line each, beside its builder's module."""

from collections.abc import Mapping, Sequence
from typing import Final

from accounting.reports import day_report, master_game, shift_report
from accounting.reports.asking import ReportKind
from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.errors import NotFound

KINDS: Final[Mapping[str, ReportKind]] = {
    kind.name: kind for kind in (shift_report.KIND, master_game.KIND, day_report.KIND)
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
