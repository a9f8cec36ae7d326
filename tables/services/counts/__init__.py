"""The count room: a team opens a count, takes boxes in, counts each twice without knowing, and signs the totals.

Every act writes one entry in the count room's stream, whose lock alone takes a box through the count. The money's way
to the vault is the cage's act (``drop_takeovers``).
"""

from tables.services.counts.blind import count_box_first, count_box_second, recount_box
from tables.services.counts.closing import MissingBox, close_count, verify_count
from tables.services.counts.sessions import accept_box, open_count

__all__ = [
    "MissingBox",
    "accept_box",
    "close_count",
    "count_box_first",
    "count_box_second",
    "open_count",
    "recount_box",
    "verify_count",
]
