"""``verify`` knows where a box is that was taken from its table and not counted yet."""

import pytest

from accounting.services import follow
from accounting.services.verify.run import verify
from tables.models.periods import DropBox
from tests import builders, custody

pytestmark = [pytest.mark.django_db, pytest.mark.by_hand]


def test_a_box_that_no_count_has_accepted_is_in_none() -> None:
    house = custody.running(builders.house())
    custody.close_table(house)
    custody.remove_box(house)
    follow.follow_all()
    assert [str(finding) for finding in verify().findings] == []
    DropBox.objects.filter(number=1).update(status="in_count")
    assert [str(finding) for finding in verify().findings] == ["DEMO/count: box BJ-01/1 does not follow from the log"]
