"""How much a patron may owe: set in the office, never at the table that gives the chips (domain.md §1.1 Marker)."""

from datetime import date, datetime
from typing import Any

from tables.domain import limits, names, permissions
from tables.domain.actors import Actor
from tables.domain.errors import Invalid, NotFound
from tables.models import rounds
from tables.models.markers import CreditLine
from tables.services.house_stream import house_entry

LONGEST_SOURCE = 240


def set_credit_line(
    *,
    actor: Actor,
    at: datetime,
    patron: str,
    limit: int,
    effective_from: date,
    source: str,
    key: str | None = None,
) -> dict[str, Any]:
    """From gaming day ``effective_from`` on, the running one at the earliest, ``patron`` may owe up to ``limit``.

    ``source`` is what the limit rests on outside the pit: a credit bureau, a bank. A limit of 0 ends the credit;
    another line for the same day takes its place. Whoever sets a line signs no marker on it. Refused: ``bad_code``,
    ``bad_amount``, ``bad_credit_source``, ``no_such_patron``, ``day_is_over``.
    """
    permissions.require(actor, "set_credit_line")
    names.require_code(patron)
    limits.require_amount(limit, least=0)
    names.require_name(source, LONGEST_SOURCE, "bad_credit_source")
    data = {"patron": patron, "limit": limit, "effective_from": effective_from.isoformat(), "source": source}
    with house_entry(actor=actor, at=at, request={"do": "set_credit_line", **data}, key=key) as entry:
        if not entry.repeated:
            known = named_patron(actor, patron)
            if effective_from < entry.window.gaming_day:
                raise Invalid("day_is_over", gaming_day=entry.window.gaming_day.isoformat())
            said: dict[str, Any] = {"limit": limit, "source": source, "set_by_id": actor.staff_id, "set_at": entry.at}
            CreditLine.objects.update_or_create(patron=known, effective_from=effective_from, defaults=said)
            entry.record("credit_line_set", data)
            entry.answer = dict(data)
    return entry.answer


def named_patron(actor: Actor, patron: str) -> rounds.Patron:
    """A registered patron of the actor's house by his code. Refused: ``no_such_patron``."""
    known = rounds.Patron.objects.filter(casino_id=actor.casino_id, code=patron).first()
    if known is None:
        raise NotFound("no_such_patron", patron=patron[:24])
    return known


def in_force(patron_id: int, gaming_day: date) -> CreditLine | None:
    """The line that a patron has on a gaming day; None when nobody gave him one."""
    lines = CreditLine.objects.filter(patron_id=patron_id, effective_from__lte=gaming_day)
    return lines.order_by("-effective_from").first()
