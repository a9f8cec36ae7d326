"""A refusal has a code and changes nothing: both are asserted in one place.

``with refused("not_in_charge"): ...`` compares the rows of the floor before and after. Wrong PINs are the exception:
they stay when the request they came with comes to nothing.
"""

import hashlib
from collections.abc import Collection, Iterator
from contextlib import contextmanager

import pytest
from django.apps import apps
from django.db import connection

from tables.domain.errors import FloorError
from tests import written

PIN_FAILURES = "tables_pinfailure"


def rows(of: Collection[str] | None = None) -> dict[str, str]:
    """A digest of every table of the floor, by the table's name; only of those that are named, if any are."""
    found = {}
    with connection.cursor() as cursor:
        for model in apps.get_app_config("tables").get_models():
            name = model._meta.db_table
            if of is None or name in of:
                cursor.execute(f'SELECT t::text FROM "{name}" t ORDER BY 1')  # noqa: S608 - the models' own names
                found[name] = hashlib.sha256(repr(cursor.fetchall()).encode()).hexdigest()
    return found


@contextmanager
def refused(code: str, family: type[FloorError] = FloorError, *, failures_stay: bool = False) -> Iterator[None]:
    """The block is refused with ``code`` and leaves every row as it was."""
    with _rows_stay(failures_stay), pytest.raises(family) as caught:
        yield
    assert caught.value.code == code


@contextmanager
def _rows_stay(but_failures: bool) -> Iterator[None]:
    if not but_failures:
        with written.nothing(rows):
            yield
        return
    before = rows()  # the failures are to stay, so nothing is put back
    yield
    assert rows() | {PIN_FAILURES: ""} == before | {PIN_FAILURES: ""}
