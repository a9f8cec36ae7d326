"""Slips of a simulation: who asks, makes out, carries and counts; when a rack is filled, and when it is lightened."""

from dataclasses import replace
from datetime import date, datetime
from random import Random

import pytest

from tables.domain import chips
from tables.models import floor, log, slips
from tables.services import racks
from tables.services.simulation import bank, chip_runs, houses, shift
from tables.services.simulation.chip_runs import ChipRun
from tables.services.simulation.clocks import Clock
from tables.services.simulation.houses import MadeHouse, TablePlan
from tables.services.simulation.shift import ShiftPlan
from tables.services.simulation.table_run import TableRun

pytestmark = pytest.mark.django_db

PLAN = ShiftPlan(1, 1, 1, 3, date(2026, 3, 4), ("blackjack",))
AT = datetime.fromisoformat("2026-03-04T08:00:00Z")
PAR = {100: 200, 500: 100, 2_500: 80}


@pytest.fixture
def made() -> MadeHouse:
    return houses.found_house(shift.house_plan(PLAN), AT)


def opened(made: MadeHouse, given: dict[int, int]) -> TablePlan:
    """A table with its bank, dealt at by D001."""
    plan = replace(shift.table_plan(0, PLAN), bank=given)
    houses.furnish_table(made, plan, AT)
    return plan


def dealt(made: MadeHouse, plan: TablePlan, seats: dict[str, str]) -> TableRun:
    run = TableRun(made, plan, Clock(AT), Random(1), seats, 10_000)
    bank.open_table(made, plan, "D001", run.clock.tick())
    run.bring_shoe("D001")
    run.tap_in("D001")
    return run


def rack() -> chips.Chips:
    return racks.holding(floor.GamingTable.objects.get().pk)


def signers(slip: slips.Slip) -> list[tuple[str, str]]:
    return [(line["act"], line["badge"]) for line in slip.signatures]


def test_nearly_gone_is_filled_up_and_only_that() -> None:
    held = {100: 49, 500: 25, 2_500: 300}
    assert chip_runs.lacking(held, PAR) == {100: 151}
    assert chip_runs.surplus(held, PAR) == {2_500: 220}
    assert chip_runs.lacking(PAR, PAR) == {}
    assert chip_runs.surplus(PAR, PAR) == {}
    assert chip_runs.surplus({500: 199}, PAR) == {}
    assert chip_runs.lacking({100: 200, 500: 100}, PAR) == {2_500: 80}


def test_a_fill_takes_four_persons_and_lies_in_the_rack(made: MadeHouse) -> None:
    plan = opened(made, dict(shift.BANK))
    run = dealt(made, plan, {"1": "Ana"})
    before = rack()
    slip = ChipRun(made, plan, run.clock).fill("D001", {500: 20})
    assert slip == "F-000001"
    assert chips.less(rack(), before) == {500: 20}
    row = slips.Slip.objects.get()
    assert (row.status, row.missing) == ("accepted", 0)
    assert signers(row) == [
        ("fill_requested", "B01"),
        ("fill_issued", "K1"),
        ("slip_carried", "S1"),
        ("fill_accepted", "D001"),
        ("fill_accepted", "B01"),
    ]


@pytest.mark.by_hand
def test_a_rack_that_lacks_one_chip_and_has_too_many_of_others_changes_them(made: MadeHouse) -> None:
    plan = opened(made, {100: 200, 500: 100, 2_500: 40})
    run = dealt(made, plan, {"1": "Ana"})
    held = {100: 200, 500: 300, 2_500: 4}
    racks.move_rack(floor.GamingTable.objects.get().pk, chips.less(held, rack()))
    ChipRun(made, plan, run.clock).restock("D001", rack())
    row = slips.Slip.objects.get()
    assert (row.kind, row.status, row.total) == ("exchange", "received", 90_000)
    assert (row.chips, row.taken) == ({"500": 180}, {"2500": 36})
    assert rack() == {100: 200, 500: 120, 2_500: 40}


@pytest.mark.by_hand
def test_what_is_over_goes_to_the_cage(made: MadeHouse) -> None:
    plan = opened(made, {100: 200, 500: 100, 2_500: 40})
    run = dealt(made, plan, {"1": "Ana"})
    racks.move_rack(floor.GamingTable.objects.get().pk, {2_500: 40})
    ChipRun(made, plan, run.clock).restock("D001", rack())
    row = slips.Slip.objects.get()
    assert (row.kind, row.status, row.chips) == ("credit", "received", {"2500": 40})
    assert rack() == {100: 200, 500: 100, 2_500: 40}


def test_a_rack_that_cannot_pay_gets_its_fill_and_the_round_goes_on(made: MadeHouse) -> None:
    """Bets of ten against a rack of next to nothing: the first payment that cannot be made orders a fill."""
    plan = opened(made, {100: 100, 500: 60, 2_500: 20})
    run = dealt(made, plan, {str(seat): f"guest {seat}" for seat in range(1, 6)})
    for _ in range(12):
        run.play_round()
    fills = slips.Slip.objects.filter(kind="fill")
    assert fills.count() > 0
    assert set(fills.values_list("status", flat=True)) == {"accepted"}
    assert floor.TableState.objects.get().round_number == 12


def test_the_cages_log_goes_forward(made: MadeHouse) -> None:
    plan = opened(made, dict(shift.BANK))
    run = dealt(made, plan, {"1": "Ana"})
    slow = ChipRun(made, plan, run.clock)
    slow.fill("D001", {500: 20})
    other = Clock(AT)
    ChipRun(made, plan, other).ask_fill({500: 20})
    assert other.at > run.clock.at
    stream = log.Stream.objects.get(kind="cage")
    assert stream.head_seq == 3  # chips received, slip made out, carried
