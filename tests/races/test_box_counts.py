"""Two pairs of counters put in a count of the same box: the first one stands (T-54)."""

from collections import Counter
from typing import Any

import pytest

from accounting.services import follow
from accounting.services.verify.run import verify
from tables.models import periods
from tables.services import counts
from tests import builders, custody
from tests.builders import House
from tests.races import meeting

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def house() -> House:
    """A box with 100.00 in it has left its table."""
    house = custody.running(builders.house())
    custody.buy_in(house, 10_000, {2_500: 4})
    custody.close_table(house, custody.rack_of(house))
    custody.remove_box(house)
    return house


def count(house: House, notes: dict[int, int]) -> dict[str, Any]:
    return custody.count_box(house, notes)


def test_one_count_stands(house: House) -> None:
    outcomes = meeting.at_once(lambda: count(house, {10_000: 1}), lambda: count(house, {5_000: 1}))
    assert meeting.told(outcomes) == Counter(ok=1, already_counted=1)
    stands = next(outcome for outcome in outcomes if isinstance(outcome, dict))
    assert [fact["total"] for fact in custody.facts(house, "box_counted", "count")] == [stands["total"]]
    assert periods.DropBox.objects.get(number=1).counted_total == stands["total"]
    follow.follow_all()
    assert [str(finding) for finding in verify().findings] == []


def test_without_the_lock_both_believe_to_be_first(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    found = meeting.without_lock(
        monkeypatch,
        lambda: count(house, {10_000: 1}),
        lambda: count(house, {5_000: 1}),
        meet=(counts, "_removed_box"),
    )
    assert found == Counter(ok=1, IntegrityError=1)
