"""A house that is put back is the one that was built; where that is not certain, the services build."""

from collections.abc import Iterator
from typing import Any

import pytest

from tables.models import log, staff
from tables.selectors import pit_board
from tables.services import clock, limits, shoes
from tables.services import house as house_service
from tests import agreeing, builders, dealt, kept, partitions, whole_house
from tests.attacks import untouched
from tests.builders import House

pytestmark = pytest.mark.django_db


@pytest.fixture
def founded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Each casino that the services found."""
    return heard(monkeypatch, house_service, "register_casino", "code")


@pytest.fixture
def shoes_received(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The table of each shoe that the services receive."""
    return heard(monkeypatch, shoes, "receive_shoe", "table")


def heard(monkeypatch: pytest.MonkeyPatch, module: Any, name: str, said: str) -> list[str]:
    calls: list[str] = []
    service = getattr(module, name)

    def listening(**asked: Any) -> Any:
        calls.append(asked[said])
        return service(**asked)

    monkeypatch.setattr(module, name, listening)
    return calls


def twice(table: str, *, ready: bool = False) -> Iterator[House]:
    """The same house in an empty database, and in another empty one."""
    for _ in range(2):
        with whole_house.undone():
            house = builders.house(tables=(table,))
            yield dealt.ready(house) if ready else house


def test_what_is_put_back_is_what_was_built(founded: list[str], shoes_received: list[str]) -> None:
    first, second = [(untouched.rows(), house.people, house.casino.pk) for house in twice("K-1", ready=True)]
    assert first == second
    assert (founded, shoes_received) == (["DEMO"], ["K-1"])


def test_a_house_that_was_put_back_goes_on(founded: list[str]) -> None:
    for house in twice("K-2", ready=True):
        before = log.Event.objects.count()
        dealt.press(house, {"do": "open_round"}, *dealt.bets())
        assert log.Event.objects.count() == before + 4
        newest = staff.StaffMember.objects.latest("pk").pk
        builders.casino("OTHER", manager="otto")
        assert staff.StaffMember.objects.get(badge="otto").pk > newest
        agreeing.prove()
    assert founded == ["DEMO", "OTHER", "OTHER"]


def test_another_house_is_another_one(founded: list[str]) -> None:
    for table in ("K-3", "K-4"):
        with whole_house.undone():
            assert builders.house(tables=(table,)).table().code == table
    assert founded == ["DEMO", "DEMO"]


def test_no_step_is_put_back_over_what_was_written(shoes_received: list[str]) -> None:
    for _ in range(2):
        with whole_house.undone():
            house = builders.house(tables=("K-5",))
            limits.post_limits(actor=house.petra, at=house.at, table="K-5", minimum=1_000, maximum=2_000)
            dealt.ready(house)
            assert builders.facts("limits_set")[-1]["minimum"] == 1_000
    assert shoes_received == ["K-5", "K-5"]


def test_no_step_is_put_back_over_a_partition(shoes_received: list[str]) -> None:
    for _ in range(2):
        with whole_house.undone():
            house = builders.house(tables=("K-6",))
            partitions.make(builders.GAMING_DAY, builders.GAMING_DAY)
            dealt.ready(house)
            assert partitions.rows_of("tables_event")
    assert shoes_received == ["K-6", "K-6"]


def test_no_step_is_put_back_inside_another_block(shoes_received: list[str]) -> None:
    for _ in range(2):
        with whole_house.undone():
            house = builders.house(tables=("K-7",))
            with whole_house.undone():
                dealt.ready(house)
            assert kept.untouched() is None
            assert house.state().shoe is None
    assert shoes_received == ["K-7", "K-7"]


def test_no_house_is_put_back_beside_another(founded: list[str]) -> None:
    for _ in range(2):
        with whole_house.undone():
            builders.casino("OTHER", manager="otto")
            builders.house(tables=("K-8",))
    assert founded == ["OTHER", "DEMO", "OTHER", "DEMO"]


def test_who_listens_hears_the_services(founded: list[str]) -> None:
    with kept.by_the_services():
        assert [house.tables for house in twice("K-9")] == [("K-9",), ("K-9",)]
    assert founded == ["DEMO", "DEMO"]


def test_nothing_is_remembered_of_another_house_with_the_same_numbers() -> None:
    asked: list[int] = []

    def ask() -> Any:
        asked.append(1)

    for number, house in enumerate(twice("K-10")):
        assert (clock.schedule.cache_info().currsize == 0) or number == 0
        clock.schedule(house.casino.pk, house.casino.settings_version)
        pit_board._shared.get("K-10", ask)
        assert len(asked) == number + 1
