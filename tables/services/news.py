"""The one hook by which the floor says "stream X has news" after a commit; who listens is not the floor's business.

A listener must not raise and must not be slow: it runs in the press that made the news. Losing the call loses
nothing, because listeners read the log and sweep for streams they have not heard of (design.md §2).
"""

from collections.abc import Callable
from functools import partial

from django.db import transaction

Listener = Callable[[int], None]

_listeners: list[Listener] = []


def register(listener: Listener) -> None:
    """Call ``listener(stream_id)`` after each commit that appended to a stream. Registering twice is once."""
    if listener not in _listeners:
        _listeners.append(listener)


def announce_on_commit(stream_id: int) -> None:
    """Tell every listener once the running transaction has committed."""
    for listener in _listeners:
        transaction.on_commit(partial(listener, stream_id))
