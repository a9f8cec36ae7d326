"""Acts at the stores of cards and dice: sam keeps them, ada counts along, petra takes for her tables."""

from collections.abc import Callable, Mapping
from typing import Any

from tables.domain.equipment import Item, Place
from tables.models.equipment import EquipmentStock
from tables.services import equipment
from tests.builders import House

NOTHING = {"cards": {"new": 0, "used": 0}, "dice": {"new": 0, "used": 0}}


def lines(house: House) -> dict[tuple[str, str], int]:
    """Pieces by item and place, without noughts."""
    rows = EquipmentStock.objects.filter(casino=house.casino, pieces__gt=0)
    return {(item, place): pieces for item, place, pieces in rows.values_list("item", "place", "pieces")}


def _asked(house: House, second: str, who: str, more: Mapping[str, Any], **asked: Any) -> dict[str, Any]:
    signed = {"keeper": house.sign("sam"), second: house.sign(who)}
    return {"actor": house.sam, "at": house.at, **signed, **asked, **more}


def receive(house: House, pieces: int = 24, **more: Any) -> dict[str, Any]:
    """Sam and ada take a delivery in."""
    asked = {"item": Item.CARDS, "pieces": pieces, "source": "Maker & Co, batch 4711"}
    return equipment.receive_equipment(**_asked(house, "accountant", "ada", more, **asked))


def issue(house: House, pieces: int = 8, **more: Any) -> dict[str, Any]:
    """Petra takes decks for the first table."""
    asked = {"item": Item.CARDS, "pieces": pieces, "table": house.tables[0]}
    return equipment.issue_equipment(**_asked(house, "pit_boss", "petra", more, **asked))


def give_back(house: House, pieces: int, unused: int = 0, **more: Any) -> dict[str, Any]:
    """Petra brings decks of the first table back."""
    asked = {"item": Item.CARDS, "pieces": pieces, "unused": unused, "table": house.tables[0]}
    return equipment.return_equipment(**_asked(house, "pit_boss", "petra", more, **asked))


def destroy(house: House, pieces: int, place: Place = Place.USED, **more: Any) -> dict[str, Any]:
    """Sam and ada destroy decks."""
    asked = {"item": Item.CARDS, "pieces": pieces, "place": place, "how": "drilled and shredded"}
    return equipment.destroy_equipment(**_asked(house, "accountant", "ada", more, **asked))


def count(house: House, counted: Mapping[str, Mapping[str, int]], note: str = "", **more: Any) -> dict[str, Any]:
    """Sam and ada count the stores."""
    return equipment.count_equipment(**_asked(house, "accountant", "ada", more, counted=counted, note=note))


def _at_table(house: House) -> None:
    receive(house)
    issue(house)


STAGES: Mapping[str, Callable[[House], object]] = {"decks_in_stores": receive, "decks_at_table": _at_table}
