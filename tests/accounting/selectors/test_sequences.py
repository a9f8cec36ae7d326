"""The sequence report of gaming days, from slips that were issued, voided and printed again."""

from datetime import date, timedelta
from typing import Any

import pytest

from accounting.domain.sequences import Gap
from accounting.selectors import sequences
from accounting.selectors.sequences import SequenceReport
from tables.domain.actors import Role
from tables.domain.errors import Invalid, NotAllowed
from tables.models import log
from tests import builders, prints, slips
from tests.accounting import forging
from tests.builders import House
from tests.refusals import refused

pytestmark = pytest.mark.django_db

DAY, NEXT = date(2026, 3, 4), date(2026, 3, 5)


def issued(house: House, request: int, **more: Any) -> str:
    """Petra asks for a fill and cass makes it out."""
    slips.ask_fill(house, **more)
    return str(slips.issue(house, request, **more)["slip"])


def report(house: House, first: date = DAY, last: date = DAY) -> SequenceReport:
    return sequences.of_days(house.axel, first, last)


def told(found: SequenceReport) -> list[tuple[Any, ...]]:
    return [(s.series, s.first, s.last, s.used, s.void, s.missing, s.twice) for s in found.series]


@pytest.fixture
def house() -> House:
    """Three fills on the first day, the second of them void; one printed twice again; one more on the next day."""
    standing = slips.house()
    slips.add_paul(standing)
    for request in (1, 2, 3):
        issued(standing, request)
    slips.void(standing, "F-000002")
    slips.reprint(standing, "F-000003")
    slips.reprint(standing, "F-000003")
    issued(standing, 4, at=standing.at + timedelta(days=1))
    return standing


def test_used_void_and_missing(house: House) -> None:
    assert told(report(house)) == [("F", 1, 3, 2, 1, (), ())]
    assert told(report(house, NEXT, NEXT)) == [("F", 4, 4, 1, 0, (), ())]
    assert told(report(house, DAY, NEXT)) == [("F", 1, 4, 3, 1, (), ())]
    assert told(report(house, date(2026, 3, 6), date(2026, 3, 7))) == []


def test_voids_and_reprints_are_listed_with_their_reasons(house: House) -> None:
    found = report(house)
    (void,) = found.voids
    assert (void.slip, void.kind, void.table, void.total, void.reason, void.copy, void.by) == (
        "F-000002",
        "fill",
        "BJ-01",
        70_000,
        "wrong table",
        0,
        "cass",
    )
    assert [(one["badge"], one["role"]) for one in void.signatures] == [("cass", "cashier"), ("paul", "pit_boss")]
    assert [(mark.slip, mark.copy, mark.reason, mark.by) for mark in found.reprints] == [
        ("F-000003", 1, "the paper jammed", "cass"),
        ("F-000003", 2, "the paper jammed", "cass"),
    ]
    assert (report(house, NEXT, NEXT).voids, report(house, NEXT, NEXT).reprints) == ([], [])


def test_t26_copies_of_all_papers_are_listed_and_originals_are_not(house: House) -> None:
    """T-26: an opener's original is a print like any other; from the second on it is a reprint."""
    opener = prints.place(house, "table_opened")
    for reason in ("", "the paper jammed", "for the file"):
        prints.print_(house, opener, reason=reason, at=house.at + timedelta(days=1))
    told = [(one.slip, one.kind, one.table, one.copy, one.reason, one.by) for one in report(house, NEXT, NEXT).reprints]
    assert told == [
        ("BJ-01-O1", "opener", "BJ-01", 1, "the paper jammed", "ada"),
        ("BJ-01-O1", "opener", "BJ-01", 2, "for the file", "ada"),
    ]


def test_a_void_of_a_later_day_still_uses_the_number_up(house: House) -> None:
    slips.void(house, "F-000001", at=house.at + timedelta(days=1))
    assert told(report(house)) == [("F", 1, 3, 1, 2, (), ())]
    assert [mark.slip for mark in report(house).voids] == ["F-000002"]
    assert [mark.slip for mark in report(house, NEXT, NEXT).voids] == ["F-000001"]


def test_t_24_a_slip_that_is_gone_from_the_log_is_missing_the_same_day(house: House) -> None:
    forging.unguard()
    events = log.Event.objects.filter(type="fill_issued")
    third = next(event for event in events if '"slip":"F-000003"' in event.body)
    log.Event.objects.filter(stream_id=third.stream_id, seq=third.seq).delete()
    assert told(report(house, DAY, NEXT)) == [("F", 1, 4, 2, 1, (Gap(3, 3),), ())]
    assert told(report(house, NEXT, NEXT)) == [("F", 3, 4, 1, 0, (Gap(3, 3),), ())]
    assert told(report(house)) == [("F", 1, 2, 1, 1, (), ())]


def test_credits_have_a_series_of_their_own(house: House) -> None:
    slips.ask_credit(house, at=house.at + timedelta(days=1))
    slips.issue(house, 5, at=house.at + timedelta(days=1))
    assert told(report(house, NEXT, NEXT)) == [("C", 1, 1, 1, 0, (), ()), ("F", 4, 4, 1, 0, (), ())]


def test_who_may_see_it_and_of_which_days(house: House) -> None:
    for name in ("dana", "petra", "cass", "cora"):
        with refused("not_permitted", NotAllowed):
            sequences.of_days(house.people[name], DAY, DAY)
    with refused("bad_days", Invalid):
        report(house, NEXT, DAY)
    with refused("bad_days", Invalid):
        report(house, DAY, date(2028, 1, 1))


def test_another_house_sees_nothing_of_it() -> None:
    house = slips.house(outsider=True)
    issued(house, 1)
    otto = builders.give_otto(Role.AUDITOR, at=house.at)
    assert told(sequences.of_days(otto, DAY, DAY)) == []
