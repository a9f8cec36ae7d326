"""Acts of markers on the way to what a test is about: ada sets lines, dana and petra give and take, cass settles."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from tables.domain import chips, markers
from tables.models.markers import Marker
from tables.services import credit_lines, patrons, taps
from tables.services import markers as marker_services
from tests import builders, cages, custody
from tests.builders import House

PATRON = "P-7"
LIMIT = 2_000_000
"""20,000.00"""
CUT = {10_000: 20, 2_500: 120}
"""5,000.00 in 20 x 100 and 120 x 25."""


def house(bank: Mapping[int, int] = custody.BANK, **more: Any) -> House:
    """The first table open with its bank, dana dealing, and a patron with a credit line of 20,000.00."""
    made = builders.house(**more)
    custody.issue_bank(made, bank)
    custody.open_table(made, bank)
    taps.tap_in(actor=made.dana, at=made.at, table=made.tables[0])
    patrons.register_patron(actor=made.petra, at=made.at, code=PATRON, name="Pat Seven")
    set_line(made)
    return made


def set_line(house: House, limit: int = LIMIT, since: date = builders.GAMING_DAY, **more: Any) -> dict[str, Any]:
    """Ada writes down what the bureau says."""
    asked = {"actor": house.ada, "at": house.at, "patron": PATRON, "limit": limit, "effective_from": since}
    return credit_lines.set_credit_line(**{**asked, "source": "Central Credit, 2026-03-01", **more})


def _signed(house: House, dealer: str = "dana") -> dict[str, Any]:
    return {"dealer": house.sign(dealer), "pit_boss": house.sign("petra")}


def issue(house: House, cut: Mapping[int, int] = CUT, **more: Any) -> dict[str, Any]:
    """Dana gives chips for the patron's signature, petra watches."""
    asked: dict[str, Any] = {"actor": house.dana, "at": house.at, "table": house.tables[0], "patron": PATRON}
    asked |= {"amount": chips.value(cut), "cut": dict(cut), "patron_signed": True, **_signed(house)}
    return marker_services.issue_marker(**{**asked, **more})


def over_limit(house: House, who: str = "hana", reason: str = "known for years") -> marker_services.OverLimit:
    """Hana lets the patron pass his line."""
    return marker_services.OverLimit(reason, house.sign(who))


def pay(house: House, slip: str, cash: int = 0, given: Mapping[int, int] | None = None, **more: Any) -> dict[str, Any]:
    """Dana takes a payment at the first table, petra watches."""
    asked: dict[str, Any] = {"actor": house.dana, "at": house.at, "table": house.tables[0], "slip": slip, "cash": cash}
    asked |= {"given": dict(given or {}), "given_total": chips.value(given or {}), **_signed(house)}
    return marker_services.pay_marker(**{**asked, **more})


def pay_elsewhere(house: House, table: str, slip: str, cash: int, given: Mapping[int, int]) -> dict[str, Any]:
    """Dev, who deals at another table, takes the payment."""
    return pay(house, slip, cash, given, actor=house.at_table("dev", table), table=table, **_signed(house, "dev"))


def open_other(house: House, table: str, bank: Mapping[int, int] = custody.BANK) -> None:
    """Another table with its bank, opened by dev, who deals there."""
    custody.issue_bank(house, bank, table=table)
    custody.open_table(house, bank, table=table, dealer=house.sign("dev"))
    taps.tap_in(actor=house.at_table("dev", table), at=house.at, table=table)


def void(house: House, slip: str, second: str = "sam", **more: Any) -> dict[str, Any]:
    """Dana takes the chips back, petra says why, ``second`` signs beside them."""
    asked: dict[str, Any] = {"actor": house.petra, "at": house.at, "slip": slip, "parts": markers.PARTS}
    asked |= {"reason": "wrong patron", **_signed(house), "second": house.sign(second)}
    return marker_services.void_marker(**{**asked, **more})


def reprint(house: House, slip: str, **more: Any) -> dict[str, Any]:
    """Cass records another copy."""
    asked: dict[str, Any] = {"actor": house.cass, "at": house.at, "slip": slip, "reason": "the paper jammed"}
    return marker_services.reprint_marker(**{**asked, **more})


def transfer(house: House, owed: Mapping[str, int], **more: Any) -> dict[str, Any]:
    """Petra hands the originals to cass."""
    asked: dict[str, Any] = {"actor": house.cass, "at": house.at, "owed": dict(owed)}
    asked |= {"pit_boss": house.sign("petra"), "cashier": house.sign("cass")}
    return marker_services.transfer_markers(**{**asked, **more})


def settle(
    house: House, slip: str, cash: Mapping[int, int] | None = None, given: Mapping[int, int] | None = None, **more: Any
) -> dict[str, Any]:
    """The patron pays cass."""
    asked: dict[str, Any] = {"actor": house.cass, "at": house.at, "slip": slip, "notes": cages.notes(cash or {})}
    asked |= {"lot": cages.lot(given) if given else None, "cashier": house.sign("cass")}
    return marker_services.settle_marker(**{**asked, **more})


def row(slip: str) -> Marker:
    """The marker of a number."""
    series, _, number = slip.rpartition("-")
    return Marker.objects.get(series=series, number=int(number))


SMALL = {2_500: 20}
"""500.00"""


def with_credit(house: House) -> None:
    """The patron and his line, in a house that is at work."""
    patrons.register_patron(actor=house.petra, at=house.at, code=PATRON, name="Pat Seven")
    set_line(house)


def issued(house: House) -> str:
    """A marker of 500.00 at the first table; its number."""
    with_credit(house)
    return str(issue(house, SMALL)["slip"])


def in_cage(house: House) -> None:
    """The same marker, handed over to the cage."""
    transfer(house, {issued(house): 50_000})


STAGES: Mapping[str, Callable[[House], object]] = {
    "with_credit": with_credit,
    "marker_issued": issued,
    "marker_in_cage": in_cage,
    "bought_in": lambda house: custody.buy_in(house, 100_000, {10_000: 10}),
}
"""How far a patron's credit has come, by the name of the stage."""
