"""What comes back to the cage is in it as the cashier counted it, and what got lost stands alone."""

import pytest

from tables.domain import canonical, chips, slip_papers
from tables.domain.actors import Role
from tables.domain.errors import Conflict, Invalid, NotAllowed, NotFound
from tables.services.slips.at_table import SlipCount
from tests import builders, custody
from tests import slips as acts
from tests.builders import House
from tests.slips import CREDIT, FILL, GIVEN, TAKEN, refused

pytestmark = pytest.mark.django_db
ONE_SHORT = {2_500: 20, 10_000: 3}


@pytest.fixture
def house() -> House:
    return acts.house()


def test_a_received_credit_lies_in_the_cage(house: House) -> None:
    stock = acts.in_cage(house)
    slip = acts.counted_out_credit(house)
    answer = acts.receive(house, slip)
    assert (answer["status"], answer["received"], answer["missing"]) == ("received", {"2500": 20, "10000": 4}, 0)
    assert acts.in_cage(house) == chips.add(stock, CREDIT)
    assert acts.signed(acts.row(house))[-1] == ("credit_received", "cashier", "cass")
    (fact,) = custody.facts(house, "credit_received", "cage")
    assert (fact["slip"], fact["table"], fact["chips"], fact["counted_total"]) == (
        slip,
        "BJ-01",
        {"2500": 20, "10000": 4},
        90_000,
    )
    content = canonical.content_hash(slip_papers.count("slip_receipt", "DEMO", "BJ-01", slip, CREDIT, ""))
    assert [signed["content"] for signed in fact["signatures"]] == [content]


def test_what_is_missing_on_the_way_is_noted_and_stands_alone(house: House) -> None:
    stock, slip = acts.in_cage(house), acts.counted_out_credit(house)
    with refused(Invalid, "note_required", difference=-10_000):
        acts.receive(house, slip, ONE_SHORT)
    assert acts.receive(house, slip, ONE_SHORT, note="a black is missing")["missing"] == 10_000
    assert acts.in_cage(house) == chips.add(stock, ONE_SHORT)
    row = acts.row(house)
    assert (row.counted, row.received, row.missing) == (
        {"2500": 20, "10000": 4},
        {"2500": 20, "10000": 3},
        10_000,
    )


def test_a_received_exchange_brings_what_the_table_gave(house: House) -> None:
    stock = acts.in_cage(house)
    slip = acts.carried_exchange(house)
    acts.make_exchange(house, slip)
    assert acts.receive(house, slip, GIVEN)["status"] == "received"
    assert acts.in_cage(house) == chips.less(chips.add(stock, GIVEN), TAKEN)
    (fact,) = custody.facts(house, "exchange_received", "cage")
    assert (fact["given"], fact["counted_total"]) == ({"10000": 5}, 50_000)


def test_t21_a_declined_fill_is_in_the_cage_again_and_its_number_spent(house: House) -> None:
    """T-21: counted at the table, counted in the cage, and asked for anew with another number."""
    stock = acts.in_cage(house)
    slip = acts.carried_fill(house)
    acts.decline(house, slip, {500: 39, 2_500: 20})
    assert acts.give_back(house, slip, FILL)["status"] == "returned"
    assert acts.in_cage(house) == stock
    row = acts.row(house)
    assert (row.counted, row.received, row.missing) == (
        {"500": 39, "2500": 20},
        {"500": 40, "2500": 20},
        0,
    )
    (fact,) = custody.facts(house, "fill_returned", "cage")
    assert (fact["counted_total"], fact["reason"], fact["note"]) == (70_000, "a chip is missing", "")
    assert acts.issued_fill(house) == "F-000002"


def test_a_declined_exchange_comes_back(house: House) -> None:
    stock = acts.in_cage(house)
    slip = acts.carried_exchange(house)
    acts.decline(house, slip, TAKEN, "not wanted any more")
    acts.give_back(house, slip, {500: 99}, note="a red is missing")
    assert acts.in_cage(house) == chips.less(stock, {500: 1})
    assert custody.facts(house, "exchange_returned", "cage")[0]["counted_total"] == 49_500


def test_a_fill_that_was_accepted_does_not_come_back(house: House) -> None:
    slip = acts.carried_fill(house)
    acts.accept(house, slip)
    with refused(Conflict, "bad_slip_step", state="accepted", wanted="returned"):
        acts.give_back(house, slip, FILL)
    with refused(Conflict, "wrong_slip_kind", kind="fill"):
        acts.receive(house, slip, FILL)


def test_a_credit_is_received_once_and_after_it_was_counted_out(house: House) -> None:
    slip = acts.issued_credit(house)
    with refused(Conflict, "bad_slip_step", state="issued", wanted="received"):
        acts.receive(house, slip)
    with refused(Conflict, "wrong_slip_kind", kind="credit"):
        acts.give_back(house, slip, CREDIT)
    acts.count_out(house, slip)
    acts.receive(house, slip)
    with refused(Conflict, "bad_slip_step", state="received", wanted="received"):
        acts.receive(house, slip)


def test_the_cashiers_count_is_sound(house: House) -> None:
    slip = acts.counted_out_credit(house)
    with refused(Invalid, "total_mismatch", given=90_000, counted=80_000):
        acts.receive(house, slip, count=SlipCount(ONE_SHORT, 90_000))
    with refused(Invalid, "unknown_denomination", denomination=300):
        acts.receive(house, slip, {300: 1}, note="what is this")
    with refused(Invalid, "bad_note"):
        acts.receive(house, slip, ONE_SHORT, note="x" * 241)
    with refused(NotFound, "no_such_slip"):
        acts.receive(house, "C-000002")


@pytest.mark.parametrize("name", ["dana", "petra", "sam"])
def test_who_counted_out_or_carried_does_not_receive(house: House, name: str) -> None:
    slip = acts.counted_out_credit(house)
    custody.also(house, name, Role.CASHIER)
    with refused(NotAllowed, "same_person"):
        acts.receive(house, slip, cashier=house.sign(name))


@pytest.mark.parametrize("name", ["dana", "petra", "sam", "colin", "ada", "axel", "hana"])
def test_only_the_cage_receives(house: House, name: str) -> None:
    slip = acts.counted_out_credit(house)
    with refused(NotAllowed, "not_permitted", permission="receive_slip"):
        acts.receive(house, slip, actor=builders.actor(name))


def test_t29_a_double_submit_receives_once(house: House) -> None:
    """T-29: the cage rises once."""
    slip = acts.counted_out_credit(house)
    first = acts.receive(house, slip, key="receive-001")
    stock = acts.in_cage(house)
    assert acts.receive(house, slip, key="receive-001") == first
    assert acts.in_cage(house) == stock
