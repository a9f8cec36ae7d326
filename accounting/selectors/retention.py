"""What the house had to keep and has kept for long enough: a reminder, for nothing in the product is ever deleted."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Min

from accounting.models.days import DayLock
from tables.domain import permissions
from tables.domain.actors import Actor
from tables.selectors import rule_packs

PAPERS, CASH = "papers", "cash"


@dataclass(frozen=True, slots=True)
class Kept:
    """Locked gaming days before ``before`` whose ``what`` has been kept for ``years``; ``first`` is the earliest."""

    what: str
    years: int
    before: date
    days: int
    first: date


def kept(actor: Actor, today: date) -> list[Kept]:
    """What may be put away as of gaming day ``today``, by the rule pack in force. Refused: ``not_permitted``."""
    permissions.require(actor, "read_books")
    pack = rule_packs.in_force(actor.casino_id, today)
    found = []
    for what, years in ((PAPERS, pack.retention_papers_years), (CASH, pack.retention_cash_years)):
        before = years_before(today, years)
        days = DayLock.objects.filter(casino_id=actor.casino_id, gaming_day__lt=before)
        told = days.aggregate(days=Count("gaming_day"), first=Min("gaming_day"))
        if told["days"]:
            found.append(Kept(what, years, before, told["days"], told["first"]))
    return found


def years_before(day: date, years: int) -> date:
    """The same date so many years earlier; 29 February becomes the 28th, so that nothing is called kept too soon."""
    if (day.month, day.day) == (2, 29):
        return day.replace(year=day.year - years, day=28)
    return day.replace(year=day.year - years)
