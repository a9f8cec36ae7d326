"""The plans of the hot questions: one stream's node each, but for what docs/adr/0032-citus.md says has to change."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from accounting.selectors import figures, ledger
from accounting.services import follow, streams
from accounting.services.streams import StreamInfo
from accounting.services.verify import chain
from accounting.services.verify import rounds as replays
from accounting.services.verify.run import snapshot
from tables.domain.gaming_day import Window
from tables.selectors import events, felts, pit_board, rounds, rule_packs
from tables.selectors import watched as heads
from tables.services import clock
from tests import builders, dealt
from tests.builders import House
from tests.distribution.spread import Seen, Spread, watched

pytestmark = pytest.mark.django_db
DIRECTORY = {"tables_stream"}
"""Which stream a name or a table means: asked of a table on every node once ``tables_stream`` is split."""
DAYS = "tables_streamday"
"""Where a stream's gaming days begin: asked before the days' partitions are."""
PRESS = DIRECTORY | {"tables_receipt", "tables_shoe"}
"""What a press finds by a client's key and by a shoe's own number."""
OPENING = PRESS | {"tables_bankperiod"}
"""The opening of a round finds the open period by its own number."""

Ask = Callable[[Callable[[], object]], Seen]


@pytest.fixture
def house() -> House:
    """A round settled at the first table, and the books behind it."""
    return dealt.settled(builders.house())


@pytest.fixture
def ask(spread: Spread, monkeypatch: pytest.MonkeyPatch) -> Ask:
    """Asks, and tells what was asked of spread tables."""

    def asked(question: Callable[[], object]) -> Seen:
        with watched(spread, monkeypatch) as seen:
            question()
        return seen

    return asked


def test_a_press_is_one_streams_but_for_what_it_takes(ask: Ask, house: House) -> None:
    seen = ask(lambda: dealt.press(house, {"do": "confirm_settlement"}))
    assert {"tables_event", "tables_tablestate", "tables_round", *PRESS} == seen.touched
    assert seen.unbound == PRESS
    seen = ask(lambda: dealt.press(house, {"do": "open_round"}, *dealt.bets(), {"do": "close_betting"}))
    assert {"tables_event", "tables_tablestate", "tables_round", "tables_bet", *OPENING} == seen.touched
    assert seen.unbound == OPENING
    seen = ask(lambda: dealt.press(house, *dealt.cards()))
    assert {"tables_event", "tables_tablestate", *PRESS} == seen.touched
    assert seen.unbound == PRESS


def test_the_books_follow_within_the_stream(ask: Ask, house: House) -> None:
    table = _table(house)
    seen = ask(lambda: follow.follow_to_head(table.id))
    books = {"cursor", "journal", "leg", "roundresult", "settlement", "streambalance"}
    assert seen.touched == {"tables_event", "tables_stream", DAYS, *(f"accounting_{part}" for part in books)}
    assert seen.unbound == DIRECTORY


def test_a_round_its_story_and_the_log_are_read_from_one_stream(ask: Ask, house: House) -> None:
    where: dict[str, Any] = {"actor": house.petra, "table": house.tables[0]}
    for question in (lambda: rounds.round_history(number=1, **where), lambda: events.events(kind="table", **where)):
        seen = ask(question)
        assert "tables_event" in seen.touched
        assert seen.unbound <= DIRECTORY
    assert ask(lambda: rounds.round_(number=1, **where)).unbound <= {"tables_bankperiod", *DIRECTORY}
    assert ask(lambda: felts.table_felt(**where)).unbound <= {"tables_bankperiod", "tables_shoe", *DIRECTORY}


def test_a_page_looks_at_the_heads_by_number(ask: Ask, house: House) -> None:
    table = _table(house)
    seen = ask(lambda: heads.heads([table.id]))
    assert (seen.touched, seen.unbound) == ({"tables_stream"}, set())


def test_books_are_read_by_stream(ask: Ask, house: House) -> None:
    table = _table(house)
    follow.follow_to_head(table.id)
    seen = ask(lambda: ledger.journals(actor=house.ada, stream=table.key))
    assert seen.touched == {"tables_stream", DAYS, "accounting_journal", "accounting_leg"}
    assert seen.unbound == DIRECTORY
    assert ask(lambda: ledger.settlements(actor=house.ada, stream=table.key, round_=1)).unbound == DIRECTORY


def test_a_stream_is_proven_by_itself(ask: Ask, house: House) -> None:
    table = _table(house)

    def prove() -> None:
        with snapshot():
            chain.check(table)
            replays.replay(table)

    seen = ask(prove)
    assert (seen.touched, seen.unbound) == ({"tables_event", "tables_stream", DAYS}, set())


def test_a_shift_report_asks_its_rows_by_stream(ask: Ask, house: House) -> None:
    follow.follow_all()
    window = _window(house)
    seen = ask(lambda: figures.of_shift(actor=house.ada, gaming_day=window.gaming_day, shift=window.shift))
    assert "accounting_periodresult" in seen.touched
    assert seen.unbound <= DIRECTORY


def test_the_board_of_a_pit_crosses_streams_as_the_record_says(ask: Ask, house: House) -> None:
    window = _window(house)
    pack = rule_packs.in_force(house.casino.pk, window.gaming_day, house.casino.settings_version)
    seen = ask(lambda: pit_board.of_pit(house.petra, "P1", house.at, window, pack))
    assert "tables_tablestate" in seen.touched
    named = {"accounting_cashtransaction", "tables_bankperiod", "tables_round", "tables_shoe", "tables_stream"}
    assert seen.unbound <= named


def test_a_question_without_the_column_is_found(ask: Ask, house: House) -> None:
    """The search itself: a scan of the whole log is seen, also inside a join, and one stream's is not."""

    def asked(sql: str) -> set[str]:
        with connection.cursor() as cursor:
            return ask(lambda: cursor.execute(sql)).unbound

    assert asked("SELECT count(*) FROM tables_event WHERE type = 'bet_placed'") == {"tables_event"}
    assert asked("SELECT count(*) FROM tables_event WHERE stream_id = 1 AND type = 'bet_placed'") == set()
    joined = "SELECT count(*) FROM tables_casino c JOIN tables_event e ON e.gaming_day > '2026-01-01' AND c.id = e.seq"
    assert asked(joined) == {"tables_event"}


def _table(house: House) -> StreamInfo:
    return next(stream for stream in streams.in_order() if stream.key.endswith(f"/table/{house.tables[0]}"))


def _window(house: House) -> Window:
    return clock.window(house.casino.pk, house.casino.settings_version, house.at)
