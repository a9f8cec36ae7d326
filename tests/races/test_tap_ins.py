"""Two dealers come to one table, or one dealer to two, at the same moment (T-15)."""

import threading
from collections import Counter
from typing import Any

import pytest

from tables.models import staff
from tables.services import pits, taps
from tests import builders, custody
from tests.builders import House
from tests.races import meeting

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def house() -> House:
    return builders.house(tables=("BJ-01", "BJ-02"))


def tap_in(house: House, name: str, table: str = "BJ-01") -> dict[str, Any]:
    return taps.tap_in(actor=house.at_table(name, table), at=house.at, table=table)


def open_turns() -> list[tuple[str, str]]:
    turns = staff.DealerTurn.objects.filter(tapped_out_at=None)
    return list(turns.values_list("staff__badge", "table__code"))


def test_the_second_relieves_the_first(house: House) -> None:
    outcomes = meeting.at_once(lambda: tap_in(house, "dana"), lambda: tap_in(house, "dev"))
    assert meeting.told(outcomes) == Counter(ok=2)
    first, second = custody.facts(house, "dealer_tapped_in")
    assert {first["badge"], second["badge"]} == {"dana", "dev"}
    assert (first["relieves"], second["relieves"]) == (None, first["badge"])
    assert custody.facts(house, "dealer_tapped_out") == [{"badge": first["badge"], "relieved_by": second["badge"]}]
    assert open_turns() == [(second["badge"], "BJ-01")]


def test_without_the_lock_both_find_the_table_free(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    found = meeting.without_lock(monkeypatch, lambda: tap_in(house, "dana"), lambda: tap_in(house, "dev"))
    assert found == Counter(ok=1, IntegrityError=1)
    assert len(open_turns()) == 1


def test_one_dealer_gets_one_of_two_tables(house: House) -> None:
    outcomes = meeting.at_once(lambda: tap_in(house, "dana"), lambda: tap_in(house, "dana", "BJ-02"))
    assert meeting.told(outcomes) == Counter(ok=1, dealing_elsewhere=1)
    assert len(open_turns()) == 1


def test_without_the_persons_lock_he_is_free_for_both(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database's own rule is left then; it refuses, but can say less."""
    both_are_free = threading.Barrier(2)
    relieve = taps._relieve

    def relieve_together(*asked: Any) -> str | None:
        both_are_free.wait(60)
        return relieve(*asked)

    monkeypatch.setattr(pits, "lock_person", lambda staff_id: staff.StaffMember.objects.get(pk=staff_id))
    monkeypatch.setattr(taps, "_relieve", relieve_together)
    outcomes = meeting.at_once(lambda: tap_in(house, "dana"), lambda: tap_in(house, "dana", "BJ-02"))
    assert meeting.told(outcomes) == Counter(ok=1, IntegrityError=1)
    assert len(open_turns()) == 1
