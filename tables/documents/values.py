"""What a cell holds: exact values, each of a kind that says how it is written.

Money is minor units, a percentage is an exact ``Decimal``, a moment has a zone, and None is "not known", which is
never 0 (T-50).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum


class Kind(StrEnum):
    """What a value is."""

    TEXT = "text"
    CODE = "code"  # a hash, a badge, a stream: to be compared sign by sign
    MONEY = "money"  # int, minor units
    COUNT = "count"  # int
    PERCENT = "percent"  # Decimal, 32.30 for 32.30 %
    INSTANT = "instant"  # datetime with a zone, written in the casino's
    DAY = "day"  # date


Value = str | int | Decimal | date | datetime | None

NUMERIC = frozenset({Kind.MONEY, Kind.COUNT, Kind.PERCENT})
_TYPES: Mapping[Kind, type] = {
    Kind.TEXT: str,
    Kind.CODE: str,
    Kind.MONEY: int,
    Kind.COUNT: int,
    Kind.PERCENT: Decimal,
    Kind.INSTANT: datetime,
    Kind.DAY: date,
}


@dataclass(frozen=True, slots=True)
class Money:
    """A currency and the decimal places of its minor unit."""

    currency: str
    exponent: int


def check_value(where: str, kind: Kind, value: Value) -> None:
    """Raise ValueError unless ``value`` is of ``kind`` or unknown."""
    if value is None:
        return
    wrong = isinstance(value, bool) or not isinstance(value, _TYPES[kind])
    if wrong or (kind is Kind.DAY and isinstance(value, datetime)):
        raise ValueError(f"{where}: {value!r} is no {kind}")
    if isinstance(value, datetime) and value.tzinfo is None:
        raise ValueError(f"{where}: a moment without a zone")
