"""What is void is shown and is in no total (T-105); what is removed and what is counted have their own names (T-51)."""

import json

import pytest
from django.apps import apps

from accounting.models.reports import ShiftReport
from accounting.services import certify
from tables.domain.events import EVENT_TYPES
from tests import builders, custody, days
from tests import slips as acts

pytestmark = pytest.mark.django_db


def test_t105_a_void_slip_is_in_no_total() -> None:
    """T-105: 700.00 are void and 700.00 came: the shift has fills of 700.00 and no difference."""
    house = acts.house()
    acts.add_paul(house)
    acts.void(house, acts.issued_fill(house))
    acts.accept(house, acts.carried_fill(house))
    custody.close_table(house, custody.rack_of(house))
    days.counted(house, cash=0)
    answer = certify.certify_shift(actor=house.ada, at=days.after(house), gaming_day=builders.GAMING_DAY, shift="day")
    (line,) = json.loads(ShiftReport.objects.get(sha256=answer["sha256"]).text)["figures"]["tables"]
    assert (line["fills"], line["win"], line["closer_difference"]) == (70_000, 0, 0)
    assert acts.numbers() == {"F": 2}


def test_t105_no_row_is_flagged_away() -> None:
    """T-105: nothing can be left out of a sum by mistake because some column says that it is deleted."""
    models = [model for app in ("tables", "accounting") for model in apps.get_app_config(app).get_models()]
    columns = {f"{model.__name__}.{field.name}" for model in models for field in model._meta.get_fields()}
    assert {name for name in columns if "delet" in name.lower()} == set()


def test_t51_removal_and_count_are_not_called_drop() -> None:
    """T-51: the floor says box_removed and box_counted; "drop" is the counted figure and the money of a count."""
    assert {name for name in EVENT_TYPES if "drop" in name} == {"drop_taken_over"}
    assert {event.name for event in EVENT_TYPES.values() if any("drop" in field for field in event.fields)} <= {
        "box_counted",
        "count_closed",
    }
