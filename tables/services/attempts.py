"""Guessing secrets is bounded three times: by name and place, by place, and by name wherever the tries come from.

A place is a terminal, a desk (a browser, or ``@`` and the badge of who asks for signatures without a device) or an
address. A few wrong tries of a name at a place lock the name *there*, so that nobody is locked out of his work by who
guesses elsewhere. A place with too many wrong tries of whatever names is locked for everybody. And a name with too
many within a day is locked everywhere, so that many places together guess no better than a few
(``tables/domain/guessing.py`` has the numbers, docs/adr/0022-guesses-count-where-they-are-made.md the reasons).

Locks are looked up before anything is hashed, so guessing costs the guesser more than the house. Tries under one name,
and at one device, are taken one after the other: many at once would otherwise all pass the look-up together. A
failure is written in a transaction of its own and stays when the request it came with is refused.
"""

import hashlib
import hmac
from collections.abc import Callable
from datetime import datetime
from typing import TypeVar

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Count, Q, QuerySet

from tables.domain.errors import NotAllowed
from tables.domain.guessing import DAY, WINDOW, Bounds
from tables.models import staff

_SERIALISE = "SELECT pg_advisory_xact_lock(%s, hashtext(%s))"
_PLACE_LOCKS, _NAME_LOCKS = 7101, 7102  # always taken in this order, so two tries cannot wait for each other

T = TypeVar("T")


def guarded(
    *,
    bounds: Bounds,
    casino_id: int | None,
    name: str,
    place: str,
    at: datetime,
    check: Callable[[], T | None],
    is_known_there: Callable[[], bool] | None = None,
) -> T:
    """What ``check`` gives. Refused (403): the ``bounds``' codes; ``wrong`` when ``check`` gives None.

    ``name`` is a badge, or a user name when ``casino_id`` is None. Where a name is known at a place
    (``is_known_there``), only its own wrong tries there lock it: an enemy elsewhere cannot lock out who comes from
    where he always comes from. A right secret unlocks nothing: the failures before it count until they are too old or
    somebody unlocks the name.
    """
    with transaction.atomic(durable=True):
        with connection.cursor() as cursor:
            if place and casino_id is not None:  # a device; an office behind one address need not queue up
                cursor.execute(_SERIALISE, [_PLACE_LOCKS, f"{casino_id}/{place}"])
            cursor.execute(_SERIALISE, [_NAME_LOCKS, f"{casino_id}/{name}"])
        refusal = _lock_on(bounds, casino_id, name[:64], place, at, is_known_there)
        if refusal is not None:
            raise NotAllowed(refusal)
        found = check()
        if found is None:
            kept = _kept(casino_id, name[:64])
            staff.PinFailure.objects.create(casino_id=casino_id, badge=kept, place=place, failed_at=at)
    if found is None:
        raise NotAllowed(bounds.wrong)
    return found


def clear_name(casino_id: int | None, name: str, at: datetime) -> int:
    """Forget the wrong tries of a name, wherever they were made; how many there were. Inside an entry of the house."""
    return _of(casino_id).filter(cleared_at=None, badge=name).update(cleared_at=at)


def made_since(casino_id: int | None, name: str, since: datetime) -> int:
    """How many wrong tries of a name were made from ``since`` on, whether they were forgotten or not."""
    return _of(casino_id).filter(badge=name, failed_at__gte=since).count()


def clear_place(casino_id: int, place: str, at: datetime) -> int:
    """Let a place be tried at again; how many wrong tries it held. Inside an entry of the house.

    They still count for the names they were made under: a place that is unlocked again and again is no way to guess.
    """
    return _of(casino_id).filter(place_cleared_at=None, place=place).update(place_cleared_at=at)


def _of(casino_id: int | None) -> QuerySet[staff.PinFailure]:
    of_house = Q(casino__isnull=True) if casino_id is None else Q(casino_id=casino_id)
    return staff.PinFailure.objects.filter(of_house)


def _kept(casino_id: int | None, name: str) -> str:
    """A name as it stands in a row of wrong tries: somebody's own, else hidden.

    People key their PIN where the badge belongs, and their password for their name: what nobody is called is kept so
    that it can be counted, and not be read.
    """
    known = Q(username=name) if casino_id is None else Q(casino_id=casino_id, badge=name)
    return name if staff.StaffMember.objects.filter(known).exists() else _hidden(name)


def _hidden(name: str) -> str:
    return "?" + hmac.new(settings.SECRET_KEY.encode(), name.encode(), hashlib.sha256).hexdigest()[:40]


def _lock_on(
    bounds: Bounds,
    casino_id: int | None,
    name: str,
    place: str,
    at: datetime,
    is_known_there: Callable[[], bool] | None,
) -> str | None:
    """The code under which a try is refused before it is looked at; None when it may be made."""
    lately = Q(failed_at__gt=at - WINDOW)
    tried = Q(badge__in=[name, _hidden(name)])
    named = tried & Q(cleared_at=None)
    counts = (
        _of(casino_id)
        .filter(tried | Q(place=place), failed_at__gt=at - DAY)
        .aggregate(
            there=Count("pk", filter=named & lately & Q(place=place)),
            at_place=Count("pk", filter=lately & Q(place=place, place_cleared_at=None) & ~Q(place="")),
            anywhere=Count("pk", filter=named),
        )
    )
    if counts["there"] >= bounds.of_a_name_there:
        return bounds.locked
    if counts["at_place"] < bounds.at_a_place and counts["anywhere"] < bounds.of_a_name:
        return None
    if is_known_there is not None and is_known_there():
        return None
    return bounds.place_locked if counts["at_place"] >= bounds.at_a_place else bounds.locked
