"""A fed house's log is a log: its chains hold, and its books are those of the table that was dealt at."""

from typing import Any

import pytest
from django.db import connection

from accounting.selectors import progress
from accounting.services import follow, streams
from accounting.services.verify import books, chain, rounds
from casino.bench import fed_house
from casino.bench.fed_house import FedHouse
from tables.models import log

pytestmark = pytest.mark.django_db
ROUNDS = 3


@pytest.fixture
def house() -> FedHouse:
    """Two fed tables beside the one that is dealt at."""
    return fed_house.found(2, ROUNDS)


def results(stream_id: int) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT round, rounds, handle, house_net FROM accounting_roundresult WHERE stream_id = %s ORDER BY seq",
            [stream_id],
        )
        return list(cursor.fetchall())


def test_a_fed_table_is_the_dealt_table_word_for_word(house: FedHouse) -> None:
    house.open_all()
    assert all(table.done == house.opening for table in house.tables)
    for table in house.tables:
        table.phase = 0.0
    assert house.feed(ROUNDS) == 2 * (len(house.told) - house.opening)
    follow.follow_all()
    assert progress.lag().caught_up
    dealt, *fed = [s for s in streams.in_order() if s.kind == "table"]
    for stream in fed:
        assert chain.check(stream).findings == []
        assert list(books.check(stream)) == []
        played = rounds.replay(stream)
        assert (played.rounds, played.findings) == (ROUNDS, [])
        assert stream.head_seq == dealt.head_seq
        assert results(stream.id) == results(dealt.id) != []


def test_what_is_due_grows_with_time_and_never_past_what_was_dealt(house: FedHouse) -> None:
    house.open_all()
    first = house.feed(0.5)
    assert first == sum(int((0.5 + table.phase) * house.events_a_round) for table in house.tables)
    assert house.feed(0.5) == 0
    heads = list(log.Stream.objects.values_list("head_seq", flat=True))
    with pytest.raises(ValueError, match="only 3 rounds were dealt"):
        house.feed(ROUNDS + 1)
    assert list(log.Stream.objects.values_list("head_seq", flat=True)) == heads


def test_the_rate_is_that_of_so_many_tables(house: FedHouse) -> None:
    assert house.rate(10) == pytest.approx(house.events_a_round * 2 * 700 / 3600)
