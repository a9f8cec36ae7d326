"""Whether a refused request left every row of the floor and of the books as it was, cheaply enough to ask each time.

PostgreSQL counts the rows that a transaction has written. Where the count stands still nothing was written; where it
moved, something was written and taken back, or stayed: then the rows of those tables are compared with those after the
rollback.
"""

import hashlib
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Any

from django.apps import apps
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, connection

from casino.web import throttles
from tests import whole_house, written
from tests.refusals import PIN_FAILURES


def rows(of: Collection[str] | None = None) -> dict[str, str]:
    """A digest of every table of the house, by its name; only of those that are named, if any are.

    Wrong PINs stay when what they came with is refused.
    """
    found = {}
    with connection.cursor() as cursor:
        for model in apps.get_models():
            name = model._meta.db_table
            ours = model._meta.app_label in ("tables", "accounting") and name != PIN_FAILURES
            if ours and (of is None or name in of):
                cursor.execute(f'SELECT t::text FROM "{name}" t ORDER BY 1')  # noqa: S608 - the models' own names
                found[name] = hashlib.sha256(repr(cursor.fetchall()).encode()).hexdigest()
    return found


def ask(send: Callable[[], Any]) -> Any:
    """The answer to a request that is taken back afterwards; one that is refused must have changed nothing."""
    throttles.COUNTER.forget()
    begun, after = written.by_table(), {}
    with whole_house.undone():
        answer = send()
        if answer.status_code >= 400 and (moved := written.since(begun)):
            after = rows(moved)
    if after:
        still = rows(after)
        assert [name for name in still if still[name] != after[name]] == [], "a refusal wrote into these tables"
    return answer


@contextmanager
def connection_kept() -> Iterator[None]:
    """A bare WSGI request ends by closing its connection, and with it the test's transaction; not inside this."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    try:
        yield
    finally:
        for signal in (request_started, request_finished):
            signal.connect(close_old_connections)
