"""Every trigger of the books is tripped once, by plain SQL, as a careless or dishonest hand would."""

from datetime import date

import psycopg
import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction

from accounting.models import accounts, journals
from tables.models.house import Casino

DAY = date(2026, 3, 4)

pytestmark = pytest.mark.django_db


@pytest.fixture
def chart() -> None:
    """Two chip accounts and one of cash."""
    casino = Casino.objects.create(code="DEMO", name="Demo", currency="EUR", exponent=2, time_zone="Europe/Paris")
    for number, (code, asset) in enumerate([("cage", "chips"), ("rack/A", "chips"), ("box/A", "cash")], 1):
        accounts.Account.objects.create(
            id=number, casino=casino, code=code, asset=asset, kind="custody", side="debit", table=""
        )


def _legs(*legs: tuple[int, int, int, int]) -> None:
    journals.Leg.objects.bulk_create(
        journals.Leg(stream_id=1, seq=seq, line=line, account_id=account, amount=amount, gaming_day=DAY)
        for seq, line, account, amount in legs
    )


def test_balanced_journals_are_taken(chart: None) -> None:
    _legs((7, 0, 1, -500), (7, 1, 2, 500), (8, 0, 1, 20), (8, 1, 2, -20))
    assert journals.Leg.objects.count() == 4


@pytest.mark.parametrize(
    ("legs", "told"),
    [
        ([(7, 0, 1, -500), (7, 1, 2, 500), (8, 0, 1, 20), (8, 1, 2, -21)], "journal 1:8 is out by -1 in chips"),
        ([(7, 0, 1, -500), (7, 1, 3, 500)], "journal 1:7 is out by"),
        ([(7, 0, 1, -500), (7, 1, 99, 500)], "journal 1:7 is out by"),
        ([(7, 0, 98, -500), (7, 1, 99, 500)], "journal 1:7 is out by 0 in an unknown account"),
        ([(7, 0, 1, 9), (8, 0, 2, -9)], "journal 1:7 is out by 9 in chips"),
    ],
    ids=["out by one", "across assets", "half unknown account", "unknown accounts", "across journals"],
)
def test_unbalanced_journal_is_refused(chart: None, legs: list[tuple[int, int, int, int]], told: str) -> None:
    with pytest.raises(IntegrityError, match=told) as refused, transaction.atomic():
        _legs(*legs)
    cause = refused.value.__cause__
    assert isinstance(cause, psycopg.Error)
    assert cause.sqlstate == "23514"
    assert cause.diag.constraint_name == "journal_balances"
    assert journals.Leg.objects.count() == 0


def test_zero_leg_is_refused(chart: None) -> None:
    with pytest.raises(IntegrityError, match="leg_not_zero"), transaction.atomic():
        _legs((7, 0, 1, 0))


BOOKS = [
    "account", "journal", "leg", "settlement", "roundresult", "periodresult", "boxremoval", "boxcount", "tablelisting",
    "rakecount", "countclosing", "missingbox", "gameedge",
]  # fmt: skip
CHANGES = ["UPDATE accounting_{0} SET {1} = {1}", "DELETE FROM accounting_{0}", "TRUNCATE accounting_{0} CASCADE"]


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("table", [*BOOKS, "shiftreport", "auditrun"])
def test_rows_are_append_only(table: str, change: str) -> None:
    column = {"account": "code", "auditrun": "events"}.get(table, "stream_id")
    connection.cursor().execute("SET LOCAL casino.may_truncate = 'off'")  # the tests' own connections may
    with pytest.raises(DatabaseError, match=f"accounting_{table} is append-only"), transaction.atomic():
        connection.cursor().execute(change.format(table, column))


@pytest.fixture
def rebuilding() -> None:
    """The setting that a rebuild turns on, for the transaction of this test."""
    connection.cursor().execute("SET LOCAL casino.rebuilding = 'on'")


@pytest.mark.parametrize("table", BOOKS)
def test_a_rebuild_takes_rows_away(rebuilding: None, table: str) -> None:
    connection.cursor().execute(f"DELETE FROM accounting_{table}")  # noqa: S608 - names of our own tables


@pytest.mark.parametrize("table", BOOKS)
def test_a_rebuild_changes_no_row(rebuilding: None, table: str) -> None:
    column = "code" if table == "account" else "stream_id"
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        connection.cursor().execute(f"UPDATE accounting_{table} SET {column} = {column}")  # noqa: S608


@pytest.mark.parametrize("table", ["shiftreport", "auditrun"])
def test_a_rebuild_leaves_signed_papers(rebuilding: None, table: str) -> None:
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        connection.cursor().execute(f"DELETE FROM accounting_{table}")  # noqa: S608
