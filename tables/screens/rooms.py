"""The rooms of the house that a person may enter, for the head of every page and the home page."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tables.domain import permissions
from tables.domain.actors import Actor


@dataclass(frozen=True, slots=True)
class Room:
    """A room's address and name; ``here`` when the page stands in it. One that is ``aside`` stands at a page's foot."""

    name: Promise | str
    about: Promise | str
    href: str
    here: bool
    aside: bool = False


_ROOMS = (
    ("pits", "read_pit", _("Pits"), _("Tables, who deals, racks, and what needs a boss.")),
    ("disputes", "read_disputes", _("Disputes"), _("Claims and rulings, and every round step by step.")),
    ("slips", "read_slips", _("Slips"), _("Fills, credits, exchanges: what waits, what is on its way.")),
    ("cage", "read_cage", _("Cage"), _("Chips and cash of cage and vault, the window, counts.")),
    ("stores", "read_equipment", _("Stores"), _("Cards and dice: sealed, at tables, used, destroyed.")),
    ("count", "read_count_sessions", _("Count room"), _("Drop boxes: taken, brought, counted twice and blind.")),
    (
        "credit",
        "read_markers",
        _("Patrons and credit"),
        _("Whom the house knows, what each may owe, all markers."),
    ),
    ("cash-log", "read_cash_log", _("Cash log"), _("Cash in and out by patron and day, reports due, structuring.")),
    ("house", "manage_house", _("House"), _("People, terminals, pits, tables and house rules.")),
    ("reports", "read_reports", _("Reports"), _("Certified shifts, locked days, all other reports, and their proof.")),
    ("audit", "read_audit", _("Audit"), _("The trail of every event, samples, numbers, findings, exports.")),
    ("audit-findings", "answer_finding", _("Audit findings"), _("What internal audit has found and you answer for.")),
    ("status", "read_books", _("State of the system"), _("Books, workers, database, proofs and backups.")),
)
ASIDE: Final = frozenset({"status"})
"""Looked at when something seems wrong; the head of a page is for where people work."""


def of(actor: Actor, path: str) -> Sequence[Room]:
    """The rooms whose permission the actor has; a room inside another one that he has is reached from there."""
    found: list[Room] = []
    for name, permission, title, about in _ROOMS:
        href = reverse(name)
        if permissions.may(actor, permission) and not any(href.startswith(room.href) for room in found):
            found.append(Room(title, about, href, path.startswith(href), name in ASIDE))
    return found
