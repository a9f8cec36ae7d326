"""Two terminals at once, with real commits: the stream's lock is what keeps one order (style.md 23)."""

import json
import threading
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import DatabaseError, connections

from tables.domain.errors import FloorError
from tables.models import floor
from tables.models import log as rows
from tables.models import rounds as round_rows
from tables.services import log
from tests import builders, dealt
from tests.builders import House
from tests.races import meeting

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]

CLIENTS = 8


@pytest.fixture
def house() -> House:
    return dealt.ready(builders.house())


def all_at_once(act: Callable[[int], dict[str, Any]], clients: int = CLIENTS) -> list[dict[str, Any] | Exception]:
    """Run ``act(number)`` in as many threads, all let go together; what each answered or raised."""
    outcomes: list[dict[str, Any] | Exception] = []
    barrier = threading.Barrier(clients)

    def client(number: int) -> None:
        barrier.wait()
        try:
            outcomes.append(act(number))
        except (FloorError, DatabaseError) as error:
            outcomes.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=client, args=(number,)) for number in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


def codes(outcomes: list[dict[str, Any] | Exception]) -> Counter[str]:
    """How often each outcome occurred: ``ok``, a refusal's code, or the name of a fault."""
    names = []
    for outcome in outcomes:
        if isinstance(outcome, FloorError):
            names.append(outcome.code)
        else:
            names.append("ok" if isinstance(outcome, dict) else type(outcome).__name__)
    return Counter(names)


def open_round(house: House, key: str | None, seq: int | None = None) -> dict[str, Any]:
    return dealt.press(house, {"do": "open_round"}, key=key, expected_seq=seq)


def head() -> rows.Stream:
    return rows.Stream.objects.get(key="DEMO/table/BJ-01")


def test_one_key_sent_by_many_at_once_deals_one_round(house: House) -> None:
    outcomes = all_at_once(lambda number: open_round(house, "press-0001"))
    assert codes(outcomes) == Counter(ok=CLIENTS)
    assert len({json.dumps(outcome) for outcome in outcomes}) == 1
    assert round_rows.Round.objects.count() == 1


def test_many_keys_on_one_sequence_let_one_through(house: House) -> None:
    seq = head().head_seq
    outcomes = all_at_once(lambda number: open_round(house, f"press-000{number}", seq))
    assert codes(outcomes) == Counter(ok=1, stale_sequence=CLIENTS - 1)
    assert head().head_seq == seq + 1
    assert rows.Receipt.objects.filter(key__startswith="press-").count() == 1


def bet(house: House, number: int) -> dict[str, Any]:
    given = {"do": "back_bet", "id": f"k{number}", "by": f"k{number}", "spot": 1, "amount": 500}
    return dealt.press(house, given)


def test_bystanders_bets_from_everywhere_stand_in_one_order(house: House) -> None:
    dealt.press(house, {"do": "open_round"}, dealt.bets()[0])
    before = head().head_seq
    assert codes(all_at_once(lambda number: bet(house, number))) == Counter(ok=CLIENTS)
    events = rows.Event.objects.filter(stream_id=head().pk, seq__gt=before).order_by("seq")
    assert [event.seq for event in events] == list(range(before + 1, before + 1 + CLIENTS))
    assert round_rows.Bet.objects.count() == 1 + CLIENTS
    assert [bet.number for bet in round_rows.Bet.objects.order_by("number")] == list(range(1, 2 + CLIENTS))


def test_without_the_lock_the_same_presses_collide(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The proof that the test above can fail: with the lock off, all but one press are lost."""
    dealt.press(house, {"do": "open_round"}, dealt.bets()[0])
    found = meeting.without_lock(monkeypatch, *(partial(bet, house, number) for number in range(CLIENTS)))
    assert found == Counter(ok=1, IntegrityError=CLIENTS - 1)


def test_a_closing_bell_and_late_bets_agree_on_who_was_first(house: House) -> None:
    dealt.press(house, {"do": "open_round"}, dealt.bets()[0])

    def act(number: int) -> dict[str, Any]:
        return dealt.press(house, {"do": "close_betting"}) if number == 0 else bet(house, number)

    found = codes(all_at_once(act))
    assert set(found) <= {"ok", "betting_closed"}
    closed = rows.Event.objects.get(type="betting_closed").seq
    placed = rows.Event.objects.filter(type="back_bet_placed")
    assert all(event.seq < closed for event in placed)
    assert placed.count() == found["ok"] - 1


def test_a_table_held_too_long_is_busy_not_broken(house: House) -> None:
    held, release = threading.Event(), threading.Event()

    def hold() -> None:
        with log.table_entry(actor=house.dana, at=house.at, table="BJ-01", request={}):
            held.set()
            release.wait(60)
        connections.close_all()

    holder = threading.Thread(target=hold)
    holder.start()
    held.wait(60)
    before = floor.TableState.objects.get().round_number
    try:
        assert codes(all_at_once(lambda number: open_round(house, None), clients=1)) == Counter(busy=1)
    finally:
        release.set()
        holder.join()
    assert floor.TableState.objects.get().round_number == before
