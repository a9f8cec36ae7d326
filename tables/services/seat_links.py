"""A player's own view of the table: opened by the dealer, claimed once, dead when he leaves (domain.md T-89).

The link is for one seat and one browser. It shows what the engine lets ``player:<name>`` see, which is his own cup; so
its code and token are secrets, known to the database as SHA-256 only, and in no event, receipt or log line.
"""

import secrets
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from tables.domain import names, permissions
from tables.domain.actors import Actor, instant, system_actor
from tables.domain.errors import NotAllowed, NotFound
from tables.models.terminals import SeatLink
from tables.selectors.actors import digest
from tables.services import log, standing
from tables.services.log import Entry

CLAIM = timedelta(minutes=15)
LIFETIME = timedelta(hours=12)
_END = "UPDATE tables_seatlink SET closed_at = %s WHERE table_id = %s AND player = %s AND closed_at IS NULL"
_END_ALL = "UPDATE tables_seatlink SET closed_at = %s WHERE table_id = %s AND closed_at IS NULL"


@dataclass(frozen=True, slots=True)
class ClaimedSeat:
    """The browser that has claimed a link. ``token`` is its secret for as long as the link lives."""

    table: str
    player: str
    expires_at: datetime
    token: str = field(repr=False)


def open_seat_link(*, actor: Actor, at: datetime, table: str, player: str) -> dict[str, Any]:
    """A link to the seat of ``player``, to be claimed within 15 minutes; the answer holds its one-time ``code``.

    By the dealer at the table. An earlier link of the player ends: a lost code and a lost telephone are mended by the
    same act, which also makes a repeat harmless, so there is no idempotency key. Refused: ``not_dealing``,
    ``table_not_open``, ``play_stopped``, ``bad_player``.
    """
    permissions.require(actor, "deal")
    names.require_name(player, 40, "bad_player")
    code = secrets.token_urlsafe(24)
    with log.table_entry(actor=actor, at=at, table=table, request={}) as entry:
        state = standing.of(entry)
        standing.require_dealing(state, actor)
        standing.require_open(state)
        SeatLink.objects.filter(table_id=state.pk, player=player, closed_at=None).update(closed_at=at)
        SeatLink.objects.create(
            table_id=state.pk,
            player=player,
            code_digest=digest(code),
            claim_before=at + CLAIM,
            expires_at=at + LIFETIME,
        )
        entry.record("seat_link_opened", {"player": player})
        entry.answer = {"table": table, "player": player, "claim_before": instant(at + CLAIM)}
    return {**entry.answer, "code": code}


def claim_seat_link(*, at: datetime, code: str) -> ClaimedSeat:
    """Exchange the code for the token of this one browser. Refused (403): ``seat_link_refused``, whatever is wrong."""
    waiting = _waiting(code, at)
    if waiting is None:
        raise NotAllowed("seat_link_refused")
    table, token = waiting.table, secrets.token_urlsafe(32)
    house_itself = system_actor(table.casino_id, table.casino.code)
    with log.table_entry(actor=house_itself, at=at, table=table.code, request={}) as entry:
        link = _waiting(code, at)  # again, under the lock: the code works once
        if link is None:
            raise NotAllowed("seat_link_refused")
        link.code_digest, link.token_digest = "", digest(token)
        link.save(update_fields=["code_digest", "token_digest"])
        entry.record("seat_link_claimed", {"player": link.player})
    return ClaimedSeat(table.code, link.player, link.expires_at, token)


def end_seat_link(*, actor: Actor, at: datetime, table: str, player: str, key: str | None = None) -> dict[str, Any]:
    """The player has left the table. Refused: ``not_dealing``, ``no_such_seat_link``."""
    permissions.require(actor, "deal")
    request = {"do": "end_seat_link", "table": table, "player": player}
    with log.table_entry(actor=actor, at=at, table=table, request=request, key=key) as entry:
        if not entry.repeated:
            standing.require_dealing(standing.of(entry), actor)
            if not SeatLink.objects.filter(table_id=entry.table_id, player=player, closed_at=None).exists():
                raise NotFound("no_such_seat_link")
            end_of(entry, player)
            entry.record("seat_link_ended", {"player": player})
            entry.answer = {"table": table, "player": player}
    return entry.answer


def end_of(entry: Entry, player: str) -> None:
    """The player leaves: his link ends with this commit, if he has one."""
    entry.later(_END, [entry.at, entry.table_id, player])


def end_all(entry: Entry) -> None:
    """The table closes: every link to it ends with this commit."""
    entry.later(_END_ALL, [entry.at, entry.table_id])


def _waiting(code: str, at: datetime) -> SeatLink | None:
    links = SeatLink.objects.select_related("table__casino").filter(code_digest=digest(code), closed_at=None)
    return links.filter(claim_before__gt=at).first()
