"""Markers: chips on credit, from the patron's signature to the last payment (docs/custody.md).

Each act writes one entry, in the stream of the place where it happens. A marker's row changes in several of them, so
the patron's lock is taken after the stream's, then the marker's, then that of its series, then the cage's stock.
"""

from tables.services.markers.at_cage import settle_marker, transfer_markers
from tables.services.markers.issuing import OverLimit, issue_marker, void_marker
from tables.services.markers.paying import pay_marker
from tables.services.markers.reprinting import reprint_marker

__all__ = [
    "OverLimit",
    "issue_marker",
    "pay_marker",
    "reprint_marker",
    "settle_marker",
    "transfer_markers",
    "void_marker",
]
