"""Counts of a rack that are not taken: wrong sums, wrong chips, wrong moments, wrong persons. Nothing changes."""

from typing import Any

import pytest

from tables.domain.actors import Role
from tables.domain.errors import Conflict, Invalid, NotAllowed, NotFound
from tables.domain.table_states import RoundStatus, TableStatus
from tables.models import floor
from tables.services import house as house_service
from tables.services import pits
from tables.services.periods import RackCount
from tests import builders, custody
from tests.builders import House
from tests.custody import BANK, refused

pytestmark = pytest.mark.django_db

SHORT = {**BANK, 2_500: 156}
"""The bank less four quarters: 100.00 short."""


@pytest.fixture
def house() -> House:
    """A house whose table got its bank and was never opened."""
    made = builders.house()
    custody.issue_bank(made)
    return made


def test_t12_a_count_off_needs_a_note(house: House) -> None:
    with refused(house, Invalid, "note_required", difference=-10_000):
        custody.open_table(house, SHORT)
    custody.open_table(house)
    with refused(house, Invalid, "note_required", difference=-10_000):
        custody.close_table(house, SHORT)
    with refused(house, Invalid, "note_required", difference=-10_000):
        custody.roll_table(house, SHORT)


def test_t31_quantities_that_are_not_the_total_are_refused(house: House) -> None:
    with refused(house, Invalid, "total_mismatch", given=1_000_100, counted=1_000_000):
        custody.open_table(house, count=RackCount(BANK, 1_000_100))


def test_t34_a_chip_of_another_house_is_not_counted(house: House) -> None:
    with refused(house, Invalid, "unknown_denomination", denomination=2_000):
        custody.open_table(house, {**BANK, 2_000: 1}, note="a foreign chip")


@pytest.mark.by_hand
def test_t34_a_retired_chip_is_counted_only_where_one_should_be(house: House) -> None:
    denominations = house.table().chip_set.denominations
    denominations.filter(value__in=(500, 50_000)).update(retired=True)
    with refused(house, Invalid, "unknown_denomination", denomination=50_000):
        custody.open_table(house, {**BANK, 50_000: 1}, note="found")
    assert custody.open_table(house)["variance"] == 0


@pytest.mark.parametrize("act", [custody.close_table, custody.roll_table])
def test_a_closed_table_is_not_counted_out(house: House, act: Any) -> None:
    with refused(house, Conflict, "table_not_open", state="closed"):
        act(house)


def test_an_open_table_is_not_opened_again(house: House) -> None:
    custody.open_table(house)
    with refused(house, Conflict, "table_not_closed", state="open"):
        custody.open_table(house)


@pytest.mark.by_hand
@pytest.mark.parametrize("act", [custody.close_table, custody.roll_table])
@pytest.mark.parametrize("status", [RoundStatus.BETTING, RoundStatus.IN_PLAY, RoundStatus.SETTLED])
def test_t07_no_count_before_the_dealer_has_paid_and_taken(house: House, act: Any, status: RoundStatus) -> None:
    custody.open_table(house)
    floor.TableState.objects.update(round_status=status, round_number=7)
    with refused(house, Conflict, "round_in_play", round=7):
        act(house)


@pytest.mark.by_hand
@pytest.mark.parametrize("status", [RoundStatus.CONFIRMED, RoundStatus.NO_BETS, RoundStatus.VOIDED])
def test_t07_a_count_between_rounds_is_taken(house: House, status: RoundStatus) -> None:
    custody.open_table(house)
    floor.TableState.objects.update(round_status=status, round_number=7)
    assert custody.close_table(house)["period"] == 1


@pytest.mark.by_hand
@pytest.mark.parametrize("act", [custody.close_table, custody.roll_table])
def test_a_stopped_table_waits_for_its_ruling(house: House, act: Any) -> None:
    custody.open_table(house)
    floor.TableState.objects.update(status=TableStatus.STOPPED, stopped_reason="misdeal")
    with refused(house, Conflict, "play_stopped", reason="misdeal"):
        act(house)


def test_one_person_cannot_count_and_watch(house: House) -> None:
    custody.also(house, "petra", Role.DEALER)
    with refused(house, NotAllowed, "same_person"):
        custody.open_table(house, dealer=house.sign("petra"))


def test_a_signer_holds_the_role_he_signs_in(house: House) -> None:
    with refused(house, NotAllowed, "role_not_held", role="dealer"):
        custody.open_table(house, dealer=house.sign("cass"))
    with refused(house, NotAllowed, "role_not_held", role="pit_boss"):
        custody.open_table(house, pit_boss=house.sign("dev"))


def test_t100_a_pit_boss_of_another_pit_cannot_watch(house: House) -> None:
    house_service.add_pit(actor=house.hana, at=house.at, code="P2", name="Pit 2")
    pits.relieve_pit_boss(actor=house.hana, at=house.at, pit="P1", badge="petra")
    pits.assign_pit_boss(actor=house.hana, at=house.at, pit="P2", badge="petra")
    with refused(house, NotAllowed, "not_in_charge"):
        custody.open_table(house)


@pytest.mark.parametrize("act", [custody.open_table, custody.close_table, custody.roll_table])
@pytest.mark.parametrize("name", ["cass", "colin", "ada", "axel", "hana"])
def test_only_dealers_and_pit_bosses_count_racks(house: House, act: Any, name: str) -> None:
    with refused(house, NotAllowed, "not_permitted", permission="count_rack"):
        act(house, actor=builders.actor(name))


def test_another_casinos_people_cannot_count_here() -> None:
    house = builders.house(outsider=True)
    otto = builders.give_otto(Role.DEALER, at=house.at)
    with refused(house, NotAllowed, "wrong_badge_or_pin"):
        custody.open_table(house, dealer=house.sign("otto"))
    with refused(house, NotAllowed, "wrong_badge_or_pin"):
        custody.open_table(house, actor=otto)


def test_an_unknown_table_is_not_found(house: House) -> None:
    with refused(house, NotFound, "no_such_table"):
        custody.open_table(house, table="BJ-99")
