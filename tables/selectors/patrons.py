"""Players the house knows."""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import connection
from django.db.models import Q

from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.errors import NotFound
from tables.models import floor, rounds

MOST_IDENTITIES: Final = 50
_IDENTITIES = """
SELECT e.body FROM tables_event e JOIN tables_stream s ON s.id = e.stream_id
WHERE s.casino_id = %s AND s.kind = 'house' AND e.round IS NULL AND e.type = 'patron_identified'
      AND e.body::jsonb -> 'data' ->> 'patron' = %s
ORDER BY e.seq DESC LIMIT %s
"""


@dataclass(frozen=True, slots=True)
class PatronView:
    """A player by code; name or description as it was given."""

    code: str
    name: str
    description: str


def known(actor: Actor, *, after: str = "", like: str = "", limit: int = 50) -> list[PatronView]:
    """The patrons of the actor's house by code, from behind ``after`` on; ``like`` stands in code, name or description.

    Refused: ``not_permitted``.
    """
    permissions.require(actor, "read_patrons")
    rows = rounds.Patron.objects.filter(casino_id=actor.casino_id, code__gt=after).order_by("code")
    if like:
        rows = rows.filter(Q(code__icontains=like) | Q(name__icontains=like) | Q(description__icontains=like))
    return [PatronView(*row) for row in rows.values_list("code", "name", "description")[:limit]]


def one(actor: Actor, code: str) -> PatronView:
    """The patron with this code. Refused: ``not_permitted``, ``no_such_patron``."""
    permissions.require(actor, "read_patrons")
    row = rounds.Patron.objects.filter(casino_id=actor.casino_id, code=code).first()
    if row is None:
        raise NotFound("no_such_patron", patron=code[:24])
    return PatronView(row.code, row.name, row.description)


@dataclass(frozen=True, slots=True)
class Before:
    """What the house said of a patron until he was corrected."""

    name: str
    description: str
    until: datetime
    corrected_by: str
    reason: str


@dataclass(frozen=True, slots=True)
class Identity:
    """Somebody who turned out to be this patron, as it stands in the log; empty times: for good."""

    known_as: str
    place: str
    since: str
    until: str
    said_by: str
    said_at: str


def before(actor: Actor, code: str) -> list[Before]:
    """What was corrected of a patron, the last first. Refused: ``not_permitted``, ``no_such_patron``."""
    one(actor, code)
    rows = rounds.PatronPast.objects.filter(patron__casino_id=actor.casino_id, patron__code=code)
    return [
        Before(*row)
        for row in rows.order_by("-number").values_list("name", "description", "until", "corrected_by", "reason")
    ]


def identities(actor: Actor, code: str) -> list[Identity]:
    """Who turned out to be this patron, the last word first. Refused: ``not_permitted``, ``no_such_patron``."""
    one(actor, code)
    with connection.cursor() as cursor:
        cursor.execute(_IDENTITIES, [actor.casino_id, code, MOST_IDENTITIES])
        events = [json.loads(body) for (body,) in cursor.fetchall()]
    return [
        Identity(
            known_as=event["data"]["known_as"],
            place=event["data"]["place"],
            since=event["data"]["since"],
            until=event["data"]["until"],
            said_by=event["actor"],
            said_at=event["occurred_at"],
        )
        for event in events
    ]


def places(actor: Actor) -> list[str]:
    """The codes of the tables where somebody may have been called something. Refused: ``not_permitted``."""
    permissions.require(actor, "read_patrons")
    rows = floor.GamingTable.objects.filter(casino_id=actor.casino_id).order_by("code")
    return list(rows.values_list("code", flat=True))
