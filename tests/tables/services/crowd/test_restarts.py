"""Settling is stopped at every place where it can stop, and goes on: each bet once, each purse once."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from tables import tasks
from tables.domain import crowd as words
from tables.domain.errors import Conflict
from tables.models import crowd as rows
from tables.services import log, queues, rulings
from tables.services.crowd import settling
from tests import builders, crowded
from tests.builders import House

pytestmark = pytest.mark.django_db
NATURAL = ("KH", "TC", "TS", "AS", "QD", "7H")


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "CHUNK", 2)


@pytest.fixture
def house() -> House:
    made = crowded.betting()
    lines = [crowded.bet(f"b{n}", f"P-{n % 3 + 1}", n % 2 + 1, 500 + 100 * n) for n in range(7)]
    assert crowded.lay(made, *lines)["laid"]["bets"] == 7
    crowded.play(made, NATURAL, [{"do": "stand", "by": "bo", "spot": 2}])
    return made


#: Spot 1 has a natural, spot 2 wins: bets 0, 3, 6 are P-1's, 1 and 4 are P-2's, 2 and 5 are P-3's.
PAID = {"P-1": 20_000 + 750 + 800 + 1_650, "P-2": 20_000 + 600 + 1_350, "P-3": 5_000 + 1_050 + 1_000}


def purses() -> dict[str, int]:
    return dict(rows.Purse.objects.values_list("patron__code", "balance"))


def work(house: House) -> Iterator[str]:
    return settling.work(table_id=house.table().pk, now=lambda: house.at)


@pytest.mark.parametrize("pieces", range(11))
def test_whoever_stops_leaves_the_rest_to_the_next(house: House, pieces: int) -> None:
    done = list(islice(work(house), pieces))
    assert settling.due() == ([house.table().pk] if pieces < 10 else [])
    done += crowded.settle(house)
    assert done == ["decided", *["settled"] * 4, *["paid"] * 4, "done"]
    assert purses() == PAID
    assert rows.CrowdSettlement.objects.count() == 7


def test_a_chunk_whose_worker_dies_before_its_commit_never_was(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    step = work(house)
    assert [next(step), next(step)] == ["decided", "settled"]
    before = (builders.snapshot(), rows.CrowdSettlement.objects.count())

    def die(*_: Any) -> None:
        raise ConnectionResetError

    with monkeypatch.context() as broken:
        broken.setattr(log, "_write", die)
        with pytest.raises(ConnectionResetError):
            next(step)
    assert (builders.snapshot(), rows.CrowdSettlement.objects.count()) == before
    crowded.settle(house)
    assert purses() == PAID


def test_the_message_may_come_again_at_any_time(house: House) -> None:
    table_id = house.table().pk
    assert tasks.settle_crowd(table_id) == 10
    assert tasks.settle_crowd(table_id) == 0
    assert tasks.settle_crowd(table_id, unknown="word") == 0
    assert purses() == PAID


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, str]]:
    """Which crowds were told of, and by which queue."""
    told: list[tuple[int, str]] = []
    monkeypatch.setattr(tasks.settle_crowd, "apply_async", lambda args, queue, **_: told.append((*args, queue)))
    return told


def test_the_sweep_finds_what_no_message_told_and_needs_no_worker_at_its_queue(
    house: House, sent: list[tuple[int, str]]
) -> None:
    assert tasks.sweep_crowds() == 1
    assert sent == [(house.table().pk, "celery")]
    crowded.settle(house)
    assert tasks.sweep_crowds() == 0


def test_news_of_a_crowd_go_by_the_queue_of_its_stream(house: House, sent: list[tuple[int, str]]) -> None:
    tasks.wake([house.table().pk])
    assert sent == [(house.table().pk, queues.queue_of(rows.Crowd.objects.get().stream_id))]


def test_a_worker_that_waited_too_long_leaves_the_crowd_to_the_other(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_: Any) -> bool:
        raise Conflict("busy")

    monkeypatch.setattr(settling, "settle_chunk", busy)
    assert tasks.settle_crowd(house.table().pk) == 0


def test_a_bet_cannot_be_settled_twice_whatever_is_asked(house: House) -> None:
    crowded.settle(house)
    row = rows.CrowdRound.objects.get()
    with pytest.raises(IntegrityError), transaction.atomic():
        settling._settle(row, 1, 2)
    assert rows.CrowdSettlement.objects.count() == 7


def test_a_void_in_the_middle_waits_for_the_first_decision_to_end(house: House) -> None:
    step = work(house)
    assert [next(step), next(step)] == ["decided", "settled"]
    rulings.void_round(actor=house.petra, at=house.at, table="BJ-01", number=1, reason="wrong shoe")
    assert list(step) == [*["settled"] * 3, "decided", *["settled"] * 4, *["paid"] * 8, "done"]
    assert purses() == dict(crowded.FUNDS)


def test_budget_that_is_over_gives_the_rest_a_message_of_its_own(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    monkeypatch.setattr(tasks, "wake", told.extend)
    monkeypatch.setattr(tasks, "BUDGET", -1.0)
    assert tasks.settle_crowd(house.table().pk) == 1
    assert told == [house.table().pk]
