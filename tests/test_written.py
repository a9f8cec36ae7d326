"""A block that leaves a row behind is seen, whether it raises or not; one that takes all back is not."""

import pytest
from django.db import transaction

from tables.domain.errors import Invalid
from tables.models import floor
from tests import builders, dealt, written
from tests.refusals import refused, rows

pytestmark = pytest.mark.django_db


def post(minimum: int) -> None:
    floor.BettingLimit.objects.update(minimum=minimum)


def refuse() -> None:
    post(700)
    raise Invalid("bad_limits")


def test_what_was_left_behind_is_seen_and_taken_back() -> None:
    house = builders.house()
    with pytest.raises(AssertionError), written.nothing(rows):
        post(700)
    assert floor.BettingLimit.objects.get(table=house.table()).minimum == 500


def test_a_refusal_that_leaves_something_behind_is_none() -> None:
    builders.house()
    with pytest.raises(AssertionError), refused("bad_limits"):
        refuse()


def test_what_was_taken_back_is_counted_and_forgiven() -> None:
    builders.house()
    begun = written.count()
    with refused("bad_limits"), transaction.atomic():
        refuse()
    assert written.count() > begun


def test_what_changes_nothing_is_compared_with_nothing() -> None:
    builders.house()
    compared: list[object] = []
    with written.nothing(compared.append):
        assert floor.BettingLimit.objects.get().minimum == 500
    assert compared == []


def test_only_what_was_written_to_is_compared() -> None:
    builders.house()
    compared: list[object] = []
    with written.nothing(compared.append), transaction.atomic():
        post(700)
        transaction.set_rollback(True)
    assert compared == [{"tables_bettinglimit"}] * 2


def test_a_split_table_is_called_by_its_own_name() -> None:
    house = builders.house()
    begun = written.by_table()
    dealt.ready(house)
    moved = written.since(begun)
    assert {"tables_event", "tables_stream"} <= moved
    assert [name for name in moved if name.startswith("tables_event_")] == []


@pytest.mark.django_db(transaction=True)
def test_without_a_transaction_the_rows_are_compared() -> None:
    builders.house()
    with written.nothing(rows):
        assert floor.BettingLimit.objects.get().minimum == 500
    with pytest.raises(AssertionError), written.nothing(rows):
        post(700)
