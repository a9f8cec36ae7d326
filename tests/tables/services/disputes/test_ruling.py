"""The pit boss rules: within the rule pack, and money follows (T-78)."""

from datetime import timedelta
from typing import Any

import pytest

from accounting.models.results import PeriodResult
from accounting.services import follow
from tables.domain import canonical, chips, disputes
from tables.domain.errors import Conflict, FloorError, Invalid, NotAllowed
from tables.models import rounds as rows
from tables.models.disputes import Dispute
from tables.services import patrons, rulings, signatures
from tests import builders, custody, dealt, potted
from tests.builders import House
from tests.disputed import claim, escalate, misdeal, rule
from tests.refusals import refused

pytestmark = pytest.mark.django_db


def confirmed(house: House) -> House:
    dealt.press(house, {"do": "confirm_settlement"})
    return house


def test_t78_the_log_has_the_rules_result_the_ruling_and_the_reason(house: House) -> None:
    claim(house)
    rule(house, at=house.at + timedelta(minutes=4, seconds=1))
    (told,) = custody.facts(house, "dispute_ruled")
    assert told["engine"] == {"status": "settled", "house_net": 3_500, "player_net": -1_000}
    assert {name: told[name] for name in ("ruling", "reason", "pack", "amount", "minutes")} == {
        "ruling": "pay_as_claimed",
        "reason": "seen on camera 4",
        "pack": "nevada-like 1",
        "amount": 1_000,
        "minutes": 5,
    }
    (signed,) = told["signatures"]
    paper = disputes.ruling_paper("DEMO", "BJ-01", 1, "pay_as_claimed", "seen on camera 4", 0, {})
    assert (signed["badge"], signed["content"]) == ("petra", canonical.content_hash(paper))
    row = Dispute.objects.get()
    assert (row.status, row.ruling, row.paid, row.minutes, row.pack) == (
        "ruled",
        "pay_as_claimed",
        1_000,
        5,
        "nevada-like 1",
    )
    assert rows.Round.objects.get().house_net == 3_500


def test_what_was_claimed_is_paid_in_chips_of_the_rack(house: House) -> None:
    before = custody.rack_of(house)
    claim(house)
    answer = rule(house)
    assert answer["chips"] == {"500": 2}
    (told,) = custody.facts(house, "ruling_paid")
    assert told["transfers"] == [["rack", "player:1", 1_000, "ruling", "chips"]]
    assert (told["rack"], told["period"], told["of_period"]) == ({"500": -2}, 1, 1)
    assert custody.rack_of(house) == chips.less(before, {500: 2})


def test_the_boss_may_name_the_chips(house: House) -> None:
    claim(house)
    assert rule(house, cut={100: 10})["chips"] == {"100": 10}
    assert custody.facts(house, "ruling_paid")[0]["rack"] == {"100": -10}


def test_a_mispay_is_put_right_either_way(house: House) -> None:
    before = custody.rack_of(house)
    claim(house, claimed=0)
    rule(house, "correct_mispay", amount=-2_500)
    assert custody.facts(house, "ruling_paid")[0]["transfers"] == [["player:1", "rack", 2_500, "ruling", "chips"]]
    assert custody.rack_of(house) == chips.add(before, {2_500: 1})
    assert Dispute.objects.get().paid == -2_500


def test_to_continue_lets_the_rules_result_stand(house: House) -> None:
    before = custody.rack_of(house)
    claim(house)
    assert rule(house, "continue")["amount"] == 0
    assert (custody.rack_of(house), custody.facts(house, "ruling_paid")) == (before, [])


def test_to_void_reverses_the_round(house: House) -> None:
    claim(house)
    rule(house, "void_round")
    assert rows.Round.objects.get().status == "voided"
    assert len(custody.facts(house, "round_voided")) == 1


def test_a_round_that_a_ruling_has_paid_for_is_not_called_off(house: House) -> None:
    claim(house)
    rule(house)
    with refused("round_ruled", Conflict):
        rulings.void_round(actor=house.petra, at=house.at, table="BJ-01", number=1, reason="wrong shoe")


def test_a_void_round_pays_nothing_more(house: House) -> None:
    claim(house)
    claim(house, player="bo", spot="2")
    rule(house, "void_round")
    with refused("round_already_void", Conflict):
        rule(house, number=2)


# ---------------------------------------------------------------------------------------------------- refusals
@pytest.mark.parametrize(
    ("ruling", "more", "family", "code"),
    [
        ("give him a meal", {}, Invalid, "bad_ruling"),
        ("continue", {"reason": " "}, Invalid, "reason_required"),
        ("continue", {"reason": "x" * 241}, Invalid, "reason_required"),
        ("continue", {"amount": 500}, Invalid, "bad_amount"),
        ("correct_mispay", {"amount": 0}, Invalid, "bad_amount"),
        ("pay_as_claimed", {"cut": {500: 1}}, Invalid, "total_mismatch"),
        ("pay_as_claimed", {"cut": {777: 1}}, Invalid, "unknown_denomination"),
    ],
)
def test_a_ruling_that_says_nothing_is_refused(
    house: House, ruling: str, more: dict[str, Any], family: type[FloorError], code: str
) -> None:
    claim(house)
    with refused(code, family):
        rule(house, ruling, **more)


def test_there_must_be_something_claimed(house: House) -> None:
    claim(house, claimed=0)
    with refused("nothing_claimed", Conflict):
        rule(house)


def test_nobody_is_paid_without_a_name(house: House) -> None:
    claim(house, player="", spot="")
    with refused("bad_player", Invalid):
        rule(house)


def test_only_the_boss_in_charge_rules_and_not_who_dealt(house: House) -> None:
    claim(house)
    with refused("not_permitted", NotAllowed):
        rule(house, actor=house.hana)
    with refused("role_not_held", NotAllowed):
        rule(house, boss=house.sign("dana"))
    with refused("wrong_badge_or_pin", NotAllowed, failures_stay=True):
        rule(house, boss=signatures.SignatureRequest("petra", "000001"))


def test_the_boss_signs_at_the_dealers_terminal(house: House) -> None:
    claim(house)
    rule(house, actor=house.dana)
    row = Dispute.objects.get()
    assert row.ruled_by is not None
    assert row.ruled_by.badge == "petra"


def test_a_ruling_is_made_once(house: House) -> None:
    claim(house)
    first, again = (rule(house, key="ruling-01"), rule(house, key="ruling-01"))
    assert first == again
    with refused("bad_dispute_step", Conflict):
        rule(house)
    assert len(custody.facts(house, "ruling_paid")) == 1


def test_what_surveillance_saw_may_lead_to_another_ruling(house: House) -> None:
    claim(house, claimed=2_000)
    rule(house, "correct_mispay", amount=500)
    escalate(house)
    answer = rule(house, reason="the camera shows nineteen")
    assert (answer["amount"], Dispute.objects.get().paid) == (1_500, 2_000)


# -------------------------------------------------------------------------------------------- misdeals and periods
@pytest.mark.parametrize(("ruling", "round_status"), [("continue", "in_play"), ("void_round", "voided")])
def test_a_stopped_table_goes_on_with_the_ruling(ruling: str, round_status: str) -> None:
    house = dealt.in_play(builders.house())
    misdeal(house, 1)
    rule(house, ruling)
    assert (house.state().status, rows.Round.objects.get().status) == ("open", round_status)
    assert custody.facts(house, "misdeal_ruled")[0]["ruling"] == ruling
    if ruling == "continue":
        dealt.press(house, {"do": "stand", "by": "anna", "spot": 1})


def test_to_pay_for_a_misdeal_lets_play_go_on_as_well() -> None:
    house = dealt.in_play(builders.house())
    misdeal(house, 1, player="anna", spot="1", claimed=500)
    rule(house)
    assert (house.state().status, custody.facts(house, "misdeal_ruled")[0]["ruling"]) == ("open", "continue")


def test_to_void_an_older_round_lets_the_running_one_go_on(house: House) -> None:
    confirmed(house)
    dealt.press(house, {"do": "open_round"}, dealt.bets()[0])
    misdeal(house, 1)
    rule(house, "void_round")
    assert list(rows.Round.objects.order_by("number").values_list("status", flat=True)) == ["voided", "betting"]
    (told,) = custody.facts(house, "misdeal_ruled")
    assert (told["round"], told["ruling"]) == (2, "continue")
    dealt.press(house, {"do": "withdraw_bet", "by": "anna", "spot": 1})


def test_a_claim_that_stopped_the_table_is_not_left_open_by_a_ruling_beside_it() -> None:
    house = dealt.in_play(builders.house())
    misdeal(house, 1)
    said: dict[str, Any] = {"actor": house.petra, "at": house.at, "table": "BJ-01", "reason": "the card is dead"}
    with custody.refused(house, Conflict, "claim_waits", dispute=1):
        rulings.rule_misdeal(ruling="continue", **said)
    assert (house.state().status, Dispute.objects.get().status) == ("stopped", "open")
    rule(house, "continue")
    assert (house.state().status, Dispute.objects.get().status) == ("open", "ruled")


def test_an_old_claim_does_not_end_the_stop_of_a_later_one() -> None:
    house = dealt.in_play(builders.house())
    misdeal(house, 1)
    rule(house, "continue", number=1)
    escalate(house, number=1)
    misdeal(house, 1, player="bo", spot="2")
    rule(house, "continue", number=1, reason="the camera shows the same")
    assert house.state().status == "stopped"
    rule(house, "continue", number=2)
    assert house.state().status == "open"


def test_there_is_nothing_to_void_between_rounds() -> None:
    house = dealt.ready(builders.house())
    misdeal(house, claim="wrong_count")
    with refused("no_round", Conflict):
        rule(house, "void_round")
    rule(house, "continue")
    assert house.state().status == "open"


def test_t06_an_earlier_period_is_paid_for_in_the_open_one(house: House) -> None:
    confirmed(house)
    custody.roll_table(house, custody.rack_of(house))
    claim(house)
    with refused("period_closed", Conflict):
        rule(house, "void_round")
    rule(house)
    (told,) = custody.facts(house, "ruling_paid")
    assert (told["period"], told["of_period"]) == (2, 1)


def test_at_a_closed_table_there_is_nothing_to_pay_with(house: House) -> None:
    confirmed(house)
    custody.close_table(house, custody.rack_of(house))
    claim(house)
    with refused("table_not_open", Conflict):
        rule(house)
    rule(house, "continue")


def test_a_tracked_players_chips_follow_between_rounds() -> None:
    house = dealt.ready(builders.house())
    patrons.declare_funds(actor=house.dana, at=house.at, table="BJ-01", player="anna", amount=5_000)
    dealt.press(house, {"do": "open_round"}, *dealt.bets(), {"do": "close_betting"})
    dealt.press(house, *dealt.cards())
    claim(house)
    with refused("round_in_play", Conflict):
        rule(house)
    dealt.press(house, {"do": "stand", "by": "anna", "spot": 1})
    dealt.press(house, {"do": "stand", "by": "bo", "spot": 2})
    confirmed(house)
    rule(house)
    assert house.state().funds == {"anna": 5_000}
    claim(house, claimed=0)
    with refused("insufficient_funds", Conflict):
        rule(house, "correct_mispay", number=2, amount=-5_100)


def test_a_pot_game_is_ruled_on_as_well_and_its_pot_stays() -> None:
    house = potted.house("scarney", frames=1)
    potted.open_scarney(house)
    claim(house, claim="dice_misread", claimed=500, spot="1")
    rule(house)
    assert custody.facts(house, "ruling_paid")[0]["transfers"] == [["rack", "player:1", 500, "ruling", "chips"]]
    assert house.state().pot == 1_000


@pytest.mark.parametrize(("player", "net"), [("anna", 450), ("bo", -500), ("cy", 0)])
def test_the_log_has_what_the_rules_gave_each_player_of_a_pot_game(player: str, net: int) -> None:
    """Bo opens a bid of anna's that holds and pays her 5.00, less 0.50 for the house. No stake of anna's was won."""
    house = potted.house("liars_dice", rake="percent", rake_percent=[1, 10])
    potted.open_cups(house)
    dealt.press(house, *potted.rolls(), potted.bid("anna", 5, 2), {"do": "open", "by": "bo"})
    claim(house, claim="dice_misread", claimed=0, player=player, spot="1")
    rule(house, "continue")
    told = custody.facts(house, "dispute_ruled")[0]["engine"]
    assert told == {"status": "settled", "house_net": 50, "player_net": net}


# ---------------------------------------------------------------------------------------------------- the figures
def test_what_rulings_cost_stands_apart_and_win_ties_out(house: House) -> None:
    confirmed(house)
    claim(house)
    rule(house)
    claim(house, player="bo", claimed=0)
    rule(house, "correct_mispay", number=2, amount=-200)
    custody.close_table(house, custody.rack_of(house))
    follow.follow_all()
    result = PeriodResult.objects.get()
    assert (result.rulings_paid, result.rulings_taken, result.house_net) == (1_000, 200, 3_500)
    assert result.closer_difference == 0
