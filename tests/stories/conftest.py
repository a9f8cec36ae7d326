"""Whoever listens to the house hears its log lines and its queue, too."""

import logging
from collections.abc import Iterator
from typing import Any

import pytest
from celery.signals import before_task_publish

from tests import kept


@pytest.fixture(autouse=True)
def everything_is_told() -> Iterator[None]:
    """Houses are built here, and say what they say, in every test."""
    with kept.by_the_services():
        yield


@pytest.fixture
def on_record(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    """Every log line of every logger, from the chattiest level on."""
    caplog.set_level(logging.DEBUG)
    held_back = [logger for logger in map(logging.getLogger, list(logging.root.manager.loggerDict))]
    before = {logger: logger.propagate for logger in held_back}
    for logger in held_back:
        logger.propagate = True
    yield caplog
    for logger, propagates in before.items():
        logger.propagate = propagates


@pytest.fixture
def sent() -> Iterator[list[str]]:
    """Every task as it is sent: name, arguments and headers."""
    found: list[str] = []

    def note(sender: str = "", body: Any = None, headers: Any = None, **_: Any) -> None:
        found.append(f"{sender} {body!r} {headers!r}")

    before_task_publish.connect(note)
    yield found
    before_task_publish.disconnect(note)
