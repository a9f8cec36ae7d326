"""How much a pit boss may rule: one claim, and all that are made about a round (the rule pack, T-78)."""

from dataclasses import replace
from datetime import timedelta

import pytest

from tables.domain.errors import NotAllowed
from tables.models.disputes import Dispute
from tables.services import rule_packs
from tests import builders, custody, dealt
from tests.builders import House
from tests.disputed import claim, escalate, misdeal, rule
from tests.refusals import refused

pytestmark = pytest.mark.django_db


def test_more_than_the_pack_lets_him_pay_is_refused_and_the_rule_named(house: House) -> None:
    claim(house, claimed=50_001)
    with pytest.raises(NotAllowed) as refusal:
        rule(house)
    assert (refusal.value.code, refusal.value.detail) == (
        "ruling_not_allowed",
        {
            "pack": "nevada-like 1",
            "ruling": "pay_as_claimed",
            "rule": "allowed_rulings.pay_as_claimed.most",
            "most": 50_000,
            "amount": 50_001,
        },
    )
    assert Dispute.objects.get().status == "open"


def test_up_to_the_most_he_may(house: House) -> None:
    claim(house, claimed=50_000)
    assert rule(house)["amount"] == 50_000


def test_a_ruling_that_the_pack_does_not_know_is_refused(house: House) -> None:
    rule_packs.choose_rule_pack(
        actor=house.hana, at=house.at, name="new-jersey-like", version=1, effective_from=builders.GAMING_DAY
    )
    claim(house)
    with refused("ruling_not_allowed", NotAllowed):
        rule(house)
    assert rule(house, "continue")["pack"] == "new-jersey-like 1"


@pytest.mark.parametrize(("amount", "allowed"), [(10_500, True), (-10_500, True), (10_501, False), (-10_501, False)])
def test_a_mispay_is_no_more_than_the_round_could_hold(house: House, amount: int, allowed: bool) -> None:
    """35.00 were staked, and the best that the game returns is three times a stake (insurance)."""
    claim(house)
    if allowed:
        cut = {100: 105}
        assert rule(house, "correct_mispay", amount=amount, cut=cut)["amount"] == amount
    else:
        with refused("ruling_not_allowed", NotAllowed):
            rule(house, "correct_mispay", amount=amount)


def test_one_claim_split_into_many_is_bound_as_one(house: House) -> None:
    """The boss writes claims down himself: each within the pack, together they would empty the rack."""
    dealt.press(house, {"do": "confirm_settlement"})
    claim(house, claimed=30_000)
    rule(house)
    claim(house, claimed=20_001)
    with pytest.raises(NotAllowed) as refusal:
        rule(house, number=2)
    assert (refusal.value.code, refusal.value.detail["most"], refusal.value.detail["amount"]) == (
        "ruling_not_allowed",
        50_000,
        50_001,
    )
    assert list(Dispute.objects.order_by("number").values_list("status", "paid")) == [("ruled", 30_000), ("open", 0)]
    assert len(custody.facts(house, "ruling_paid")) == 1
    claim(house, claimed=20_000, player="bo", spot="2")
    assert rule(house, number=3)["amount"] == 20_000


def test_names_that_nobody_has_are_no_way_past_the_bound(house: House) -> None:
    for number, player in enumerate(("p1", "p2", "p3", "p4", "p5"), 1):
        claim(house, claimed=10_000, player=player)
        rule(house, number=number)
    claim(house, claimed=1, player="p6")
    with refused("ruling_not_allowed", NotAllowed):
        rule(house, number=6)


def test_what_goes_one_way_does_not_make_room_for_the_other(house: House) -> None:
    claim(house, claimed=0)
    rule(house, "correct_mispay", amount=-10_500, cut={100: 105})
    claim(house, player="bo", spot="2", claimed=0)
    with refused("ruling_not_allowed", NotAllowed):
        rule(house, "correct_mispay", number=2, amount=500)


def test_surveillance_may_turn_a_ruling_round(house: House) -> None:
    """What counts is where a claim stands by now: the first ruling is taken back by the second."""
    claim(house, claimed=0)
    rule(house, "correct_mispay", amount=10_000, cut={100: 100})
    escalate(house)
    rule(house, "correct_mispay", amount=-10_000, cut={100: 100})
    assert Dispute.objects.get().paid == 0


def test_claims_without_a_round_count_together_within_a_period() -> None:
    house = dealt.ready(builders.house())
    for number in (1, 2):
        misdeal(house, claim="wrong_count", claimed=25_000, player="anna", spot="1")
        rule(house, number=number)
    misdeal(house, claim="wrong_count", claimed=1, player="bo", spot="2")
    with refused("ruling_not_allowed", NotAllowed):
        rule(house, number=3)
    rule(house, "continue", number=3)
    house = replace(house, at=house.at + timedelta(minutes=1))
    custody.roll_table(house, custody.rack_of(house))
    misdeal(house, claim="wrong_count", claimed=25_000, player="anna", spot="1")
    assert rule(house, number=4)["amount"] == 25_000
