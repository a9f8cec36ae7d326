"""What waits for who looks at his first page: in words, how urgent, and where he does it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tables.screens.visits import Visit
from tables.selectors import rule_packs, waiting
from tables.selectors.waiting import Moment, Waiting
from tables.services import clock

KINDS: Final[Mapping[str, tuple[str, str, Promise | str]]] = {
    # kind -> colour, address, words
    "proof_faults": ("bad", "status", ngettext_lazy("fault in the last proof", "faults in the last proof", "number")),
    "books_stopped": ("bad", "status", ngettext_lazy("stream stops the books", "streams stop the books", "number")),
    "table_items": ("warn", "pit", ngettext_lazy("thing at your tables", "things at your tables", "number")),
    "slips_to_issue": ("warn", "slips", ngettext_lazy("slip to make out", "slips to make out", "number")),
    "slips_to_carry": ("warn", "slips", ngettext_lazy("slip to carry", "slips to carry", "number")),
    "slips_to_receive": ("warn", "slips", ngettext_lazy("slip to receive", "slips to receive", "number")),
    "drops_to_take_over": ("warn", "cage-drops", ngettext_lazy("drop to take over", "drops to take over", "number")),
    "cage_counts_due": ("warn", "cage-count", ngettext_lazy("place to count", "places to count", "number")),
    "count_running": ("warn", "count", ngettext_lazy("count is open", "counts are open", "number")),
    "shifts_to_certify": ("warn", "reports", ngettext_lazy("shift to certify", "shifts to certify", "number")),
    "days_to_lock": ("warn", "gaming-days", ngettext_lazy("gaming day to lock", "gaming days to lock", "number")),
    "cash_reports_due": ("warn", "cash-log", ngettext_lazy("cash report due", "cash reports due", "number")),
    "findings_to_answer": (
        *("warn", "audit-findings"),
        ngettext_lazy("audit finding to answer", "audit findings to answer", "number"),
    ),
    "findings_to_close": (
        *("info", "audit-findings"),
        ngettext_lazy("audit finding to close", "audit findings to close", "number"),
    ),
    "locked_out": (
        "info",
        "house-people",
        ngettext_lazy("badge or device locked", "badges or devices locked", "number"),
    ),
}


@dataclass(frozen=True, slots=True)
class Told:
    """A line of the list."""

    number: int
    words: str
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
    said = str(words % {"number": one.number})
    where = _("Pit %(pit)s") % {"pit": one.where[0]} if one.where else ""
    return Told(one.number, said, str(where), tone, reverse(address, args=one.where))
