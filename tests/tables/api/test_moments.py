"""An instant is read once, in UTC, or not at all."""

from datetime import UTC, datetime

import pytest

from tables.api import moments


@pytest.mark.parametrize(
    "text", ["2026-03-04T20:00:00Z", "2026-03-04T12:00:00-08:00", "2026-03-05T13:30:00+17:30", "2026-03-04 20:00Z"]
)
def test_an_instant_is_kept_in_utc(text: str) -> None:
    found = moments.read(text)
    assert found == datetime(2026, 3, 4, 20, tzinfo=UTC)
    assert found.tzinfo is UTC


@pytest.mark.parametrize(
    "text",
    [
        "",
        "now",
        "2026-03-04",
        "2026-03-04T20:00:00",
        "2026-02-30T20:00:00Z",
        "2026-03-04T25:00:00Z",
        "0001-01-01T00:00:00+01:00",
        "9999-12-31T23:59:59-01:00",
        "2026-03-04T20:00:00" + " " * 40 + "Z",
    ],
)
def test_anything_else_is_no_instant(text: str) -> None:
    assert moments.read(text) is None
