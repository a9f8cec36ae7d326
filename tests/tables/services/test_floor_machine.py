"""An evening at random (``floor_machine``): what has to come up, what must hold, and that the checks can fail."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from tables.domain.errors import FloorError
from tables.models import floor
from tables.services import approvals, racks, undoing
from tests import builders, dealt, disputed
from tests.accounting import forging
from tests.tables.services import floor_house
from tests.tables.services.floor_house import CARDS, DICE
from tests.tables.services.floor_machine import Evening

pytestmark = [pytest.mark.django_db, pytest.mark.by_hand]

EVENTS = {
    "round_opened", "bet_placed", "card_dealt", "act_taken", "ante_paid", "dice_thrown", "settlement_confirmed",
    "press_undone", "round_voided", "misdeal_recorded", "misdeal_ruled", "approval_asked", "approval_given",
    "dispute_opened", "dispute_ruled",
    "ruling_paid", "table_closed", "table_opened",
}  # fmt: skip
REFUSALS = {
    "stale_sequence", "not_permitted", "not_dealing", "same_person", "play_stopped", "round_in_play",
    "round_already_void", "nothing_to_undo", "undo_too_late", "table_not_open",
}  # fmt: skip
"""What has to come up, or the machine proves less than it says."""
FEW = settings(
    max_examples=11,
    stateful_step_count=14,
    derandomize=True,
    deadline=None,
    phases=(Phase.generate,),
    database=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture
def machine() -> Iterator[type[Evening]]:
    """The machine in the house, which remembers what has come up."""
    Evening.house = floor_house.house()
    Evening.seen.clear()
    Evening.refused.clear()
    yield Evening
    del Evening.house


def test_the_parts_of_an_evening_do_not_break_each_other(machine: type[Evening]) -> None:
    run_state_machine_as_test(machine, settings=FEW)
    assert EVENTS - set(machine.seen) == set()
    assert REFUSALS - set(machine.refused) == set()


class TestItCanFail:
    """The same checks where a row was changed, or where a service forgets a part of its work."""

    @pytest.fixture
    def played(self, machine: type[Evening]) -> Iterator[Evening]:
        """A settled round of cards with a paid ruling and a lift, a press undone, and dice in the pot."""
        evening = machine()
        evening.begin()
        house = evening.house
        dealt.press(house, {"do": "open_round"}, *dealt.bets(), {"do": "close_betting"})
        dealt.press(house, *dealt.cards())
        dealt.press(house, {"do": "stand", "by": "anna", "spot": 1}, {"do": "stand", "by": "bo", "spot": 2})
        disputed.claim(house)
        disputed.rule(house)
        dealt.press(house, {"do": "confirm_settlement"})
        where: dict[str, Any] = {"at": house.at, "table": CARDS}
        approvals.ask_lift(actor=house.dana, player="anna", maximum=60_000, **where)
        approvals.give_approval(actor=house.petra, number=1, **where)
        dealt.press(house, {"do": "open_round"})
        undoing.undo_press(actor=house.dana, **where)
        opening = {"do": "open_round", "options": {"players": ["A", "B"], "ante": 500, "chip": 50}}
        antes = [{"do": "ante", "by": player} for player in "AB"]
        dealt.press(house, opening, *antes, table=DICE, actor=house.at_table("dev", DICE))
        evening.everything_agrees()
        yield evening
        evening.undone.__exit__(None, None, None)

    @pytest.mark.parametrize(
        "change",
        [
            "UPDATE tables_tablestate SET pot = pot + 50 WHERE pot > 0",
            "UPDATE tables_tablestate SET round_status = 'voided' WHERE round_status = 'confirmed'",
            "UPDATE tables_tablestate SET raised = '{\"anna\": 70000}' WHERE raised <> '{}'",
            "UPDATE tables_rackchips SET count = count + 1 WHERE denomination = 500",
            "UPDATE tables_round SET number = 7 WHERE house_net > 0",
            "UPDATE tables_bet SET amount = amount + 500",
            "UPDATE tables_approval SET status = 'asked', decided_by_id = NULL, decided_at = NULL",
            "UPDATE tables_approval SET decided_by_id = asked_by_id",
            "UPDATE tables_dispute SET paid = paid - 500",
            "UPDATE tables_event SET seq = seq + 100 WHERE type = 'press_undone'",
            "UPDATE accounting_streambalance SET balance = balance + 50",
        ],
    )
    def test_a_broken_row(self, played: Evening, change: str) -> None:
        forging.unguard()
        with connection.cursor() as cursor:
            cursor.execute(change)
            assert cursor.rowcount > 0
        with pytest.raises(AssertionError):
            played.everything_agrees()

    def test_an_undo_that_forgets_the_rack(self, played: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
        house = played.house
        dealt.press(house, {"do": "open_round"}, *dealt.bets(), {"do": "close_betting"}, *dealt.cards())
        dealt.press(house, {"do": "hit", "by": "anna", "spot": 1}, {"do": "card", "card": "TC"})
        monkeypatch.setattr(racks, "move_rack", lambda table, change: None)
        undoing.undo_press(actor=house.dana, at=house.at, table=CARDS)
        with pytest.raises(AssertionError):
            played.everything_agrees()

    def test_a_refusal_that_leaves_something(self, played: Evening) -> None:
        def half(**asked: Any) -> dict[str, Any]:
            floor.RackChips.objects.filter(denomination=500).update(count=1)
            raise FloorError("rack_short")

        with pytest.raises(AssertionError):
            played.attempt(half, random.Random(1), CARDS, sequenced=False)

    def test_a_repeat_that_happens_twice(self, played: Evening) -> None:
        def again(**asked: Any) -> dict[str, Any]:
            return dealt.press(played.house, {"do": "open_round"}) | {"head": builders.snapshot()}

        class Always(random.Random):
            def random(self) -> float:
                return 0.1

        with pytest.raises(FloorError, match="round_in_play"):
            played.attempt(again, Always(1), CARDS, sequenced=False)
