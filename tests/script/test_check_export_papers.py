"""The checker follows chips through every paper between the cage and a table, and through the cage itself."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tables.domain import chips
from tests import cages, custody, slips
from tests.accounting import audited
from tests.builders import House
from tests.script.unpacked import Files, changed, events_of, files_of, told

pytestmark = pytest.mark.django_db

CAGE, TABLE = "DEMO/cage", "DEMO/table/BJ-01"
_RACK = "the chips of the rack are not worth what was moved"
_SHORT = "the rack has not that many chips of 10000"


@pytest.fixture
def house() -> House:
    """Every kind of slip on its way to the end, one short, one back, one void; the cage sells, redeems and counts."""
    standing = slips.house()
    slips.add_paul(standing)
    slips.accept(standing, slips.carried_fill(standing))
    slips.give_back(standing, slips.declined_fill(standing), {500: 39, 2_500: 20}, note="one red chip is missing")
    slips.void(standing, slips.issued_fill(standing))
    slips.receive(standing, slips.counted_out_credit(standing))
    exchange = slips.carried_exchange(standing)
    slips.make_exchange(standing, exchange)
    slips.receive(standing, exchange, slips.GIVEN)
    slips.carried_fill(standing)
    cages.with_cash(standing)
    cages.sell(standing, cages.lot({500: 20}), {10_000: 1})
    cages.redeem(standing, cages.lot({500: 10}), {5_000: 1})
    cages.move_vault(standing, "cage", cages.lot({10_000: 5}), {})
    cages.withdraw(standing, cages.lot({10_000: 1}))
    cages.promotional_set(standing)
    cages.give_promotional(standing, cages.lot({500: 2}, "PROMO"))
    cages.colour_set(standing)
    _counted_one_short(standing)
    custody.close_table(standing, custody.rack_of(standing), at=standing.at + timedelta(hours=1))
    return standing


def _counted_one_short(house: House) -> None:
    """Cass and cleo find one white chip less in the cage than there should be."""
    there = cages.stock_of(house)
    promo = cages.stock_of(house, chip_set="PROMO")
    sets = {"MAIN": there | {100: there[100] - 1}, "PROMO": promo}
    notes = cages.stock_of(house, chip_set=None)
    cages.count(house, cages.counted(sets, notes, "one white chip", promotional_total=chips.value(promo)))


@pytest.fixture
def files(house: House) -> Files:
    """An export of that house."""
    audited.export(house)
    return files_of(audited.archive(house))


def test_every_chip_is_accounted_for(house: House, files: Files, tmp_path: Path) -> None:
    found = told(files, tmp_path)
    assert found[0].endswith("0 seals: whole")
    places = dict(part.rsplit(" ", 1) for part in found[-1].partition(": ")[2].split(", "))
    assert sum(int(amount) for amount in places.values()) == 0
    assert int(places["in_transit"]) == 70_000  # the fill that security carries
    assert int(places["players"]) == 10_000 - 5_000
    assert int(places["vault"]) == 50_000
    assert int(places["variance"]) == 500 + 100  # the red chip of the fill, the white one of the cage
    main = {"cage": cages.stock_of(house), "vault": cages.stock_of(house, "vault")}
    for place, stock in main.items():
        assert int(places[place]) == sum(value * pieces for value, pieces in stock.items())
    rack = custody.rack_of(house)
    assert int(places["rack"]) == sum(value * pieces for value, pieces in rack.items())


@pytest.mark.parametrize(
    ("key", "type_", "change", "what"),
    [
        (TABLE, "fill_accepted", lambda data: data["rack"].update({"500": 41}), _RACK),
        (TABLE, "fill_accepted", lambda data: data["counted"].update({"500": 41}), "70000 written for 70500 in chips"),
        (TABLE, "credit_counted_out", lambda data: data["rack"].update({"10000": -900}), _SHORT),
        (TABLE, "exchange_made", lambda data: data["rack"].update({"500": 99}), _RACK),
        (CAGE, "fill_issued", lambda data: data["chips"].update({"500": 41}), "70000 written for 70500 in chips"),
        (CAGE, "credit_received", lambda data: data["counted"].update({"500": 1}), "90000 written for 90500 in chips"),
        (CAGE, "chips_withdrawn", lambda data: data.update(total=1), "1 written for 10000 in chips"),
    ],
    ids=["rack", "count", "more than there is", "exchange", "issue", "receipt", "withdrawal"],
)
def test_a_paper_that_does_not_add_up_is_named(
    files: Files, key: str, type_: str, change: Any, what: str, tmp_path: Path
) -> None:
    seq = next(event["seq"] for event in events_of(files, key) if event["type"] == type_)
    changed(files, key, seq, change)
    assert told(files, tmp_path) == [f"{key} #{seq} {type_}: {what}"]
