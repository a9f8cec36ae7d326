"""Two second counts of a box arrive at once: one is compared with the first, the other comes too late (T-107)."""

from collections import Counter
from typing import Any

import pytest

from accounting.services import follow
from accounting.services.verify.run import verify
from tables.models import periods
from tables.services.counts import blind
from tests import builders, counting, custody
from tests.builders import House
from tests.races import meeting

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def house() -> House:
    """A box with 100.00 in it has left its table; colin has counted it."""
    house = custody.running(builders.house())
    custody.buy_in(house, 10_000, {2_500: 4})
    custody.close_table(house, custody.rack_of(house))
    custody.remove_box(house)
    counting.open_count(house)
    counting.accept(house)
    counting.first(house, counting.cash({10_000: 1}))
    return house


def second(house: House) -> dict[str, Any]:
    return counting.second(house, counting.cash({10_000: 1}))


def test_one_second_count_is_compared(house: House) -> None:
    outcomes = meeting.at_once(lambda: second(house), lambda: second(house))
    assert meeting.told(outcomes) == Counter(ok=1, already_counted=1)
    assert [fact["total"] for fact in custody.facts(house, "box_counted", "count")] == [10_000]
    assert periods.DropBox.objects.get(number=1).counted_total == 10_000
    follow.follow_all()
    assert [str(finding) for finding in verify().findings] == []


def test_without_the_lock_both_believe_to_be_the_second(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    found = meeting.without_lock(
        monkeypatch,
        lambda: second(house),
        lambda: second(house),
        meet=(blind, "_require_turn"),
    )
    assert found == Counter(ok=1, IntegrityError=1)
