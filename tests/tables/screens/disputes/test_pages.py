"""Disputes at the boss's desk: what the pages show, and what their forms do."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
import time_machine

from tables.models.disputes import Dispute
from tables.screens.disputes import steps
from tables.services import rule_packs
from tests import builders, custody, dealt, potted
from tests.builders import House
from tests.disputed import claim, escalate, rule
from tests.tables.screens.hands import Hands, refusal, signing

BOSS = signing(boss="petra")
CLAIM = {"do": "open", "claim": "not_paid", "text": "Nobody paid me.", "claimed": "12.50"}
CLAIM |= {"player": "anna", "spot": "1"}


def settle(house: House) -> None:
    dealt.press(house, {"do": "open_round"}, *dealt.bets(), {"do": "close_betting"})
    dealt.press(house, *dealt.cards())
    dealt.press(house, {"do": "stand", "by": "anna", "spot": 1})
    dealt.press(house, {"do": "stand", "by": "bo", "spot": 2})


@pytest.fixture
def noon(db: None) -> Iterator[None]:
    """The clock of a house that the test builds itself."""
    with time_machine.travel(builders.AT, tick=False):
        yield


@pytest.fixture
def boss(house: House) -> Hands:
    """Petra at her desk; a round was settled."""
    settle(house)
    return Hands(house).sit_down("petra")


def send(boss: Hands, path: str, keyed: dict[str, Any]) -> Any:
    boss.look(path)
    return boss.press(path, keyed, swap=False)


def test_a_claim_about_any_round_leads_to_its_own_page(boss: Hands) -> None:
    response = send(boss, "/rounds/BJ-01/1/", CLAIM)
    assert (response.status_code, response["Location"]) == (302, "/disputes/BJ-01/1/?done=open")
    row = Dispute.objects.get()
    assert (row.claim, row.claimed, row.player, row.spot) == ("not_paid", 1_250, "anna", "1")
    boss.look(response["Location"])
    assert "The claim stands. Rule on it here." in boss.page
    assert "Nobody paid me." in boss.page


@pytest.mark.parametrize(
    ("keyed", "code"),
    [
        ({"text": ""}, "bad_form"),
        ({"claim": "luck"}, "bad_form"),
        ({"claimed": "12,5"}, "bad_form"),
        ({"patron": "P-9"}, "no_such_patron"),
        ({"stop": "1"}, "not_a_misdeal"),
    ],
)
def test_a_refused_claim_stays_keyed(boss: Hands, keyed: dict[str, str], code: str) -> None:
    response = send(boss, "/rounds/BJ-01/1/", {**CLAIM, **keyed})
    assert refusal(response) == code
    assert not Dispute.objects.exists()
    if "text" not in keyed:
        assert 'value="Nobody paid me."' in boss.page


def test_the_replay_goes_back_and_forward(boss: Hands) -> None:
    boss.look("/rounds/BJ-01/1/?step=2")
    assert "step 2 of 13" in boss.page
    assert 'href="/rounds/BJ-01/1/?step=1#replay" rel="prev"' in boss.page
    assert 'href="/rounds/BJ-01/1/?step=3#replay" rel="next"' in boss.page
    boss.look("/rounds/BJ-01/1/?step=99")
    assert "step 13 of 13" in boss.page
    assert 'rel="next"' not in boss.page


@pytest.mark.usefixtures("noon")
def test_the_replay_of_a_bluff_tells_what_was_called() -> None:
    house = potted.house("liars_dice")
    potted.open_cups(house)
    dealt.press(house, *potted.rolls(), potted.bid("anna", 3, 5, call="zhai"), potted.bid("bo", 6, 2, call="fei"))
    dealt.press(house, {"do": "open", "by": "cy", "units": 2})
    boss = Hands(house).sit_down("petra")
    boss.look("/rounds/BJ-01/1/")
    for told in ("anna · 3 × 5 · Zhai", "bo · 6 × 2 · Fei", "cy · 2 units"):
        assert told in boss.page


@pytest.mark.usefixtures("noon")
def test_the_replay_of_a_throw_tells_what_was_announced() -> None:
    house = potted.house("scarney")
    potted.open_scarney(house)
    dealt.press(house, potted.throw("anna", "D", "D", "D", 1, "D"), potted.throw("anna", 6, opposite=True))
    dealt.press(house, {"do": "stay", "by": "anna"}, potted.throw("bo", 6, 6, 4, 4, 1, double=True))
    boss = Hands(house).sit_down("petra")
    boss.look("/rounds/BJ-01/1/")
    assert "anna · opposite" in boss.page
    assert "bo · doubled" in boss.page


def test_what_is_hidden_while_the_round_is_on_is_in_no_page(house: House) -> None:
    dealt.press(house, {"do": "open_round"}, *dealt.bets(), {"do": "close_betting"})
    dealt.press(house, *dealt.cards())
    boss = Hands(house).sit_down("petra")
    boss.look("/rounds/BJ-01/1/")
    assert 'aria-label="10 spades"' in boss.page
    for hidden in ("6 spades", "7 hearts", "8 clubs", "8 diamonds", "K hearts"):
        assert f'aria-label="{hidden}"' not in boss.page


def test_a_ruling_is_signed_on_the_page(boss: Hands) -> None:
    claim(boss.house)
    keyed = {"do": "rule", "ruling": "pay_as_claimed", "reason": "seen on camera 4", **BOSS}
    response = send(boss, "/disputes/BJ-01/1/", keyed)
    assert response["Location"] == "/disputes/BJ-01/1/?done=rule"
    assert Dispute.objects.get().paid == 1_000
    boss.look("/disputes/BJ-01/1/")
    assert "nevada-like 1" in boss.page
    assert "Chips moved by a ruling" in boss.page


@pytest.mark.parametrize(("direction", "paid"), [("to", 1_500), ("from", -1_500)])
def test_a_mispay_has_a_direction(boss: Hands, direction: str, paid: int) -> None:
    claim(boss.house)
    keyed = {"do": "rule", "ruling": "correct_mispay", "amount": "15", "direction": direction, "reason": "x", **BOSS}
    send(boss, "/disputes/BJ-01/1/", keyed)
    assert Dispute.objects.get().paid == paid


def test_outside_the_rule_pack_the_rule_is_named(boss: Hands) -> None:
    claim(boss.house, claimed=60_000)
    keyed = {"do": "rule", "ruling": "pay_as_claimed", "reason": "seen", **BOSS}
    response = send(boss, "/disputes/BJ-01/1/", keyed)
    assert (response.status_code, refusal(response)) == (403, "ruling_not_allowed")
    assert "nevada-like 1, rule allowed_rulings.pay_as_claimed.most" in boss.page
    assert Dispute.objects.get().status == "open"


def test_a_ruling_that_the_pack_does_not_know_is_no_key(boss: Hands) -> None:
    house = boss.house
    rule_packs.choose_rule_pack(
        actor=house.hana, at=house.at, name="new-jersey-like", version=1, effective_from=builders.GAMING_DAY
    )
    claim(house)
    boss.look("/disputes/BJ-01/1/")
    assert 'value="pay_as_claimed"' not in boss.page
    assert "not by new-jersey-like" in boss.page


def test_from_the_ruling_to_the_regulator(boss: Hands) -> None:
    claim(boss.house, claimed=60_000)
    rule(boss.house, "continue")
    send(boss, "/disputes/BJ-01/1/", {"do": "escalate", "surveillance": "CAM4-1"})
    boss.look("/disputes/")
    assert "For the regulator" in boss.page
    boss.look("/disputes/BJ-01/1/")
    assert "600.00 is left: nevada-like demands the report." in boss.page
    send(boss, "/disputes/BJ-01/1/", {"do": "report", "reference": "GCB-1"})
    assert (Dispute.objects.get().status, Dispute.objects.get().regulator) == ("regulator", "GCB-1")


def test_a_player_takes_it(boss: Hands) -> None:
    claim(boss.house)
    rule(boss.house, "continue")
    send(boss, "/disputes/BJ-01/1/", {"do": "accept", "note": "shook hands"})
    assert Dispute.objects.get().status == "accepted"
    boss.look("/disputes/BJ-01/1/")
    assert "He takes the ruling" not in boss.page


def test_the_like_that_was_ruled_before_stands_beside_it(boss: Hands) -> None:
    claim(boss.house)
    rule(boss.house, reason="the camera shows nineteen")
    claim(boss.house, player="bo")
    boss.look("/disputes/BJ-01/2/")
    assert "How the like was ruled before" in boss.page
    assert "the camera shows nineteen" in boss.page


def test_auditors_read_and_rule_nothing(boss: Hands) -> None:
    claim(boss.house)
    reader = Hands(boss.house).sit_down("axel")
    reader.look("/disputes/BJ-01/1/")
    assert "I had nineteen" in reader.page
    assert "Sign the ruling" not in reader.page


def test_strangers_see_nothing(boss: Hands) -> None:
    claim(boss.house)
    cashier = Hands(boss.house).sit_down("cass")
    for path in ("/disputes/", "/disputes/BJ-01/1/", "/rounds/BJ-01/1/"):
        assert cashier.look(path).status_code == 403
        assert "I had nineteen" not in cashier.page
    assert boss.look("/disputes/BJ-01/9/").status_code == 404


def test_a_claim_waits_on_the_board_of_the_pit(boss: Hands) -> None:
    claim(boss.house)
    boss.look("/pit/P1/")
    assert "A claim waits for your ruling" in boss.page
    assert 'name="ask" value="dispute:BJ-01:1"' in boss.page
    escalated = rule(boss.house, "continue")
    assert escalated["status"] == "ruled"
    escalate(boss.house)
    boss.look("/pit/P1/")
    assert "A claim waits for your ruling" not in boss.page


# ---------------------------------------------------------------------------------------------- at the terminal
def test_the_dealer_flags_a_line_in_two_touches(house: House) -> None:
    settle(house)
    hands = Hands(house).at_the_terminal()
    assert hands.page.count('class="flag-line"') == 3
    hands.look("/t/BJ-01/?sheet=flag&line=2")
    assert "Flag for the floor: spot 1, anna" in hands.page
    keyed = {"claim": "wrong_total", "round": "1", "player": "anna", "spot": "1"}
    hands.press("/t/BJ-01/flag", keyed)
    row = Dispute.objects.get()
    assert (row.claim, row.player, row.spot, row.opened_by.badge) == ("wrong_total", "anna", "1", "dana")
    assert hands.page.count('class="flag-line"') == 2
    assert "flagged" in hands.page
    petra = Hands(house).sit_down("petra")
    petra.look("/disputes/BJ-01/1/")
    assert 'class="lead">Points added up wrongly' not in petra.page  # the heading has said it
    assert "Points added up wrongly · Points" not in petra.page


def test_a_line_that_is_not_there_shows_the_settlement(house: House) -> None:
    settle(house)
    hands = Hands(house).at_the_terminal()
    hands.look("/t/BJ-01/?sheet=flag&line=7")
    assert "Flag for the floor:" not in hands.page
    assert hands.page.count('class="flag-line"') == 3


def test_a_flag_of_no_line_is_refused(house: House) -> None:
    settle(house)
    hands = Hands(house).at_the_terminal()
    response = hands.press("/t/BJ-01/flag", {"claim": "wrong_total", "round": "9", "player": "anna", "spot": "1"})
    assert refusal(response) == "no_such_round"
    assert not Dispute.objects.exists()
    assert custody.facts(house, "dispute_opened") == []


@pytest.mark.usefixtures("noon")
@pytest.mark.parametrize(
    ("game", "acts", "players"),
    [
        ("scarney", [*potted.frame("anna", 6, 6, 4, 4, 1), *potted.frame("bo", 1, 1, 3, 3, 4)], ("anna", "bo")),
        ("liars_dice", [*potted.rolls(), potted.bid("anna", 5, 2), {"do": "open", "by": "bo"}], ("anna", "bo", "cy")),
    ],
)
def test_whoever_played_for_a_pot_may_have_it_flagged(
    game: str, acts: list[dict[str, Any]], players: tuple[str, ...]
) -> None:
    """Not its winner alone: who says that his dice were misread has nothing to get as it stands."""
    scarney = game == "scarney"
    rules: dict[str, Any] = {"frames": 1} if scarney else {}
    house = potted.house(game, **rules)
    (potted.open_scarney if scarney else potted.open_cups)(house)
    dealt.press(house, *acts)
    hands = Hands(house).at_the_terminal()
    assert hands.page.count('class="flag-line"') == len(players)
    hands.look("/t/BJ-01/?sheet=flag&line=1")
    assert "Flag for the floor: bo" in hands.page
    assert re.findall(r'name="claim" value="([^"]+)"', hands.page) == [
        "dice_misread", "wrong_total", "act_mistaken", "wrong_payout", "other",
    ]  # fmt: skip
    hands.press("/t/BJ-01/flag", {"claim": "dice_misread", "round": "1", "player": "bo", "spot": "2"})
    row = Dispute.objects.get()
    assert (row.claim, row.player, row.spot, row.opened_by.badge) == ("dice_misread", "bo", "2", "dana")
    assert hands.page.count('class="flag-line"') == len(players) - 1
    assert "bo: flagged" in hands.page
    petra = Hands(house).sit_down("petra")
    petra.look("/pit/P1/")
    assert 'name="ask" value="dispute:BJ-01:1"' in petra.page
    hands.press("/t/BJ-01/press", {"do": "confirm_settlement"})
    assert custody.events(house)[-1]["type"] == "settlement_confirmed"


def test_a_back_bets_place_is_told_in_words() -> None:
    told = {"step": 1, "type": "back_bet_placed", "occurred_at": "2026-03-04T20:00:00.000000Z", "actor": "dana"}
    told |= {"terminal": "", "data": {"transfers": [["player:4/b2", "layout", 500, "stake", "chips"]]}}
    (move,) = steps.read(told, 2).moves
    assert (move.source, move.target) == ("seat 4, back-bet 2", "layout")
