"""How far a count has come, for the doors of the API: the first table's box on its way to being counted."""

from collections.abc import Callable, Mapping

from tables.services.counts import MissingBox
from tests import counting, custody
from tests.builders import House

NOTES: Mapping[int, int] = {2_000: 10, 10_000: 3}
"""500.00, which is in the box of every stage below."""


def _to_count(house: House) -> None:
    """The first table is closed and its box is on its way."""
    custody.close_table(house, custody.rack_of(house))
    custody.remove_box(house)


def _open(house: House) -> None:
    _to_count(house)
    counting.open_count(house)


def _accepted(house: House) -> None:
    _open(house)
    counting.accept(house)


def _first_counted(house: House) -> None:
    _accepted(house)
    counting.first(house, counting.cash(NOTES))


def _differ(house: House) -> None:
    _first_counted(house)
    counting.second(house, counting.cash())


def _counted(house: House) -> None:
    _accepted(house)
    counting.both(house, counting.cash(NOTES))


def _verified(house: House) -> None:
    _counted(house)
    counting.verify(house)


def _missing(house: House) -> None:
    _open(house)
    counting.close(house, missing=[MissingBox(house.tables[0], 1, "left in the pit")])


STAGES: Mapping[str, Callable[[House], object]] = {
    "box_removed": _to_count,
    "count_open": _open,
    "box_accepted": _accepted,
    "first_counted": _first_counted,
    "counts_differ": _differ,
    "box_counted": _counted,
    "count_verified": _verified,
    "box_missing": _missing,
}
"""How far a count has come, by the name of the stage."""
