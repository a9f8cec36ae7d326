"""The rake that left with a box: counted twice, chip by chip, and never by what was expected."""

from typing import Any

import pytest

from tables.domain import count_papers
from tables.domain.box_contents import Contents, RakeContents
from tables.domain.canonical import content_hash
from tables.domain.errors import Conflict, Invalid, NotAllowed, NotFound
from tables.domain.table_states import BoxStatus
from tables.models.periods import DropBox
from tests import builders, counting, custody
from tests.builders import House
from tests.custody import refused
from tests.tables.services.counts.conftest import dice_house

pytestmark = pytest.mark.django_db

RAKE = {500: 3, 100: 4}
TOTAL = 1_900
FOUND = counting.rake(RAKE)


@pytest.fixture
def dice() -> House:
    """The boxes of a dice table are in the count."""
    house = dice_house()
    counting.open_count(house)
    counting.accept(house)
    return house


def test_two_counts_that_agree_stand(dice: House) -> None:
    at = dice.at.replace(hour=23)
    first = counting.first(dice, FOUND)
    assert first == {"session": 1, "table": "BJ-01", "box": 1, "part": "rake", "status": "first_counted", "seq": 3}
    answer = counting.second(dice, FOUND, at=at)
    told = {"session": 1, "table": "BJ-01", "box": 1, "periods": [1], "chips": {"100": 4, "500": 3}, "total": TOTAL}
    told |= {"rake_shortfall": "higher_of_both", "decided_by": "second"}
    assert answer == {**told, "part": "rake", "status": "counted", "seq": 4}
    (data,) = custody.facts(dice, "rake_counted", "count")
    signatures = data.pop("signatures")
    assert {name: data[name] for name in told} == told
    contents = {"chips": {"100": 4, "500": 3}, "total": TOTAL}
    paper = count_papers.count_sheet("DEMO", 1, "BJ-01", 1, "rake", "second", contents, data["nonce"])
    assert [(line["badge"], line["turn"]) for line in signatures] == [("colin", "first"), ("cora", "second")]
    assert signatures[1]["content"] == content_hash(paper)
    row = DropBox.objects.get()
    assert (row.rake_counted_total, row.rake_counted_at, row.status) == (TOTAL, at, BoxStatus.IN_COUNT)


def test_a_verifier_decides_about_the_rake_as_well(dice: House) -> None:
    counting.first(dice, FOUND)
    other = counting.rake({500: 3})
    assert counting.second(dice, other)["status"] == "variance"
    answer = counting.recount(dice, FOUND)
    assert (answer["total"], answer["decided_by"]) == (TOTAL, "verifier")
    assert answer["differed"]["second"] == {"chips": {"500": 3}, "total": 1_500}
    assert [event["type"] for event in custody.events(dice, "count")][2:] == [
        "rake_first_counted",
        "rake_counts_differed",
        "rake_counted",
    ]


@pytest.mark.parametrize("cash_first", [True, False])
def test_cash_and_rake_of_a_box_are_counted_in_any_order(dice: House, cash_first: bool) -> None:
    found: list[Contents] = [counting.cash({100: 1}), FOUND]
    for contents in found if cash_first else reversed(found):
        counting.both(dice, contents)
    row = DropBox.objects.get()
    assert (row.counted_total, row.rake_counted_total, row.status) == (100, TOTAL, BoxStatus.COUNTED)


def test_an_empty_rake_box_is_counted_zero_and_is_null_before(dice: House) -> None:
    assert DropBox.objects.get().rake_counted_total is None
    assert counting.both(dice, counting.rake({500: 0}))["chips"] == {}
    assert DropBox.objects.get().rake_counted_total == 0


def test_rake_is_counted_once(dice: House) -> None:
    counting.both(dice, FOUND)
    with refused(dice, Conflict, "already_counted"):
        counting.first(dice, FOUND)


def test_where_the_house_is_the_bank_there_is_no_rake(accepted: House) -> None:
    with refused(accepted, NotFound, "no_such_box"):
        counting.first(accepted, FOUND)


@pytest.mark.parametrize(
    ("found", "code", "detail"),
    [
        (RakeContents({500: 3}, 1_600), "total_mismatch", {"given": 1_600, "counted": 1_500}),
        (RakeContents({1_000: 1}, 1_000), "unknown_denomination", {"denomination": 1_000}),
        (RakeContents({500: -1}, 0), "bad_quantity", {"denomination": 500}),
        (RakeContents({}, -1), "bad_amount", {}),
    ],
)
def test_t31_a_count_that_is_not_right_is_refused(
    dice: House, found: RakeContents, code: str, detail: dict[str, Any]
) -> None:
    with refused(dice, Invalid, code, **detail):
        counting.first(dice, found)


def test_a_counter_who_deals_in_the_pit_does_not_count_its_rake(dice: House) -> None:
    custody.deals(dice, "colin")
    with refused(dice, NotAllowed, "not_independent", badge="colin"):
        counting.first(dice, FOUND)


@pytest.mark.parametrize("name", ["dana", "petra", "cass", "ada", "axel", "hana", "sam"])
def test_only_a_counter_counts(dice: House, name: str) -> None:
    with refused(dice, NotAllowed, "not_permitted", permission="count_box"):
        counting.first(dice, FOUND, actor=builders.actor(name))
