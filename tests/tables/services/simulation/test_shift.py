"""A simulated shift: what stands in the house when it is over."""

from datetime import date
from typing import Any

import pytest
from django.db.models import Sum

from tables.domain.table_states import BoxStatus, TableStatus
from tables.models import floor, log, periods, rounds, staff
from tables.services.simulation import shift
from tables.services.simulation.shift import PlayedShift, ShiftPlan

pytestmark = pytest.mark.django_db

DAY = date(2026, 3, 4)


def play(tables: int = 4, rounds: int = 6, seed: int = 1) -> PlayedShift:
    return shift.play_shift(ShiftPlan(tables, rounds, seed, 3, DAY, ("blackjack",)), lambda done, of: None)


def figures(code: str) -> list[tuple[int, int, int, int]]:
    """Handle, hands and result of each table, and its closer."""
    tables = floor.GamingTable.objects.filter(casino__code=code).order_by("code")
    found = []
    for table in tables:
        sums = rounds.Round.objects.filter(table=table).aggregate(Sum("handle"), Sum("hands"), Sum("house_net"))
        closer = periods.BankPeriod.objects.get(table=table).closer_total
        assert closer is not None
        found.append((sums["handle__sum"], sums["hands__sum"], sums["house_net__sum"], closer))
    return found


def events(code: str, kind: str) -> int:
    return log.Event.objects.filter(
        type=kind, stream_id__in=log.Stream.objects.filter(casino__code=code).values("id")
    ).count()


def test_every_table_is_closed_as_the_rounds_say_and_its_box_is_counted() -> None:
    played = play()
    states = floor.TableState.objects.filter(table__casino__code="SIM-1")
    assert {(state.status, state.dealer_id) for state in states} == {(TableStatus.CLOSED, None)}
    assert rounds.Round.objects.filter(table__casino__code="SIM-1", status="confirmed").count() == 24
    for period in periods.BankPeriod.objects.filter(table__casino__code="SIM-1"):
        assert (period.gaming_day, period.shift) == (DAY, played.shift)
        assert period.closer_total == period.closer_expected
        assert period.box.status == BoxStatus.COUNTED
        won = rounds.Round.objects.filter(period=period).aggregate(Sum("house_net"))["house_net__sum"]
        assert period.closer_total is not None
        assert period.box.counted_total is not None
        assert period.closer_total + period.box.counted_total - period.opener_total == won
    assert events("SIM-1", "box_counted") == 4


def test_a_seed_plays_the_same_figures_again_and_another_seed_others() -> None:
    for seed in (1, 1, 2):
        play(tables=2, rounds=4, seed=seed)
    assert figures("SIM-1") == figures("SIM-2")
    assert figures("SIM-1") != figures("SIM-3")


def test_a_relief_dealer_goes_from_table_to_table_and_then_has_a_break() -> None:
    play(tables=4, rounds=4)
    turns = staff.DealerTurn.objects.filter(staff__badge="R001").order_by("tapped_in_at")
    assert [turn.table.code for turn in turns] == ["T-001", "T-002", "T-003"]
    assert staff.DealerTurn.objects.filter(staff__badge="R002").count() == 1
    assert not staff.DealerTurn.objects.filter(tapped_out_at=None).exists()


def test_time_goes_forward_at_every_table_and_stays_within_the_shift() -> None:
    play(tables=1, rounds=4)
    turn = staff.DealerTurn.objects.order_by("tapped_in_at").first()
    period = periods.BankPeriod.objects.get()
    assert turn is not None
    assert period.closed_at is not None
    assert period.opened_at.isoformat() == "2026-03-04T06:02:03+00:00"
    assert turn.tapped_in_at > period.opened_at
    assert period.closed_at.isoformat() == "2026-03-04T13:30:06+00:00"


def test_every_game_of_the_house_can_be_simulated() -> None:
    assert shift.simulated_games() == ["blackjack", "scarney", "scarney_partnership", "liars_dice"]


def test_tables_deal_the_games_in_turn_and_pots_leave_their_racks_alone() -> None:
    games = tuple(shift.simulated_games())
    shift.play_shift(ShiftPlan(4, 3, 5, 5, DAY, games), lambda done, of: None)
    assert [table.rules.game for table in floor.GamingTable.objects.order_by("code")] == list(games)
    for table in floor.GamingTable.objects.exclude(rules__game="blackjack"):
        statuses = list(table.rounds.values_list("status", flat=True))
        assert statuses == ["confirmed"] * 3
        period = periods.BankPeriod.objects.get(table=table)
        box = periods.DropBox.objects.get(table=table)
        assert (period.closer_total or 0) + (box.counted_total or 0) == period.opener_total
        rake = sum(table.rounds.values_list("house_net", flat=True))
        assert rake > 0
        assert box.rake_counted_total == rake
        assert floor.TableState.objects.get(table=table).pot == 0


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("blackjack", {}),
        ("scarney", {"players": ["A", "B", "C", "D", "E"], "seating": True, "ante": 1_000, "chip": 500}),
        ("scarney_partnership", {"players": ["A", "B", "C", "D"], "seating": True, "ante": 1_000, "chip": 500}),
        ("liars_dice", {"players": ["A", "B", "C", "D", "E"], "starter": "A", "unit": 1_000}),
    ],
)
def test_a_game_is_opened_with_as_many_as_can_play_it(game: str, options: dict[str, Any]) -> None:
    assert shift.first_options(game, {}, ["A", "B", "C", "D", "E"]) == options


def test_too_few_players_are_named() -> None:
    with pytest.raises(ValueError, match="scarney_partnership with 3 players"):
        shift.first_options("scarney_partnership", {}, ["A", "B", "C"])
