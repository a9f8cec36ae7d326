"""One simulated table: the players, the pit boss, and the check against the rules."""

from datetime import date, datetime
from random import Random
from typing import Any

import pytest

from tables.domain.table_states import RoundStatus, TableStatus
from tables.models import floor, log, rounds
from tables.services.simulation import bank, houses, shift
from tables.services.simulation.clocks import Clock
from tables.services.simulation.houses import MadeHouse
from tables.services.simulation.shift import ShiftPlan
from tables.services.simulation.table_run import TableRun

pytestmark = pytest.mark.django_db

PLAN = ShiftPlan(1, 1, 1, 3, date(2026, 3, 4), ("blackjack",))
AT = datetime.fromisoformat("2026-03-04T08:00:00Z")
SEATS = {"1": "Ana", "2": "Bo", "5": "Ana"}


@pytest.fixture
def made() -> MadeHouse:
    founded = houses.found_house(shift.house_plan(PLAN), AT)
    houses.furnish_table(founded, shift.table_plan(0, PLAN), AT)
    return founded


@pytest.fixture
def run(made: MadeHouse) -> TableRun:
    table = shift.table_plan(0, PLAN)
    run = TableRun(made, table, Clock(AT), Random(1), SEATS, 10_000)
    bank.open_table(made, table, "D001", run.clock.tick())
    run.bring_shoe("D001")
    run.tap_in("D001")
    return run


def types() -> list[str]:
    stream = log.Stream.objects.get(kind="table")
    return list(log.Event.objects.filter(stream_id=stream.pk).order_by("seq").values_list("type", flat=True))


def test_players_buy_in_before_the_round_and_the_round_is_confirmed(run: TableRun) -> None:
    run.play_round()
    assert types().count("buy_in_taken") == 2
    assert run.purses.notes == {10_000: 6}
    row = rounds.Round.objects.get()
    assert row.status == RoundStatus.CONFIRMED
    assert sum(run.purses.chips.values()) == 60_000 - row.house_net


def test_a_voided_round_gives_everybody_his_chips_back(run: TableRun) -> None:
    run.play_round()
    before = dict(run.purses.chips)
    run.play_round()
    run.void_last_round("the dealer paid the wrong hand")
    assert run.purses.chips == before
    assert list(rounds.Round.objects.order_by("number").values_list("status", flat=True)) == ["confirmed", "voided"]
    run.play_round()
    assert types()[-1] == "settlement_confirmed"


def test_after_a_misdeal_the_table_goes_on(run: TableRun) -> None:
    run.play_round()
    run.misdeal("a card fell out of the shoe")
    assert types()[-2:] == ["misdeal_recorded", "misdeal_ruled"]
    assert floor.TableState.objects.get().status == TableStatus.OPEN
    run.play_round()
    assert types()[-1] == "settlement_confirmed"


def test_a_lifted_limit_holds_from_the_next_round_on(run: TableRun) -> None:
    run.raise_limit("Ana", 200_000)
    run.play_round()
    assert floor.TableState.objects.get().raised == {"Ana": 200_000}


def test_the_cut_card_brings_a_shuffle_before_the_next_round(run: TableRun) -> None:
    while "cut_card_appeared" not in types():
        run.play_round()
    told = types()
    assert told[-2:] == ["shoe_mixed", "shoe_cut"]
    assert told.count("shoe_mixed") == 2
    run.play_round()


def test_a_floor_that_shows_another_table_than_the_rules_is_found_out(
    run: TableRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tables.services import rounds as round_life

    told = round_life.dealer_answer

    def wrong(*given: Any) -> dict[str, Any]:
        answer = told(*given)
        return {**answer, "felt": {**(answer["felt"] or {}), "minimum": 1}}

    monkeypatch.setattr(round_life, "dealer_answer", wrong)
    with pytest.raises(RuntimeError, match="shows another table than the rules"):
        run.play_round()


def test_a_miscount_stands_in_the_closer(run: TableRun, made: MadeHouse) -> None:
    run.play_round()
    run.tap_out()
    bank.close_table(made, run.plan, "D001", run.clock.tick(), {2_500: -1}, "recounted twice")
    body = log.Event.objects.get(type="table_closed").body
    assert '"difference":-2500' in body
