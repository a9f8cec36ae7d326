"""The table as the player behind a claimed seat link may see it."""

from datetime import datetime

from django.db import connection

from tables.domain.errors import NotAllowed
from tables.selectors import felts
from tables.selectors.actors import digest
from tables.selectors.felts import Felt
from tables.selectors.sights import Sight

_LINK = """
SELECT t.id, t.code, st.id, st.key, st.head_seq, s.round_number, l.player
FROM tables_seatlink l
JOIN tables_gamingtable t ON t.id = l.table_id
JOIN tables_tablestate s ON s.table_id = t.id
JOIN tables_stream st ON st.table_id = t.id
WHERE l.token_digest = %s AND l.closed_at IS NULL AND l.expires_at > %s
"""


def sight_of(*, token: str, at: datetime) -> Sight | None:
    """The table as seen by whom the token stands for; None when it is unknown, over, or ended."""
    with connection.cursor() as cursor:
        cursor.execute(_LINK, [digest(token), at])
        row = cursor.fetchone()
    if row is None:
        return None
    table_id, code, stream_id, stream, seq, round_number, player = row
    return Sight(table_id, code, stream_id, stream, seq, round_number, f"player:{player}")


def felt_for_seat(sight: Sight | None, known_seq: int | None = None) -> Felt:
    """What ``player:<name>`` may see, and nothing of the house; empty if nothing came since ``known_seq``.

    Refused (403): ``seat_link_refused`` without a sight.
    """
    if sight is None:
        raise NotAllowed("seat_link_refused")
    return Felt(sight.seq, {}) if known_seq == sight.seq else felts.seen(sight)
