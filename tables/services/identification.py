"""Who somebody was in the cash log: a description or a seat's name becomes a patron, later (V-26)."""

from datetime import datetime
from typing import Any

from tables.domain import names, permissions
from tables.domain.actors import Actor, instant
from tables.domain.errors import Conflict, Invalid, NotFound
from tables.models import floor, house, rounds
from tables.services import clock, log
from tables.services.credit_lines import named_patron
from tables.services.house_stream import house_entry

CAGE = "cage"
LONGEST_NAME = 80


def identify_patron(
    *,
    actor: Actor,
    at: datetime,
    known_as: str,
    patron: str,
    place: str = "",
    since: datetime | None = None,
    until: datetime | None = None,
    key: str | None = None,
) -> dict[str, Any]:
    """Whom the log calls ``known_as`` at ``place`` is ``patron``; his cash of the day is summed anew (V-26).

    At a table or in the cage (``place``) it holds from ``since`` (the start of the running gaming day) until before
    ``until`` (the end of that gaming day): tomorrow somebody else sits there. Without a place ``known_as`` is another
    code of a patron, and both are one from now on and before. A later word about the same corrects an earlier one; an
    empty ``patron`` takes it back. Refused: ``bad_name``, ``bad_code``, ``no_such_patron``, ``no_such_place``,
    ``bad_span`` (times without a place, in the future, or the wrong way round), ``same_patron``.
    """
    permissions.require(actor, "identify_patron")
    names.require_person(known_as, LONGEST_NAME)
    asked = {"known_as": known_as, "place": place, "patron": patron}
    spans = {"since": instant(since) if since else "", "until": instant(until) if until else ""}
    request = {"do": "identify_patron", **asked, **spans}
    with house_entry(actor=actor, at=at, request=request, key=key) as entry:
        if not entry.repeated:
            _require_known(actor, known_as, patron, place)
            begins, ends = _span(entry, place, since, until)
            data = {**asked, "since": begins, "until": ends}
            entry.record("patron_identified", data)
            entry.answer = dict(data)
    return entry.answer


def _require_known(actor: Actor, known_as: str, patron: str, place: str) -> None:
    if patron:
        names.require_code(patron)
        named_patron(actor, patron)
    if patron == known_as:
        raise Conflict("same_patron", patron=patron)
    if not place:
        if not rounds.Patron.objects.filter(casino_id=actor.casino_id, code=known_as).exists():
            raise NotFound("no_such_patron", patron=known_as[:24])
    elif place != CAGE and not floor.GamingTable.objects.filter(casino_id=actor.casino_id, code=place).exists():
        raise NotFound("no_such_place", place=place[:16])


def _span(entry: log.Entry, place: str, since: datetime | None, until: datetime | None) -> tuple[str, str]:
    """From when until when, as the log writes it; both empty for another code of a patron."""
    if not place:
        if since or until:
            raise Invalid("bad_span")
        return "", ""
    casino = house.Casino.objects.get(pk=entry.actor.casino_id)
    begins = since
    if begins is None:
        begins = _day_of(casino, entry.at)[0]
    ends = until or _day_of(casino, begins)[1]
    if begins > entry.at or ends <= begins:
        raise Invalid("bad_span")
    return instant(begins), instant(ends)


def _day_of(casino: house.Casino, moment: datetime) -> tuple[datetime, datetime]:
    """Start and end of the gaming day that ``moment`` belongs to."""
    schedule = clock.schedule(casino.pk, casino.settings_version)
    windows = schedule.windows(schedule.gaming_day(moment))
    return windows[0].starts, windows[-1].ends
