"""What the first start leaves behind beside the demo."""

import io
from datetime import date, timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import OperationalError
from django.utils import timezone

from tables.selectors import days_ready
from tables.services import days_ahead

pytestmark = pytest.mark.django_db


def prepared() -> str:
    said = io.StringIO()
    call_command("prepare_house", stdout=said)
    return said.getvalue()


def test_the_days_to_come_are_there_before_the_timetables_first_look() -> None:
    assert prepared().startswith("migrated\n")
    assert days_ready.until() == timezone.now().date() + timedelta(days=days_ahead.AHEAD)
    assert not days_ready.is_short(days_ready.until(), timezone.now().date())


def test_readers_who_hold_the_tables_keep_no_house_shut(monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(today: date) -> Any:
        raise OperationalError("canceling statement due to lock timeout")

    monkeypatch.setattr(days_ahead, "prepare", busy)
    assert "WARNING: the gaming days to come are not made yet: canceling statement due to lock timeout" in prepared()
