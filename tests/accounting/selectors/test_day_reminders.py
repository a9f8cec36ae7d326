"""What is to be looked at before a day is locked: it is told, with who must act, and holds up nothing."""

from collections.abc import Sequence

import pytest

from accounting.domain.days import DayState, Hindrance
from accounting.services import day_checklist, follow
from tables.domain.notes import NoteCount
from tables.services.drop_takeovers import Takeover
from tests import builders, cages, days, markers, slips
from tests.builders import House
from tests.days import DAY

pytestmark = pytest.mark.django_db
UNCOUNTED = [
    Hindrance("cage_count_due", shift=shift, what=place)
    for shift in ("day", "swing", "grave", "2026-03-05 day")
    for place in ("cage", "vault")
]


def reminders(house: House) -> Sequence[Hindrance]:
    follow.follow_all(house.casino.pk)
    return day_checklist.one(house.ada, DAY, days.after(house)).reminders


def of_kind(house: House, kind: str) -> list[Hindrance]:
    return [one for one in reminders(house) if one.kind == kind]


def test_a_day_can_be_locked_with_everything_on_its_list() -> None:
    house = days.ready(builders.house())
    follow.follow_all(house.casino.pk)
    view = day_checklist.one(house.ada, DAY, days.after(house))
    assert (view.state, view.hindrances) == (DayState.BALANCED, ())
    assert list(view.reminders) == [*UNCOUNTED, Hindrance("drop_waiting", what="1", amount=10_000)]
    days.locked(house)
    assert day_checklist.one(house.ada, DAY, days.after(house)).state is DayState.LOCKED


def test_a_count_for_a_shift_is_not_due_any_more() -> None:
    house = days.ready(builders.house())
    cages.count(house, cages.counted({"MAIN": slips.in_cage(house)}, {}))
    assert of_kind(house, "cage_count_due") == UNCOUNTED[1:]


def test_the_money_of_a_count_waits_until_it_is_taken_over() -> None:
    house = days.ready(builders.house())
    assert len(of_kind(house, "drop_waiting")) == 1
    handed = Takeover(1, NoteCount({100: 100}, 10_000), {}, 0)
    cages.take_over(house, 1, handed=handed)
    assert of_kind(house, "drop_waiting") == []


def test_a_marker_that_still_lies_at_its_table() -> None:
    house = markers.house()
    slip = markers.issue(house)["slip"]
    assert [(one.table, one.slip) for one in of_kind(house, "marker_late")] == [("BJ-01", slip)]


def test_colours_that_were_never_counted() -> None:
    house = days.ready(builders.house())
    assert of_kind(house, "impressment_due") == []
    cages.colour_set(house)
    assert [one.what for one in of_kind(house, "impressment_due")] == ["COLOURS"]
