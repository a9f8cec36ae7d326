"""Guessing secrets: three wrong tries in 30 minutes lock a name everywhere, ten lock a terminal for everybody.

Locks are looked up before anything is hashed, so guessing costs the guesser more than the house. Tries under one
name, and at one terminal, are taken one after the other: many at once would otherwise all pass the look-up together.
A failure is written in a transaction of its own and stays when the request it came with is refused.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TypeVar

from django.db import connection, transaction
from django.db.models import Count, Q

from tables.domain.errors import NotAllowed
from tables.models import staff

WINDOW = timedelta(minutes=30)
MOST_OF_A_NAME = 3
MOST_AT_A_TERMINAL = 10

_SERIALISE = "SELECT pg_advisory_xact_lock(%s, hashtext(%s))"
_TERMINAL_LOCKS, _NAME_LOCKS = 7101, 7102  # always taken in this order, so two tries cannot wait for each other

T = TypeVar("T")


def guarded(
    *,
    casino_id: int | None,
    name: str,
    terminal: str,
    at: datetime,
    check: Callable[[], T | None],
    locked: str,
    wrong: str,
) -> T:
    """What ``check`` gives. Refused (403): ``locked`` if the name or terminal is locked, ``wrong`` if it gives None.

    ``name`` is a badge, or a user name when ``casino_id`` is None. A right secret does not unlock anything: the
    failures before it still count until they are 30 minutes old or somebody unlocks the badge.
    """
    with transaction.atomic(durable=True):
        with connection.cursor() as cursor:
            if terminal:
                cursor.execute(_SERIALISE, [_TERMINAL_LOCKS, f"{casino_id}/{terminal}"])
            cursor.execute(_SERIALISE, [_NAME_LOCKS, f"{casino_id}/{name}"])
        if _is_locked(casino_id, name, terminal, at):
            raise NotAllowed(locked)
        found = check()
        if found is None:
            staff.PinFailure.objects.create(
                casino_id=casino_id, badge=name[:64], terminal=terminal, failed_at=at, cleared_at=None
            )
    if found is None:
        raise NotAllowed(wrong)
    return found


def _is_locked(casino_id: int | None, name: str, terminal: str, at: datetime) -> bool:
    house = Q(casino=None) if casino_id is None else Q(casino_id=casino_id)
    recent = staff.PinFailure.objects.filter(house, cleared_at=None, failed_at__gt=at - WINDOW)
    counts = recent.aggregate(
        of_name=Count("pk", filter=Q(badge=name[:64])),
        at_terminal=Count("pk", filter=Q(terminal=terminal) if terminal else Q(pk=None)),
    )
    return bool(counts["of_name"] >= MOST_OF_A_NAME or counts["at_terminal"] >= MOST_AT_A_TERMINAL)
