"""Acts that happen at one moment: with the stream's lock, and without it to show what the lock is for."""

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.db import IntegrityError, connection, connections

from tables.domain.errors import FloorError
from tables.services import log

Act = Callable[[], object]


def at_once(*acts: Act) -> list[object]:
    """What each act answered or was refused with, in the order of the acts; all begin together."""
    outcomes: list[object] = [None] * len(acts)
    together = threading.Barrier(len(acts))

    def run(number: int, act: Act) -> None:
        together.wait(60)
        try:
            outcomes[number] = act()
        except (FloorError, IntegrityError) as error:
            outcomes[number] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(number, act)) for number, act in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    return outcomes


def told(outcomes: Sequence[object]) -> Counter[str]:
    """How often each outcome occurred: ``ok``, a refusal's code, or ``IntegrityError``."""
    return Counter(_name(outcome) for outcome in outcomes)


def _name(outcome: object) -> str:
    if isinstance(outcome, FloorError):
        return outcome.code
    return type(outcome).__name__ if isinstance(outcome, Exception) else "ok"


def without_lock(monkeypatch: pytest.MonkeyPatch, *acts: Act, meet: tuple[Any, str] = (log, "_take")) -> Counter[str]:
    """The same with the stream's lock off. No act goes on before each has done the step ``meet``: module, function."""
    _make_unlocked()
    everybody = threading.Barrier(len(acts))
    where, name = meet
    step = getattr(where, name)

    def together(*asked: Any) -> Any:
        done = step(*asked)
        everybody.wait(60)
        return done

    with monkeypatch.context() as patched:
        patched.setattr(log, "_TAKE", log._TAKE.replace("tables_take", "tables_take_unlocked"))
        patched.setattr(where, name, together)
        return told(at_once(*acts))


def _make_unlocked() -> None:
    """The function that begins an entry, under another name and less its lock."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_get_functiondef('tables_take'::regproc)")
        (made,) = cursor.fetchone()
        cursor.execute(made.replace(".tables_take(", ".tables_take_unlocked(").replace("FOR UPDATE", ""))
