"""What was found among the chips of a table that is not the table's, by the box it went into (T-40)."""

import json
from typing import Any

from django.db import connection

_FOUND = """
SELECT e.body FROM tables_event e JOIN tables_stream s ON s.id = e.stream_id
WHERE s.table_id = %s AND e.round IS NULL AND e.type = 'foreign_chips_found' AND e.body::jsonb -> 'data' ->> 'box' = %s
ORDER BY e.seq
"""


def in_box(table_id: int, box: int) -> list[dict[str, Any]]:
    """The items that were put into a box, as dealer and pit boss wrote them down, in order."""
    with connection.cursor() as cursor:
        cursor.execute(_FOUND, [table_id, str(box)])
        return [item for (body,) in cursor.fetchall() for item in json.loads(body)["data"]["items"]]
