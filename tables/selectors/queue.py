"""The approvals queue of a pit: what waits for its boss to be decided, the oldest first.

What dealers ask for and openers that differ stand here, and play that was stopped for a ruling. Another room that has
something for a boss to decide registers a source, as disputes do; how its items are decided is its own business. An
item whose content has ``stopped`` is what play was stopped over, and takes the place of the ruling.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Q

from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.approvals import CLAIM_STANDS, ApprovalStatus
from tables.domain.table_states import TableStatus
from tables.models import periods
from tables.models.approvals import Approval, QueueClaim
from tables.selectors import codes, locked_days, sights, tables
from tables.selectors.tables import TableView

RULING, VARIANCE = "ruling", "variance"
DECIDED_STANDS: Final = timedelta(minutes=2)
"""A dealer reads for so long at his terminal what became of what he asked."""


@dataclass(frozen=True, slots=True)
class QueueItem:
    """Something at a table that waits since ``since``. ``item`` is what its kind calls it.

    ``content`` says what is asked, by kind; ``asked_by`` is a name, empty where nobody asked. ``deciding`` is who has
    it open now, as badge and name.
    """

    kind: str
    table: str
    item: str
    since: datetime
    asked_by: str
    content: Mapping[str, Any]
    deciding: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class AskedView:
    """An approval as the table and its floor see it; names are of persons, None where nobody has decided."""

    number: int
    kind: str
    status: str
    content: Mapping[str, Any]
    asked_by: str
    asked_at: datetime
    decided_by: str | None
    decided_at: datetime | None
    reason: str


Source = Callable[[Actor, Sequence[TableView], datetime], "list[QueueItem]"]
"""Items of some tables as of a moment; asked with the reader, who may read the pit."""
_sources: list[Source] = []


def register(source: Source) -> None:
    """Ask ``source`` as well from now on. Registering twice is once."""
    if source not in _sources:
        _sources.append(source)


def of_pit(actor: Actor, pit: str, at: datetime) -> list[QueueItem]:
    """The queue of a pit. Refused: ``not_permitted``, ``no_such_pit``."""
    permissions.require(actor, "read_pit")
    codes.pit(actor.casino_id, pit)
    return of_tables(actor, tables.overview(actor, at, pit=pit), at)


def of_tables(actor: Actor, views: Sequence[TableView], at: datetime) -> list[QueueItem]:
    """The same for tables that were looked at already. Refused: ``not_permitted``."""
    return held(waiting(actor, views, at), views, at)


def waiting(actor: Actor, views: Sequence[TableView], at: datetime) -> list[QueueItem]:
    """The queue as the log tells it: who has an item open is not in it, and it is the same for all who look.

    Refused: ``not_permitted``.
    """
    permissions.require(actor, "read_pit")
    codes = {view.id: view.code for view in views}
    items = _asked(codes) + _variances(actor, codes)
    for source in _sources:
        items += source(actor, views, at)
    stopped_by_claim = {item.table for item in items if item.content.get("stopped")}
    items += [item for view in views if view.code not in stopped_by_claim for item in _stopped(view, at)]
    return sorted(items, key=lambda item: (item.since, item.table, item.kind, item.item))


def held(items: Sequence[QueueItem], views: Sequence[TableView], at: datetime) -> list[QueueItem]:
    """The same items with who has each open."""
    if not items:
        return []
    codes = {view.id: view.code for view in views}
    rows = QueueClaim.objects.filter(table_id__in=codes, since__gt=at - CLAIM_STANDS)
    names = ("kind", "table_id", "item", "staff__badge", "staff__name")
    open_by = {(kind, codes[table], item): (badge, name) for kind, table, item, badge, name in rows.values_list(*names)}
    return [replace(item, deciding=open_by.get((item.kind, item.table, item.item))) for item in items]


def of_table(actor: Actor, table: str, *, before: int | None = None, limit: int = 50) -> list[AskedView]:
    """What a table asked for, newest first, those below number ``before`` if it is given.

    For its dealer and its floor. Refused: see ``sights.at_table``; the public does not see it (``not_your_view``).
    """
    sight = sights.at_table(actor, table, "floor")
    rows = Approval.objects.filter(table_id=sight.table_id)
    if before is not None:
        rows = rows.filter(number__lt=before)
    return _views(rows.order_by("-number")[:limit])


def lately(actor: Actor, table: str, at: datetime) -> list[AskedView]:
    """What a table asked for and waits for, and what was decided a moment ago, the newest first.

    Refused: as ``of_table``.
    """
    sight = sights.at_table(actor, table, "floor")
    decided = Q(decided_at__gt=at - DECIDED_STANDS) & ~Q(status=ApprovalStatus.WITHDRAWN)
    rows = Approval.objects.filter(Q(status=ApprovalStatus.ASKED) | decided, table_id=sight.table_id)
    return _views(rows.order_by("-number"))


_NAMES: Final = (
    *("number", "kind", "status", "content", "asked_by__name", "asked_at", "decided_by__name", "decided_at"),
    "reason",
)


def _views(rows: Any) -> list[AskedView]:
    return [AskedView(*row) for row in rows.values_list(*_NAMES)]


def _asked(codes: Mapping[int, str]) -> list[QueueItem]:
    rows = Approval.objects.filter(table_id__in=codes, status=ApprovalStatus.ASKED)
    found = rows.values_list("kind", "table_id", "number", "asked_at", "asked_by__name", "content")
    return [QueueItem(kind, codes[table], str(number), *more) for kind, table, number, *more in found]


def _variances(actor: Actor, codes: Collection[int]) -> list[QueueItem]:
    """Openers of days that are not locked which nobody has explained (T-12)."""
    rows = periods.BankPeriod.objects.filter(table_id__in=list(codes), explained=None).exclude(opener_variance=0)
    locked = locked_days.newest(actor.casino_id)
    if locked is not None:
        rows = rows.filter(gaming_day__gt=locked)
    return [
        QueueItem(VARIANCE, code, str(number), since, "", {"period": number, "amount": amount})
        for code, number, since, amount in rows.values_list("table__code", "number", "opened_at", "opener_variance")
    ]


def _stopped(view: TableView, at: datetime) -> list[QueueItem]:
    """Play that waits for a ruling."""
    if view.status != TableStatus.STOPPED:
        return []
    content = {"round": view.round_number, "reason": view.stopped_reason}
    asked_by = view.dealer_name or ""
    return [QueueItem(RULING, view.code, str(view.round_number), view.last_activity_at or at, asked_by, content)]
