"""The table as the player behind a claimed seat link may see it, and the links as the dealer may see them."""

from dataclasses import dataclass
from datetime import datetime

from django.db import connection

from tables.domain.actors import Actor
from tables.domain.errors import NotAllowed
from tables.models.terminals import SeatLink
from tables.selectors import felts, sights
from tables.selectors.actors import digest
from tables.selectors.felts import Felt
from tables.selectors.sights import Sight

_LINK = """
SELECT t.id, t.code, st.id, st.key, st.head_seq, s.round_number, l.player, l.claimed_at, l.device, l.shows_from,
       c.time_zone
FROM tables_seatlink l
JOIN tables_gamingtable t ON t.id = l.table_id
JOIN tables_casino c ON c.id = t.casino_id
JOIN tables_tablestate s ON s.table_id = t.id
JOIN tables_stream st ON st.table_id = t.id
WHERE l.token_digest = %s AND l.closed_at IS NULL AND l.expires_at > %s
"""


@dataclass(frozen=True, slots=True)
class SeatSight:
    """The table through a claimed link. ``sight`` is the public's while a round is on that began before the claim;
    ``time_zone`` is the house's."""

    sight: Sight
    player: str
    claimed_at: datetime
    device: str
    shows_from: int
    time_zone: str

    @property
    def audience(self) -> str:
        """As whom the engine knows him."""
        return f"player:{self.player}"


@dataclass(frozen=True, slots=True)
class LinkLine:
    """An open link; ``claimed_at`` is None, and ``device`` empty, while nobody has taken it."""

    player: str
    claim_before: datetime
    claimed_at: datetime | None
    device: str
    shows_from: int


@dataclass(frozen=True, slots=True)
class EndedLink:
    """A link that is over, and the open one that came in its place, if any. ``time_zone`` is the house's."""

    table: str
    player: str
    time_zone: str
    next: LinkLine | None


def sight_of(*, token: str, at: datetime) -> SeatSight | None:
    """The table as seen by whom the token stands for; None when it is unknown, over, or ended."""
    with connection.cursor() as cursor:
        cursor.execute(_LINK, [digest(token), at])
        row = cursor.fetchone()
    if row is None:
        return None
    table_id, code, stream_id, stream, seq, round_number, player, *claim = row
    claimed_at, device, shows_from, time_zone = claim
    audience = f"player:{player}" if round_number >= shows_from else "public"
    sight = Sight(table_id, code, stream_id, stream, seq, round_number, audience)
    return SeatSight(sight, player, claimed_at, device, shows_from, time_zone)


def felt_for_seat(seen: SeatSight | None, known_seq: int | None = None) -> Felt:
    """What ``player:<name>`` may see, and nothing of the house; empty if nothing came since ``known_seq``.

    Refused (403): ``seat_link_refused`` without a sight.
    """
    if seen is None:
        raise NotAllowed("seat_link_refused")
    if known_seq == seen.sight.seq:
        return Felt(seen.sight.seq, {})
    felt = felts.seen(seen.sight)
    link = {"claimed_at": seen.claimed_at, "device": seen.device, "shows_from": seen.shows_from}
    return Felt(felt.seq, {**felt.picture, "audience": seen.audience, "link": link})


def of_table(actor: Actor, table: str, at: datetime) -> list[LinkLine]:
    """The links to a table that are open at ``at``, by player, as its dealer and its supervisors may see them.

    One that nobody can claim any more is left out. Refused: see ``sights.at_table``; the public does not see them.
    """
    sight = sights.at_table(actor, table, "floor")
    rows = SeatLink.objects.filter(table_id=sight.table_id, closed_at=None, expires_at__gt=at)
    return [_line(row) for row in rows.order_by("player") if row.claimed_at is not None or row.claim_before > at]


def ended(*, token: str, at: datetime) -> EndedLink | None:
    """What became of a link that this browser once had; None when it never had one, or has it still."""
    if not token:
        return None
    link = SeatLink.objects.select_related("table__casino").filter(token_digest=digest(token)).first()
    if link is None or (link.closed_at is None and link.expires_at > at):
        return None
    after = SeatLink.objects.filter(table_id=link.table_id, player=link.player, closed_at=None, pk__gt=link.pk).first()
    next_one = _line(after) if after is not None else None
    return EndedLink(link.table.code, link.player, link.table.casino.time_zone, next_one)


def _line(row: SeatLink) -> LinkLine:
    return LinkLine(row.player, row.claim_before, row.claimed_at, row.device, row.shows_from)
