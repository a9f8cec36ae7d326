"""What is shown of the cage: its stock against the target, its movements, and which count is due."""

from datetime import timedelta

import pytest

from tables.domain.cage import CagePlace
from tables.domain.errors import NotAllowed
from tables.selectors import cage
from tables.services import cage_counts, chip_sets, clock
from tests import builders, cages
from tests.builders import STOCK, House
from tests.cages import NOTES, counted, lot

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    """A house with chips and cash in its drawers."""
    return cages.with_cash(builders.house())


def test_every_line_of_cage_and_vault(house: House) -> None:
    cages.promotional_set(house)
    cage_counts.set_target(
        actor=house.hana, at=house.at, place=CagePlace.VAULT, chip_set="MAIN", target={100_000: 50, 50_000: 0}
    )
    cages.move_vault(house, "cage", lot({100_000: 20}), {2_000: 100})
    found = cage.stock(house.cass)
    assert {(line.place, line.chip_set, line.value): line.count for line in found.lines if line.count} == {
        **{("cage", "MAIN", value): count for value, count in STOCK.items() if value != 100_000},
        ("cage", "MAIN", 100_000): 80,
        ("cage", "PROMO", 500): 100,
        ("cage", "PROMO", 2_500): 40,
        ("cage", "", 2_000): 400,
        ("cage", "", 5_000): 200,
        ("cage", "", 10_000): 300,
        ("vault", "MAIN", 100_000): 20,
        ("vault", "", 2_000): 100,
    }
    (yellow,) = [line for line in found.lines if (line.place, line.value) == ("vault", 100_000)]
    assert (yellow.target, yellow.need, yellow.worth) == (50, 30, 2_000_000)
    assert (found.chips_total("cage"), found.chips_total("vault")) == (41_100_000, 2_000_000)
    assert (found.cash_total("cage"), found.cash_total("vault")) == (4_800_000, 200_000)
    assert {line.need for line in found.lines if not line.target} == {0}


def test_a_retired_chip_shows_only_where_some_lie(house: House) -> None:
    chip_sets.retire_denominations(actor=house.hana, at=house.at, chip_set="MAIN", denominations=[100])
    shown = [(line.place, line.retired) for line in cage.stock(house.ada).lines if line.value == 100]
    assert shown == [("cage", True)]


def test_movements_are_those_of_the_log(house: House) -> None:
    cages.sell(house, lot({2_500: 2}), {5_000: 1})
    newest, *others = cage.movements(house.axel)
    assert (newest.type, newest.by, newest.at, newest.data["cash"]) == ("chips_sold", "cass", house.at, 5_000)
    assert [movement.type for movement in others] == ["vault_moved", "cash_received", "chips_received"]
    assert [movement.seq for movement in cage.movements(house.axel, before=3, limit=1)] == [2]


def test_cage_and_vault_are_counted_for_every_shift(house: House) -> None:
    def due(after: timedelta = timedelta(0)) -> list[tuple[str, bool]]:
        version = house.casino.settings_version
        window = clock.window(house.casino.pk, version, house.at + after)
        return [(count.place, count.counted_at is not None) for count in cage.counts_due(house.cass, window)]

    house.casino.refresh_from_db()
    assert due() == [("cage", False), ("vault", False)]
    cages.count(house, counted({"MAIN": STOCK}, NOTES))
    cages.count(house, counted({}, {}), "vault")
    assert due() == []
    swing = timedelta(hours=2, minutes=1)
    assert due(swing) == [("cage", True), ("vault", True)]
    cages.count(house, counted({}, {}), "vault", at=house.at + timedelta(minutes=90))
    assert due(swing) == [("cage", True)]
    assert [count.data["place"] for count in cage.counts(house.cass)] == ["vault", "vault", "cage"]


@pytest.mark.parametrize("name", ["dana", "petra", "colin", "sam"])
def test_others_do_not_look_into_the_cage(house: House, name: str) -> None:
    actor = builders.actor(name)
    window = clock.window(house.casino.pk, 1, house.at)
    for read in (cage.stock, cage.movements, cage.counts, lambda who: cage.counts_due(who, window)):
        with pytest.raises(NotAllowed) as caught:
            read(actor)
        assert (caught.value.code, caught.value.detail) == ("not_permitted", {"permission": "read_cage"})
