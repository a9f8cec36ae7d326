"""A player's own view of the table: opened by the dealer, claimed once, dead when he leaves or the next round begins
without him (domain.md T-89).

The link is for one seat and one browser. It shows what the engine lets ``player:<name>`` see, which is his own cup; so
its code and token are secrets, known to the database as SHA-256 only, and in no event, receipt or log line.

The dealer could take a link himself. That he cannot use it is not in the house's power, so it is made hard and plain to
see: no browser of the house claims a link, a link that is claimed while a round is on shows nothing of that round, and
the player's page and the terminal tell since when a link is taken, and roughly by what.
"""

import secrets
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from tables.domain import devices, names, permissions
from tables.domain.actors import Actor, instant, system_actor
from tables.domain.errors import NotAllowed, NotFound
from tables.models.terminals import SeatLink, SignOn, Terminal
from tables.selectors.actors import digest
from tables.services import live, log, seated_names, standing
from tables.services.log import Entry

CLAIM = timedelta(minutes=15)
LIFETIME = timedelta(hours=12)
_END = "UPDATE tables_seatlink SET closed_at = %s WHERE table_id = %s AND player = %s AND closed_at IS NULL"
_END_ALL = "UPDATE tables_seatlink SET closed_at = %s WHERE table_id = %s AND closed_at IS NULL"


@dataclass(frozen=True, slots=True)
class Browser:
    """What would claim a link. ``user_agent`` is what it says it is.

    ``device_token`` is that of a terminal it is enrolled as, ``sign_on`` the digest of the sign-on of somebody of the
    house in it; empty where there is none.
    """

    user_agent: str = ""
    device_token: str = field(default="", repr=False)
    sign_on: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class ClaimedSeat:
    """The browser that has claimed a link. ``token`` is its secret for as long as the link lives.

    ``device`` says roughly what it is; ``shows_from`` is the first round whose cup it will show.
    """

    table: str
    player: str
    expires_at: datetime
    device: str
    shows_from: int
    token: str = field(repr=False)


def open_seat_link(*, actor: Actor, at: datetime, table: str, player: str) -> dict[str, Any]:
    """A link to the seat of ``player``, to be claimed within 15 minutes; the answer holds its one-time ``code``.

    By the dealer at the table. An earlier link of the player ends: a lost code and a lost telephone are mended by the
    same act, which also makes a repeat harmless, so there is no idempotency key. Refused: ``not_dealing``,
    ``table_not_open``, ``play_stopped``, ``bad_player``, ``name_looks_alike``.
    """
    permissions.require(actor, "deal")
    names.require_person(player, 40, "bad_player")
    code = secrets.token_urlsafe(24)
    with log.table_entry(actor=actor, at=at, table=table, request={}) as entry:
        state = standing.of(entry)
        standing.require_dealing(state, actor)
        standing.require_open(state)
        seated_names.require_tellable(live.read(entry), player)
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


def claim_seat_link(*, at: datetime, code: str, browser: Browser) -> ClaimedSeat:
    """Exchange the code for the token of this one browser.

    Refused (403): ``seat_link_refused``, whatever is wrong with the code, and ``seat_link_of_house`` for a browser in
    which the house itself works; the code stays good.
    """
    waiting = _waiting(code, at)
    if waiting is None:
        raise NotAllowed("seat_link_refused")
    _require_guest(browser, at)
    table, token, device = waiting.table, secrets.token_urlsafe(32), devices.rough(browser.user_agent)
    house_itself = system_actor(table.casino_id, table.casino.code)
    with log.table_entry(actor=house_itself, at=at, table=table.code, request={}) as entry:
        link = _waiting(code, at)  # again, under the lock: the code works once
        if link is None:
            raise NotAllowed("seat_link_refused")
        playing = live.read(entry)
        link.code_digest, link.token_digest = "", digest(token)
        link.claimed_at, link.device = at, device
        link.shows_from = playing.round_number + 1 if playing.running else playing.round_number
        link.save(update_fields=["code_digest", "token_digest", "claimed_at", "device", "shows_from"])
        told = {"player": link.player, "device": device, "shows_from": link.shows_from}
        entry.record("seat_link_claimed", told)
    return ClaimedSeat(table.code, link.player, link.expires_at, device, link.shows_from, token)


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


def _require_guest(browser: Browser, at: datetime) -> None:
    """Refuse (``seat_link_of_house``) a terminal of any house, and a browser in which somebody of a house works."""
    enrolled = Terminal.objects.filter(token_digest=digest(browser.device_token), revoked_at=None)
    signed_on = SignOn.objects.filter(digest=browser.sign_on, signed_off_at=None, expires_at__gt=at)
    if (browser.device_token and enrolled.exists()) or (browser.sign_on and signed_on.exists()):
        raise NotAllowed("seat_link_of_house")
