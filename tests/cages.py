"""Acts in the cage on the way to what a test is about: cass and cleo keep it, ada counts along, hana manages."""

from collections.abc import Callable, Mapping
from typing import Any

from tables.domain import chips
from tables.domain.cage import Asset, CageCount, CagePlace, ChipLot
from tables.domain.chips import Chips
from tables.domain.house_settings import Chip, ChipKind
from tables.domain.notes import NoteCount
from tables.domain.table_states import TableStatus
from tables.models import cage
from tables.services import cage_counts, cage_moves, cage_window, drop_takeovers
from tables.services import house as house_service
from tables.services.drop_takeovers import Takeover
from tests import builders, counting, custody
from tests.builders import House

NOTES = {2_000: 500, 5_000: 200, 10_000: 300}
"""50,000.00 from the bank in 500 x 20, 200 x 50 and 300 x 100."""


def stock_of(house: House, place: str = "cage", chip_set: str | None = "MAIN") -> Chips:
    """Pieces by value at a place, without zero lines; ``chip_set`` None are the banknotes."""
    asset = Asset.CASH if chip_set is None else Asset.CHIPS
    rows = cage.CageStock.objects.filter(casino=house.casino, place=place, asset=asset, count__gt=0)
    rows = rows.filter(chip_set__code=chip_set) if chip_set else rows
    return dict(rows.order_by("value").values_list("value", "count"))


def lot(pieces: Mapping[int, int], chip_set: str = "MAIN", total: int | None = None) -> ChipLot:
    """Chips of a set with the right total."""
    return ChipLot(chip_set, dict(pieces), chips.value(pieces) if total is None else total)


def notes(pieces: Mapping[int, int]) -> NoteCount:
    """Banknotes with the right total."""
    return NoteCount(dict(pieces), chips.value(pieces))


def receive_cash(house: House, pieces: Mapping[int, int] = NOTES, **more: Any) -> dict[str, Any]:
    """Cass and ada count what the bank brings into the vault."""
    asked: dict[str, Any] = {"actor": house.cass, "at": house.at, "notes": notes(pieces)}
    asked |= {"cashier": house.sign("cass"), "accountant": house.sign("ada")}
    return cage_moves.receive_cash(**{**asked, **more})


def bank_cash(house: House, pieces: Mapping[int, int], **more: Any) -> dict[str, Any]:
    """Cass and ada count what goes to the bank."""
    asked: dict[str, Any] = {"actor": house.cass, "at": house.at, "notes": notes(pieces)}
    asked |= {"cashier": house.sign("cass"), "accountant": house.sign("ada")}
    return cage_moves.bank_cash(**{**asked, **more})


def move_vault(house: House, source: str, given: ChipLot | None, cash: Mapping[int, int], **more: Any) -> Any:
    """Cass gives and cleo takes, from ``source`` to the other place."""
    places = {"source": CagePlace(source), "target": CagePlace.VAULT if source == "cage" else CagePlace.CAGE}
    asked: dict[str, Any] = {"actor": house.cass, "at": house.at, **places, "lot": given, "notes": notes(cash)}
    asked |= {"giver": house.sign("cass"), "taker": house.sign("cleo")}
    return cage_moves.move_vault(**{**asked, **more})


def with_cash(house: House, pieces: Mapping[int, int] = NOTES) -> House:
    """Notes from the bank lie in the cage's drawers."""
    receive_cash(house, pieces)
    move_vault(house, "vault", None, pieces)
    return house


def withdraw(house: House, gone: ChipLot, **more: Any) -> dict[str, Any]:
    """Cass and ada destroy chips of the cage."""
    asked: dict[str, Any] = {"actor": house.cass, "at": house.at, "place": CagePlace.CAGE, "lot": gone}
    asked |= {"reason": "worn out", "cashier": house.sign("cass"), "accountant": house.sign("ada")}
    return cage_moves.withdraw_chips(**{**asked, **more})


def sell(house: House, sold: ChipLot, cash: Mapping[int, int], **more: Any) -> dict[str, Any]:
    """Mr Lee buys chips from cass."""
    asked = {"actor": house.cass, "at": house.at, "patron": "Mr Lee", "notes": notes(cash), "lot": sold}
    return cage_window.sell_chips(**{**asked, **more})


def redeem(house: House, brought: ChipLot, cash: Mapping[int, int], **more: Any) -> dict[str, Any]:
    """Mr Lee brings chips to cass."""
    asked = {"actor": house.cass, "at": house.at, "patron": "Mr Lee", "notes": notes(cash), "lot": brought}
    return cage_window.redeem_chips(**{**asked, **more})


def give_promotional(house: House, given: ChipLot, **more: Any) -> dict[str, Any]:
    """Mr Lee gets promotional chips, cass hands them out and hana agrees."""
    asked: dict[str, Any] = {"actor": house.cass, "at": house.at, "patron": "Mr Lee", "lot": given}
    asked |= {"reason": "birthday", "cashier": house.sign("cass"), "manager": house.sign("hana")}
    return cage_window.give_promotional(**{**asked, **more})


def count(house: House, found: CageCount, place: str = "cage", **more: Any) -> dict[str, Any]:
    """Cass goes, cleo comes, and both count."""
    asked: dict[str, Any] = {"actor": house.cass, "at": house.at, "place": CagePlace(place), "count": found}
    asked |= {"outgoing": house.sign("cass"), "incoming": house.sign("cleo")}
    return cage_counts.count_cage(**{**asked, **more})


def counted(sets: Mapping[str, Mapping[int, int]], cash: Mapping[int, int], note: str = "", **more: Any) -> CageCount:
    """A count with the right total of the chips of MAIN; ``more`` says otherwise."""
    total = chips.value(sets.get("MAIN", {}))
    return CageCount(
        **{
            "sets": {code: dict(pieces) for code, pieces in sets.items()},
            "chips_total": total,
            "notes": notes(cash),
            "note": note,
            **more,
        }
    )


def promotional_set(house: House, code: str = "PROMO") -> None:
    """Chips of 5.00 and 25.00 that are wagered and never paid out; 100 and 40 of them lie in the cage."""
    faces = (Chip(500, "#aa5500", "P"), Chip(2_500, "#aa55aa", "Q"))
    house_service.add_chip_set(actor=house.hana, at=house.at, code=code, denominations=faces, kind=ChipKind.PROMOTIONAL)
    builders.receive_chips({500: 100, 2_500: 40}, house.at, chip_set=code)


def colour_set(house: House, code: str = "COLOURS") -> None:
    """Three colours without a value, 300 pieces of each in the vault."""
    faces = tuple(Chip(number, f"#00{number}000", str(number)) for number in (1, 2, 3))
    house_service.add_chip_set(actor=house.hana, at=house.at, code=code, denominations=faces, kind=ChipKind.NON_VALUE)
    pieces = {1: 300, 2: 300, 3: 300}
    builders.receive_chips(pieces, house.at, chip_set=code, total=0, place=CagePlace.VAULT)


DROP_NOTES: Mapping[int, int] = {2_000: 10, 10_000: 4}
DROP: Mapping[str, Any] = {
    "notes": {"2000": 10, "10000": 4},
    "cash_total": 60_000,
    "sets": {"MAIN": {"100": 3}},
    "chips_total": 300,
}
"""The money of a count, as it stands in a request."""


def close_count(house: House, notes: Mapping[int, int] = DROP_NOTES, chips_in_box: int = 3) -> int:
    """A count with one box of the first table: banknotes, and chips of 1.00 that fell into it; its number."""
    if house.state().status == TableStatus.CLOSED:
        if not custody.rack_of(house):
            custody.issue_bank(house)
        custody.open_table(house, custody.rack_of(house))
    box = house.state().box
    number = box.number if box else 0
    custody.close_table(house, custody.rack_of(house))
    custody.remove_box(house, number)
    session = counting.in_count(house, box=number)
    found = {100: chips_in_box} if chips_in_box else {}
    counting.both(house, counting.cash(notes, found_chips=found, found_chips_total=100 * chips_in_box), number)
    counting.close_when_done(house, session)
    return session


def take_over(house: House, session: int = 1, **more: Any) -> dict[str, Any]:
    """Colin hands the money of a count over, cass counts it."""
    handed = Takeover(session, notes(DROP_NOTES), {"MAIN": {100: 3}}, 300)
    asked: dict[str, Any] = {"actor": house.cass, "at": house.at, "handed": handed}
    asked |= {"counter": house.sign("colin"), "cashier": house.sign("cass")}
    return drop_takeovers.take_over_drop(**{**asked, **more})


STAGES: Mapping[str, Callable[[House], object]] = {
    "cash_in_vault": receive_cash,
    "cash_in_cage": with_cash,
    "promotional": promotional_set,
    "colours": colour_set,
    "count_closed": close_count,
}
"""What the cage is to hold, by the name of the stage."""
