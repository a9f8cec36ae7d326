"""What patrons have on account: front money, less stakes, and what settled chunks have paid; nothing else moves it."""

from collections.abc import Iterator

from django.db import connection

from accounting.services.verify.findings import Finding
from tables.domain import crowd

# A chunk that is settled and not paid yet is in nobody's purse; a purse is below zero only by winnings called off.
_PURSES = """
WITH cage AS (
    SELECT e.body::jsonb #>> '{data,patron}' AS code,
           sum((e.body::jsonb #>> '{data,cash}')::bigint * CASE e.type WHEN 'front_money_taken' THEN 1 ELSE -1 END)
               AS amount
    FROM tables_event e JOIN tables_stream s ON s.id = e.stream_id
    WHERE s.casino_id = %(casino)s AND s.kind = 'cage' AND e.round IS NULL
          AND e.type IN ('front_money_taken', 'front_money_returned')
    GROUP BY 1
), streams AS (
    SELECT id FROM tables_stream WHERE casino_id = %(casino)s AND kind = 'crowd'
), stakes AS (
    SELECT patron_id, sum(amount) AS amount FROM tables_crowdbet WHERE stream_id IN (SELECT id FROM streams)
    GROUP BY 1
), paid AS (
    SELECT s.patron_id, sum(s.change) AS amount, sum(least(s.change, 0)) AS called_off
    FROM tables_crowdsettlement s
    JOIN tables_crowdchunk c ON c.stream_id = s.stream_id AND c.round = s.round AND c.entry = s.entry
                             AND c.chunk = (s.line - 1) / %(chunk)s + 1
    WHERE c.paid AND s.stream_id IN (SELECT id FROM streams)
    GROUP BY 1
)
SELECT p.code, coalesce(w.balance, 0),
       (coalesce(c.amount, 0) - coalesce(k.amount, 0) + coalesce(d.amount, 0))::bigint,
       coalesce(d.called_off, 0)::bigint
FROM tables_patron p
LEFT JOIN tables_purse w ON w.patron_id = p.id
LEFT JOIN cage c ON c.code = p.code
LEFT JOIN stakes k ON k.patron_id = p.id
LEFT JOIN paid d ON d.patron_id = p.id
WHERE p.casino_id = %(casino)s
ORDER BY p.code
"""


def check(casino_id: int, name: str) -> Iterator[Finding]:
    """Every purse that does not hold what the log and the crowd's rows give; findings are of ``name``."""
    with connection.cursor() as cursor:
        cursor.execute(_PURSES, {"casino": casino_id, "chunk": crowd.CHUNK})
        for patron, there, right, called_off in cursor.fetchall():
            if there != right:
                yield Finding(name, f"front money of {patron} is {there} and should be {right}")
            if there < called_off:
                yield Finding(name, f"front money of {patron} is {there}, which no round called off explains")
