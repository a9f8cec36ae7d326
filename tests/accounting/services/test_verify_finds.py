"""Whatever single thing is changed behind the services' back, ``verify`` names it: each column of each kind of row."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, models, transaction

from accounting.models import accounts, cursors, journals, reports, results
from accounting.services.verify.run import verify
from tables.models import floor, log, periods, rounds, shoes, staff
from tests.accounting.forging import changed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unguarded")]

BOOKS = (
    accounts.Account, accounts.StreamBalance, journals.Journal, journals.Leg, results.Settlement, results.RoundResult,
    results.PeriodResult, results.BoxRemoval, results.BoxCount, results.RakeCount, results.TableListing,
    cursors.Cursor, reports.ShiftReport,
)  # fmt: skip
FLOOR = (
    floor.TableState, floor.RackChips, floor.BettingLimit, periods.BankPeriod, periods.DropBox, rounds.Round,
    rounds.Bet, shoes.Shoe, staff.DealerTurn,
)  # fmt: skip
HELD_BY_CONSTRAINTS = {
    # The database itself refuses another value here: it would be a second row of something that there is one of.
    "tables_tablestate.table_id", "accounting_cursor.stream_id", "tables_rackchips.table_id",
    # Rake is booked at the higher of both, so neither alone can become another number.
    "accounting_rakecount.counted", "accounting_rakecount.booked",
}  # fmt: skip


def rows_of(model: type[models.Model]) -> list[Any]:
    """The rows of a kind, those that have most to say first: no empty column, then the newest."""
    rows = list(model._default_manager.order_by("-pk"))
    empty = {row.pk: sum(getattr(row, f.attname) in (None, "") for f in model._meta.concrete_fields) for row in rows}
    return sorted(rows, key=lambda row: empty[row.pk])


def others(row: Any, field: "models.Field[Any, Any]") -> Iterator[Any]:
    """Values that the column does not have, likely ones first."""
    value = getattr(row, field.attname)
    if isinstance(field, models.ForeignKey):
        target = field.remote_field.model
        yield from target._default_manager.exclude(pk=value).order_by("pk").values_list("pk", flat=True)
        return
    if isinstance(value, bool) or value is None:
        yield from (1, "2026-03-04T20:00:00Z", "x")
    elif isinstance(value, int):
        yield from (value + 1, value + 1_000)
    elif isinstance(value, datetime):
        yield value + timedelta(microseconds=1)
    elif isinstance(value, date):
        yield value + timedelta(days=1)
    elif isinstance(value, bytes | memoryview):
        yield bytes([bytes(value)[0] ^ 1]) + bytes(value)[1:]
    elif isinstance(value, dict | list):
        yield {"anna": 1, "500": 77}
    else:
        words = {"debit": "credit", "credit": "debit", "chips": "cash", "cash": "chips", "custody": "variance"}
        words |= {"final": "preliminary", "preliminary": "final", "open": "stopped", "confirmed": "settled"}
        words |= {"variance": "outside", "outside": "custody", "counted": "removed", "voided": "confirmed"}
        words |= {"cut": "blocked", "retired": "blocked", "in_play": "cut"}
        yield words.get(value, f"{value[:-1]}{'y' if value[-1:] == 'x' else 'x'}")


def unnoticed(model: type[models.Model]) -> list[str]:
    """The columns of a kind of row that can be changed without a finding, or that could not be tried."""
    table = model._meta.db_table
    fields = [f for f in model._meta.concrete_fields if not isinstance(f, models.GeneratedField)]
    names = {f"{table}.{field.column}": field for field in fields if field.column != "id" or model is accounts.Account}
    return [name for name, field in names.items() if name not in HELD_BY_CONSTRAINTS and not _noticed(model, field)]


def _noticed(model: type[models.Model], field: "models.Field[Any, Any]") -> bool:
    """Whether a change of the column is found, in the first row where the database takes one."""
    for row in rows_of(model):
        for value in others(row, field):
            with changed():
                if _change(model, row, field, value):
                    return bool(verify().findings)
    return False


def _change(model: type[models.Model], row: Any, field: "models.Field[Any, Any]", value: Any) -> bool:
    """Write the value; False when a constraint of the database refuses it."""
    keys = [str(key.column) for key in model._meta.pk_fields]
    where = " AND ".join(f'"{key}" = %s' for key in keys)
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(
                f'UPDATE {model._meta.db_table} SET "{field.column}" = %s WHERE {where}',  # noqa: S608 - our own names
                [field.get_db_prep_save(value, connection), *(getattr(row, key) for key in keys)],
            )
            return bool(cursor.rowcount == 1)
    except IntegrityError:
        return False


def test_every_column_of_the_books() -> None:
    assert [name for model in BOOKS for name in unnoticed(model)] == []


def test_every_column_of_the_floor() -> None:
    assert [name for model in FLOOR for name in unnoticed(model)] == []


def test_a_row_more_and_a_row_less_of_the_books() -> None:
    table = log.Stream.objects.get(key="DEMO/table/BJ-01")
    leg = journals.Leg.objects.filter(stream_id=table.pk).earliest("seq", "line")
    settled = results.Settlement.objects.filter(stream_id=table.pk).earliest("seq")
    journals.Leg.objects.filter(stream_id=leg.stream_id, seq=leg.seq, line=leg.line).delete()
    results.Settlement.objects.create(
        **{
            f.attname: getattr(settled, f.attname)
            for f in settled._meta.concrete_fields
            if f.name not in ("pk", "breakage")
        }
        | {"bet": 77}
    )
    journals.Journal.objects.create(
        stream_id=table.pk, seq=table.head_seq + 1, type="gift", gaming_day=date(2026, 3, 4), shift="day"
    )
    told = [str(finding) for finding in verify([table.key]).findings]
    assert told == [
        f"{table.key} #{leg.seq}: leg {leg.seq}/{leg.line} is missing",
        f"{table.key} #{settled.seq}: settlement {settled.round}/77/0 does not follow from the log",
        f"{table.key} #{table.head_seq + 1}: journal of an event that the books have not followed",
    ]


def test_a_trial_balance_that_is_out() -> None:
    row = accounts.StreamBalance.objects.earliest("pk")
    asset = accounts.Account.objects.get(pk=row.account_id).asset
    accounts.StreamBalance.objects.filter(pk=row.pk).update(balance=row.balance + 7)
    assert f"DEMO/books: the trial balance is out by 7 in {asset}" in [str(f) for f in verify().findings]
