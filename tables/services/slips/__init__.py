"""Fills, credits and even exchanges: from the pit's request to the signed paper in the box (docs/custody.md).

Each act writes one entry, in the stream of the place where it happens: the table's or the cage's. A slip's row changes
in both, so its lock is taken after the stream's, then that of its series, then the cage's stock.
"""

from tables.services.slips.at_cage import receive_slip, return_slip
from tables.services.slips.at_table import accept_fill, count_out_credit, decline_slip, make_exchange
from tables.services.slips.issuing import carry_slip, issue_slip, reprint_slip, void_slip
from tables.services.slips.requests import (
    refuse_request,
    request_credit,
    request_exchange,
    request_fill,
    withdraw_request,
)

__all__ = [
    "accept_fill",
    "carry_slip",
    "count_out_credit",
    "decline_slip",
    "issue_slip",
    "make_exchange",
    "receive_slip",
    "refuse_request",
    "reprint_slip",
    "request_credit",
    "request_exchange",
    "request_fill",
    "return_slip",
    "void_slip",
    "withdraw_request",
]
