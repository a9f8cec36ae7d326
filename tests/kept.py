"""Houses that are built once a process, and put back row by row for every later test that wants the same.

A house is built by the services, event by event: some three hundred statements, and more before its first round. That
was most of what a small test cost. So ``built`` and ``further`` copy out the rows that the first building has left, and
for later ones they copy them in: the same rows, events and numbers.

They do so only where the outcome is certain. ``built`` wants a database without a casino. ``further`` goes on from a
kept house that nothing has written to since, by the server's own count of changed rows, in the same transaction and
inside the same blocks. Everywhere else, and inside ``by_the_services``, the services work as if this were not here.
"""

import dataclasses
import functools
import pickle
import sys
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Concatenate, ParamSpec, TypeVar

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Model
from django.utils import timezone
from psycopg import sql

from tables.selectors.shared_reads import SharedReads
from tests import written

P = ParamSpec("P")
S = TypeVar("S")
T = TypeVar("T")

_COLUMNS = """
SELECT c.relname, array_agg(a.attname ORDER BY a.attnum) FROM pg_class c
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace
GROUP BY c.oid ORDER BY c.oid
"""
_GOOD_FOR = 600
"""Seconds after which a house of a running clock is too old to pass for a new one."""
#: Where what is known of rows is kept between requests: another test's rows have the same numbers.
_REMEMBERING = ("tables.models", "tables.selectors", "tables.services", "accounting.selectors", "accounting.services")


@dataclasses.dataclass(frozen=True, slots=True)
class _Kept:
    """What a building has left: table -> its rows, and the builder's answer, unless that is the house it was given.

    ``before`` says how many rows each table held before the casino.
    """

    before: Mapping[str, int]
    rows: Mapping[str, bytes]
    answer: bytes | None


@dataclasses.dataclass(frozen=True, slots=True)
class Standing:
    """The kept house that the database holds, the empty one's savepoint, and how to see whether it still does."""

    key: Hashable
    empty: str
    place: Hashable
    written: Hashable


_kept: dict[Hashable, _Kept] = {}
_standing: Standing | None = None
_by_the_services = False


@contextmanager
def by_the_services() -> Iterator[None]:
    """Inside, every house is built event by event, for those who listen to what building says."""
    global _by_the_services
    before, _by_the_services = _by_the_services, True
    try:
        yield
    finally:
        _by_the_services = before


def built(make: Callable[P, T]) -> Callable[P, T]:
    """A builder that begins with an empty database."""

    @functools.wraps(make)
    def kept(*args: P.args, **kwargs: P.kwargs) -> T:
        if _by_the_services or _any_casino():
            return make(*args, **kwargs)
        key = (make.__qualname__, _frozen(args), _frozen(kwargs), _circumstances())
        empty = transaction.savepoint() if connection.in_atomic_block else ""
        if key in _kept:
            _put_back(_kept[key])
            answer: T = pickle.loads(_kept[key].answer or b"")  # noqa: S301 - our own
        else:
            before = _filled()
            answer = make(*args, **kwargs)
            _keep(key, before, pickle.dumps(answer))
        _stands(key, empty)
        return answer

    return kept


def further(step: Callable[Concatenate[S, P], T]) -> Callable[Concatenate[S, P], T]:
    """A builder that goes on from a house, its first argument, which it may answer."""

    @functools.wraps(step)
    def kept(house: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        standing = untouched()
        if standing is None or _by_the_services:
            return step(house, *args, **kwargs)
        key = (standing.key, step.__qualname__, _frozen(house), _frozen(args), _frozen(kwargs), _circumstances())
        if key in _kept:
            transaction.savepoint_rollback(standing.empty)
            _put_back(_kept[key])
            packed = _kept[key].answer
            answer: Any = house if packed is None else pickle.loads(packed)  # noqa: S301 - our own
        else:
            answer = step(house, *args, **kwargs)
            _keep(key, _kept[standing.key].before, None if answer is house else pickle.dumps(answer))
        _stands(key, standing.empty)
        return answer  # type: ignore[no-any-return]

    return kept


def untouched() -> "Standing | None":
    """The kept house that the database holds, if nothing has been written since it was built or put back."""
    if _standing is None or _standing.place != _place() or _standing.written != _written():
        return None
    return _standing


def _stands(key: Hashable, empty: str) -> None:
    """What may be gone on from; nothing where each statement is its own transaction, or a building was not kept."""
    global _standing
    _standing = Standing(key, empty, _place(), _written()) if empty and key in _kept else None


def _keep(key: Hashable, before: Mapping[str, int], answer: bytes | None) -> None:
    """Copy out what stands in tables that were empty. A building that writes to others is not kept."""
    now = _filled()
    if all(now[table] == count for table, count in before.items()):
        with connection.cursor() as cursor:
            fresh = [table for table in _columns() if table in now and table not in before]
            rows = {table: _copied_out(cursor, table) for table in fresh}
        _kept[key] = _Kept(before, rows, answer)


def _put_back(kept: _Kept) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        for table, rows in kept.rows.items():
            with cursor.copy(_copy(table, "{table} ({columns}) FROM STDIN (FORMAT binary)")) as copy:
                copy.write(rows)
    for forget in _memories(len(sys.modules)):
        forget()


@functools.lru_cache(maxsize=1)
def _memories(modules: int) -> Sequence[Callable[[], None]]:
    """How everything in the process that remembers rows by their numbers forgets them."""
    found: list[Callable[[], None]] = []
    for name, module in list(sys.modules.items()):
        if name.startswith(_REMEMBERING):
            for value in vars(module).values():
                if isinstance(value, functools._lru_cache_wrapper):
                    found.append(value.cache_clear)
                elif isinstance(value, SharedReads):
                    found.append(value.forget)
    return found


def _copied_out(cursor: Any, table: str) -> bytes:
    with cursor.copy(_copy(table, "(SELECT {columns} FROM {table}) TO STDOUT (FORMAT binary)")) as copy:
        return b"".join(copy)


def _copy(table: str, what: str) -> sql.Composed:
    columns = sql.SQL(", ").join(map(sql.Identifier, _columns()[table]))
    return sql.SQL("COPY " + what).format(columns=columns, table=sql.Identifier(table))


@functools.cache
def _columns() -> Mapping[str, list[str]]:
    """Table -> the columns that are written, tables in the order in which they were made: accounts before legs."""
    with connection.cursor() as cursor:
        cursor.execute(_COLUMNS)
        return dict(cursor.fetchall())


def _filled() -> dict[str, int]:
    """Table -> how many rows it holds; those that are empty are left out."""
    counts = [
        sql.SQL("SELECT {}, count(*) FROM {}").format(sql.Literal(table), sql.Identifier(table)) for table in _columns()
    ]
    with connection.cursor() as cursor:
        cursor.execute(sql.SQL(" UNION ALL ").join(counts))
        return {table: count for table, count in cursor.fetchall() if count}


def _any_casino() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT EXISTS (SELECT FROM tables_casino)")
        return bool(cursor.fetchone()[0])


def _written() -> Hashable:
    """This transaction, and what it has written."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_current_xact_id_if_assigned()::text")
        return cursor.fetchone()[0], written.count()


def _place() -> Hashable:
    """This connection, and the blocks that are open on it: a savepoint is good inside its own only."""
    return id(connection.connection), tuple(connection.savepoint_ids)


def _circumstances() -> Hashable:
    """What a building depends on besides its arguments: the time, and the keys that values are sealed with."""
    return int(timezone.now().timestamp()) // _GOOD_FOR, _frozen(settings.SEAL_KEYS)


def _frozen(value: Any) -> Hashable:
    """An argument as part of a key."""
    if isinstance(value, Mapping):
        return tuple((_frozen(key), _frozen(item)) for key, item in value.items())
    if isinstance(value, list | tuple):
        return tuple(map(_frozen, value))
    if isinstance(value, Model):
        return type(value), value.pk
    if dataclasses.is_dataclass(value):
        return type(value), *(_frozen(getattr(value, field.name)) for field in dataclasses.fields(value))
    return (type(value), value)
