"""A document's bets against limits, hands and funds, in a handful of statements however many they are.

The lines are copied into a table of the transaction; one statement gives each a verdict, and every patron the first of
his own. ``tests`` compare it with the same check made one by one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.db import connection

from tables.domain.crowd import CrowdBet
from tables.games.backing import Backable
from tables.models.crowd import CrowdRound
from tables.selectors.crowds import CrowdView

# Made once a connection: tables that come and go with every document would swell the catalogue.
_STAGE = """
CREATE TEMPORARY TABLE IF NOT EXISTS crowd_staged
    (place int NOT NULL, bet text NOT NULL, patron text NOT NULL, spot smallint NOT NULL, amount bigint NOT NULL)
    ON COMMIT DELETE ROWS;
CREATE TEMPORARY TABLE IF NOT EXISTS crowd_checked
    (place int, patron text, patron_id bigint, bet text, spot smallint, amount bigint, there bool, verdict text,
     first int) ON COMMIT DELETE ROWS;
DELETE FROM crowd_staged;
DELETE FROM crowd_checked
"""
_COPY = "COPY crowd_staged (place, bet, patron, spot, amount) FROM STDIN"
_ANALYZE = "ANALYZE crowd_staged"
# In one order, so that documents of two tables with the same patrons cannot wait for each other.
_LOCK = """
SELECT w.patron_id FROM tables_purse w
WHERE w.patron_id IN (
    SELECT p.id FROM tables_patron p WHERE p.casino_id = %s AND p.code IN (SELECT patron FROM crowd_staged)
)
ORDER BY w.patron_id FOR UPDATE
"""
_CHECK = """
INSERT INTO crowd_checked
WITH hands AS (
    SELECT * FROM unnest(%(spots)s::smallint[], %(owners)s::text[]) AS h(spot, owner)
), lifted AS (
    SELECT * FROM unnest(%(lifted)s::text[], %(maxima)s::bigint[]) AS l(player, maximum)
), known AS (
    SELECT s.place, s.patron, s.bet, s.spot, s.amount, p.id AS patron_id, w.balance, h.owner,
           greatest(%(maximum)s, l.maximum) AS maximum, b.line IS NOT NULL AS there,
           b.spot = s.spot AND b.amount = s.amount AS same
    FROM crowd_staged s
    LEFT JOIN tables_patron p ON p.casino_id = %(casino)s AND p.code = s.patron
    LEFT JOIN tables_purse w ON w.patron_id = p.id
    LEFT JOIN hands h ON h.spot = s.spot
    LEFT JOIN lifted l ON l.player = s.patron
    LEFT JOIN tables_crowdbet b ON b.gaming_day = %(day)s AND b.stream_id = %(stream)s AND b.round = %(round)s
                                   AND b.patron_id = p.id AND b.bet = s.bet
), judged AS (
    SELECT *, CASE WHEN patron_id IS NULL THEN 'no_such_patron'
                   WHEN there AND NOT same THEN 'id_taken'
                   WHEN there THEN NULL
                   WHEN owner IS NULL THEN 'no_hand_to_back'
                   WHEN owner = patron THEN 'own_hand'
                   WHEN amount < %(minimum)s THEN 'bet_below_min'
                   WHEN amount > maximum THEN 'bet_above_max' END AS code
    FROM known
), patrons AS (
    SELECT patron, patron_id, coalesce(max(balance), 0) AS balance,
           (array_agg(code ORDER BY place) FILTER (WHERE code IS NOT NULL))[1] AS code,
           coalesce(sum(amount) FILTER (WHERE NOT there), 0) AS more, min(place) AS first
    FROM judged GROUP BY patron, patron_id
), decided AS (
    SELECT t.*, coalesce(t.code, CASE
        WHEN more > 0 AND more + (
            SELECT coalesce(sum(b.amount), 0) FROM tables_crowdbet b
            WHERE b.gaming_day = %(day)s AND b.stream_id = %(stream)s AND b.round = %(round)s
                  AND b.patron_id = t.patron_id
        ) > %(patron_limit)s THEN 'patron_limit'
        WHEN more > 0 AND more > balance THEN 'insufficient_funds' END) AS verdict
    FROM patrons t
)
SELECT j.place, j.patron, j.patron_id, j.bet, j.spot, j.amount, j.there, d.verdict, d.first
FROM judged j JOIN decided d ON d.patron = j.patron
"""
_REFUSED = """
SELECT patron, verdict FROM crowd_checked WHERE verdict IS NOT NULL GROUP BY patron, verdict, first ORDER BY first
"""
_NOT_LAID = "SELECT place FROM crowd_checked WHERE verdict IS NOT NULL OR there"
_SPOTS = """
SELECT spot, sum(amount)::bigint FROM crowd_checked WHERE verdict IS NULL AND NOT there GROUP BY spot
"""
_COUNTS = """
SELECT count(DISTINCT patron) FILTER (WHERE verdict IS NULL AND NOT there),
       count(*) FILTER (WHERE verdict IS NULL AND there) FROM crowd_checked
"""
_LAY = """
INSERT INTO tables_crowdbet (gaming_day, stream_id, round, line, patron_id, bet, spot, amount)
SELECT %s, %s, %s, %s + row_number() OVER (ORDER BY place), patron_id, bet, spot, amount
FROM crowd_checked WHERE verdict IS NULL AND NOT there
"""
_TAKE_STAKES = """
UPDATE tables_purse w SET balance = w.balance - laid.amount
FROM (SELECT patron_id, sum(amount) AS amount FROM crowd_checked WHERE verdict IS NULL AND NOT there
      GROUP BY patron_id) laid
WHERE w.patron_id = laid.patron_id
"""


@dataclass(frozen=True, slots=True)
class Checked:
    """What is to be laid of a document. ``not_laid`` are the places (from 1) of refused and of repeated lines."""

    refused: list[tuple[str, str]]
    not_laid: frozenset[int]
    spots: dict[int, int] = field(default_factory=dict)
    patrons: int = 0
    repeated: int = 0

    @property
    def amount(self) -> int:
        """All that is to be laid, in minor units."""
        return sum(self.spots.values())


def check(casino_id: int, view: CrowdView, row: CrowdRound, backable: Backable, bets: Sequence[CrowdBet]) -> Checked:
    """A verdict on every patron of the document; their purses are locked until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute(_STAGE)
        with cursor.copy(_COPY) as copy:
            for place, bet in enumerate(bets, 1):
                copy.write_row((place, *bet))
        cursor.execute(_ANALYZE)
        cursor.execute(_LOCK, [casino_id])
        cursor.execute(
            _CHECK,
            {
                "casino": casino_id,
                "day": row.gaming_day,
                "stream": view.stream_id,
                "round": row.round,
                "spots": list(backable.hands),
                "owners": list(backable.hands.values()),
                "lifted": list(backable.raised),
                "maxima": list(backable.raised.values()),
                "minimum": backable.minimum,
                "maximum": backable.maximum,
                "patron_limit": view.patron_limit,
            },
        )
        cursor.execute(_REFUSED)
        refused = cursor.fetchall()
        cursor.execute(_NOT_LAID)
        not_laid = frozenset(place for (place,) in cursor.fetchall())
        cursor.execute(_SPOTS)
        spots = dict(cursor.fetchall())
        cursor.execute(_COUNTS)
        patrons, repeated = cursor.fetchone()
    return Checked(refused, not_laid, spots, patrons, repeated)


def lay(view: CrowdView, row: CrowdRound) -> None:
    """Insert the checked bets behind those of the round, and take the stakes out of the purses."""
    with connection.cursor() as cursor:
        cursor.execute(_LAY, [row.gaming_day, view.stream_id, row.round, row.bets])
        cursor.execute(_TAKE_STAKES)
