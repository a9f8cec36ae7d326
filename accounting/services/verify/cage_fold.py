"""What lies in the cage and its vault as the log tells it, line by line: place, chip set, value."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from accounting.services.verify.rounds import Wrong
from tables.domain import chips

CAGE, VAULT = "cage", "vault"
Pieces = Mapping[str, int]


class Line(NamedTuple):
    """One kind of piece at one place; ``chip_set`` is empty for banknotes."""

    place: str
    chip_set: str
    value: int


@dataclass(slots=True)
class CageFold:
    """Pieces by line. ``table_sets`` is the chip set of each table; ``slips`` what each slip took from the cage."""

    table_sets: Mapping[str, str]
    stock: dict[Line, int] = field(default_factory=dict)
    targets: dict[Line, int] = field(default_factory=dict)
    slips: dict[str, tuple[str, Pieces]] = field(default_factory=dict)

    def take(self, type_: str, data: Mapping[str, Any]) -> None:
        """The next event that touches the stock. Raises Wrong when it does not fit what came before."""
        fold = FOLDS.get(type_)
        if fold is not None:
            fold(self, data)

    def move(self, place: str, chip_set: str, pieces: Pieces, sign: int = 1) -> None:
        """Pieces come to a place, or leave it. Raises Wrong when more leave than there were."""
        for value, count in chips.from_data(pieces).items():
            line = Line(place, chip_set, value)
            self.stock[line] = self.stock.get(line, 0) + sign * count
            if self.stock[line] < 0:
                what = f"chips of {value} ({chip_set})" if chip_set else f"notes of {value}"
                raise Wrong(f"more {what} left the {place} than were in it")

    def set_of(self, data: Mapping[str, Any]) -> str:
        """The chip set that an event names, or that of its table."""
        return str(data["chip_set"] if "chip_set" in data else self.table_sets[data["table"]])


def _received(fold: CageFold, data: Mapping[str, Any]) -> None:
    fold.move(data.get("place", CAGE), fold.set_of(data), data["chips"])


def _withdrawn(fold: CageFold, data: Mapping[str, Any]) -> None:
    fold.move(data["place"], fold.set_of(data), data["chips"], -1)


def _given_to_table(fold: CageFold, data: Mapping[str, Any]) -> None:
    fold.move(CAGE, fold.set_of(data), data["chips"], -1)


def _vault_moved(fold: CageFold, data: Mapping[str, Any]) -> None:
    for place, sign in ((data["source"], -1), (data["target"], 1)):
        if data["chips"]:
            fold.move(place, fold.set_of(data), data["chips"], sign)
        fold.move(place, "", data["notes"], sign)


def _cash_received(fold: CageFold, data: Mapping[str, Any]) -> None:
    fold.move(VAULT, "", data["notes"])


def _cash_banked(fold: CageFold, data: Mapping[str, Any]) -> None:
    fold.move(VAULT, "", data["notes"], -1)


def _sold(fold: CageFold, data: Mapping[str, Any]) -> None:
    fold.move(CAGE, "", data["notes"])
    fold.move(CAGE, fold.set_of(data), data["chips"], -1)


def _redeemed(fold: CageFold, data: Mapping[str, Any]) -> None:
    fold.move(CAGE, fold.set_of(data), data["chips"])
    fold.move(CAGE, "", data["notes"], -1)


def _counted(fold: CageFold, data: Mapping[str, Any]) -> None:
    """The place becomes what was counted, which is what was there and the correction."""
    place, correction = data["place"], data["correction"]
    for chip_set, pieces in correction["chips"].items():
        fold.move(place, chip_set, pieces)
    fold.move(place, "", correction["notes"])
    there = {line: count for line, count in fold.stock.items() if line.place == place and count}
    counted = {
        Line(place, chip_set, value): count
        for chip_set, pieces in data["sets"].items()
        for value, count in chips.from_data(pieces).items()
    }
    counted |= {Line(place, "", value): count for value, count in chips.from_data(data["notes"]).items()}
    if there != counted:
        raise Wrong(f"the {place} is not what was counted")


def _target_set(fold: CageFold, data: Mapping[str, Any]) -> None:
    chip_set = data.get("chip_set", "")
    kept = {line: n for line, n in fold.targets.items() if (line.place, line.chip_set) != (data["place"], chip_set)}
    fold.targets = kept | {
        Line(data["place"], chip_set, value): count for value, count in chips.from_data(data["target"]).items()
    }


def _taken_over(fold: CageFold, data: Mapping[str, Any]) -> None:
    fold.move(VAULT, "", data["notes"])
    for chip_set, pieces in data["sets"].items():
        fold.move(VAULT, chip_set, pieces)


def _fill_issued(fold: CageFold, data: Mapping[str, Any]) -> None:
    fold.slips[data["slip"]] = (fold.set_of(data), data["chips"])
    fold.move(CAGE, fold.set_of(data), data["chips"], -1)


def _exchange_issued(fold: CageFold, data: Mapping[str, Any]) -> None:
    """The cage sets apart what the table will take."""
    fold.slips[data["slip"]] = (fold.set_of(data), data["taken"])
    fold.move(CAGE, fold.set_of(data), data["taken"], -1)


def _slip_voided(fold: CageFold, data: Mapping[str, Any]) -> None:
    """What was set apart lies in the cage again; a credit had set nothing apart."""
    if data["slip"] in fold.slips:
        chip_set, pieces = fold.slips.pop(data["slip"])
        fold.move(CAGE, chip_set, pieces)


def _came_back(fold: CageFold, data: Mapping[str, Any]) -> None:
    """Chips from a table, as the cashier counted them."""
    fold.move(CAGE, fold.set_of(data), data["counted"])


def _marker_settled(fold: CageFold, data: Mapping[str, Any]) -> None:
    fold.move(CAGE, "", data["notes"])
    if data["chips"]:
        fold.move(CAGE, fold.set_of(data), data["chips"])


def _front_money_taken(fold: CageFold, data: Mapping[str, Any]) -> None:
    fold.move(CAGE, "", data["notes"])


def _front_money_returned(fold: CageFold, data: Mapping[str, Any]) -> None:
    fold.move(CAGE, "", data["notes"], -1)


FOLDS: Mapping[str, Callable[[CageFold, Mapping[str, Any]], None]] = {
    "chips_received": _received,
    "chips_withdrawn": _withdrawn,
    "table_bank_issued": _given_to_table,
    "vault_moved": _vault_moved,
    "cash_received": _cash_received,
    "cash_banked": _cash_banked,
    "chips_sold": _sold,
    "chips_redeemed": _redeemed,
    "promotional_given": _given_to_table,
    "cage_counted": _counted,
    "cage_target_set": _target_set,
    "drop_taken_over": _taken_over,
    "fill_issued": _fill_issued,
    "fill_returned": _came_back,
    "exchange_issued": _exchange_issued,
    "exchange_received": _came_back,
    "exchange_returned": _came_back,
    "credit_received": _came_back,
    "slip_voided": _slip_voided,
    "marker_settled": _marker_settled,
    "front_money_taken": _front_money_taken,
    "front_money_returned": _front_money_returned,
}
"""What each event does to the stock. ``table_bank_issued`` stands in the streams of tables."""
