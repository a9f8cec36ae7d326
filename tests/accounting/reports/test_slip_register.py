"""The slip register tells every step of a slip and of a marker."""

from typing import Any

import pytest

from accounting.reports import slip_register
from accounting.reports.asking import Ask
from tables.documents.model import Table
from tables.selectors import house as house_selector
from tests import cages, markers, slips
from tests.builders import House
from tests.days import DAY

pytestmark = pytest.mark.django_db


def register(house: House, name: str) -> list[dict[str, Any]]:
    """The lines of a table of the register of the day."""
    span = {"first": DAY, "last": DAY}
    asked = Ask(house.ada, house_selector.of(house.ada), span, "en", house.at, lambda _done, _of: None)
    (part,) = [part for part in slip_register.build(asked).tables if part.name == name]
    assert isinstance(part, Table)
    return [dict(zip((column.name for column in part.columns), row.cells, strict=True)) for row in part.rows]


def test_t57_payments_of_markers_stand_where_they_were_taken() -> None:
    """T-57: issued at one table, paid at another and in the cage; each with cash and chips together."""
    made = cages.with_cash(markers.house(tables=("BJ-01", "BJ-02")))
    markers.open_other(made, "BJ-02")
    slip = markers.issue(made)["slip"]
    markers.pay_elsewhere(made, "BJ-02", slip, 100_000, {10_000: 5})
    markers.transfer(made, {slip: 350_000})
    markers.settle(made, slip, {10_000: 35})
    steps = register(made, "steps")
    assert {line["what"]: (line["slip"], line["table"], line["total"]) for line in steps} == {
        "Marker issued": (slip, "BJ-01", 500_000),
        "Marker paid at a table": (slip, "BJ-02", 150_000),
        "Marker transferred to the cage": (slip, "BJ-01", 350_000),
        "Marker paid at the cage": (slip, "cage", 350_000),
    }
    assert len(steps) == 4


def test_t26_voids_have_an_amount_and_copies_a_number() -> None:
    """T-26: no column of either list is empty."""
    made = slips.house()
    slips.add_paul(made)
    slips.void(made, slips.issued_fill(made))
    slips.reprint(made, "F-000001")
    (void,), (again,) = register(made, "voids"), register(made, "reprints")
    assert (void["slip"], void["total"], void["reason"], "copy" in void) == ("F-000001", 70_000, "wrong table", False)
    assert (again["slip"], again["copy"], again["reason"]) == ("F-000001", 1, "the paper jammed")
    assert "total" not in again


def test_t21_what_a_table_declined_stands_in_the_register() -> None:
    """T-21: stopped at the table and on its way back; an exchange in between is told as well."""
    made = slips.house()
    slips.declined_fill(made)
    slips.make_exchange(made, slips.carried_exchange(made))
    assert [(line["slip"], line["what"]) for line in register(made, "steps")] == [
        ("E-000001", "Exchange made out"),
        ("E-000001", "Carried"),
        ("E-000001", "Exchange made at the table"),
        ("F-000001", "Fill made out"),
        ("F-000001", "Carried"),
        ("F-000001", "Fill declined at the table"),
    ]
