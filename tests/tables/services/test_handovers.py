"""One boss hands the pit to the next: what is open, signed by both, and the charge with it."""

from typing import Any

import pytest

from tables.domain import handovers as papers
from tables.domain.actors import Role
from tables.domain.canonical import content_hash
from tables.domain.errors import Conflict, Invalid, NotAllowed, NotFound
from tables.domain.handovers import LISTS
from tables.models import staff
from tables.models.approvals import QueueClaim
from tables.selectors import handovers as reads
from tables.services import approvals, calls, handovers, limits, pits, slips, staffing
from tables.services.approvals import claims
from tables.services.signatures import SignatureRequest
from tests import builders, custody, dealt, pit_stages
from tests import slips as slip_acts
from tests.builders import House, facts
from tests.refusals import refused

pytestmark = pytest.mark.django_db
PAUL = slip_acts.PAUL
WORDS = "Seat 3 wants a lift.\nThe shuffler of BJ-02 is loud."


@pytest.fixture
def house() -> House:
    """BJ-01 is open; paul is a boss and in charge of nothing."""
    house = custody.running(builders.house(posted=(1_000, 50_000)))
    slip_acts.add_paul(house)
    return house


def figures(house: House) -> dict[str, Any]:
    return dict(handovers.sheet(actor=house.petra, at=house.at, pit="P1").figures)


def hand_over(house: House, **more: Any) -> dict[str, Any]:
    asked: dict[str, Any] = {
        "actor": house.petra,
        "at": house.at,
        "pit": "P1",
        "figures_sha256": content_hash(figures(house)),
        "messages": WORDS,
        "outgoing": house.sign("petra"),
        "incoming": PAUL,
    }
    return handovers.hand_over(**{**asked, **more})


def in_charge() -> list[str]:
    return sorted(staff.PitAssignment.objects.filter(until=None).values_list("staff__badge", flat=True))


def test_the_sheet_says_what_is_open(house: House) -> None:
    approvals.ask_lift(actor=house.dana, at=house.at, table="BJ-01", player="S2", maximum=100_000)
    limits.raise_limit(actor=house.petra, at=house.at, table="BJ-01", player="S5", maximum=200_000)
    slip_acts.ask_fill(house)
    calls.call_floor(actor=house.dana, at=house.at, table="BJ-01", reason="Dispute over a hand")
    at = "2026-03-04T20:00:00.000000Z"
    told = figures(house)
    assert list(told) == list(LISTS)
    assert told["approvals"] == [
        {
            "table": "BJ-01",
            "since": at,
            "kind": "lift",
            "item": "1",
            "asked_by": "Dana Dealer",
            "content": {"player": "S2", "maximum": 100_000},
        }
    ]
    assert told["open_slips"] == [
        {
            "table": "BJ-01",
            "since": at,
            "kind": "fill",
            "status": "requested",
            "slip": None,
            "request": 1,
            "total": 70_000,
        }
    ]
    assert told["limits"] == [
        {
            "table": "BJ-01",
            "since": at,
            "player": None,
            "minimum": 1_000,
            "maximum": 50_000,
            "set_by": "Petra Pit Boss",
        },
        {"table": "BJ-01", "since": None, "player": "S5", "minimum": None, "maximum": 200_000, "set_by": None},
    ]
    assert told["alerts"] == [{"table": "BJ-01", "since": at, "alert": "call", "mark": at, "seen_by": ""}]
    assert [told[name] for name in ("variances", "disputes", "patrons", "cards_due", "dealers_due")] == [[]] * 5


def test_a_stopped_table_and_a_variance_are_handed_over(house: House) -> None:
    custody.close_table(house, custody.rack_of(house))
    custody.open_table(house, {**custody.BANK, 100: 199}, note="one short")
    dealt.shoe_ready(house)
    dealt.press(house, {"do": "card", "card": "4S"})
    told = figures(house)
    assert [(line["period"], line["amount"]) for line in told["variances"]] == [(2, -100)]
    assert [(line["kind"], line["asked_by"]) for line in told["disputes"]] == [("ruling", "Dana Dealer")]


def test_both_sign_what_was_seen_and_the_charge_goes_over(house: House) -> None:
    told = hand_over(house)
    (fact,) = facts("shift_handed_over")
    paper = papers.handover("DEMO", "P1", builders.GAMING_DAY, "day", fact["figures"], WORDS)
    assert told["sha256"] == fact["sha256"] == content_hash(paper)
    signed = [(line["badge"], line["role"], line["content"]) for line in fact["signatures"]]
    assert signed == [("petra", "pit_boss", told["sha256"]), ("paul", "pit_boss", told["sha256"])]
    assert (told["handover"], told["outgoing"], told["incoming"]) == (1, "petra", "paul")
    assert in_charge() == ["paul"]
    view = reads.one(house.petra, "P1", 1)
    assert (view.outgoing, view.incoming, view.messages) == ("Petra Pit Boss", "Petra Pit Boss", WORDS)
    assert [view.number for view in reads.of_pit(house.ada, "P1")] == [1]


@pytest.mark.parametrize("relieved", [False, True])
def test_who_leaves_has_nothing_open_in_the_queue(house: House, relieved: bool) -> None:
    approvals.ask_lift(actor=house.dana, at=house.at, table="BJ-01", player="S2", maximum=100_000)
    claims.take(actor=house.petra, at=house.at, table="BJ-01", kind="lift", item="1")
    if relieved:
        pits.relieve_pit_boss(actor=house.hana, at=house.at, pit="P1", badge="petra")
    else:
        hand_over(house)
    assert QueueClaim.objects.count() == 0


def test_who_is_in_charge_already_stays_so(house: House) -> None:
    pits.assign_pit_boss(actor=house.hana, at=house.at, pit="P1", badge="paul")
    hand_over(house)
    assert in_charge() == ["paul"]
    assert len(facts("pit_boss_assigned")) == 2
    assert hand_over(house, outgoing=PAUL, incoming=house.sign("petra"))["handover"] == 2


def test_what_changed_since_it_was_drawn_is_looked_at_again(house: House) -> None:
    seen = content_hash(figures(house))
    calls.call_floor(actor=house.dana, at=house.at, table="BJ-01", reason="Dispute over a hand")
    with refused("handover_changed", Conflict):
        hand_over(house, figures_sha256=seen)


def test_a_repeated_press_gets_the_same_answer(house: House) -> None:
    seen = content_hash(figures(house))
    first = hand_over(house, key="petra-goes-home")
    assert hand_over(house, key="petra-goes-home", figures_sha256=seen) == first


def test_two_persons_sign_and_the_outgoing_one_is_in_charge(house: House) -> None:
    with refused("same_person", NotAllowed):
        hand_over(house, incoming=house.sign("petra"))
    with refused("not_in_charge", NotAllowed):
        hand_over(house, outgoing=PAUL, incoming=house.sign("petra"))
    with refused("role_not_held", NotAllowed):
        hand_over(house, incoming=house.sign("cass"))
    with refused("wrong_badge_or_pin", NotAllowed, failures_stay=True):
        hand_over(house, incoming=SignatureRequest("paul", "000000"))
    with refused("not_permitted", NotAllowed):
        hand_over(house, actor=house.cass)
    with refused("no_such_pit", NotFound):
        hand_over(house, pit="P9")


def test_who_deals_in_the_pit_does_not_take_it(house: House) -> None:
    staffing.grant_role(actor=house.hana, at=house.at, badge="dana", role=Role.PIT_BOSS)
    with refused("deals_in_pit", Conflict):
        hand_over(house, incoming=house.sign("dana"))


@pytest.mark.parametrize("messages", ["x" * 2_001, "a\x00b", "a\u202eb"])
def test_messages_are_plain_words(house: House, messages: str) -> None:
    with refused("bad_messages", Invalid):
        hand_over(house, messages=messages)


def test_a_handover_that_is_not_there(house: House) -> None:
    with refused("no_such_handover", NotFound):
        reads.one(house.petra, "P1", 1)
    with refused("not_permitted", NotAllowed):
        reads.of_pit(house.dana, "P1")
    with refused("no_such_pit", NotFound):
        reads.of_pit(house.petra, "P9")


def test_slips_of_the_pit_stay_with_it(house: House) -> None:
    slip_acts.ask_fill(house)
    hand_over(house)
    slips.withdraw_request(
        actor=builders.actor("paul"), at=house.at, table="BJ-01", request=1, reason="the game broke up"
    )
    assert pit_stages.PAUL == PAUL
