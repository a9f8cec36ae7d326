"""The stock of cage and vault: it changes by a movement that is known, or becomes what two persons counted.

Rows are locked in one order, after the stream of the entry: a table's bank is taken under the table's stream, all else
under the cage's, and no two of them can wait for each other.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tables.domain import chips
from tables.domain.cage import Asset, CagePlace
from tables.domain.errors import Conflict, Invalid
from tables.models import cage


class Line(NamedTuple):
    """One kind of piece at one place; ``chip_set`` is the row id of the set, 0 for banknotes."""

    place: str
    chip_set: int
    value: int


class StockMove(NamedTuple):
    """Value -> pieces that come to ``place``, negative when they leave it. ``chip_set_id`` is None for banknotes."""

    place: CagePlace
    change: Mapping[int, int]
    chip_set_id: int | None = None


def move_stock(casino_id: int, *moves: StockMove) -> None:
    """Make all ``moves`` or none, inside the entry of the event that says why.

    Refused: ``cage_short`` (not so many chips of ``denomination`` at ``place``), ``cash_short`` (not so many of
    ``note``), ``bad_quantity`` (a place would hold more than any house has, and in the end more than the books can).
    """
    changes = _summed(moves)
    if not changes:
        return
    there = _locked(casino_id, {line.place for line in changes})
    new: list[cage.CageStock] = []
    changed: list[cage.CageStock] = []
    for line, change in changes.items():
        row = there.get(line) or _empty(casino_id, line)
        row.count += change
        if row.count < 0:
            raise _short(line)
        (changed if line in there else new).append(row)
    _require_holdable([*there.values(), *new], changes)
    cage.CageStock.objects.bulk_update(changed, ["count"])
    cage.CageStock.objects.bulk_create(new)


def _require_holdable(rows: Iterable[cage.CageStock], changes: Mapping[Line, int]) -> None:
    """Refuse (``bad_quantity``) what comes to a place, chips or banknotes, beyond ``MOST_VALUE`` together."""
    held: dict[tuple[str, str], int] = {}
    for row in rows:
        held[row.place, row.asset] = held.get((row.place, row.asset), 0) + row.count * row.value
    if max(held.values()) > chips.MOST_VALUE and max(changes.values()) > 0:
        raise Invalid("bad_quantity", denomination=max(line.value for line in changes))


def give_chips(casino_id: int, chip_set_id: int, given: Mapping[int, int]) -> None:
    """Chips of a set leave the cage's drawers for a table. Refused: ``cage_short``."""
    move_stock(casino_id, StockMove(CagePlace.CAGE, {value: -count for value, count in given.items()}, chip_set_id))


def take_chips(casino_id: int, chip_set_id: int, taken: Mapping[int, int]) -> None:
    """Chips of a set come into the cage's drawers from a table."""
    move_stock(casino_id, StockMove(CagePlace.CAGE, taken, chip_set_id))


def _summed(moves: tuple[StockMove, ...]) -> dict[Line, int]:
    """By how much each line changes, in the order of the lines, without those that stay."""
    sums: dict[Line, int] = {}
    for place, change, chip_set_id in moves:
        for value, count in change.items():
            line = Line(place.value, chip_set_id or 0, value)
            sums[line] = sums.get(line, 0) + count
    return {line: change for line, change in sorted(sums.items()) if change}


def _locked(casino_id: int, places: set[str]) -> dict[Line, cage.CageStock]:
    """Every line of the places under its row's lock."""
    rows = cage.CageStock.objects.select_for_update().filter(casino_id=casino_id, place__in=places).order_by("pk")
    return {Line(row.place, row.chip_set_id or 0, row.value): row for row in rows}


def _empty(casino_id: int, line: Line) -> cage.CageStock:
    asset = Asset.CHIPS if line.chip_set else Asset.CASH
    return cage.CageStock(
        casino_id=casino_id, place=line.place, asset=asset, chip_set_id=line.chip_set or None, value=line.value
    )


def _short(line: Line) -> Conflict:
    if line.chip_set:
        return Conflict("cage_short", place=line.place, denomination=line.value)
    return Conflict("cash_short", place=line.place, note=line.value)


def holding(casino_id: int, place: CagePlace) -> dict[Line, int]:
    """What should lie at a place, without zero lines."""
    rows = cage.CageStock.objects.filter(casino_id=casino_id, place=place.value, count__gt=0).order_by("pk")
    return {Line(row.place, row.chip_set_id or 0, row.value): row.count for row in rows}


def become_counted(casino_id: int, place: CagePlace, counted: Mapping[Line, int]) -> dict[Line, int]:
    """Make the stock of a place what was counted and return the correction, line by line.

    The correction is the variance of the count: the caller puts it into the event of the count.
    """
    there = {line: row.count for line, row in _locked(casino_id, {place.value}).items()}
    changes = {line: counted.get(line, 0) - there.get(line, 0) for line in sorted(counted.keys() | there.keys())}
    correction = {line: change for line, change in changes.items() if change}
    by_set: dict[int, dict[int, int]] = {}
    for line, change in correction.items():
        by_set.setdefault(line.chip_set, {})[line.value] = change
    move_stock(casino_id, *(StockMove(place, change, chip_set or None) for chip_set, change in by_set.items()))
    return correction


def aim_at(casino_id: int, place: CagePlace, chip_set_id: int | None, target: Mapping[int, int]) -> None:
    """Set how many pieces of a set (None: banknotes) should lie at a place; lines that are not named have no target."""
    there = _locked(casino_id, {place.value})
    ours = {line.value: row for line, row in there.items() if line.chip_set == (chip_set_id or 0)}
    for value in target.keys() - ours.keys():
        row = _empty(casino_id, Line(place.value, chip_set_id or 0, value))
        row.target = target[value]
        row.save()
    for value, row in ours.items():
        row.target = target.get(value, 0)
    cage.CageStock.objects.bulk_update(ours.values(), ["target"])
