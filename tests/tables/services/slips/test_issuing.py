"""The slip in the cage: its number, its chips set apart, carried away, voided before that, printed again."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from tables.domain import canonical, chips, slip_papers
from tables.domain.actors import Role, instant
from tables.domain.errors import Conflict, Invalid, NotAllowed, NotFound
from tables.models.slips import Slip
from tables.services import cage_stock, rule_packs, slip_numbers
from tests import builders, custody
from tests import slips as acts
from tests.builders import House
from tests.slips import CREDIT, FILL, TAKEN, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    """Paul, another boss, is there to second a void."""
    made = acts.house()
    acts.add_paul(made)
    return made


def choose(house: House, pack: str, since: date = builders.GAMING_DAY) -> None:
    rule_packs.choose_rule_pack(actor=house.hana, at=house.at, name=pack, version=1, effective_from=since)


# ------------------------------------------------------------------------------------------------------------ issued
def test_an_issued_fill_has_a_number_and_its_chips_set_apart(house: House) -> None:
    acts.ask_fill(house)
    stock = acts.in_cage(house)
    answer = acts.issue(house)
    assert {name: answer[name] for name in ("slip", "status", "gaming_day", "shift")} == {
        "slip": "F-000001",
        "status": "issued",
        "gaming_day": "2026-03-04",
        "shift": "day",
    }
    assert acts.in_cage(house) == chips.less(stock, FILL)
    row = acts.row(house)
    assert (row.series, row.number, row.gaming_day, row.shift) == ("F", 1, builders.GAMING_DAY, "day")
    assert acts.signed(row) == [("fill_requested", "pit_boss", "petra"), ("fill_issued", "cashier", "cass")]
    (fact,) = custody.facts(house, "fill_issued", "cage")
    assert (fact["slip"], fact["table"], fact["request"], fact["chips"]) == ("F-000001", "BJ-01", 1, row.chips)
    paper = slip_papers.slip("fill", "DEMO", "BJ-01", 1, row.chips, {}, 70_000)
    assert [signed["content"] for signed in fact["signatures"]] == [canonical.content_hash(paper)]


def test_a_credit_slip_moves_nothing_yet(house: House) -> None:
    stock = acts.in_cage(house)
    assert acts.issued_credit(house) == "C-000001"
    assert acts.in_cage(house) == stock


def test_an_exchange_sets_apart_what_the_table_will_get(house: House) -> None:
    stock = acts.in_cage(house)
    acts.ask_exchange(house)
    assert acts.issue(house)["slip"] == "E-000001"
    assert acts.in_cage(house) == chips.less(stock, TAKEN)


def test_the_cage_gives_no_more_than_it_has() -> None:
    house = acts.house(stock={**builders.PAR, 500: 239})
    acts.ask_fill(house)
    with refused(Conflict, "cage_short", place="cage", denomination=500):
        acts.issue(house)
    assert acts.numbers() == {}


def test_a_request_becomes_one_slip(house: House) -> None:
    acts.issued_fill(house)
    with refused(Conflict, "bad_slip_step", state="issued", wanted="issued"):
        acts.issue(house)
    with refused(NotFound, "no_such_request"):
        acts.issue(house, 2)


def test_t29_a_double_submit_takes_one_number(house: House) -> None:
    """T-29: the same idempotency key gives the same slip."""
    acts.ask_fill(house)
    first = acts.issue(house, key="issue-00001")
    assert acts.issue(house, key="issue-00001") == first
    assert (acts.numbers(), Slip.objects.filter(number__isnull=False).count()) == ({"F": 1}, 1)


def test_who_asked_does_not_issue(house: House) -> None:
    """T-100: persons are compared, not roles."""
    custody.also(house, "petra", Role.CASHIER)
    acts.ask_fill(house)
    with refused(NotAllowed, "same_person"):
        acts.issue(house, cashier=house.sign("petra"))


@pytest.mark.parametrize("name", ["dana", "petra", "sam", "colin", "ada", "axel", "hana"])
def test_only_the_cage_issues(house: House, name: str) -> None:
    acts.ask_fill(house)
    with refused(NotAllowed, "not_permitted", permission="issue_slip"):
        acts.issue(house, actor=builders.actor(name))
    with refused(NotAllowed, "role_not_held", role=Role.CASHIER):
        acts.issue(house, cashier=house.sign(name))


# ----------------------------------------------------------------------------------------------------------- numbers
def test_each_kind_counts_for_itself(house: House) -> None:
    assert [acts.issued_fill(house), acts.issued_fill(house), acts.issued_credit(house)] == [
        "F-000001",
        "F-000002",
        "C-000001",
    ]
    assert acts.numbers() == {"F": 2, "C": 1}


def test_t28_the_year_is_part_of_the_number(house: House) -> None:
    """T-28: a calendar year begins again at 1, and both numbers stand side by side."""
    choose(house, "new-jersey-like")
    assert acts.issued_fill(house) == "F-2026-000001"
    later = datetime(2027, 1, 2, 20, 0, tzinfo=UTC)
    assert acts.issued_fill(house, at=later) == "F-2027-000001"
    assert acts.issued_fill(house, at=later) == "F-2027-000002"
    assert acts.numbers() == {"F-2026": 1, "F-2027": 2}


def test_t28_the_night_of_new_year_belongs_to_its_gaming_day(house: House) -> None:
    """T-28: 02:00 on 1 January is still gaming day 31 December, and the old year's number."""
    choose(house, "new-jersey-like")
    night = datetime(2027, 1, 1, 10, 0, tzinfo=UTC)
    assert acts.issued_fill(house, at=night) == "F-2026-000001"


def test_t28_a_business_year_begins_in_its_month(house: House) -> None:
    """T-28: the French-like year begins on 1 November."""
    choose(house, "french-like")
    assert acts.issued_fill(house) == "F-2025-000001"
    assert acts.issued_fill(house, at=datetime(2026, 11, 1, 20, 0, tzinfo=UTC)) == "F-2026-000001"


def test_t27_what_comes_to_nothing_takes_no_number(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """T-27: the counter goes back with the transaction, so the next slip has no gap before it."""
    acts.issued_fill(house)
    acts.ask_fill(house)

    def fails(*_: Any) -> None:
        assert acts.numbers() == {"F": 2}  # taken by now
        raise Conflict("cage_short")

    with monkeypatch.context() as broken:
        broken.setattr(cage_stock, "give_chips", fails)
        with refused(Conflict, "cage_short"):
            acts.issue(house, 2)
    assert acts.numbers() == {"F": 1}
    assert acts.issue(house, 2)["slip"] == "F-000002"


def test_a_number_is_written_in_one_way_only(house: House) -> None:
    acts.issued_fill(house)
    for text in ("F-1", "F-0000001", "f-000001", "F-000000", "F-000001 ", "F-2026-000001", "C-000001", ""):
        with refused(NotFound, "no_such_slip"):
            acts.carry(house, text)
    assert slip_numbers.SlipNumber("F-2026", 1_234_567).text == "F-2026-1234567"


# ----------------------------------------------------------------------------------------------------------- carried
def test_security_takes_the_chips(house: House) -> None:
    slip = acts.issued_fill(house)
    assert acts.carry(house, slip)["status"] == "in_transit"
    assert acts.signed(acts.row(house))[-1] == ("slip_carried", "security", "sam")
    (fact,) = custody.facts(house, "slip_carried", "cage")
    assert (fact["slip"], fact["table"], fact["kind"], fact["total"]) == (slip, "BJ-01", "fill", 70_000)
    with refused(Conflict, "bad_slip_step", state="in_transit", wanted="in_transit"):
        acts.carry(house, slip)


def test_a_credit_is_fetched_at_the_table(house: House) -> None:
    slip = acts.issued_credit(house)
    with refused(Conflict, "wrong_slip_kind", kind="credit"):
        acts.carry(house, slip)


@pytest.mark.parametrize("name", ["petra", "cass"])
def test_who_asked_or_issued_does_not_carry(house: House, name: str) -> None:
    """T-100: requester, cashier and carrier are three persons."""
    slip = acts.issued_fill(house)
    custody.also(house, name, Role.SECURITY)
    with refused(NotAllowed, "same_person"):
        acts.carry(house, slip, security=house.sign(name))


def test_security_signs_at_the_cages_terminal(house: House) -> None:
    slip = acts.issued_fill(house)
    assert acts.carry(house, slip, actor=house.cass)["status"] == "in_transit"


@pytest.mark.parametrize("name", ["dana", "petra", "colin", "ada", "axel", "hana"])
def test_nobody_else_carries(house: House, name: str) -> None:
    slip = acts.issued_fill(house)
    with refused(NotAllowed, "not_permitted", permission="carry_slip"):
        acts.carry(house, slip, actor=builders.actor(name))
    with refused(NotAllowed, "role_not_held", role=Role.SECURITY):
        acts.carry(house, slip, security=house.sign(name))


# -------------------------------------------------------------------------------------------------------------- void
def test_t24_a_void_keeps_the_number_and_gives_the_chips_back(house: House) -> None:
    """T-24: the number is used up, the slip stays, the cage has its chips."""
    stock = acts.in_cage(house)
    slip = acts.issued_fill(house)
    assert acts.void(house, slip)["status"] == "void"
    assert acts.in_cage(house) == stock
    row = acts.row(house)
    assert (row.number, row.reason, acts.numbers()) == (1, "wrong table", {"F": 1})
    assert acts.signed(row)[-2:] == [("slip_voided", "cashier", "cass"), ("slip_voided", "pit_boss", "paul")]
    (fact,) = custody.facts(house, "slip_voided", "cage")
    assert (fact["slip"], fact["kind"], fact["total"], fact["reason"]) == (slip, "fill", 70_000, "wrong table")
    assert acts.issued_fill(house) == "F-000002"


def test_a_credit_slip_is_voided_before_it_is_counted_out(house: House) -> None:
    stock = acts.in_cage(house)
    slip = acts.issued_credit(house)
    assert acts.void(house, slip)["status"] == "void"
    assert acts.in_cage(house) == stock


def test_an_exchange_is_voided_before_it_is_carried(house: House) -> None:
    stock = acts.in_cage(house)
    acts.ask_exchange(house)
    slip = acts.issue(house)["slip"]
    acts.void(house, slip)
    assert acts.in_cage(house) == stock


def accepted(house: House) -> str:
    slip = acts.carried_fill(house)
    acts.accept(house, slip)
    return slip


@pytest.mark.parametrize(
    ("make", "state"),
    [(acts.carried_fill, "in_transit"), (accepted, "accepted"), (acts.counted_out_credit, "counted_out")],
)
def test_t23_no_void_after_the_chips_have_moved(house: House, make: Callable[[House], str], state: str) -> None:
    """T-23: then it is a credit, and not a void."""
    slip = make(house)
    with refused(Conflict, "chips_moved", state=state):
        acts.void(house, slip)


def test_a_slip_is_voided_once(house: House) -> None:
    slip = acts.issued_fill(house)
    acts.void(house, slip)
    with refused(Conflict, "bad_slip_step", state="void", wanted="void"):
        acts.void(house, slip)
    with refused(Conflict, "bad_slip_step", state="void", wanted="in_transit"):
        acts.carry(house, slip)


def test_t25_who_made_the_slip_out_does_not_second_its_void(house: House) -> None:
    """T-25: another cashier voids, the preparer signs beside him as a pit boss: refused."""
    custody.also(house, "cass", Role.PIT_BOSS)
    custody.also(house, "dev", Role.CASHIER)
    slip = acts.issued_fill(house)
    with refused(NotAllowed, "same_person"):
        acts.void(house, slip, cashier=house.sign("dev"), second="cass")
    with refused(NotAllowed, "same_person"):
        acts.void(house, slip, second="cass")


def test_t25_the_second_comes_from_another_department(house: House) -> None:
    """T-25: two cashiers are not enough."""
    custody.also(house, "dev", Role.CASHIER)
    slip = acts.issued_fill(house)
    with refused(NotAllowed, "role_not_held", role=Role.PIT_BOSS):
        acts.void(house, slip, second="dev")


def test_t25_nobody_seconds_who_signed_the_slip_before(house: House) -> None:
    """T-25: the boss who asked for the fill is not independent of it."""
    slip = acts.issued_fill(house)
    with refused(NotAllowed, "same_person"):
        acts.void(house, slip, second="petra")


@pytest.mark.parametrize(
    ("pack", "name"), [("nevada-like", "hana"), ("new-jersey-like", "ada"), ("french-like", "ada")]
)
def test_the_rule_pack_says_who_may_second(house: House, pack: str, name: str) -> None:
    choose(house, pack)
    slip = acts.issued_fill(house)
    assert acts.void(house, slip, second=name)["status"] == "void"


def test_where_the_pack_names_no_boss_none_seconds(house: House) -> None:
    choose(house, "french-like")
    slip = acts.issued_fill(house)
    with refused(NotAllowed, "role_not_held", role=Role.ACCOUNTANT):
        acts.void(house, slip)


def test_a_void_says_why(house: House) -> None:
    slip = acts.issued_fill(house)
    for reason in ("", " ", "x" * 241):
        with refused(Invalid, "bad_reason"):
            acts.void(house, slip, reason)


@pytest.mark.parametrize("name", ["dana", "petra", "sam", "colin", "ada", "axel", "hana"])
def test_only_the_cage_voids(house: House, name: str) -> None:
    slip = acts.issued_fill(house)
    with refused(NotAllowed, "not_permitted", permission="void_slip"):
        acts.void(house, slip, actor=builders.actor(name))


# ---------------------------------------------------------------------------------------------------------- reprints
def test_t26_a_reprint_keeps_the_number_and_is_counted(house: House) -> None:
    """T-26: same number, marked REPRINT n, with its reason."""
    slip = acts.issued_fill(house)
    later = house.at + timedelta(minutes=5)
    assert acts.reprint(house, slip)["copy"] == 1
    assert acts.reprint(house, slip, actor=house.ada, at=later, reason="for the file")["copy"] == 2
    assert acts.row(house).reprints == [
        {"copy": 1, "at": instant(house.at), "by": "cass", "reason": "the paper jammed"},
        {"copy": 2, "at": instant(later), "by": "ada", "reason": "for the file"},
    ]
    assert acts.numbers() == {"F": 1}
    facts = custody.facts(house, "slip_reprinted", "cage")
    assert [(fact["slip"], fact["copy"], fact["reason"]) for fact in facts] == [
        (slip, 1, "the paper jammed"),
        (slip, 2, "for the file"),
    ]


def test_a_void_slip_is_printed_again_too(house: House) -> None:
    slip = acts.issued_credit(house, CREDIT)
    acts.void(house, slip)
    assert acts.reprint(house, slip)["status"] == "void"


def test_a_reprint_says_why_and_is_asked_for_by_cage_or_accounting(house: House) -> None:
    slip = acts.issued_fill(house)
    with refused(Invalid, "bad_reason"):
        acts.reprint(house, slip, reason="")
    with refused(NotAllowed, "not_permitted", permission="reprint_slip"):
        acts.reprint(house, slip, actor=house.petra)
