"""A dealer asks, his pit boss decides: the word, the act behind it, and who may not."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from tables.domain.actors import Role
from tables.domain.approvals import CLAIM_STANDS
from tables.domain.errors import Conflict, Invalid, NotAllowed, NotFound
from tables.models.approvals import Approval, QueueClaim
from tables.models.slips import Slip
from tables.services import approvals, pits, staffing
from tables.services.approvals import claims
from tests import builders, custody, dealt
from tests.builders import House, facts
from tests.refusals import refused

pytestmark = pytest.mark.django_db
FILL = {500: 40, 2_500: 20}


@pytest.fixture
def house() -> House:
    return builders.house()


def ask(house: House, kind: str = "lift", **more: Any) -> dict[str, Any]:
    what: dict[str, dict[str, Any]] = {
        "lift": {"player": "S2", "maximum": 100_000},
        "void": {"number": 1, "reason": "wrong card keyed"},
        "fill": {"wanted": FILL, "total": 70_000},
    }
    service: Callable[..., dict[str, Any]] = getattr(approvals, f"ask_{kind}")
    return service(**{"actor": house.dana, "at": house.at, "table": "BJ-01", **what[kind], **more})


def give(house: House, number: int = 1, **more: Any) -> dict[str, Any]:
    asked: dict[str, Any] = {"actor": house.petra, "at": house.at, "table": "BJ-01", "number": number}
    return approvals.give_approval(**{**asked, **more})


def refuse(house: House, number: int = 1, **more: Any) -> dict[str, Any]:
    asked: dict[str, Any] = {
        "actor": house.petra,
        "at": house.at,
        "table": "BJ-01",
        "number": number,
        "reason": "not tonight",
    }
    return approvals.refuse_approval(**{**asked, **more})


def second_boss(house: House) -> Any:
    staffing.grant_role(actor=house.hana, at=house.at, badge="cass", role=Role.PIT_BOSS)
    pits.assign_pit_boss(actor=house.hana, at=house.at, pit="P1", badge="cass")
    return builders.actor("cass")


def test_a_lift_is_asked_given_and_in_force(house: House) -> None:
    custody.running(house)
    asked = ask(house)
    assert asked == {
        "table": "BJ-01",
        "approval": 1,
        "kind": "lift",
        "status": "asked",
        "content": {"player": "S2", "maximum": 100_000},
        "reason": "",
        "seq": asked["seq"],
    }
    told = give(house)
    assert (told["status"], told["seq"]) == ("given", asked["seq"] + 2)
    assert house.state().raised == {"S2": 100_000}
    (given,) = facts("approval_given")
    (lifted,) = facts("limit_lifted")
    assert given["signatures"] == lifted["signatures"]
    (signature,) = given["signatures"]
    assert (signature["badge"], signature["role"], signature["licence"]) == ("petra", "pit_boss", "L-PETRA")
    row = Approval.objects.get()
    assert (row.asked_by.badge, row.decided_by and row.decided_by.badge, row.decided_at) == ("dana", "petra", house.at)


def test_a_lift_in_a_round_is_an_action_of_the_round(house: House) -> None:
    dealt.in_play(house)
    ask(house)
    give(house)
    assert facts("limit_raised")[0]["input"]["max"] == 100_000


def test_a_void_is_asked_and_given(house: House) -> None:
    dealt.settled(house)
    ask(house, "void")
    give(house)
    (told,) = custody.facts(house, "round_voided")
    assert (told["reason"], told["signatures"][0]["badge"]) == ("wrong card keyed", "petra")


def test_a_fill_takes_the_boss_s_pin_and_goes_to_the_cage(house: House) -> None:
    custody.running(house)
    ask(house, "fill")
    with refused("pin_required", NotAllowed):
        give(house)
    with refused("wrong_badge_or_pin", NotAllowed, failures_stay=True):
        give(house, pin="000000")
    give(house, pin=builders.PEOPLE["petra"][1])
    row = Slip.objects.get()
    assert (row.kind, row.status, row.total, row.signatures[0]["badge"]) == ("fill", "requested", 70_000, "petra")


def test_a_refusal_needs_a_reason_and_moves_nothing(house: House) -> None:
    custody.running(house)
    ask(house)
    with refused("reason_required", Invalid):
        refuse(house, reason=" ")
    assert refuse(house)["reason"] == "not tonight"
    assert house.state().raised == {}
    (told,) = facts("approval_refused")
    assert (told["approval"], told["reason"], told["signatures"][0]["badge"]) == (1, "not tonight", "petra")


def test_a_pin_that_nobody_asked_for_must_be_right_all_the_same(house: House) -> None:
    custody.running(house)
    ask(house)
    for decide in (give, refuse):
        with refused("wrong_badge_or_pin", NotAllowed, failures_stay=True):
            decide(house, pin="000000")
    assert give(house, pin=builders.PEOPLE["petra"][1])["status"] == "given"


def test_closing_the_table_takes_back_what_it_asked(house: House) -> None:
    custody.running(house)
    ask(house)
    ask(house, "fill")
    refuse(house)
    claims.take(actor=house.petra, at=house.at, table="BJ-01", kind="fill", item="2")
    custody.close_table(house, custody.rack_of(house))
    assert facts("approval_withdrawn") == [{"approval": 2, "kind": "fill"}]
    assert [row.status for row in Approval.objects.order_by("number")] == ["refused", "withdrawn"]
    assert QueueClaim.objects.count() == 0
    with refused("approval_decided", Conflict):
        give(house, 2, pin=builders.PEOPLE["petra"][1])


def test_what_is_decided_is_decided_once(house: House) -> None:
    custody.running(house)
    ask(house)
    give(house)
    for again in (give, refuse):
        with refused("approval_decided", Conflict):
            again(house)


def test_a_repeated_press_gets_the_same_answer(house: House) -> None:
    custody.running(house)
    assert ask(house, key="dana-press-1") == ask(house, key="dana-press-1")
    assert give(house, key="petra-press-1") == give(house, key="petra-press-1")
    assert len(facts("limit_lifted")) == 1


def test_the_dealer_takes_back_what_he_asked(house: House) -> None:
    custody.running(house)
    ask(house)
    told = approvals.withdraw_approval(actor=house.dana, at=house.at, table="BJ-01", number=1)
    assert told["status"] == "withdrawn"
    assert facts("approval_withdrawn") == [{"approval": 1, "kind": "lift"}]
    with refused("approval_decided", Conflict):
        give(house)
    with refused("not_dealing", NotAllowed):
        approvals.withdraw_approval(actor=house.dev, at=house.at, table="BJ-01", number=1)


@pytest.mark.parametrize(
    ("kind", "changes", "code"),
    [
        ("lift", {"maximum": 49_999}, "bad_amount"),
        ("lift", {"maximum": 1_000_001}, "above_licensed_cap"),
        ("lift", {"player": ""}, "bad_player"),
        ("void", {"number": 9}, "no_such_round"),
        ("void", {"reason": ""}, "reason_required"),
        ("fill", {"total": 70_001}, "total_mismatch"),
        ("fill", {"wanted": {7: 1}, "total": 7}, "unknown_denomination"),
        ("fill", {"wanted": {}, "total": 0}, "no_chips"),
    ],
)
def test_what_nobody_could_allow_is_not_asked(house: House, kind: str, changes: dict[str, Any], code: str) -> None:
    custody.running(house)
    with refused(code):
        ask(house, kind, **changes)


def test_the_same_is_not_asked_twice(house: House) -> None:
    custody.running(house)
    ask(house)
    with refused("already_asked", Conflict):
        ask(house, maximum=200_000)
    assert ask(house, player="S3")["approval"] == 2
    refuse(house)
    assert ask(house)["approval"] == 3


def test_only_who_deals_asks(house: House) -> None:
    with refused("table_not_open", Conflict):
        ask(house)
    custody.running(house)
    with refused("not_dealing", NotAllowed):
        ask(house, actor=house.dev)
    with refused("terminal_required", NotAllowed):
        ask(house, actor=builders.actor("dana"))
    with refused("not_permitted", NotAllowed):
        ask(house, actor=house.petra)


def test_only_the_boss_in_charge_decides(house: House) -> None:
    custody.running(house)
    ask(house)
    with refused("not_permitted", NotAllowed):
        give(house, actor=house.dana)
    pits.relieve_pit_boss(actor=house.hana, at=house.at, pit="P1", badge="petra")
    for decide in (give, refuse):
        with refused("not_in_charge", NotAllowed):
            decide(house)
    with refused("no_such_approval", NotFound):
        give(house, number=2)


def test_an_expired_licence_decides_nothing(house: House) -> None:
    custody.running(house)
    ask(house)
    late = house.at + timedelta(days=700)
    with refused("licence_expired", NotAllowed):
        give(house, at=late)


def test_the_second_who_opens_it_cannot_press_before_the_first(house: House) -> None:
    custody.running(house)
    ask(house)
    other = second_boss(house)
    what: dict[str, Any] = {"table": "BJ-01", "kind": "lift", "item": "1"}
    claims.take(actor=house.petra, at=house.at, **what)
    for press in (lambda: claims.take(actor=other, at=house.at, **what), lambda: give(house, actor=other)):
        with pytest.raises(Conflict) as caught:
            press()
        assert (caught.value.code, caught.value.detail) == ("being_decided", {"by": "Petra Pit Boss"})
    assert facts("approval_given") == []
    give(house)
    assert QueueClaim.objects.count() == 0


def test_a_claim_runs_out_and_one_person_has_one(house: House) -> None:
    custody.running(house)
    ask(house)
    ask(house, player="S3")
    other = second_boss(house)
    claims.take(actor=house.petra, at=house.at, table="BJ-01", kind="lift", item="1")
    claims.take(actor=house.petra, at=house.at, table="BJ-01", kind="lift", item="2")
    claims.take(actor=other, at=house.at, table="BJ-01", kind="lift", item="1")
    later = house.at + CLAIM_STANDS
    with refused("being_decided", Conflict):
        give(house, at=later - timedelta(seconds=1))
    assert give(house, at=later)["status"] == "given"
    claims.release(actor=house.petra)
    assert QueueClaim.objects.count() == 0


@pytest.mark.parametrize(("kind", "item"), [("lift", "2"), ("void", "1"), ("ghost", "1")])
def test_what_does_not_wait_cannot_be_opened(house: House, kind: str, item: str) -> None:
    custody.running(house)
    ask(house)
    with refused("not_in_queue", NotFound):
        claims.take(actor=house.petra, at=house.at, table="BJ-01", kind=kind, item=item)
    assert QueueClaim.objects.count() == 0
    give(house)
    with refused("not_in_queue", NotFound):
        claims.take(actor=house.petra, at=house.at, table="BJ-01", kind="lift", item="1")
    assert QueueClaim.objects.count() == 0


def test_a_claim_is_for_the_boss_in_charge(house: House) -> None:
    what: dict[str, Any] = {"at": house.at, "table": "BJ-01", "kind": "lift", "item": "1"}
    with refused("not_permitted", NotAllowed):
        claims.take(actor=house.dana, **what)
    with refused("no_such_table", NotFound):
        claims.take(actor=house.petra, **{**what, "table": "BJ-09"})
    pits.relieve_pit_boss(actor=house.hana, at=house.at, pit="P1", badge="petra")
    with refused("not_in_charge", NotAllowed):
        claims.take(actor=house.petra, **what)
