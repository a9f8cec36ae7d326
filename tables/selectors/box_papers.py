"""Which papers should lie in a drop box: copies of the slips and markers that were accepted while it stood there."""

import json

from django.db import connection
from django.db.models import Max, Min

from tables.domain.box_contents import PAYMENT
from tables.models.periods import BankPeriod

PAYMENTS = "marker_paid"
TYPES = ("fill_accepted", "credit_counted_out", "exchange_made", "marker_issued", PAYMENTS)
"""Acts at an open table that end with a copy in its box."""

_EVENTS = """
SELECT e.type, e.body FROM tables_event e JOIN tables_stream s ON s.id = e.stream_id
WHERE s.table_id = %s AND e.round IS NULL AND e.type = ANY(%s) AND e.seq BETWEEN %s AND %s
ORDER BY e.seq
"""


def due(table_id: int, box: int) -> list[str]:
    """The numbers of a removed box's papers, in order. A marker's payment slip bears the marker's number.

    A box covers whole periods, so its papers are those between its first opener and its last closer.
    """
    covered = BankPeriod.objects.filter(table_id=table_id, box__number=box)
    reach = covered.aggregate(first=Min("opened_seq"), last=Max("closed_seq"))
    if reach["first"] is None or reach["last"] is None:
        return []
    with connection.cursor() as cursor:
        cursor.execute(_EVENTS, [table_id, list(TYPES), reach["first"], reach["last"]])
        found = [(type_, json.loads(body)["data"]["slip"]) for type_, body in cursor.fetchall()]
    return sorted({slip + PAYMENT if type_ == PAYMENTS else slip for type_, slip in found})
