"""What falls due by the rule pack in force: racks to recount, cards to change, pit bosses with too many tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final

from django.db import connection
from django.db.models import Q

from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.gaming_day import Window
from tables.domain.rule_packs.pack import RulePack
from tables.domain.rule_packs.words import DropFrequency
from tables.domain.table_states import BoxStatus, ShoeStatus, TableStatus
from tables.models.periods import BankPeriod

COUNTS: Final = ("table_opened", "table_closed", "table_bank_issued")
"""Events after which two persons have seen what is in the rack."""
MOST_BY_HAND: Final = 2
"""Decks that a dealer holds in the hand; more come from a shoe."""
OPEN: Final = (TableStatus.OPEN.value, TableStatus.STOPPED.value)

_IDLE = """
SELECT t.code, p.code, counted.day
FROM tables_gamingtable t
JOIN tables_pit p ON p.id = t.pit_id
JOIN tables_tablestate s ON s.table_id = t.id
JOIN tables_stream st ON st.table_id = t.id
CROSS JOIN LATERAL (
    SELECT max(newest.day) AS day
    FROM unnest(%(counts)s::text[]) AS kind(type)
    CROSS JOIN LATERAL (
        SELECT e.gaming_day AS day FROM tables_event e
        WHERE e.stream_id = st.id AND e.type = kind.type AND e.round IS NULL ORDER BY e.seq DESC LIMIT 1
    ) newest
) counted
WHERE t.casino_id = %(casino)s AND s.status = %(closed)s AND counted.day < %(latest)s
ORDER BY counted.day, t.code
"""
_CARDS = """
SELECT t.code, (inspected.body::jsonb ->> 'occurred_at')::timestamptz AS since, sh.decks
FROM tables_gamingtable t
JOIN tables_tablestate s ON s.table_id = t.id
JOIN tables_shoe sh ON sh.id = s.shoe_id
JOIN tables_stream st ON st.table_id = t.id
CROSS JOIN LATERAL (
    SELECT e.body FROM tables_event e
    WHERE e.stream_id = st.id AND e.type = 'shoe_inspected' AND e.round IS NULL ORDER BY e.seq DESC LIMIT 1
) inspected
WHERE t.casino_id = %(casino)s AND s.status = ANY(%(open)s) AND sh.status <> %(retired)s
      AND (inspected.body::jsonb -> 'data' ->> 'shoe')::bigint = sh.number
      AND (inspected.body::jsonb ->> 'occurred_at')::timestamptz
          <= CASE WHEN sh.decks <= %(by_hand)s THEN %(latest_by_hand)s ELSE %(latest)s END
ORDER BY since, t.code
"""
_TABLES_OF_BOSSES = """
SELECT m.badge, count(*)
FROM tables_pitassignment a
JOIN tables_staffmember m ON m.id = a.staff_id
JOIN tables_gamingtable t ON t.pit_id = a.pit_id
JOIN tables_tablestate s ON s.table_id = t.id
WHERE t.casino_id = %(casino)s AND a.until IS NULL AND s.status = ANY(%(open)s)
GROUP BY m.badge HAVING count(*) > %(most)s ORDER BY m.badge
"""


@dataclass(frozen=True, slots=True)
class IdleTable:
    """A closed table whose rack nobody has counted since ``counted_on``: ``days`` gaming days without an opening."""

    table: str
    pit: str
    counted_on: date
    days: int


@dataclass(frozen=True, slots=True)
class OldCards:
    """Cards that have been on an open table since ``since`` and were to be changed ``hours`` later, at ``due``."""

    table: str
    since: datetime
    due: datetime
    hours: int


@dataclass(frozen=True, slots=True)
class OldBox:
    """A drop box that stands on its table longer than the pack allows; ``since`` it was placed."""

    table: str
    box: int
    since: datetime


def idle_tables(actor: Actor, gaming_day: date, pack: RulePack) -> list[IdleTable]:
    """Closed tables that stayed so for ``idle_days`` whole gaming days before ``gaming_day``, the longest first (T-14).

    A recount begins the days anew; a table that never had a bank has no rack to count. Refused: ``not_permitted``.
    """
    permissions.require(actor, "read_pit")
    wanted: dict[str, Any] = {
        "casino": actor.casino_id,
        "counts": list(COUNTS),
        "closed": TableStatus.CLOSED.value,
        "latest": gaming_day - timedelta(days=pack.idle_days),
    }
    with connection.cursor() as cursor:
        cursor.execute(_IDLE, wanted)
        return [IdleTable(code, pit, day, (gaming_day - day).days - 1) for code, pit, day in cursor.fetchall()]


def card_hours(pack: RulePack, decks: int) -> int:
    """After how many hours cards are changed: one deck or two are held in the hand, and worn out sooner."""
    return pack.card_change_hand_hours if decks <= MOST_BY_HAND else pack.card_change_shoe_hours


def old_cards(actor: Actor, at: datetime, pack: RulePack) -> list[OldCards]:
    """Cards that are older than the pack allows, the oldest first. Refused: ``not_permitted``."""
    permissions.require(actor, "read_pit")
    wanted: dict[str, Any] = {
        "casino": actor.casino_id,
        "open": list(OPEN),
        "retired": ShoeStatus.RETIRED.value,
        "by_hand": MOST_BY_HAND,
        "latest_by_hand": at - timedelta(hours=pack.card_change_hand_hours),
        "latest": at - timedelta(hours=pack.card_change_shoe_hours),
    }
    with connection.cursor() as cursor:
        cursor.execute(_CARDS, wanted)
        found = [(code, since, card_hours(pack, decks)) for code, since, decks in cursor.fetchall()]
    return [OldCards(code, since, since + timedelta(hours=most), most) for code, since, most in found]


def old_boxes(casino_id: int, now: Window, pack: RulePack) -> list[OldBox]:
    """Boxes on their tables that hold cash of a time whose box was to be taken, the longest there first.

    ``now`` is the running shift. A box of a shift leaves with it, one of a day with the gaming day, or a day later.
    """
    spared = {DropFrequency.EVERY_TWO_DAYS: 1}.get(pack.drop_frequency, 0)
    over = Q(gaming_day__lt=now.gaming_day - timedelta(days=spared))
    if pack.drop_frequency is DropFrequency.EACH_SHIFT:
        # A period that an early count opened is already the running shift's.
        over |= ~Q(shift=now.shift) & Q(gaming_day=now.gaming_day, opened_at__lt=now.starts)
    late = BankPeriod.objects.filter(over, table__casino_id=casino_id, box__status=BoxStatus.ON_TABLE)
    found = late.values_list("table__code", "box__number", "box__placed_at").distinct()
    return [OldBox(*row) for row in found.order_by("box__placed_at", "table__code")]


def crowded(casino_id: int, pack: RulePack) -> Sequence[tuple[str, int]]:
    """Pit bosses in charge of more open tables than one may have (T-18): badge and number of tables."""
    with connection.cursor() as cursor:
        cursor.execute(_TABLES_OF_BOSSES, {"casino": casino_id, "open": list(OPEN), "most": pack.floor_supervisor_span})
        return [(badge, tables) for badge, tables in cursor.fetchall()]
