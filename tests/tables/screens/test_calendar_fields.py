"""Days and instants as forms and addresses say them."""

from datetime import UTC, date, datetime

import pytest
from django.core.exceptions import ValidationError

from tables.screens.calendar_fields import DayField, MomentField


@pytest.mark.parametrize("keyed", ["0001-01-01", "0002-12-31", "9999-01-01", "9999-12-31", "2026-02-30"])
def test_a_day_that_no_house_can_have_is_refused(keyed: str) -> None:
    field = DayField()
    assert [field.clean(day) for day in ("0003-01-01", "9998-12-31")] == [date(3, 1, 1), date(9998, 12, 31)]
    with pytest.raises(ValidationError):
        field.clean(keyed)


def test_an_instant_is_kept_in_utc() -> None:
    field = MomentField(required=False)
    assert field.clean("2026-03-04T20:00:00.000000-0800") == datetime(2026, 3, 5, 4, tzinfo=UTC)
    assert field.clean("") is None


@pytest.mark.parametrize("keyed", ["0001-01-01T00:00:00.000000+2359", "9999-12-31T23:59:59.999999-2359", "at eight"])
def test_an_instant_that_utc_does_not_have_is_refused(keyed: str) -> None:
    with pytest.raises(ValidationError):
        MomentField().clean(keyed)
