"""The slip at the table: counted by its dealer, watched by its boss, and never half taken."""

from datetime import timedelta
from typing import Any

import pytest

from tables.domain import canonical, chips, slip_papers
from tables.domain.actors import Role
from tables.domain.errors import Conflict, Invalid, NotAllowed, NotFound
from tables.domain.table_states import SlipStatus
from tables.services import rule_packs, taps
from tables.services.slips.at_table import SlipCount
from tests import builders, custody, dealt
from tests import slips as acts
from tests.builders import House
from tests.slips import CREDIT, FILL, GIVEN, TAKEN, refused

pytestmark = pytest.mark.django_db
ONE_SHORT = {500: 39, 2_500: 20}
"""The fill less one chip of 5.00."""


@pytest.fixture
def house() -> House:
    return acts.house()


def variance_allowed(house: House) -> None:
    """From now on a fill that differs is taken, and the difference stands alone (New-Jersey-like)."""
    rule_packs.choose_rule_pack(
        actor=house.hana, at=house.at, name="new-jersey-like", version=1, effective_from=builders.GAMING_DAY
    )


# ------------------------------------------------------------------------------------------------------------- fills
def test_an_accepted_fill_is_in_the_rack_and_its_paper_in_the_box(house: House) -> None:
    slip, rack = acts.carried_fill(house), custody.rack_of(house)
    answer = acts.accept(house, slip)
    assert {name: answer[name] for name in ("slip", "status", "period", "missing")} == {
        "slip": slip,
        "status": "accepted",
        "period": 1,
        "missing": 0,
    }
    assert custody.rack_of(house) == chips.add(rack, FILL)
    row = acts.row(house)
    assert row.period is not None
    assert row.box is not None
    assert (row.period.number, row.box.number, row.counted) == (1, 1, {"500": 40, "2500": 20})
    (fact,) = custody.facts(house, "fill_accepted")
    assert {name: fact[name] for name in ("period", "slip", "request", "total", "counted_total", "box")} == {
        "period": 1,
        "slip": slip,
        "request": 1,
        "total": 70_000,
        "counted_total": 70_000,
        "box": 1,
    }
    assert fact["chips"] == fact["counted"] == fact["rack"] == {"500": 40, "2500": 20}
    content = canonical.content_hash(slip_papers.count("fill_acceptance", "DEMO", "BJ-01", slip, FILL, ""))
    assert {signed["content"] for signed in fact["signatures"]} == {content}


def test_four_signatures_from_three_departments(house: House) -> None:
    """domain.md section 1.1: cage, security, dealer and supervisor; who asked is kept as well."""
    acts.accept(house, acts.carried_fill(house))
    assert acts.signed(acts.row(house)) == [
        ("fill_requested", "pit_boss", "petra"),
        ("fill_issued", "cashier", "cass"),
        ("slip_carried", "security", "sam"),
        ("fill_accepted", "dealer", "dana"),
        ("fill_accepted", "pit_boss", "petra"),
    ]


def test_a_fill_comes_in_the_middle_of_a_round(house: House) -> None:
    """A rack that cannot pay a round gets its chips before the round ends."""
    dealt.shoe_ready(house)
    slip = acts.carried_fill(house)
    dealt.press(house, {"do": "open_round"}, *dealt.bets(), {"do": "close_betting"})
    assert acts.accept(house, slip)["status"] == "accepted"


def test_t22_a_fill_is_taken_whole(house: House) -> None:
    """T-22: half of it is not accepted, and it is not accepted twice."""
    slip = acts.carried_fill(house)
    with refused(Conflict, "slip_mismatch", difference=-50_000):
        acts.accept(house, slip, {500: 40})
    acts.accept(house, slip)
    with refused(Conflict, "bad_slip_step", state="accepted", wanted="accepted"):
        acts.accept(house, slip)


def test_t21_another_count_than_the_slips_stops_the_fill(house: House) -> None:
    """T-21 where the rule pack voids and makes out anew (Nevada-like): the slip is not edited, whatever the note."""
    slip = acts.carried_fill(house)
    with refused(Conflict, "slip_mismatch", difference=-500):
        acts.accept(house, slip, ONE_SHORT, note="one red is missing")
    with refused(Conflict, "slip_mismatch", difference=0):
        acts.accept(house, slip, {500: 45, 2_500: 19})


def test_t21_where_the_pack_allows_it_both_counts_stay(house: House) -> None:
    """T-21 with a variance (New-Jersey-like): the rack gets what came, the rest stands alone."""
    variance_allowed(house)
    slip, rack = acts.carried_fill(house), custody.rack_of(house)
    with refused(Invalid, "note_required", difference=-500):
        acts.accept(house, slip, ONE_SHORT)
    assert acts.accept(house, slip, ONE_SHORT, note="one red is missing")["missing"] == 500
    assert custody.rack_of(house) == chips.add(rack, ONE_SHORT)
    row = acts.row(house)
    assert (row.chips, row.counted, row.missing, row.note) == (
        {"500": 40, "2500": 20},
        {"500": 39, "2500": 20},
        500,
        "one red is missing",
    )
    (fact,) = custody.facts(house, "fill_accepted")
    assert (fact["total"], fact["counted_total"], fact["note"]) == (70_000, 69_500, "one red is missing")


def test_t21_too_much_is_a_difference_too(house: House) -> None:
    """T-21: one chip more than the slip; T-32: the same value in another mix has no difference, but a note."""
    variance_allowed(house)
    first, second = acts.carried_fill(house), acts.carried_fill(house)
    assert acts.accept(house, first, {500: 41, 2_500: 20}, note="one too many")["missing"] == -500
    with refused(Invalid, "note_required", difference=0):
        acts.accept(house, second, {500: 45, 2_500: 19})
    assert acts.accept(house, second, {500: 45, 2_500: 19}, note="a stack of reds for a green")["missing"] == 0


def test_t31_the_dealers_sum_is_what_he_counted(house: House) -> None:
    """T-31: quantities times denominations must be the value given."""
    slip = acts.carried_fill(house)
    with refused(Invalid, "total_mismatch", given=70_000, counted=69_500):
        acts.accept(house, slip, count=SlipCount(ONE_SHORT, 70_000))


def test_t34_no_other_chips_are_counted_in(house: House) -> None:
    """T-34: a chip that is not of the table's set is in no count of a slip."""
    slip = acts.carried_fill(house)
    with refused(Invalid, "unknown_denomination", denomination=300):
        acts.accept(house, slip, {300: 10})


@pytest.mark.parametrize("state", ["issued", "void"])
def test_only_what_security_brought_is_accepted(house: House, state: str) -> None:
    acts.add_paul(house)
    slip = acts.issued_fill(house)
    if state == "void":
        acts.void(house, slip)
    with refused(Conflict, "bad_slip_step", state=state, wanted="accepted"):
        acts.accept(house, slip)


def test_a_credit_is_no_fill(house: House) -> None:
    slip = acts.issued_credit(house, FILL)
    with refused(Conflict, "wrong_slip_kind", kind="credit"):
        acts.accept(house, slip)


def test_t30_what_one_table_gives_no_other_takes() -> None:
    """T-30: the same chips for the same value: a credit of BJ-01 is no fill of BJ-02, however it is tried."""
    house = acts.house(tables=("BJ-01", "BJ-02"))
    custody.issue_bank(house, table="BJ-02")
    custody.open_table(house, table="BJ-02")
    taps.tap_in(actor=house.at_table("dev", "BJ-02"), at=house.at, table="BJ-02")
    credit = acts.issued_credit(house, FILL)
    acts.count_out(house, credit, FILL)
    there: dict[str, Any] = {"actor": house.at_table("dev", "BJ-02"), "dealer": house.sign("dev")}
    with refused(Conflict, "wrong_slip_kind", kind="credit"):
        acts.accept(house, credit, **{**there, "actor": house.petra})
    acts.ask_fill(house, table="BJ-02")
    fill = acts.issue(house, table="BJ-02")["slip"]
    with refused(Conflict, "bad_slip_step", state="issued", wanted="accepted"):
        acts.accept(house, fill, **there)
    with refused(Conflict, "wrong_slip_kind", kind="credit"):
        acts.carry(house, credit)


# ------------------------------------------------------------------------------------------------ when and in whose day
def test_t20_a_fill_falls_into_the_period_in_which_it_is_accepted(house: House) -> None:
    """T-20: issued before the roll, accepted after it: the earlier period knows nothing of it."""
    ends = builders.AT.replace(hour=22)
    acts.ask_fill(house, at=ends - timedelta(minutes=40))
    slip = acts.issue(house, at=ends - timedelta(minutes=10))["slip"]
    acts.carry(house, slip, at=ends - timedelta(minutes=9))
    custody.roll_table(house, at=ends)
    assert acts.row(house).status == SlipStatus.IN_TRANSIT
    assert acts.accept(house, slip, at=ends + timedelta(minutes=10))["period"] == 2
    row = acts.row(house)
    assert (row.shift, row.period.shift if row.period else "") == ("day", "swing")


def test_t20_a_closed_table_takes_its_fill_when_it_opens_again(house: House) -> None:
    """T-20: the slip stays in transit over the closing."""
    slip = acts.carried_fill(house)
    custody.close_table(house)
    with refused(Conflict, "table_not_open", state="closed"):
        acts.accept(house, slip)
    custody.open_table(house)
    assert acts.accept(house, slip)["period"] == 2


# --------------------------------------------------------------------------------------------------------------- who
def test_the_tables_own_dealer_counts(house: House) -> None:
    slip = acts.carried_fill(house)
    with refused(NotAllowed, "not_dealing", badge="dev"):
        acts.accept(house, slip, dealer=house.sign("dev"))
    taps.tap_in(actor=house.dev, at=house.at, table="BJ-01")
    assert acts.accept(house, slip, dealer=house.sign("dev"))["status"] == "accepted"


def test_the_boss_in_charge_watches(house: House) -> None:
    acts.add_paul(house)
    slip = acts.carried_fill(house)
    with refused(NotAllowed, "not_in_charge"):
        acts.accept(house, slip, pit_boss=acts.PAUL)


def test_dealer_and_boss_are_two_persons(house: House) -> None:
    """T-100: a dealer who is a boss, too, does not watch himself."""
    slip = acts.carried_fill(house)
    custody.also(house, "dana", Role.PIT_BOSS)
    with refused(NotAllowed, "same_person"):
        acts.accept(house, slip, pit_boss=house.sign("dana"))


@pytest.mark.parametrize("name", ["cass", "sam"])
def test_who_issued_or_carried_does_not_count(house: House, name: str) -> None:
    slip = acts.carried_fill(house)
    taps.tap_out(actor=house.dana, at=house.at, table="BJ-01")
    custody.deals(house, name)
    with refused(NotAllowed, "same_person"):
        acts.accept(house, slip, dealer=house.sign(name))


@pytest.mark.parametrize("name", ["cass", "sam", "colin", "ada", "axel", "hana"])
def test_only_the_table_accepts(house: House, name: str) -> None:
    slip = acts.carried_fill(house)
    with refused(NotAllowed, "not_permitted", permission="accept_slip"):
        acts.accept(house, slip, actor=builders.actor(name))


def test_another_tables_terminal_does_not_know_the_slip() -> None:
    house = acts.house(tables=("BJ-01", "BJ-02"))
    slip = acts.carried_fill(house)
    with refused(NotFound, "no_such_slip"):
        acts.accept(house, slip, actor=house.at_table("dana", "BJ-02"))
    assert acts.accept(house, slip, actor=house.at_table("dana"))["status"] == "accepted"


def test_who_deals_counts_at_the_tables_terminal(house: House) -> None:
    """A dealer's token without the table's device counts nothing; the boss may be at the pit's."""
    slip, elsewhere = acts.carried_fill(house), builders.actor("dana")
    with refused(NotAllowed, "terminal_required"):
        acts.accept(house, slip, actor=elsewhere)
    with refused(NotAllowed, "terminal_required"):
        acts.decline(house, slip, FILL, actor=elsewhere)
    assert acts.accept(house, slip, actor=house.petra)["status"] == "accepted"


def test_t29_a_double_submit_counts_once(house: House) -> None:
    """T-29: the rack rises once."""
    slip = acts.carried_fill(house)
    first = acts.accept(house, slip, key="accept-0001")
    rack = custody.rack_of(house)
    assert acts.accept(house, slip, key="accept-0001") == first
    assert custody.rack_of(house) == rack


# ---------------------------------------------------------------------------------------------------------- declined
def test_t21_a_declined_fill_goes_back_and_leaves_the_rack_alone(house: House) -> None:
    """T-21: the table counts, says why, and the chips are security's again."""
    slip, rack = acts.carried_fill(house), custody.rack_of(house)
    assert acts.decline(house, slip, ONE_SHORT)["status"] == "declined"
    assert custody.rack_of(house) == rack
    (fact,) = custody.facts(house, "fill_declined")
    assert (fact["slip"], fact["counted_total"], fact["reason"]) == (slip, 69_500, "a chip is missing")
    with refused(Conflict, "bad_slip_step", state="declined", wanted="accepted"):
        acts.accept(house, slip)


def test_a_closed_table_declines_what_it_does_not_need(house: House) -> None:
    slip = acts.carried_fill(house)
    custody.close_table(house)
    assert acts.decline(house, slip, FILL, "the table is closed")["status"] == "declined"


def test_an_exchange_is_declined_too_and_a_credit_is_not(house: House) -> None:
    exchange = acts.carried_exchange(house)
    assert acts.decline(house, exchange, {500: 99})["status"] == "declined"
    assert custody.facts(house, "exchange_declined")[0]["counted_total"] == 49_500
    credit = acts.issued_credit(house)
    with refused(Conflict, "wrong_slip_kind", kind="credit"):
        acts.decline(house, credit, {})


def test_who_declines_says_why(house: House) -> None:
    acts.add_paul(house)
    slip = acts.carried_fill(house)
    with refused(Invalid, "bad_reason"):
        acts.decline(house, slip, ONE_SHORT, "")
    with refused(NotAllowed, "not_in_charge"):
        acts.decline(house, slip, ONE_SHORT, pit_boss=acts.PAUL)


# ----------------------------------------------------------------------------------------------------------- credits
def test_a_credit_leaves_the_rack_before_three_persons(house: House) -> None:
    slip, rack, stock = acts.issued_credit(house), custody.rack_of(house), acts.in_cage(house)
    answer = acts.count_out(house, slip)
    assert (answer["status"], answer["period"]) == ("counted_out", 1)
    assert custody.rack_of(house) == chips.less(rack, CREDIT)
    assert acts.in_cage(house) == stock
    assert acts.signed(acts.row(house))[2:] == [
        ("credit_counted_out", "dealer", "dana"),
        ("credit_counted_out", "pit_boss", "petra"),
        ("credit_counted_out", "security", "sam"),
    ]
    (fact,) = custody.facts(house, "credit_counted_out")
    assert (fact["chips"], fact["rack"], fact["box"]) == (
        {"2500": 20, "10000": 4},
        {"2500": -20, "10000": -4},
        1,
    )


def test_t33_a_rack_that_has_less_by_now_gives_none(house: House) -> None:
    """T-33: asked for when the rack had it, counted out when it has not."""
    slip = acts.issued_credit(house, {10_000: 48})
    custody.buy_in(house, 10_000, {10_000: 1})
    with refused(Conflict, "rack_short", denomination=10_000):
        acts.count_out(house, slip, {10_000: 48})


def test_a_credit_is_counted_out_as_the_slip_says(house: House) -> None:
    slip = acts.issued_credit(house)
    with refused(Conflict, "slip_mismatch", difference=-10_000):
        acts.count_out(house, slip, {2_500: 20, 10_000: 3})
    with refused(Conflict, "slip_mismatch", difference=0):
        acts.count_out(house, slip, {2_500: 24, 10_000: 3})


def test_nobody_stands_twice_under_a_credit(house: House) -> None:
    slip = acts.issued_credit(house)
    custody.also(house, "cass", Role.SECURITY)
    with refused(NotAllowed, "same_person"):
        acts.count_out(house, slip, security=house.sign("cass"))
    with refused(NotAllowed, "role_not_held", role=Role.SECURITY):
        acts.count_out(house, slip, security=house.sign("dev"))


def test_a_credit_waits_for_an_open_table(house: House) -> None:
    slip = acts.issued_credit(house)
    custody.close_table(house)
    with refused(Conflict, "table_not_open", state="closed"):
        acts.count_out(house, slip)


# --------------------------------------------------------------------------------------------------------- exchanges
def test_an_exchange_changes_the_mix_and_not_the_value(house: House) -> None:
    """T-32: 12,000 in 5s is not 12,000 in 100s, but it is 12,000."""
    slip, rack = acts.carried_exchange(house), custody.rack_of(house)
    assert acts.make_exchange(house, slip)["status"] == "counted_out"
    after = custody.rack_of(house)
    assert after == chips.less(chips.add(rack, TAKEN), GIVEN)
    assert chips.value(after) == chips.value(rack)
    (fact,) = custody.facts(house, "exchange_made")
    assert (fact["given"], fact["taken"], fact["rack"]) == (
        {"10000": 5},
        {"500": 100},
        {"500": 100, "10000": -5},
    )


def test_an_exchange_is_what_the_slip_says(house: House) -> None:
    slip = acts.carried_exchange(house)
    with refused(Conflict, "slip_mismatch", difference=-500):
        acts.make_exchange(house, slip, {500: 99})
    custody.buy_in(house, 440_000, {10_000: 44})
    with refused(Conflict, "rack_short", denomination=10_000):
        acts.make_exchange(house, slip)


def test_the_exchange_is_carried_both_ways_by_security(house: House) -> None:
    """One and the same person of security may carry both ways."""
    slip = acts.carried_exchange(house)
    acts.make_exchange(house, slip)
    assert [line for line in acts.signed(acts.row(house)) if line[1] == "security"] == [
        ("slip_carried", "security", "sam"),
        ("exchange_made", "security", "sam"),
    ]
