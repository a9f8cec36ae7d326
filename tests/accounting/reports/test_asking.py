"""Asking for a report: parameters are read strictly, and every kind is fit to be offered."""

from datetime import date
from typing import Any

import pytest

from accounting.reports import asking, kinds
from accounting.reports.asking import Parameter, ReportKind, Shape
from tables.domain import permissions
from tables.domain.actors import Actor, Role
from tables.domain.errors import Invalid, NotFound


def unbuilt(ask: asking.Ask) -> Any:
    raise AssertionError("nobody builds it here")


KIND = ReportKind(
    "sample",
    "Sample",
    "About",
    unbuilt,
    (
        Parameter("day", "Day", Shape.DAY),
        Parameter("shift", "Shift"),
        Parameter("version", "Version", Shape.NUMBER, required=False),
        Parameter("by", "By", Shape.CHOICE, required=False, choices=(("pit", "Pit"), ("game", "Game"))),
    ),
)
GIVEN = {"day": "2026-03-04", "shift": "day"}


def actor(*roles: Role) -> Actor:
    return Actor(casino_id=1, casino="DEMO", staff_id=1, badge="1", name="One", roles=frozenset(roles))


def test_parameters_become_values_and_are_kept_as_texts() -> None:
    values = asking.parsed(KIND, {**GIVEN, "version": "12", "by": "pit"})
    assert values == {"day": date(2026, 3, 4), "shift": "day", "version": 12, "by": "pit"}
    assert asking.kept(values) == {"day": "2026-03-04", "shift": "day", "version": 12, "by": "pit"}
    assert asking.parsed(KIND, asking.kept(values)) == values


def test_what_a_form_leaves_empty_is_not_given() -> None:
    assert asking.parsed(KIND, {**GIVEN, "version": "", "by": None}) == {"day": date(2026, 3, 4), "shift": "day"}


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ({"day": "2026-03-04"}, "shift"),
        ({"shift": "day"}, "day"),
        ({**GIVEN, "day": "4 March"}, "day"),
        ({**GIVEN, "day": "2026-02-30"}, "day"),
        ({**GIVEN, "day": "20260304"}, "day"),
        ({**GIVEN, "day": 20260304}, "day"),
        ({**GIVEN, "shift": "d" * 65}, "shift"),
        ({**GIVEN, "shift": ["day"]}, "shift"),
        ({**GIVEN, "version": "0"}, "version"),
        ({**GIVEN, "version": "-1"}, "version"),
        ({**GIVEN, "version": "1.5"}, "version"),
        ({**GIVEN, "version": True}, "version"),
        ({**GIVEN, "version": 10**15 + 1}, "version"),
        ({**GIVEN, "version": "9" * 40}, "version"),
        ({**GIVEN, "version": "0" * 16 + "1" + "9" * 40}, "version"),
        ({**GIVEN, "version": "0" * 5_000 + "1"}, "version"),
        ({**GIVEN, "by": "table"}, "by"),
        ({**GIVEN, "secret": "1"}, "secret"),
    ],
)
def test_anything_else_is_refused_by_its_name(given: dict[str, Any], name: str) -> None:
    with pytest.raises(Invalid) as caught:
        asking.parsed(KIND, given)
    assert (caught.value.code, caught.value.detail) == ("bad_report_parameter", {"parameter": name})


@pytest.mark.parametrize("kind", kinds.KINDS.values(), ids=lambda kind: kind.name)
def test_a_kind_fits_its_doors(kind: ReportKind) -> None:
    assert len(kind.name) <= 32
    assert permissions.PERMISSIONS[kind.permission] <= permissions.PERMISSIONS["read_report_jobs"]
    names = [parameter.name for parameter in kind.parameters]
    assert len(set(names)) == len(names)
    assert all(bool(parameter.choices) is (parameter.shape is Shape.CHOICE) for parameter in kind.parameters)


def test_only_what_one_may_ask_for_is_offered() -> None:
    assert "shift_report" in {kind.name for kind in kinds.offered(actor(Role.AUDITOR))}
    assert kinds.offered(actor(Role.DEALER)) == []
    with pytest.raises(NotFound) as caught:
        kinds.get("gossip")
    assert caught.value.code == "no_such_report_kind"
