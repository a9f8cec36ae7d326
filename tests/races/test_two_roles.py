"""A tap-in and an assignment of one person at the same moment: one of them must see the other (T-100)."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from tables.domain.actors import Role
from tables.domain.errors import FloorError
from tables.models import staff
from tables.services import pits, staffing, taps
from tests import builders

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]


def both_at_once(
    monkeypatch: pytest.MonkeyPatch, lock: Callable[[int], staff.StaffMember], patience: float
) -> list[str]:
    """What both are told when both have begun before either has written, or ``patience`` seconds are over."""
    house = builders.house()
    pits.relieve_pit_boss(actor=house.hana, at=house.at, pit="P1", badge="petra")
    staffing.grant_role(actor=house.hana, at=house.at, badge="dana", role=Role.PIT_BOSS)
    dana = builders.actor("dana", builders.terminal_of("BJ-01"))
    begun, looked = threading.Barrier(2), threading.Barrier(2)

    def together(staff_id: int) -> staff.StaffMember:
        begun.wait(timeout=30)
        return lock(staff_id)

    def meeting(step: Callable[..., object]) -> Callable[..., object]:
        """The step, taken only once the other press is as far, or cannot come."""

        def taken(*args: object) -> object:
            try:
                looked.wait(timeout=patience)
            except threading.BrokenBarrierError:
                pass
            return step(*args)

        return taken

    monkeypatch.setattr(pits, "lock_person", together)
    monkeypatch.setattr(taps, "_relieve", meeting(taps._relieve))
    monkeypatch.setattr(pits, "_warnings", meeting(pits._warnings))

    def tell(press: Callable[[], object]) -> str:
        try:
            press()
        except FloorError as refused:
            return refused.code
        finally:
            connection.close()
        return "done"

    presses = [
        lambda: taps.tap_in(actor=dana, at=house.at, table="BJ-01"),
        lambda: pits.assign_pit_boss(actor=house.hana, at=house.at, pit="P1", badge="dana"),
    ]
    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(tell, presses))


def test_without_the_lock_one_person_gets_both(monkeypatch: pytest.MonkeyPatch) -> None:
    told = both_at_once(monkeypatch, lambda staff_id: staff.StaffMember.objects.get(pk=staff_id), 30)
    assert told == ["done", "done"]


def test_with_the_lock_the_second_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    told = both_at_once(monkeypatch, pits.lock_person, 0.3)
    assert told in (["done", "deals_in_pit"], ["supervises_pit", "done"])
