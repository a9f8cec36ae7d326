"""What lies in cage and vault: all of a movement or nothing, never below zero, each set and the notes by themselves."""

import pytest
from django.db import transaction

from tables.domain import chips
from tables.domain.cage import CagePlace
from tables.domain.errors import Conflict, FloorError, Invalid
from tables.models import cage, house
from tables.services import cage_stock
from tables.services.cage_stock import StockMove
from tests import builders
from tests.builders import House

pytestmark = [pytest.mark.django_db, pytest.mark.by_hand]

CAGE, VAULT = CagePlace.CAGE, CagePlace.VAULT


@pytest.fixture
def made() -> House:
    """A house whose stock these tests move without an event."""
    return builders.house(stock={})


@pytest.fixture
def main(made: House) -> int:
    """Its chip set."""
    return house.ChipSet.objects.get(casino=made.casino, code="MAIN").pk


def lines() -> list[tuple[str, str, str | None, int, int]]:
    """Place, asset, set, value and count of every row."""
    rows = cage.CageStock.objects.order_by("place", "asset", "chip_set__code", "value")
    return list(rows.values_list("place", "asset", "chip_set__code", "value", "count"))


def test_what_comes_makes_its_own_line(made: House, main: int) -> None:
    cage_stock.move_stock(made.casino.pk, StockMove(CAGE, {100: 5, 500: 2}, main), StockMove(VAULT, {100: 7}))
    assert lines() == [
        ("cage", "chips", "MAIN", 100, 5),
        ("cage", "chips", "MAIN", 500, 2),
        ("vault", "cash", None, 100, 7),
    ]


def test_movements_of_one_act_are_summed(made: House, main: int) -> None:
    cage_stock.move_stock(made.casino.pk, StockMove(CAGE, {100: 5}, main))
    cage_stock.move_stock(made.casino.pk, StockMove(CAGE, {100: -5}, main), StockMove(VAULT, {100: 5}, main))
    assert lines() == [("cage", "chips", "MAIN", 100, 0), ("vault", "chips", "MAIN", 100, 5)]


def test_a_movement_that_comes_to_nothing_makes_no_line(made: House, main: int) -> None:
    cage_stock.move_stock(made.casino.pk, StockMove(CAGE, {100: 5}, main), StockMove(CAGE, {100: -5, 500: 0}, main))
    cage_stock.move_stock(made.casino.pk)
    assert lines() == []


@pytest.mark.parametrize(
    ("move", "code", "detail"),
    [
        ((CAGE, {100: -1, 500: -3, 2_500: -1}, True), "cage_short", {"place": "cage", "denomination": 500}),
        ((VAULT, {100: -1}, True), "cage_short", {"place": "vault", "denomination": 100}),
        ((CAGE, {2_000: -4}, False), "cash_short", {"place": "cage", "note": 2_000}),
    ],
)
def test_all_of_a_movement_or_nothing(
    made: House, main: int, move: tuple[CagePlace, dict[int, int], bool], code: str, detail: dict[str, object]
) -> None:
    cage_stock.move_stock(made.casino.pk, StockMove(CAGE, {100: 5, 500: 2}, main), StockMove(CAGE, {2_000: 3}))
    before = lines()
    place, change, of_chips = move
    with pytest.raises(FloorError) as caught, transaction.atomic():
        cage_stock.move_stock(
            made.casino.pk, StockMove(VAULT, {500: 9}, main), StockMove(place, change, main if of_chips else None)
        )
    assert (type(caught.value), caught.value.code, caught.value.detail) == (Conflict, code, detail)
    assert lines() == before


@pytest.mark.parametrize("of_chips", [True, False])
def test_no_place_holds_more_than_the_books_can(made: House, main: int, of_chips: bool) -> None:
    """Each movement within its bound, and together past a BIGINT: the books would stop there for ever."""
    dear, chip_set = chips.MOST_VALUE - 500, main if of_chips else None
    cage_stock.move_stock(made.casino.pk, StockMove(CAGE, {dear: 1, 100: 5}, chip_set))
    before = lines()
    with pytest.raises(Invalid) as caught, transaction.atomic():
        cage_stock.move_stock(made.casino.pk, StockMove(CAGE, {100: 1}, chip_set))
    assert (caught.value.code, lines()) == ("bad_quantity", before)
    cage_stock.move_stock(made.casino.pk, StockMove(CAGE, {100: -1}, chip_set), StockMove(VAULT, {100: 1}, chip_set))


def test_a_table_is_served_from_the_drawers_and_gives_back_to_them(made: House, main: int) -> None:
    cage_stock.take_chips(made.casino.pk, main, {100: 5})
    cage_stock.give_chips(made.casino.pk, main, {100: 3})
    assert lines() == [("cage", "chips", "MAIN", 100, 2)]
    with pytest.raises(Conflict) as caught, transaction.atomic():
        cage_stock.give_chips(made.casino.pk, main, {100: 3})
    assert (caught.value.code, caught.value.detail) == ("cage_short", {"place": "cage", "denomination": 100})


def test_another_house_has_a_stock_of_its_own(made: House, main: int) -> None:
    other = builders.casino("OTHER", manager="otto")
    cage_stock.move_stock(made.casino.pk, StockMove(VAULT, {100: 5}))
    with pytest.raises(Conflict) as caught, transaction.atomic():
        cage_stock.move_stock(other.pk, StockMove(VAULT, {100: -1}))
    assert (caught.value.code, caught.value.detail) == ("cash_short", {"place": "vault", "note": 100})
