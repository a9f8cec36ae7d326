"""How values are written: for readers as accountants do, for programs as plainly as can be."""

from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from tables.documents.values import Kind, Money, Value

NOT_KNOWN = ""
NOUGHT = "—"


def plain(amount: int, exponent: int) -> str:
    """``-123456`` with exponent 2 is ``-1234.56``: no grouping, a point, a leading minus."""
    if not exponent:
        return str(amount)
    whole, part = divmod(abs(amount), 10**exponent)
    return f"{'-' if amount < 0 else ''}{whole}.{part:0{exponent}d}"


def grouped(amount: int, exponent: int) -> str:
    """``123450`` as ``1,234.50`` for exponent 2; digits and separators only, the sign aside."""
    whole, point, part = plain(abs(amount), exponent).partition(".")
    return f"{int(whole):,}{point}{part}"


def money(amount: int, exponent: int) -> str:
    """As accountants write it: ``(350.00)`` for a negative, a dash for nought."""
    return _signed(amount, grouped(amount, exponent))


def count(number: int) -> str:
    """Thousands grouped; a negative in parentheses, a dash for nought."""
    return _signed(number, f"{abs(number):,}")


def percent(ratio: Decimal) -> str:
    """``-3.75`` as ``(3.75)``. Nought is a figure here, not nothing."""
    return f"({-ratio:f})" if ratio < 0 else f"{ratio:f}"


def instant(moment: datetime, zone: str) -> str:
    """Date and time of day in the zone; with its offset in the hour that a night in autumn has twice."""
    local = moment.astimezone(ZoneInfo(zone))
    text = local.strftime("%Y-%m-%d %H:%M:%S")
    twice = local.replace(fold=0).utcoffset() != local.replace(fold=1).utcoffset()
    return f"{text} UTC{local.strftime('%z')[:3]}" if twice else text


def for_reader(value: Value, kind: Kind, unit: Money, zone: str) -> str:
    """A value as it stands on paper and screen; what is not known is empty."""
    if value is None:
        return NOT_KNOWN
    write: Mapping[Kind, Callable[[Any], str]] = {
        Kind.MONEY: lambda amount: money(amount, unit.exponent),
        Kind.COUNT: count,
        Kind.PERCENT: percent,
        Kind.INSTANT: lambda moment: instant(moment, zone),
        Kind.DAY: date.isoformat,
    }
    return write.get(kind, str)(value)


def for_program(value: Value) -> str | int | None:
    """A value as it stands in JSON and CSV: whole numbers stay numbers, moments are RFC 3339 in UTC."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"
    if isinstance(value, date):
        return value.isoformat()
    return f"{value:f}" if isinstance(value, Decimal) else value


def _signed(number: int, digits: str) -> str:
    if number == 0:
        return NOUGHT
    return f"({digits})" if number < 0 else digits
