"""The pit asks, the cage answers: what may be asked for, and what becomes of it before there is a slip."""

from datetime import timedelta

import pytest

from tables.domain import canonical, slip_papers
from tables.domain.actors import Role
from tables.domain.errors import Conflict, Invalid, NotAllowed, NotFound
from tables.domain.house_settings import ChipKind
from tables.domain.table_states import SlipStatus
from tables.models import house as house_rows
from tables.services import chip_sets, pits, rule_packs
from tests import builders, custody
from tests import slips as acts
from tests.builders import House
from tests.slips import CREDIT, FILL, GIVEN, TAKEN, refused

pytestmark = pytest.mark.django_db
DAY_ENDS = builders.AT.replace(hour=22)
"""14:00 in Los Angeles: the day shift ends."""


@pytest.fixture
def house() -> House:
    return acts.house()


def test_a_request_moves_nothing_and_has_no_number(house: House) -> None:
    rack, stock = custody.rack_of(house), acts.in_cage(house)
    assert acts.ask_fill(house) == {
        "slip": None,
        "table": "BJ-01",
        "request": 1,
        "kind": "fill",
        "status": "requested",
        "total": 70_000,
        "seq": 6,
    }
    assert (custody.rack_of(house), acts.in_cage(house), acts.numbers()) == (rack, stock, {})
    row = acts.row(house)
    assert (row.status, row.chips, row.number, row.gaming_day) == (
        SlipStatus.REQUESTED,
        {"500": 40, "2500": 20},
        None,
        None,
    )
    assert acts.signed(row) == [("fill_requested", "pit_boss", "petra")]
    (fact,) = custody.facts(house, "fill_requested")
    assert (fact["request"], fact["chips"], fact["total"], fact["urgent"]) == (1, row.chips, 70_000, False)
    paper = slip_papers.request("fill", "DEMO", "BJ-01", FILL, {}, 70_000, urgent=False)
    assert [signed["content"] for signed in fact["signatures"]] == [canonical.content_hash(paper)]


def test_requests_of_a_table_are_numbered_across_kinds() -> None:
    house = acts.house(tables=("BJ-01", "BJ-02"))
    assert [acts.ask_fill(house)["request"], acts.ask_credit(house)["request"]] == [1, 2]
    assert acts.ask_exchange(house)["request"] == 3
    assert acts.ask_fill(house, table="BJ-02")["request"] == 1


def test_a_credit_and_an_exchange_say_what_goes_and_what_comes(house: House) -> None:
    acts.ask_credit(house)
    acts.ask_exchange(house)
    (credit,), (exchange,) = custody.facts(house, "credit_requested"), custody.facts(house, "exchange_requested")
    assert (credit["chips"], credit["total"]) == ({"2500": 20, "10000": 4}, 90_000)
    assert (exchange["given"], exchange["taken"], exchange["total"]) == ({"10000": 5}, {"500": 100}, 50_000)


def test_a_closed_table_may_ask_for_what_it_will_open_with(house: House) -> None:
    custody.close_table(house)
    assert acts.ask_fill(house)["status"] == "requested"


# ------------------------------------------------------------------------------------------------- what is asked for
def test_t31_quantity_and_value_disagree(house: House) -> None:
    """T-31: 20 x 25.00 is 500.00, not 525.00."""
    with refused(Invalid, "total_mismatch", given=52_500, counted=50_000):
        acts.ask_fill(house, {2_500: 20}, total=52_500)
    with refused(Invalid, "total_mismatch", given=90_001, counted=90_000):
        acts.ask_credit(house, total=90_001)
    with refused(Invalid, "total_mismatch", given=50_000, counted=40_000):
        acts.ask_exchange(house, GIVEN, {500: 80})


def test_t34_an_unknown_denomination_is_in_no_request(house: House) -> None:
    """T-34: nothing but the chips of the table's set; another house's chips have no place in a slip."""
    with refused(Invalid, "unknown_denomination", denomination=300):
        acts.ask_fill(house, {300: 10})
    with refused(Invalid, "unknown_denomination", denomination=300):
        acts.ask_credit(house, {300: 1, 500: 1})
    with refused(Invalid, "unknown_denomination", denomination=2_000):
        acts.ask_exchange(house, {500: 40}, {2_000: 10})


def retire(house: House, *denominations: int) -> None:
    chip_sets.retire_denominations(actor=house.hana, at=house.at, chip_set="MAIN", denominations=list(denominations))


def test_t34_a_retired_denomination_goes_out_no_more(house: House) -> None:
    """T-34: a retired chip comes to no table, by a fill or an exchange; but a rack sends it to the cage."""
    retire(house, 2_500)
    with refused(Invalid, "unknown_denomination", denomination=2_500):
        acts.ask_fill(house)
    with refused(Invalid, "unknown_denomination", denomination=2_500):
        acts.ask_exchange(house, {500: 5}, {2_500: 1})
    slip = acts.issued_credit(house, {2_500: 160})
    acts.count_out(house, slip, {2_500: 160})
    assert acts.receive(house, slip, {2_500: 160})["missing"] == 0
    assert 2_500 not in custody.rack_of(house)


def test_t34_a_fill_of_chips_that_were_retired_on_the_way_goes_back(house: House) -> None:
    """T-34: the table declines it."""
    slip = acts.carried_fill(house)
    retire(house, 2_500)
    with refused(Invalid, "unknown_denomination", denomination=2_500):
        acts.accept(house, slip)
    acts.decline(house, slip, FILL, "the greens are retired")
    assert acts.give_back(house, slip, FILL)["status"] == "returned"


def test_t34_an_exchange_for_chips_that_were_retired_on_the_way_goes_back(house: House) -> None:
    """T-34: as a fill; the chips that the table was to give stay where they are."""
    slip, rack = acts.carried_exchange(house), custody.rack_of(house)
    retire(house, 500)
    with refused(Invalid, "unknown_denomination", denomination=500):
        acts.make_exchange(house, slip)
    acts.decline(house, slip, TAKEN, "the reds are retired")
    assert acts.give_back(house, slip, TAKEN)["status"] == "returned"
    assert custody.rack_of(house) == rack


@pytest.mark.by_hand
@pytest.mark.parametrize("kind", [ChipKind.PROMOTIONAL, ChipKind.NON_VALUE])
def test_chips_that_are_no_money_are_in_no_request(house: House, kind: ChipKind) -> None:
    """T-41, T-42: promotional chips and colours are kept apart from rack, fill and credit."""
    house_rows.ChipSet.objects.update(kind=kind.value)
    with refused(Invalid, "unknown_denomination", denomination=500):
        acts.ask_fill(house)


def test_nothing_is_not_asked_for(house: House) -> None:
    with refused(Invalid, "no_chips"):
        acts.ask_fill(house, {500: 0})
    with refused(Invalid, "bad_quantity", denomination=500):
        acts.ask_fill(house, {500: -1})


def test_t33_no_more_than_the_rack_shows(house: House) -> None:
    """T-33: 49 x 100.00 from a rack with 48, although the rack is worth more."""
    with refused(Conflict, "rack_short", denomination=10_000):
        acts.ask_credit(house, {10_000: 49})
    with refused(Conflict, "rack_short", denomination=50_000):
        acts.ask_exchange(house, {50_000: 1}, {500: 100})
    assert acts.ask_credit(house, {10_000: 48})["status"] == "requested"


def test_t32_a_fill_may_bring_a_rack_above_its_par(house: House) -> None:
    """T-32: 10,000.00 in large chips is no help to a dealer who needs small ones."""
    assert acts.ask_fill(house, {100: 500})["total"] == 50_000


def test_the_same_chips_both_ways_are_no_exchange(house: House) -> None:
    with refused(Invalid, "empty_change"):
        acts.ask_exchange(house, {500: 20}, {500: 20})


# -------------------------------------------------------------------------------------------------------------- when
def test_before_the_count_only_urgent_fills(house: House) -> None:
    """domain.md section 4, 05:15: no fill that can wait, from 30 minutes before the shift's count (Nevada-like)."""
    assert acts.ask_fill(house, at=DAY_ENDS - timedelta(minutes=31))["request"] == 1
    with refused(Conflict, "fills_stopped", shift="day"):
        acts.ask_fill(house, at=DAY_ENDS - timedelta(minutes=30))
    assert acts.ask_fill(house, at=DAY_ENDS - timedelta(minutes=30), urgent=True)["request"] == 2
    assert acts.row(house, 2).urgent
    assert acts.ask_credit(house, at=DAY_ENDS - timedelta(minutes=1))["request"] == 3


def test_after_the_count_fills_go_on(house: House) -> None:
    custody.roll_table(house, at=DAY_ENDS - timedelta(minutes=20))
    assert acts.ask_fill(house, at=DAY_ENDS - timedelta(minutes=10))["status"] == "requested"


def test_how_long_before_is_the_rule_packs_to_say(house: House) -> None:
    rule_packs.choose_rule_pack(
        actor=house.hana, at=house.at, name="new-jersey-like", version=1, effective_from=builders.GAMING_DAY
    )
    with refused(Conflict, "fills_stopped", shift="day"):
        acts.ask_fill(house, at=DAY_ENDS - timedelta(minutes=60))


# --------------------------------------------------------------------------------------------------------------- who
@pytest.mark.parametrize("name", ["dana", "cass", "sam", "colin", "ada", "axel", "hana"])
def test_only_a_pit_boss_asks(house: House, name: str) -> None:
    with refused(NotAllowed, "not_permitted", permission="request_chips"):
        acts.ask_fill(house, actor=builders.actor(name))


def test_the_boss_who_asks_is_in_charge(house: House) -> None:
    acts.add_paul(house)
    with refused(NotAllowed, "not_in_charge"):
        acts.ask_fill(house, pit_boss=acts.PAUL)


def test_another_house_has_no_such_table() -> None:
    house = acts.house(outsider=True)
    otto = builders.give_otto(Role.PIT_BOSS, at=house.at)
    with refused(NotFound, "no_such_table"):
        acts.ask_fill(house, actor=otto, pit_boss=house.sign("otto"))


def test_t29_a_double_submit_asks_once(house: House) -> None:
    """T-29: the same key gives the same answer."""
    first = acts.ask_fill(house, key="request-0001")
    assert acts.ask_fill(house, key="request-0001") == first
    with refused(Conflict, "idempotency_key_reused"):
        acts.ask_fill(house, {500: 1}, key="request-0001")
    assert len(custody.facts(house, "fill_requested")) == 1


# ------------------------------------------------------------------------------------------- withdrawn and refused
def test_the_pit_withdraws_what_it_asked_for(house: House) -> None:
    acts.ask_fill(house)
    assert acts.withdraw(house)["status"] == "withdrawn"
    assert custody.facts(house, "request_withdrawn") == [{"request": 1, "kind": "fill", "reason": "the game broke up"}]
    with refused(Conflict, "bad_slip_step", state="withdrawn", wanted="issued"):
        acts.issue(house)


def test_the_cage_refuses_and_no_number_is_taken(house: House) -> None:
    acts.ask_credit(house, CREDIT)
    assert acts.refuse(house)["status"] == "refused"
    assert custody.facts(house, "request_refused", "cage") == [
        {"table": "BJ-01", "request": 1, "kind": "credit", "reason": "the cage is counted"}
    ]
    assert acts.numbers() == {}
    with refused(Conflict, "bad_slip_step", state="refused", wanted="withdrawn"):
        acts.withdraw(house)


def test_a_slip_that_is_made_out_is_neither_withdrawn_nor_refused(house: House) -> None:
    acts.issued_fill(house)
    with refused(Conflict, "bad_slip_step", state="issued", wanted="withdrawn"):
        acts.withdraw(house)
    with refused(Conflict, "bad_slip_step", state="issued", wanted="refused"):
        acts.refuse(house)


def test_both_say_why_and_of_what(house: House) -> None:
    acts.ask_fill(house)
    for step in (acts.withdraw, acts.refuse):
        with refused(Invalid, "bad_reason"):
            step(house, reason=" ")
        with refused(NotFound, "no_such_request"):
            step(house, request=2)
        with refused(NotFound, "no_such_request" if step is acts.refuse else "no_such_table"):
            step(house, table="BJ-99")


def test_who_withdraws_is_in_charge_and_who_refuses_is_the_cage(house: House) -> None:
    acts.ask_fill(house)
    with refused(NotAllowed, "not_permitted", permission="request_chips"):
        acts.withdraw(house, actor=house.cass)
    with refused(NotAllowed, "not_permitted", permission="issue_slip"):
        acts.refuse(house, actor=house.petra)
    pits.relieve_pit_boss(actor=house.hana, at=house.at, pit="P1", badge="petra")
    with refused(NotAllowed, "not_in_charge"):
        acts.withdraw(house)


def test_an_exchange_is_kept_with_both_sides(house: House) -> None:
    acts.ask_exchange(house)
    row = acts.row(house)
    assert (row.chips, row.taken) == ({"10000": 5}, {"500": 100})
    paper = slip_papers.request("exchange", "DEMO", "BJ-01", GIVEN, TAKEN, 50_000, urgent=False)
    assert row.signatures[0]["content"] == canonical.content_hash(paper)
