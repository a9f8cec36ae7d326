"""Documents that an audit sample may be drawn from, as the log has them."""

from collections.abc import Mapping
from datetime import date

from django.db import connection

from accounting.domain.audit_sampling import EVENTS, Candidate

_CANDIDATES = """
SELECT e.type, e.gaming_day::text, s.key, e.seq
FROM unnest(%s::text[], %s::bigint[]) AS w(key, seq)
JOIN tables_stream s ON s.key = w.key AND s.casino_id = %s
JOIN tables_event e ON e.stream_id = s.id AND e.type = ANY(%s) AND e.round IS NULL AND e.seq <= w.seq
WHERE e.gaming_day BETWEEN %s AND %s
"""


def of_days(casino_id: int, first_day: date, last_day: date, heads: Mapping[str, int]) -> Mapping[str, list[Candidate]]:
    """Every opening, closing, fill and credit of the gaming days, by kind, in the log up to ``heads``."""
    found: dict[str, list[Candidate]] = {kind: [] for kind in EVENTS.values()}
    with connection.cursor() as cursor:
        cursor.execute(_CANDIDATES, [list(heads), list(heads.values()), casino_id, list(EVENTS), first_day, last_day])
        for type_, gaming_day, key, seq in cursor.fetchall():
            found[EVENTS[type_]].append(Candidate(gaming_day, key, seq))
    return found
