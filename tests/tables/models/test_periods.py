"""What no box and no period can be, whoever writes the row."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from tables.models.periods import BankPeriod, DropBox
from tests import builders, custody
from tests.builders import House

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    """A table that was closed and opened again: a closed period whose box is away, and an open one."""
    made = custody.running(builders.house())
    custody.close_table(made)
    custody.remove_box(made)
    custody.open_table(made)
    return made


@pytest.mark.parametrize(
    ("model", "which", "change", "constraint"),
    [
        (DropBox, {"number": 1}, {"status": "lost"}, "box_status_known"),
        (DropBox, {"number": 2}, {"status": "removed"}, "box_off_the_table_was_removed"),
        (DropBox, {"number": 1}, {"removed_at": None}, "box_off_the_table_was_removed"),
        (BankPeriod, {"number": 1}, {"closer": None}, "closed_period_has_closer"),
        (BankPeriod, {"number": 1}, {"closer_expected": None}, "closed_period_has_closer"),
        (BankPeriod, {"number": 1}, {"closed_seq": None}, "closed_period_has_closer"),
        (BankPeriod, {"number": 2}, {"closer_total": 0}, "closed_period_has_closer"),
    ],
)
def test_the_database_refuses(
    house: House, model: Any, which: dict[str, int], change: dict[str, Any], constraint: str
) -> None:
    before = list(model.objects.order_by("pk").values())
    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        model.objects.filter(**which).update(**change)
    assert list(model.objects.order_by("pk").values()) == before
