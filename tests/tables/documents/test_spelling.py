"""How values are written, for readers and for programs."""

from datetime import UTC, date, datetime
from decimal import Decimal

import pytest

from tables.documents import spelling
from tables.documents.values import Kind, Value
from tests.tables.documents import paper


@pytest.mark.parametrize(
    ("amount", "exponent", "told"),
    [(-123_456, 2, "-1234.56"), (5, 2, "0.05"), (-5, 3, "-0.005"), (700, 0, "700"), (0, 2, "0.00")],
)
def test_amounts_for_programs(amount: int, exponent: int, told: str) -> None:
    assert spelling.plain(amount, exponent) == told


@pytest.mark.parametrize(
    ("amount", "exponent", "told"),
    [
        (123_456_789, 2, "1,234,567.89"),
        (-35_000, 2, "(350.00)"),
        (0, 2, "—"),
        (-5, 3, "(0.005)"),
        (1_000, 0, "1,000"),
    ],
)
def test_amounts_for_accountants(amount: int, exponent: int, told: str) -> None:
    assert spelling.money(amount, exponent) == told


@pytest.mark.parametrize(
    ("kind", "value", "told"),
    [
        (Kind.MONEY, None, ""),
        (Kind.MONEY, -350, "(3.50)"),
        (Kind.COUNT, 12_345, "12,345"),
        (Kind.COUNT, 0, "—"),
        (Kind.COUNT, -2, "(2)"),
        (Kind.PERCENT, Decimal("32.30"), "32.30"),
        (Kind.PERCENT, Decimal("-3.75"), "(3.75)"),
        (Kind.PERCENT, Decimal("0.00"), "0.00"),
        (Kind.DAY, date(2026, 3, 4), "2026-03-04"),
        (Kind.INSTANT, paper.AT, "2026-11-29 22:14:03"),
        (Kind.TEXT, "BJ-01", "BJ-01"),
        (Kind.CODE, "4f", "4f"),
    ],
)
def test_t_50_values_for_readers(kind: Kind, value: Value, told: str) -> None:
    assert spelling.for_reader(value, kind, paper.HKD, "Asia/Macau") == told


def test_t_02_an_hour_that_comes_twice_says_which() -> None:
    zone = "America/Los_Angeles"
    first, second = (datetime(2026, 11, 1, hour, 30, tzinfo=UTC) for hour in (8, 9))
    assert spelling.instant(first, zone) == "2026-11-01 01:30:00 UTC-07"
    assert spelling.instant(second, zone) == "2026-11-01 01:30:00 UTC-08"
    assert spelling.instant(datetime(2026, 11, 1, 10, 30, tzinfo=UTC), zone) == "2026-11-01 02:30:00"


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (5, 5),
        (None, None),
        (Decimal("1E+1"), "10"),
        (Decimal("-3.75"), "-3.75"),
        (date(2026, 3, 4), "2026-03-04"),
        (paper.AT, "2026-11-29T14:14:03.000000Z"),
        ("BJ-01", "BJ-01"),
    ],
)
def test_values_for_programs(value: Value, told: object) -> None:
    assert spelling.for_program(value) == told
