"""What in a pit needs its boss, the most urgent first: the one list that a pit boss works down.

Nothing here is kept: each item follows from how the tables stand, and from calls in the log that no pit boss has
answered at the table since.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any, Final

from django.db import connection

from tables.domain import permissions
from tables.domain.actors import Actor, instant
from tables.domain.gaming_day import Window
from tables.domain.rule_packs.pack import RulePack
from tables.domain.rule_packs.words import TableBankModel, VarianceLevel
from tables.domain.table_states import RoundStatus, TableStatus
from tables.models.approvals import AlertAcknowledgement, OpenerExplained
from tables.selectors import disputes, due, markers, periods, slips, stream_days
from tables.selectors.tables import TableView

CALL_STANDS: Final = timedelta(minutes=15)
"""A call that nobody answered at the table is shown for so long."""
CALLS_IN_TAIL: Final = 1_000
"""A call is looked for among so many newest events of a table: a quarter of an hour has fewer, and the log is long."""
SLOW_SETTLEMENT: Final = timedelta(minutes=2)
"""Paying and taking takes less than this; after it somebody has a question."""
ORDER: Final = (
    *("stopped", "call", "dispute", "cash_above", "settlement", "no_limits", "cash_near", "count_due"),
    *("marker_late", "slip_late", "box_due", "relief_due", "cards_due"),
    *("variance_regulator", "variance_report", "variance", "off_par", "idle"),
)
"""Kinds of items, the most urgent first."""

VARIANCES: Final[Mapping[VarianceLevel, str]] = {
    VarianceLevel.REGULATOR: "variance_regulator",
    VarianceLevel.REPORT: "variance_report",
    VarianceLevel.NOTE: "variance",
}

_CALLS = """
SELECT t.code, (e.body::jsonb ->> 'occurred_at')::timestamptz, e.body::jsonb -> 'data' ->> 'reason'
FROM tables_event e
JOIN tables_stream s ON s.id = e.stream_id
JOIN tables_gamingtable t ON t.id = s.table_id
WHERE s.table_id = ANY(%(tables)s) AND e.seq > s.head_seq - %(tail)s AND e.type = 'floor_called'
      AND e.round IS NULL
      AND (e.body::jsonb ->> 'occurred_at')::timestamptz > %(since)s
      AND NOT EXISTS (
          SELECT 1 FROM tables_event answer
          WHERE answer.stream_id = e.stream_id AND answer.seq > e.seq
                AND answer.gaming_day BETWEEN %(first)s AND %(last)s
                AND answer.type IN ('limits_set', 'limit_lifted', 'limit_raised', 'misdeal_ruled', 'round_voided')
      )
ORDER BY e.seq DESC
"""


_MARKS: Final[Mapping[str, tuple[str, ...]]] = {
    "stopped": ("round",),
    "settlement": ("round",),
    "count_due": ("gaming_day", "shift"),
    "cash_above": ("who", "gaming_day"),
    "cash_near": ("who", "gaming_day"),
    "idle": ("counted_on",),
}
"""Kinds whose ``since`` moves on while the alert is the same one -> the values that stay."""

Source = Callable[[int, date, Collection[str]], "list[Item]"]
"""Items that the floor does not know by itself: of a casino (row id), a gaming day and some tables."""
_sources: list[Source] = []


def register(source: Source) -> None:
    """Ask ``source`` as well from now on, without a permission of its own. Registering twice is once."""
    if source not in _sources:
        _sources.append(source)


@dataclass(frozen=True, slots=True)
class Item:
    """Something at a table that waits for the boss since ``since``; ``values`` say what, by ``kind``.

    ``seen_by`` is who has acknowledged it, by name: it stays listed until it is over.
    """

    kind: str
    table: str
    since: datetime | None
    values: Mapping[str, Any]
    seen_by: str = ""
    seen_at: datetime | None = None

    @property
    def mark(self) -> str:
        """What tells this alert from the next of its kind at the same table; ``since`` where nothing better does."""
        told = [str(self.values[name]) for name in _MARKS.get(self.kind, ())]
        return " ".join(told) or (instant(self.since) if self.since else "-")


def of_pit(actor: Actor, views: Sequence[TableView], window: Window, at: datetime, pack: RulePack) -> list[Item]:
    """All items of the tables in ``views``, as of ``at`` in the running shift; ``pack`` is the one in force.

    Refused: ``not_permitted``.
    """
    permissions.require(actor, "read_pit")
    explained = _explained(views)
    items = [
        item for view in views for item in _of_table(view, at, pack) if item.table not in explained.get(item.kind, ())
    ]
    items += _calls(views, at)
    codes = {view.code for view in views}
    items += [
        Item("count_due", late.table, window.starts, {"gaming_day": late.gaming_day, "shift": late.shift})
        for late in periods.uncounted(actor, window)
        if late.table in codes
    ]
    items += [
        Item("cards_due", old.table, old.due, {"hours": old.hours})
        for old in due.old_cards(actor, at, pack)
        if old.table in codes
    ]
    items += [
        Item("idle", idle.table, None, {"days": idle.days, "counted_on": idle.counted_on})
        for idle in due.idle_tables(actor, window.gaming_day, pack)
        if idle.table in codes
    ]
    items += [
        Item("marker_late", late.table, late.since, {"slips": late.slips})
        for late in markers.at_tables_since(actor.casino_id, window.gaming_day)
        if late.table in codes
    ]
    items += [
        Item("box_due", old.table, old.since, {"box": old.box})
        for old in due.old_boxes(actor.casino_id, window, pack)
        if old.table in codes
    ]
    items += [
        Item("slip_late", late.table, late.since, {"slips": [late.slip]})
        for late in slips.long_on_the_way(actor.casino_id, at)
        if late.table in codes
    ]
    items += [
        Item("dispute", table, since, {"number": number})
        for table, number, since in disputes.waiting(actor.casino_id, sorted(codes))
    ]
    for source in _sources:
        items += source(actor.casino_id, window.gaming_day, codes)
    found = _acknowledged({view.code: view.id for view in views}, items)
    return sorted(found, key=lambda item: (ORDER.index(item.kind), item.since or at, item.table))


def _explained(views: Sequence[TableView]) -> Mapping[str, Collection[str]]:
    """Kinds of variances -> tables whose boss has said already why the opener of the open period differs."""
    rows = OpenerExplained.objects.filter(period__table__in=[view.id for view in views], period__closed_at=None)
    tables = set(rows.values_list("period__table__code", flat=True))
    return dict.fromkeys(VARIANCES.values(), tables)


def _acknowledged(tables: Mapping[str, int], items: Sequence[Item]) -> list[Item]:
    """The items, with the name of who acknowledged each."""
    rows = AlertAcknowledgement.objects.select_related("staff").filter(table_id__in=tables.values())
    seen = {(row.table_id, row.alert, row.mark): row for row in rows.filter(mark__in={item.mark for item in items})}
    return [
        replace(item, seen_by=row.staff.name, seen_at=row.at)
        if (row := seen.get((tables[item.table], item.kind, item.mark)))
        else item
        for item in items
    ]


def _of_table(view: TableView, at: datetime, pack: RulePack) -> list[Item]:
    items = []
    if view.status == TableStatus.STOPPED:
        values = {"reason": view.stopped_reason, "round": view.round_number}
        items.append(Item("stopped", view.code, view.last_activity_at, values))
    if view.status == TableStatus.CLOSED and pack.table_bank_model is TableBankModel.IMPREST_TO_PAR:
        # An imprest table goes back to par before it opens again: a fill or a credit of the difference.
        if view.rack_total and view.rack_par and view.need:
            items.append(Item("off_par", view.code, None, {"amount": view.need}))
    if view.status != TableStatus.OPEN:
        return items
    waiting = at - view.last_activity_at if view.last_activity_at else timedelta(0)
    if view.round_status == RoundStatus.SETTLED and waiting > SLOW_SETTLEMENT:
        items.append(Item("settlement", view.code, view.last_activity_at, {"round": view.round_number}))
    if view.minimum is None:
        items.append(Item("no_limits", view.code, None, {}))
    if view.relief_due is not None and at >= view.relief_due:
        items.append(Item("relief_due", view.code, view.dealing_since, {"dealer": view.dealer_name}))
    level = pack.variance_level(view.opener_variance or 0)
    if level is not None:
        items.append(Item(VARIANCES[level], view.code, view.opened_at, {"amount": view.opener_variance}))
    return items


def _calls(views: Sequence[TableView], at: datetime) -> list[Item]:
    """The newest unanswered call of each table."""
    since = at - CALL_STANDS
    wanted: dict[str, Any] = {
        "tables": [view.id for view in views],
        "since": since,
        "first": since.date() - timedelta(days=2),  # no zone and no start of a day puts a moment further back
        "last": stream_days.newest([view.id for view in views]),
        "tail": CALLS_IN_TAIL,
    }
    with connection.cursor() as cursor:
        cursor.execute(_CALLS, wanted)
        newest = {code: (since, reason) for code, since, reason in reversed(cursor.fetchall())}
    return [Item("call", code, since, {"reason": reason}) for code, (since, reason) in newest.items()]
