"""A told table's log, rows and books are those of the table that was dealt at, and proven like any other's."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection

from accounting.models.days import DayLock
from accounting.selectors import figures, progress
from accounting.services import streams
from accounting.services.verify import books, chain, rounds
from casino.bench import history, month
from casino.bench.history import STAKES, Years
from tests import partitions, whole_house

pytestmark = [pytest.mark.django_db, pytest.mark.by_hand]
FIRST = date(2026, 3, 2)
DAYS, TABLES, ROUNDS = 2, 3, 2
_PERIODS = """
SELECT p.number, p.session, p.gaming_day, p.shift, p.opened_at, p.opener, p.opener_total, p.opener_variance,
       p.opened_seq, b.number, b.status, b.counted_total, p.closed_at, p.closer, p.closer_total, p.closer_expected,
       p.closed_seq
FROM tables_bankperiod p JOIN tables_dropbox b ON b.id = p.box_id WHERE p.table_id = %s ORDER BY p.number
"""
_BOXES = """
SELECT number, status, placed_at, removed_at, counted_at, counted_total, raked FROM tables_dropbox
WHERE table_id = %s ORDER BY number
"""
_ROUNDS = """
SELECT r.number, p.number, r.rules_id, r.status, r.opened_at, r.opened_seq, r.settled_at, r.settled_seq, r.handle,
       r.hands, r.house_net, r.outcome
FROM tables_round r JOIN tables_bankperiod p ON p.id = r.period_id AND p.table_id = r.table_id
WHERE r.table_id = %s ORDER BY r.number
"""
_DEALERS = """
SELECT DISTINCT d.badge FROM tables_round r JOIN tables_staffmember d ON d.id = r.dealer_id WHERE r.table_id = %s
"""
_BETS = """
SELECT round_number, number, kind, spot, hand, player, amount, tender, chips, parent, gaming_day FROM tables_bet
WHERE table_id = %s ORDER BY round_number, number
"""
_DAYS = "SELECT gaming_day, first_seq FROM tables_streamday WHERE stream_id = %s ORDER BY first_seq"
_SETTLED = """
SELECT seq, gaming_day, round, bet, entry, outcome, stake, returned FROM accounting_settlement WHERE stream_id = %s
ORDER BY seq, bet, entry
"""
_JOURNALS = """
SELECT j.seq, j.gaming_day, l.line, replace(a.code, t.code, 'table'), a.asset, l.amount FROM accounting_journal j
JOIN tables_stream s ON s.id = j.stream_id JOIN tables_gamingtable t ON t.id = s.table_id
JOIN accounting_leg l ON l.stream_id = j.stream_id AND l.seq = j.seq JOIN accounting_account a ON a.id = l.account_id
WHERE j.stream_id = %s ORDER BY j.seq, l.line
"""


def rows(query: str, of: int) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query, [of])
        return list(cursor.fetchall())


@pytest.fixture
def worked(settings: Any) -> Iterator[tuple[Years, list[int]]]:
    """Two days of three tables, and how many bets each had."""
    settings.PIN_HASH_COST = month.CHEAP
    made = history.begin(TABLES, ROUNDS, FIRST)
    with whole_house.frozen():
        yield made, [made.work() for _ in range(DAYS)]


def test_each_day_is_locked_and_in_the_books_with_the_bets_of_all_tables(worked: tuple[Years, list[int]]) -> None:
    _, bets = worked
    assert min(bets) >= TABLES * ROUNDS * STAKES
    assert list(DayLock.objects.order_by("gaming_day").values_list("gaming_day", flat=True)) == [
        FIRST,
        FIRST + timedelta(days=1),
    ]
    assert progress.lag().caught_up
    assert partitions.rows_of("tables_bet") == {
        "days.tables_bet_20260302": bets[0],
        "days.tables_bet_20260303": bets[1],
    }


def test_a_told_table_has_the_rows_that_the_services_made(worked: tuple[Years, list[int]]) -> None:
    made, _ = worked
    for told in made.fed.tables:
        for query in (_BOXES, _PERIODS, _ROUNDS, _BETS):
            assert rows(query, told.table) == rows(query, made.table) != []
        for query in (_DAYS, _SETTLED, _JOURNALS):
            assert rows(query, told.id) == rows(query, made.stream) != []
        assert rows(_DEALERS, told.table) == [(told.dealer,)]


def test_the_log_of_a_told_table_is_proven_like_any_other(worked: tuple[Years, list[int]]) -> None:
    tables = [stream for stream in streams.in_order() if stream.kind == "table"]
    assert len(tables) == TABLES
    for stream in tables:
        assert chain.check(stream).findings == []
        assert list(books.check(stream)) == []
        played = rounds.replay(stream)
        assert (played.rounds, played.findings) == (DAYS * ROUNDS, [])


def test_the_house_report_counts_all_tables_and_misses_the_told_ones_boxes(worked: tuple[Years, list[int]]) -> None:
    made, _ = worked
    accountant = made.month.accountant
    house = figures.between(actor=accountant, first=FIRST, last=made.month.today).content["figures"]["house"]["banked"]
    assert house["rounds"] == DAYS * ROUNDS * TABLES
    won = rows("SELECT sum(house_net) FROM tables_round WHERE table_id = %s", made.table)[0][0]
    assert (house["engine_net"], house["win"]) == (TABLES * won, None)
