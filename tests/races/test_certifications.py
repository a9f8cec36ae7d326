"""Two accountants certify a shift at one moment: there is one version of its report (T-53, T-104)."""

from collections import Counter
from typing import Any

import pytest

from accounting.models.reports import ShiftReport
from accounting.services import certify, follow
from accounting.services.verify.run import verify
from tests import builders, custody
from tests.builders import House
from tests.races import meeting

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def house() -> House:
    """A shift that is over."""
    house = custody.running(builders.house())
    custody.close_table(house)
    return house


def certified(house: House, key: str) -> dict[str, Any]:
    """Each accountant has a key of his own."""
    return certify.certify_shift(
        actor=house.ada, at=house.at, gaming_day=builders.GAMING_DAY, shift="day", key=f"certify-{key}"
    )


def test_both_get_the_same_version(house: House) -> None:
    outcomes = meeting.at_once(lambda: certified(house, "one"), lambda: certified(house, "two"))
    assert meeting.told(outcomes) == Counter(ok=2)
    report = ShiftReport.objects.get()
    assert [outcome["sha256"] for outcome in outcomes if isinstance(outcome, dict)] == [report.sha256] * 2
    assert len(custody.facts(house, "shift_certified", "house")) == 1
    follow.follow_all()
    assert [str(finding) for finding in verify().findings] == []


def test_without_the_lock_both_make_a_first_version(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    found = meeting.without_lock(
        monkeypatch,
        lambda: certified(house, "one"),
        lambda: certified(house, "two"),
        meet=(certify, "_newest"),
    )
    assert found == Counter(ok=1, IntegrityError=1)
    assert ShiftReport.objects.count() == 1
