"""Which streams the books are behind, also when one of them has lost the event that is next."""

import pytest
from django.db import connection

from accounting.selectors import progress
from accounting.services import follow, streams
from tables.services import staffing
from tests import builders
from tests.builders import House

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    house = builders.house()
    follow.follow_all()
    return house


def test_a_stream_without_its_next_event_does_not_hide_the_others(house: House) -> None:
    """It is told at once, so that following it says what is wrong."""
    for badge in ("nina", "nora"):
        staffing.register_staff(actor=house.hana, at=house.at, person=staffing.NewPerson(badge, badge, badge), roles=[])
    stream = streams.by_key("DEMO/house")
    assert progress.overdue(3_600) == []
    assert progress.overdue(-3_600) == [stream.id]
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE days.tables_event_papers DISABLE TRIGGER USER")
        cursor.execute("ALTER TABLE tables_event DISABLE TRIGGER USER")
        cursor.execute(
            "DELETE FROM tables_event e USING accounting_cursor c"
            " WHERE c.stream_id = e.stream_id AND e.seq = c.seq + 1 AND e.stream_id = %s",
            [stream.id],
        )
        assert cursor.rowcount == 1
    assert progress.overdue(3_600) == [stream.id]
    assert progress.lag().events == 2
