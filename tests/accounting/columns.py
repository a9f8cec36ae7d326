"""Changing one column of one row behind the services' back, and whether ``verify`` notices."""

from collections.abc import Container, Iterator
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, models, transaction

from accounting.models import accounts
from accounting.services import streams
from accounting.services.verify.chip_statements import Head
from accounting.services.verify.run import Outcome, prove_house, prove_stream
from tables.models import log
from tests.accounting.forging import changed

#: Where only some words may stand, others that may: likely ones first.
WORDS = {
    "debit": ("credit",), "credit": ("debit",), "chips": ("cash",), "cash": ("chips",), "custody": ("variance",),
    "variance": ("outside",), "outside": ("custody",), "final": ("preliminary",), "preliminary": ("final",),
    "open": ("stopped",), "confirmed": ("settled",), "voided": ("confirmed",), "counted": ("removed",),
    "cut": ("blocked",), "retired": ("blocked",), "in_play": ("cut",), "value": ("promotional",),
    "dealer": ("auditor",), "cage": ("vault", "count", "table"), "table": ("cage", "pit"), "box": ("closer",),
    "void": ("issued",), "fill": ("exchange",), "exchange": ("fill",), "accepted": ("in_transit",),
    "returned": ("declined",), "signature_missing": ("training",), "issued": ("part_paid",),
    "given": ("withdrawn",), "done": ("open",),
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
    if isinstance(value, bool):
        yield not value
    elif value is None:
        yield from (1, "2026-03-04T20:00:00Z", "x")
    elif isinstance(value, int | Decimal):
        yield from (value + 1, value + 1_000)
    elif isinstance(value, datetime):
        yield value + timedelta(microseconds=1)
    elif isinstance(value, date):
        yield from (value + timedelta(days=1), value - timedelta(days=1))
    elif isinstance(value, time):
        yield value.replace(microsecond=value.microsecond ^ 1)
    elif isinstance(value, bytes | memoryview):
        yield bytes([bytes(value)[0] ^ 1]) + bytes(value)[1:]
    elif isinstance(value, dict | list):
        yield {"anna": 1, "500": 77}
    else:
        yield from WORDS.get(value, ())
        yield f"{value[:-1]}{'y' if value[-1:] == 'x' else 'x'}"


def unnoticed(model: type[models.Model], without: Container[str] = ()) -> list[str]:
    """The columns of a kind of row that can be changed without a finding, or that could not be tried.

    ``without`` are those that nobody could notice, as ``table.column``.
    """
    table = model._meta.db_table
    fields = [f for f in model._meta.concrete_fields if not isinstance(f, models.GeneratedField)]
    names = {f"{table}.{field.column}": field for field in fields if field.column != "id" or model is accounts.Account}
    return [name for name, field in names.items() if name not in without and not _noticed(model, field)]


def _noticed(model: type[models.Model], field: "models.Field[Any, Any]") -> bool:
    """Whether a change of the column is found, in the first row where the database takes one."""
    for row in rows_of(model):
        for value in others(row, field):
            with changed():
                if _change(model, row, field, value):
                    return _found(row)
    return False


def _found(row: Any) -> bool:
    """Whether ``verify`` would find anything: part by part, the row's own stream first, until one does."""
    own = {getattr(row, "stream_id", None)}
    if table := getattr(row, "table_id", None):
        own |= set(log.Stream.objects.filter(table_id=table).values_list("pk", flat=True))
    outcome = Outcome()
    walked: dict[str, Head] = {}
    for stream in sorted(streams.in_order(), key=lambda stream: stream.id not in own):
        walked |= prove_stream(stream.id, outcome)
        if outcome.findings:
            return True
    prove_house(walked, outcome)
    return bool(outcome.findings)


def _change(model: type[models.Model], row: Any, field: "models.Field[Any, Any]", value: Any) -> bool:
    """Write the value; False when it is of another kind, or a constraint of the database refuses it."""
    keys = [str(key.column) for key in model._meta.pk_fields]
    where = " AND ".join(f'"{key}" = %s' for key in keys)
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(
                f'UPDATE {model._meta.db_table} SET "{field.column}" = %s WHERE {where}',  # noqa: S608 - our own names
                [field.get_db_prep_save(value, connection), *(getattr(row, key) for key in keys)],
            )
            return bool(cursor.rowcount == 1)
    except (IntegrityError, ValueError, ValidationError):
        return False
