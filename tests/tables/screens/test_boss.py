"""What the pit boss signs at the dealer's terminal."""

from typing import Any

import pytest

from tables.models.disputes import Dispute
from tests import builders, custody, dealt
from tests.builders import House
from tests.tables.screens.hands import Hands, refusal, signing

BOSS = signing(boss="petra")


def last(house: House) -> dict[str, Any]:
    return custody.events(house)[-1]


def test_a_round_is_voided_under_the_bosss_signature(house: House) -> None:
    dealt.press(house, {"do": "open_round"}, *dealt.bets(), {"do": "close_betting"})
    dealt.press(house, *dealt.cards())
    hands = Hands(house).at_the_terminal()
    hands.press("/t/BJ-01/void", {"number": "1", "reason": "Wrong payout", **BOSS})
    voided = last(house)
    assert (voided["type"], voided["data"]["reason"]) == ("round_voided", "Wrong payout")
    assert [signed["badge"] for signed in voided["data"]["signatures"]] == ["petra"]


def test_a_misdeal_is_ruled_on(hands: Hands) -> None:
    dealt.press(hands.house, {"do": "card", "card": "4S"})
    hands.look()
    response = hands.press("/t/BJ-01/ruling", {"ruling": "continue", "reason": "Shoe slipped", **BOSS})
    assert 'data-phase="betting"' in response.content.decode()
    assert last(hands.house)["data"]["ruling"] == "continue"


def test_a_dealer_stops_play_by_touch_and_the_boss_rules_on_it_there(hands: Hands) -> None:
    house = hands.house
    dealt.press(house, {"do": "open_round"}, *dealt.bets(), {"do": "close_betting"})
    hands.look("/t/BJ-01/?sheet=call")
    assert "?sheet=misdeal" in hands.page
    hands.look("/t/BJ-01/?sheet=misdeal")
    assert 'name="round" value="1"' in hands.page
    stopped = hands.press("/t/BJ-01/misdeal", {"claim": "exposed_card", "round": "1"}).content.decode()
    assert 'data-phase="stopped"' in stopped
    assert "Exposed card" in stopped
    row = Dispute.objects.get()
    assert (row.claim, row.round and row.round.number, row.stopped, row.status) == ("exposed_card", 1, True, "open")
    hands.look("/t/BJ-01/?sheet=ruling")
    assert "Play is stopped: Exposed card" in hands.page
    assert 'name="dispute" value="1"' in hands.page
    ruled = {"ruling": "void_round", "reason": "Cards exposed", "dispute": "1", **BOSS}
    assert 'data-phase="betting"' in hands.press("/t/BJ-01/ruling", ruled).content.decode()
    row.refresh_from_db()
    assert (row.status, row.ruling, row.ruled_by and row.ruled_by.badge) == ("ruled", "void_round", "petra")
    assert [event["type"] for event in custody.events(house)[-3:]] == ["dispute_ruled", "misdeal_ruled", "round_voided"]


def test_a_misdeal_between_rounds_is_about_none(hands: Hands) -> None:
    hands.look("/t/BJ-01/?sheet=misdeal")
    hands.press("/t/BJ-01/misdeal", {"claim": "fouled_shoe", "round": ""})
    assert Dispute.objects.get().round is None
    hands.look("/t/BJ-01/?sheet=ruling")
    assert "void_round" not in hands.page
    assert 'value="continue" checked' in hands.page
    assert "Go on: the result stands" in hands.page


def test_a_misdeal_needs_a_kind_of_its_own(hands: Hands) -> None:
    hands.look("/t/BJ-01/?sheet=misdeal")
    before = builders.snapshot()
    response = hands.press("/t/BJ-01/misdeal", {"claim": "not_paid", "round": ""})
    assert (refusal(response), response.status_code) == ("bad_form", 422)
    assert builders.snapshot() == before


def test_a_limit_is_lifted_for_one_player(hands: Hands) -> None:
    hands.press("/t/BJ-01/lift", {"player": "S3", "maximum": "1,000", **BOSS})
    data = last(hands.house)["data"]
    assert (data["player"], data["maximum"]) == ("S3", 100_000)


@pytest.mark.parametrize(
    ("path", "keyed", "code", "status"),
    [
        ("void", {"number": "1", "reason": "x", **signing(boss="dana")}, "role_not_held", 403),
        ("void", {"number": "9", "reason": "x", **BOSS}, "no_such_round", 404),
        ("void", {"number": "1", **BOSS}, "bad_form", 422),
        ("void", {"number": "one", "reason": "x", **BOSS}, "bad_form", 422),
        ("ruling", {"ruling": "continue", "reason": "x", **BOSS}, "not_stopped", 409),
        ("ruling", {"ruling": "perhaps", "reason": "x", **BOSS}, "bad_form", 422),
        ("lift", {"player": "S3", "maximum": "400", **BOSS}, "bad_amount", 422),
        ("lift", {"player": "S3", "maximum": "10000.01", **BOSS}, "above_licensed_cap", 422),
        ("lift", {"player": "S3", "maximum": "", **BOSS}, "bad_form", 422),
        ("lift", {"player": "S3", "maximum": "600"}, "bad_form", 422),
    ],
)
def test_a_refused_decision_changes_nothing(
    hands: Hands, path: str, keyed: dict[str, Any], code: str, status: int
) -> None:
    before = builders.snapshot()
    response = hands.press(f"/t/BJ-01/{path}", keyed)
    assert (refusal(response), response.status_code) == (code, status)
    assert builders.snapshot() == before
    assert builders.PEOPLE["petra"][1] not in response.content.decode()
