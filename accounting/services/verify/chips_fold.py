"""Where every chip of a house is, from its log alone (domain.md T-45).

Cage, vault, racks and chips in transit are known by denomination, all other places by value. This reading of the events
is independent of the posting rules: what an event takes from some places it must give to others, at every event.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from accounting.services.verify.rounds import Wrong
from tables.domain import chips
from tables.domain.house_settings import ChipKind
from tables.games.contract import Place, Tender

Data = Mapping[str, Any]
Pieces = Mapping[str, int]

ISSUED, CAGE, VAULT, PLAYERS, COUNT_ROOM, VARIANCE = "issued", "cage", "vault", "players", "count room", "variances"
OUTSIDE = frozenset({ISSUED, PLAYERS, VARIANCE})
"""May have either sign: what is issued is owed, players may hold chips from nowhere (an alarm), counts may differ."""


@dataclass(slots=True)
class HouseChips:
    """Value by place, pieces by (place, chip set, denomination).

    ``table_sets`` is the chip set of each table, ``kinds`` the kind of each set: only chips with a value are money.
    """

    table_sets: Mapping[str, str]
    kinds: Mapping[str, str]
    places: dict[str, int] = field(default_factory=dict)
    pieces: dict[tuple[str, str, int], int] = field(default_factory=dict)
    slips: dict[str, tuple[str, Pieces]] = field(default_factory=dict)
    box_rake: dict[tuple[str, int], int] = field(default_factory=dict)
    out: int = 0
    touched: set[str] = field(default_factory=set)

    def take(self, table: str, type_: str, data: Data) -> None:
        """The next event of the house. Raises Wrong unless what leaves some places comes to others."""
        if data.get("kind", ChipKind.VALUE) in (ChipKind.PROMOTIONAL, ChipKind.NON_VALUE):
            return
        self.out = 0
        self.touched.clear()
        fold = FOLDS.get(type_)
        if fold is not None:
            fold(self, table, data)
        if "transfers" in data:
            self._transfers(table, data["transfers"])
        if "rack" in data:
            self.move(f"rack/{table}", self.table_sets[table], data["rack"])
        if self.out:
            raise Wrong(f"chips do not balance: {self.out} came from nowhere")
        for place in sorted(self.touched - OUTSIDE):
            if self.places[place] < 0:
                raise Wrong(f"more chips left {place} than were there: {-self.places[place]}")

    def add(self, place: str, value: int) -> None:
        """Chips of this value come to a place, or leave it."""
        self.out += value
        self.touched.add(place)
        self.places[place] = self.places.get(place, 0) + value

    def move(self, place: str, chip_set: str, pieces: Pieces, sign: int = 1) -> None:
        """The same denomination by denomination. Raises Wrong when more leave than there were."""
        for value, count in chips.from_data(pieces).items():
            key = (place, chip_set, value)
            self.pieces[key] = self.pieces.get(key, 0) + sign * count
            if self.pieces[key] < 0:
                raise Wrong(f"more chips of {value} left {place} than were there: {-self.pieces[key]}")
        self.add(place, sign * chips.value(chips.from_data(pieces)))

    def set_of(self, data: Data) -> str:
        """The chip set that an event names, or that of its table."""
        return str(data["chip_set"] if "chip_set" in data else self.table_sets[data["table"]])

    def told(self) -> dict[str, Any]:
        """All of it as JSON, places where nothing is left out."""
        return {
            "places": {place: value for place, value in sorted(self.places.items()) if value},
            "pieces": [[*key, count] for key, count in sorted(self.pieces.items()) if count],
            "slips": {slip: [chip_set, dict(pieces)] for slip, (chip_set, pieces) in sorted(self.slips.items())},
            "box_rake": [[*key, rake] for key, rake in sorted(self.box_rake.items())],
        }

    def recall(self, told: Data) -> None:
        """Go on from what ``told`` has said."""
        self.places = dict(told["places"])
        self.pieces = {(place, chip_set, value): count for place, chip_set, value, count in told["pieces"]}
        self.slips = {slip: (chip_set, pieces) for slip, (chip_set, pieces) in told["slips"].items()}
        self.box_rake = {(table, box): rake for table, box, rake in told["box_rake"]}

    @property
    def elsewhere(self) -> int:
        """All that is in the house, in players' hands or lost and found; with what is issued it comes to zero."""
        return sum(value for place, value in self.places.items() if place != ISSUED)

    def _transfers(self, table: str, moves: Any) -> None:
        """Chips of a round; the rack's own share is told by its denominations (``rack``)."""
        for source, target, amount, _reason, tender in moves:
            if tender == Tender.CHIPS:
                self._at_table(table, source, -amount)
                self._at_table(table, target, amount)

    def _at_table(self, table: str, place: str, value: int) -> None:
        if place == Place.RACK:
            return
        self.add(PLAYERS if place.startswith("player:") else f"{place}/{table}", value)


def _transit(slip: str) -> str:
    return f"in transit/{slip}"


def _received(house: HouseChips, _table: str, data: Data) -> None:
    house.add(ISSUED, -data["total"])
    house.move(data.get("place", CAGE), house.set_of(data), data["chips"])


def _withdrawn(house: HouseChips, _table: str, data: Data) -> None:
    house.move(data["place"], house.set_of(data), data["chips"], -1)
    house.add(ISSUED, data["total"])


def _bank_issued(house: HouseChips, table: str, data: Data) -> None:
    chip_set = house.table_sets[table]
    house.move(CAGE, chip_set, data["chips"], -1)
    house.move(f"rack/{table}", chip_set, data["chips"])
    _require_total(data, "chips", "total")


def _vault_moved(house: HouseChips, _table: str, data: Data) -> None:
    if data["chips"]:
        house.move(data["source"], house.set_of(data), data["chips"], -1)
        house.move(data["target"], house.set_of(data), data["chips"])
    _require_total(data, "chips", "chips_total")


def _sold(house: HouseChips, _table: str, data: Data) -> None:
    house.move(CAGE, house.set_of(data), data["chips"], -1)
    house.add(PLAYERS, data["cash"])


def _redeemed(house: HouseChips, _table: str, data: Data) -> None:
    house.add(PLAYERS, -data["total"])
    house.move(CAGE, house.set_of(data), data["chips"])


def _cage_counted(house: HouseChips, _table: str, data: Data) -> None:
    """Promotional and valueless sets are corrected as well, but are no money: the difference names the value chips."""
    before = house.places.get(data["place"], 0)
    for chip_set, pieces in data["correction"]["chips"].items():
        if house.kinds[chip_set] == ChipKind.VALUE:
            house.move(data["place"], chip_set, pieces)
    house.add(VARIANCE, -data["chips_difference"])
    if before + data["chips_difference"] != data["chips_total"]:
        raise Wrong(f"the {data['place']} is not what was counted")


def _taken_over(house: HouseChips, _table: str, data: Data) -> None:
    house.add(COUNT_ROOM, -data["chips_total"])
    for chip_set, pieces in data["sets"].items():
        if house.kinds[chip_set] == ChipKind.VALUE:
            house.move(VAULT, chip_set, pieces)


def _rack_counted(house: HouseChips, _table: str, data: Data) -> None:
    """``rack`` is what the count found more or less; only this difference is a variance (T-12)."""
    difference = data["difference"] if "difference" in data else data.get("variance")
    house.add(VARIANCE, -(difference or 0))


def _bought_in(house: HouseChips, table: str, data: Data) -> None:
    house.move(f"rack/{table}", house.table_sets[table], data["chips"], -1)
    house.add(PLAYERS, data["cash"])


def _changed(house: HouseChips, table: str, data: Data) -> None:
    chip_set = house.table_sets[table]
    house.move(f"rack/{table}", chip_set, data["given"])
    house.move(f"rack/{table}", chip_set, data["taken"], -1)


def _set_apart(house: HouseChips, _table: str, data: Data) -> None:
    """A fill or an exchange: what the table will get leaves the cage."""
    pieces = data["taken"] if "taken" in data else data["chips"]
    house.slips[data["slip"]] = (house.set_of(data), pieces)
    house.move(CAGE, house.set_of(data), pieces, -1)
    house.move(_transit(data["slip"]), house.set_of(data), pieces)


def _came(house: HouseChips, _table: str, data: Data) -> None:
    """What was in transit has arrived at a table or in the cage, as counted there; what is missing is shown alone."""
    chip_set, pieces = house.slips.pop(data["slip"])
    house.move(_transit(data["slip"]), chip_set, pieces, -1)
    house.add(VARIANCE, data["total"] - data["counted_total"])


def _came_to_cage(house: HouseChips, table: str, data: Data) -> None:
    _came(house, table, data)
    house.move(CAGE, house.set_of(data), data["counted"])


def _slip_voided(house: HouseChips, _table: str, data: Data) -> None:
    if data["slip"] in house.slips:  # a credit had set nothing apart
        chip_set, pieces = house.slips.pop(data["slip"])
        house.move(_transit(data["slip"]), chip_set, pieces, -1)
        house.move(CAGE, chip_set, pieces)


def _counted_out(house: HouseChips, table: str, data: Data) -> None:
    """The chips leave the rack (``rack``) and are on their way to the cage."""
    chip_set = house.table_sets[table]
    house.slips[data["slip"]] = (chip_set, data["chips"])
    house.move(_transit(data["slip"]), chip_set, data["chips"])


def _exchanged(house: HouseChips, table: str, data: Data) -> None:
    """What came is in the rack, and what the table gave for it is on its way."""
    chip_set, pieces = house.slips.pop(data["slip"])
    house.move(_transit(data["slip"]), chip_set, pieces, -1)
    house.slips[data["slip"]] = (chip_set, data["given"])
    house.move(_transit(data["slip"]), chip_set, data["given"])


def _marker_issued(house: HouseChips, _table: str, data: Data) -> None:
    house.add(PLAYERS, data["amount"])


def _marker_voided(house: HouseChips, _table: str, data: Data) -> None:
    house.add(PLAYERS, -data["amount"])


def _marker_paid(house: HouseChips, _table: str, data: Data) -> None:
    house.add(PLAYERS, -data["chips_total"])


def _marker_settled(house: HouseChips, _table: str, data: Data) -> None:
    if data["chips"]:
        house.move(CAGE, house.set_of(data), data["chips"])
    house.add(PLAYERS, -data["chips_total"])


def _box_removed(house: HouseChips, table: str, data: Data) -> None:
    """The rake of the table leaves with its box and bears its number."""
    waiting = sum(rake for (of, _), rake in house.box_rake.items() if of == table)
    if rake := house.places.get(f"rake/{table}", 0) - waiting:
        house.box_rake[table, data["box"]] = rake


def _box_counted(house: HouseChips, _table: str, data: Data) -> None:
    """Chips of the table that lay in its box: its rack was short of them, and that stands among the variances."""
    house.add(COUNT_ROOM, data["found_chips_total"])
    house.add(VARIANCE, -data["found_chips_total"])
    _require_total(data, "found_chips", "found_chips_total")


def _rake_counted(house: HouseChips, _table: str, data: Data) -> None:
    due = house.box_rake.pop((data["table"], data["box"]), 0)
    house.add(f"rake/{data['table']}", -due)
    house.add(COUNT_ROOM, data["total"])
    house.add(VARIANCE, due - data["total"])


def _require_total(data: Data, pieces: str, total: str) -> None:
    if chips.value(chips.from_data(data[pieces])) != data[total]:
        raise Wrong(f"{data[total]} written for {chips.value(chips.from_data(data[pieces]))} in chips")


FOLDS: Mapping[str, Callable[[HouseChips, str, Data], None]] = {
    "chips_received": _received,
    "chips_withdrawn": _withdrawn,
    "table_bank_issued": _bank_issued,
    "vault_moved": _vault_moved,
    "chips_sold": _sold,
    "chips_redeemed": _redeemed,
    "cage_counted": _cage_counted,
    "drop_taken_over": _taken_over,
    "table_opened": _rack_counted,
    "table_closed": _rack_counted,
    "buy_in_taken": _bought_in,
    "buy_in_corrected": _bought_in,
    "chips_changed": _changed,
    "fill_issued": _set_apart,
    "exchange_issued": _set_apart,
    "fill_accepted": _came,
    "fill_returned": _came_to_cage,
    "exchange_returned": _came_to_cage,
    "credit_counted_out": _counted_out,
    "credit_received": _came_to_cage,
    "exchange_made": _exchanged,
    "exchange_received": _came_to_cage,
    "slip_voided": _slip_voided,
    "marker_issued": _marker_issued,
    "marker_voided": _marker_voided,
    "marker_paid": _marker_paid,
    "marker_settled": _marker_settled,
    "box_removed": _box_removed,
    "box_counted": _box_counted,
    "rake_counted": _rake_counted,
}
"""Events that move chips beside ``transfers`` and ``rack``, which any event may have."""
