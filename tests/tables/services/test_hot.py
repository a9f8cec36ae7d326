"""What the hot path writes by itself comes to PostgreSQL as it was meant."""

from typing import Any

import pytest
from django.db import transaction

from tables.services import hot


def arrived(values: list[Any], kind: str) -> Any:
    with transaction.atomic():
        row = hot.run(f"SELECT %s::{kind}[]", [hot.array(values)]).fetchone()
    assert row is not None
    return row[0]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([], "text"),
        ([1, None, -(2**62)], "bigint"),
        (["", "NULL", "null", " a ", "{a,b}", 'say "no"', "back\\slash", '\\"', "\\\\x00", "红\n'$1"], "text"),
        ([None, "None"], "text"),
        ([b"", b"\x00\xff\\", bytes(32)], "bytea"),
    ],
)
def test_an_array_arrives_as_it_was(values: list[Any], kind: str) -> None:
    assert arrived(values, kind) == values
