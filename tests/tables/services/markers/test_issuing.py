"""A marker at the table: the credit line, its signatures, its chips, and what a void takes back."""

from datetime import date, timedelta
from typing import Any

import pytest

from tables.domain import canonical, chips, markers
from tables.domain.actors import Role
from tables.domain.errors import Conflict, Invalid, NotAllowed, NotFound
from tables.models.markers import CreditLine, Marker
from tables.models.slips import SlipSeries
from tables.services import patrons, rule_packs
from tests import builders, custody
from tests import markers as acts
from tests.builders import House
from tests.markers import CUT
from tests.refusals import refused

pytestmark = pytest.mark.django_db
ISSUED = 500_000


@pytest.fixture
def house() -> House:
    return acts.house()


def choose(house: House, pack: str) -> None:
    rule_packs.choose_rule_pack(actor=house.hana, at=house.at, name=pack, version=1, effective_from=builders.GAMING_DAY)


# -------------------------------------------------------------------------------------------------------- credit line
def test_a_line_holds_from_its_gaming_day_on(house: House) -> None:
    acts.set_line(house, 100, builders.GAMING_DAY + timedelta(days=1))
    assert [(line.effective_from, line.limit, line.set_by.badge) for line in CreditLine.objects.order_by("pk")] == [
        (builders.GAMING_DAY, acts.LIMIT, "ada"),
        (date(2026, 3, 5), 100, "ada"),
    ]
    assert custody.facts(house, "credit_line_set", "house")[-1] == {
        "patron": "P-7",
        "limit": 100,
        "effective_from": "2026-03-05",
        "source": "Central Credit, 2026-03-01",
    }
    assert acts.issue(house)["limit"] == acts.LIMIT


def test_a_line_is_set_in_the_office_for_somebody_who_is_registered(house: House) -> None:
    for who in ("dana", "petra", "cass"):
        with refused("not_permitted", NotAllowed):
            acts.set_line(house, actor=builders.actor(who))
    with refused("no_such_patron", NotFound):
        acts.set_line(house, patron="P-8")
    with refused("bad_credit_source", Invalid):
        acts.set_line(house, source=" ")
    with refused("day_is_over", Invalid):
        acts.set_line(house, since=date(2026, 3, 3))


# ------------------------------------------------------------------------------------------------------------- issued
def test_a_marker_has_a_number_and_its_chips_leave_the_rack(house: House) -> None:
    answer = acts.issue(house)
    assert {name: answer[name] for name in ("slip", "status", "held", "amount", "left", "owed")} == {
        "slip": "M-000001",
        "status": "issued",
        "held": "table",
        "amount": ISSUED,
        "left": ISSUED,
        "owed": ISSUED,
    }
    assert custody.rack_of(house) == chips.less(builders.PAR, CUT)
    (fact,) = custody.facts(house, "marker_issued")
    assert (fact["period"], fact["box"], fact["patron"], fact["limit"], fact["owed_before"]) == (
        1,
        1,
        "P-7",
        2_000_000,
        0,
    )
    paper = markers.issue("DEMO", "BJ-01", "P-7", ISSUED, CUT, "")
    assert [(line["role"], line["badge"], line["content"]) for line in fact["signatures"]] == [
        ("dealer", "dana", canonical.content_hash(paper)),
        ("pit_boss", "petra", canonical.content_hash(paper)),
    ]


def test_who_has_no_name_with_the_house_gets_no_marker(house: House) -> None:
    with refused("no_such_patron", NotFound):
        acts.issue(house, patron="P-8")
    with refused("bad_code", Invalid):
        acts.issue(house, patron="tall, red cap")
    patrons.register_patron(actor=house.petra, at=house.at, code="P-8", name="Pat Eight")
    with refused("no_credit_line", Conflict):
        acts.issue(house, patron="P-8")


def test_all_open_markers_keep_within_the_line(house: House) -> None:
    acts.set_line(house, 800_000)
    acts.issue(house)
    with refused("credit_line_passed", Conflict):
        acts.issue(house, {10_000: 24, 2_500: 24, 500: 1})
    assert acts.issue(house, {10_000: 24, 2_500: 24})["owed"] == 800_000


def test_beyond_the_line_somebody_who_answers_for_credit_signs_and_says_why(house: House) -> None:
    acts.set_line(house, 499_999)
    with refused("role_not_held", NotAllowed):
        acts.issue(house, over_limit=acts.over_limit(house, "sam"))
    with refused("bad_reason", Invalid):
        acts.issue(house, over_limit=acts.over_limit(house, reason=""))
    acts.issue(house, over_limit=acts.over_limit(house))
    row = acts.row("M-000001")
    assert (row.over_limit, row.signatures[-1]["role"], row.signatures[-1]["badge"]) == (
        "known for years",
        "house_manager",
        "hana",
    )


def test_nobody_signs_on_a_line_that_he_set_himself(house: House) -> None:
    acts.set_line(house, 499_999)
    with refused("not_independent", NotAllowed):
        acts.issue(house, over_limit=acts.over_limit(house, "ada"))


@pytest.mark.parametrize(
    ("changes", "code", "family"),
    [
        ({"patron_signed": False}, "patron_signature_missing", Invalid),
        ({"amount": 500_001}, "total_mismatch", Invalid),
        ({"cut": {300: 1}, "amount": 300}, "unknown_denomination", Invalid),
        ({"cut": {10_000: 49}, "amount": 490_000}, "rack_short", Conflict),
    ],
)
def test_what_a_table_cannot_give(house: House, changes: dict[str, Any], code: str, family: type[Any]) -> None:
    with refused(code, family):
        acts.issue(house, **changes)
    assert list(SlipSeries.objects.values_list("series", flat=True)) == []


def test_a_marker_has_two_persons_of_the_table(house: House) -> None:
    custody.also(house, "petra", Role.DEALER)
    with refused("same_person", NotAllowed):
        acts.issue(house, dealer=house.sign("petra"))
    with refused("not_dealing", NotAllowed):
        acts.issue(house, dealer=house.sign("dev"))
    with refused("not_permitted", NotAllowed):
        acts.issue(house, actor=house.cass)


def test_a_closed_table_gives_none(house: House) -> None:
    custody.close_table(house)
    with refused("table_not_open", Conflict):
        acts.issue(house)


def test_where_the_rules_know_no_credit_there_is_no_marker(house: House) -> None:
    choose(house, "french-like")
    with refused("markers_not_allowed", Conflict):
        acts.issue(house)


def test_t29_the_same_key_gives_the_same_marker(house: House) -> None:
    first = acts.issue(house, key="k-1")
    assert acts.issue(house, key="k-1") == first
    assert Marker.objects.count() == 1
    assert custody.rack_of(house) == chips.less(builders.PAR, CUT)


def test_known_chips_of_a_tracked_patron_rise_and_fall(house: House) -> None:
    patrons.declare_funds(actor=house.dana, at=house.at, table="BJ-01", player="P-7", amount=1_000)
    slip = acts.issue(house)["slip"]
    assert house.state().funds == {"P-7": 501_000}
    acts.pay(house, slip, given={10_000: 1})
    assert house.state().funds == {"P-7": 491_000}
    patrons.declare_funds(actor=house.dana, at=house.at, table="BJ-01", player="P-7", amount=9_999)
    with refused("insufficient_funds", Conflict):
        acts.pay(house, slip, given={10_000: 1})


# --------------------------------------------------------------------------------------------------------------- void
def test_t24_t25_a_void_marks_three_parts_and_brings_the_chips_back(house: House) -> None:
    slip = acts.issue(house)["slip"]
    answer = acts.void(house, slip)
    assert (answer["status"], answer["reason"]) == ("void", "wrong patron")
    assert custody.rack_of(house) == builders.PAR
    assert acts.issue(house)["slip"] == "M-000002"
    (fact,) = custody.facts(house, "marker_voided")
    assert (fact["parts"], [line["badge"] for line in fact["signatures"]]) == (
        ["original", "issue", "payment"],
        ["dana", "petra", "sam"],
    )


def test_a_void_wants_all_parts_and_somebody_from_elsewhere(house: House) -> None:
    slip = acts.issue(house)["slip"]
    with refused("parts_not_marked", Invalid):
        acts.void(house, slip, parts=("original", "issue"))
    with refused("bad_reason", Invalid):
        acts.void(house, slip, reason="")
    with refused("role_not_held", NotAllowed):
        acts.void(house, slip, second="dev")
    with refused("no_such_marker", NotFound):
        acts.void(house, "M-000009")


def test_t25_another_boss_of_the_pit_does_not_second_a_markers_void(house: House) -> None:
    """T-25: the pit made it out; security, accounting or management second."""
    custody.also(house, "dev", Role.PIT_BOSS)
    slip = acts.issue(house)["slip"]
    with refused("role_not_held", NotAllowed):
        acts.void(house, slip, second="dev")


def test_who_let_the_line_be_passed_does_not_second_its_void(house: House) -> None:
    acts.set_line(house, 499_999)
    slip = acts.issue(house, over_limit=acts.over_limit(house))["slip"]
    with refused("same_person", NotAllowed):
        acts.void(house, slip, second="hana")


def test_a_marker_that_is_partly_paid_is_not_void(house: House) -> None:
    slip = acts.issue(house)["slip"]
    acts.pay(house, slip, 100)
    with refused("bad_marker_step", Conflict):
        acts.void(house, slip)


def test_a_void_belongs_to_the_period_of_the_marker(house: House) -> None:
    slip = acts.issue(house)["slip"]
    left = chips.less(builders.PAR, CUT)
    later = house.at + timedelta(hours=10)
    custody.roll_table(house, left, at=later)
    with refused("period_over", Conflict):
        acts.void(house, slip, at=later)
