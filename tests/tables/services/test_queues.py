"""Queues by stream: an even spread, the same in every process, and no message copied into a second queue."""

from typing import Any

import pytest
from celery import Celery

from casino.celery import app
from tables.services import queues


def test_a_stream_has_one_queue_and_neighbours_have_others() -> None:
    assert [queues.queue_of(stream_id) for stream_id in (1, 2, 3, 4, 5)] == [
        "stream-1",
        "stream-2",
        "stream-3",
        "stream-0",
        "stream-1",
    ]


def test_streams_are_gathered_by_queue_in_their_order() -> None:
    assert queues.by_queue([9, 2, 5, 6]) == {"stream-1": [9, 5], "stream-2": [2, 6]}
    assert queues.by_queue([]) == {}


@pytest.mark.parametrize("number", [1, 3, 64])
def test_every_stream_lies_in_a_queue_that_is_listened_to(settings: Any, number: int) -> None:
    settings.STREAM_QUEUES = number
    listened = queues.everything()
    assert len(set(listened)) == number + 1
    assert set(queues.by_queue(range(1, 1_000))) == set(listened) - {queues.HOUSE}


def test_a_worker_that_is_told_nothing_listens_to_all() -> None:
    fresh = app.amqp.Queues(app.conf.task_queues)  # a worker within the tests may have chosen some
    assert tuple(fresh.consume_from) == queues.everything()


def test_a_message_lies_in_one_queue_only() -> None:
    alone = Celery("alone", broker="memory://", set_as_current=False)
    alone.conf.task_queues = app.conf.task_queues
    with alone.connection_for_write() as broker:
        alone.send_task("any.task", queue="stream-2", connection=broker)
        channel: Any = broker.default_channel
        counts = {name: channel.queue_declare(queue=name).message_count for name in queues.everything()}
    assert counts == {name: int(name == "stream-2") for name in queues.everything()}
