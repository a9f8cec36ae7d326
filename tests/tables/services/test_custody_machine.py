"""Custody at random (``custody_machine``): what has to come up, what must hold, and that the checks can fail."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from tables.domain.actors import Role
from tables.domain.errors import FloorError
from tables.models import floor
from tables.models import log as log_rows
from tables.models.slips import Slip
from tables.services import equipment, log, signatures, witnesses
from tables.services.boxes import BoxRemoval
from tables.services.slips import steps
from tests import builders, counting, custody, markers, pit_stages, stores
from tests import slips as acts
from tests.accounting import forging
from tests.tables.services import custody_house
from tests.tables.services.custody_machine import LEANINGS, PACKS, Custody

pytestmark = [pytest.mark.django_db, pytest.mark.by_hand]

EVENTS = {
    "fill_requested", "credit_requested", "exchange_requested", "request_withdrawn", "request_refused", "fill_issued",
    "slip_carried", "fill_accepted", "fill_declined", "fill_returned", "credit_counted_out", "credit_received",
    "exchange_made", "exchange_received", "slip_voided", "slip_reprinted", "buy_in_taken", "chips_changed",
    "table_closed", "table_opened", "box_removed", "count_opened", "box_accepted", "box_first_counted",
    "box_counts_differed", "box_counted", "count_verified", "count_closed", "drop_taken_over", "vault_moved",
    "cage_counted", "chips_sold",
    "chips_redeemed", "marker_issued", "marker_paid", "marker_voided", "marker_transferred", "marker_settled",
    "equipment_received", "equipment_issued", "equipment_returned", "equipment_destroyed", "equipment_counted",
    "rating_recorded", "rating_corrected",
}  # fmt: skip
REFUSALS = {
    "same_person", "role_not_held", "not_permitted", "total_mismatch", "unknown_denomination", "cage_short",
    "rack_short", "bad_slip_step", "wrong_slip_kind", "chips_moved", "not_independent", "slip_mismatch",
    "note_required", "not_dealing", "count_differs", "bad_count_step", "not_in_team", "boxes_not_counted",
    "equipment_short", "bad_pieces", "keeper_in_pit", "not_in_stores", "bad_rating_span",
}  # fmt: skip
"""What has to come up, or the machine proves less than it says."""
FEW = settings(
    max_examples=16,
    stateful_step_count=14,
    derandomize=True,
    deadline=None,
    phases=(Phase.generate,),
    database=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture
def machine() -> Iterator[type[Custody]]:
    """The machine in the house, which remembers what has come up."""
    Custody.house = custody_house.house()
    Custody.seen.clear()
    Custody.refused.clear()
    yield Custody
    del Custody.house


def test_nothing_is_lost_doubled_or_signed_twice_whatever_happens(machine: type[Custody]) -> None:
    run_state_machine_as_test(machine, settings=FEW)
    assert set(machine.seen) >= EVENTS
    assert set(machine.refused) >= REFUSALS


class TestItCanFail:
    """The same checks where a row was changed, or where a rule was taken out of the services."""

    @pytest.fixture
    def worked(self, machine: type[Custody]) -> Iterator[Custody]:
        """A fill on its way, an accepted one, a void one, a marker, and a rating slip."""
        day = machine()
        day.begin(PACKS[0], LEANINGS[0])
        acts.accept(day.house, acts.carried_fill(day.house))
        acts.void(day.house, acts.issued_fill(day.house))
        acts.carried_fill(day.house)
        markers.issue(day.house, {10_000: 3})
        day.notebook.goes_out({10_000: 3})
        pit_stages.rate(day.house)
        day.nothing_is_lost_or_doubled()
        yield day
        day.undone.__exit__(None, None, None)

    @pytest.mark.parametrize(
        "change",
        [
            "UPDATE tables_rackchips SET count = count + 1 WHERE denomination = 500",
            "UPDATE tables_cagestock SET count = count + 5 WHERE value = 500 AND asset = 'chips'",
            "UPDATE tables_slip SET chips = '{\"500\": 39, \"2500\": 20}' WHERE status = 'in_transit'",
            "UPDATE tables_slipseries SET last_number = last_number + 1",
            "UPDATE tables_slip SET number = 9 WHERE number = 1",
            "UPDATE tables_slip SET signatures = replace(signatures::text, '\"sam\"', '\"petra\"')::jsonb",
            "UPDATE tables_slip SET signatures = replace(signatures::text, '\"paul\"', '\"petra\"')::jsonb",
            "UPDATE tables_marker SET amount = amount + 50",
            "UPDATE accounting_streambalance SET balance = balance + 50",
            "UPDATE tables_equipmentstock SET pieces = pieces + 1",
            "UPDATE tables_ratingslip SET number = 2, theo = theo + 1",
        ],
    )
    def test_a_broken_row(self, worked: Custody, change: str) -> None:
        forging.unguard()
        with connection.cursor() as cursor:
            cursor.execute(change)
            assert cursor.rowcount > 0
        with pytest.raises(AssertionError):
            worked.nothing_is_lost_or_doubled()

    def test_a_slip_that_compares_no_persons(self, worked: Custody, monkeypatch: pytest.MonkeyPatch) -> None:
        def sign(row: Slip, act: str, signed: Any) -> None:
            row.signatures = [*row.signatures, *({**line, "act": act} for line in signed.as_data())]

        monkeypatch.setattr(steps, "sign", sign)
        request = acts.ask_fill(worked.house)["request"]
        acts.issue(worked.house, request, actor=builders.actor("petra"), cashier=worked.house.sign("petra"))
        with pytest.raises(AssertionError):
            worked.nothing_is_lost_or_doubled()

    def test_a_dealer_who_takes_the_box(self, worked: Custody, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(witnesses, "require_independent", lambda pit, since, signed: None)
        custody.close_table(worked.house, custody.rack_of(worked.house))
        signed = (worked.house.sign("dana"), worked.house.sign("cora"))
        custody.remove_box(worked.house, removal=BoxRemoval(1, signed))
        with pytest.raises(AssertionError):
            worked.nothing_is_lost_or_doubled()

    def test_a_boss_in_the_team_of_a_count(self, worked: Custody, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(witnesses, "require_uninformed", lambda since, people: None)
        counting.open_count(worked.house, ("colin", "petra"))
        with pytest.raises(AssertionError):
            worked.nothing_is_lost_or_doubled()

    def test_a_dealer_who_counts_the_cards(self, worked: Custody, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(equipment, "_require_off_the_floor", lambda signed: None)
        custody.also(worked.house, "dana", Role.SECURITY)
        stores.receive(worked.house, 8, keeper=worked.house.sign("dana"))
        worked.notebook.pieces.update(cards=8)
        with pytest.raises(AssertionError):
            worked.nothing_is_lost_or_doubled()

    @pytest.fixture
    def counting_now(self, worked: Custody) -> Custody:
        """Colin has counted the box of the first table, and cora has not."""
        custody.close_table(worked.house, custody.rack_of(worked.house))
        custody.remove_box(worked.house)
        counting.in_count(worked.house)
        counting.first(worked.house, counting.cash({10_000: 3}), key="first-1")
        worked.nothing_is_lost_or_doubled()
        return worked

    def test_a_receipt_that_tells_the_first_count(self, counting_now: Custody) -> None:
        """Rows of sheet and box that say too early what was counted are refused by the database itself."""
        forging.unguard()
        (event,) = log_rows.Event.objects.filter(type="box_first_counted")
        told = json.loads(event.sealed)["count"][1]
        assert log_rows.Receipt.objects.filter(answer__contains="first_counted").update(answer=told) == 1
        with pytest.raises(AssertionError):
            counting_now.nothing_is_lost_or_doubled()

    @pytest.mark.parametrize(
        "change",
        [
            "UPDATE tables_countsheet SET contents = '{}' WHERE status = 'first_counted'",
            "UPDATE tables_dropbox SET counted_total = 30000 WHERE status = 'first_counted'",
        ],
        ids=["sheet", "box"],
    )
    def test_a_row_that_would_tell_it_is_none(self, counting_now: Custody, change: str) -> None:
        with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(change)
        counting_now.nothing_is_lost_or_doubled()

    def test_a_second_count_that_the_log_tells(self, counting_now: Custody, monkeypatch: pytest.MonkeyPatch) -> None:
        recorded = log.Entry.record

        def aloud(entry: log.Entry, type_: str, data: dict[str, Any], **more: Any) -> int:
            if type_ == "box_counts_differed":
                data = {**data, "count": json.loads(more["sealed"]["count"][1])}
            return recorded(entry, type_, data, **more)

        monkeypatch.setattr(log.Entry, "record", aloud)
        counting.second(counting_now.house, counting.cash({10_000: 2}))
        with pytest.raises(AssertionError):
            counting_now.nothing_is_lost_or_doubled()

    def test_one_person_who_counts_twice(self, counting_now: Custody, monkeypatch: pytest.MonkeyPatch) -> None:
        """The database would not take the row even if no service compared the persons."""
        monkeypatch.setattr(signatures, "require_different", lambda *persons: None)
        with pytest.raises(IntegrityError, match="sheet_two_persons"):
            counting.second(counting_now.house, counting.cash({10_000: 3}), who="colin")
        counting_now.nothing_is_lost_or_doubled()

    def test_a_refusal_that_leaves_something(self, worked: Custody) -> None:
        def half(**asked: Any) -> dict[str, Any]:
            floor.RackChips.objects.filter(denomination=500).update(count=1)
            raise FloorError("cage_short")

        with pytest.raises(AssertionError):
            worked.attempt(half)

    def test_a_repeat_that_happens_twice(self, worked: Custody) -> None:
        with pytest.raises(AssertionError):
            worked.attempt(lambda **asked: acts.ask_fill(worked.house), again=True)
