"""What waits for who looks at his first page: in words, how urgent, and where he does it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tables.screens.visits import Visit
from tables.selectors import rule_packs, waiting
from tables.selectors.waiting import Moment, Waiting
from tables.services import clock

KINDS: Final[Mapping[str, tuple[str, str, Promise | str]]] = {
    # kind -> colour, address, words
    "proof_faults": ("bad", "status", _("Faults in the last proof")),
    "books_stopped": ("bad", "status", _("Streams that stop the books")),
    "to_decide": ("warn", "pit", _("Things to decide")),
    "table_items": ("warn", "pit", _("Things at your tables")),
    "slips_to_issue": ("warn", "slips", _("Slips to make out")),
    "slips_to_carry": ("warn", "slips", _("Slips to carry")),
    "slips_to_receive": ("warn", "slips", _("Slips to receive")),
    "drops_to_take_over": ("warn", "cage-drops", _("Drops to take over")),
    "cage_counts_due": ("warn", "cage-count", _("Places to count")),
    "count_running": ("warn", "count", _("Open counts")),
    "shifts_to_certify": ("warn", "reports", _("Shifts to certify")),
    "days_to_lock": ("warn", "gaming-days", _("Gaming days to lock")),
    "cash_reports_due": ("warn", "cash-log", _("Cash reports due")),
    "findings_to_answer": ("warn", "audit-findings", _("Audit findings to answer")),
    "findings_to_close": ("info", "audit-findings", _("Audit findings to close")),
    "locked_out": ("info", "house-people", _("Badges or devices locked")),
}


@dataclass(frozen=True, slots=True)
class Told:
    """A line of the list."""

    number: int
    words: Promise | str
    where: str
    tone: str
    href: str


def of(visit: Visit) -> Sequence[Told]:
    """All that waits for the visitor, the most urgent first."""
    window = clock.window(visit.actor.casino_id, visit.house.settings_version, visit.at)
    pack = rule_packs.in_force(visit.actor.casino_id, window.gaming_day, visit.house.settings_version)
    return [_told(one) for one in waiting.of(visit.actor, Moment(visit.at, window, pack))]


def _told(one: Waiting) -> Told:
    tone, address, words = KINDS[one.kind]
    where = _("Pit %(pit)s") % {"pit": one.where[0]} if one.where else ""
    return Told(one.number, words, str(where), tone, reverse(address, args=one.where))
