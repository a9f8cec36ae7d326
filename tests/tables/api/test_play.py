"""A round keyed through the doors of play, one word at a time and all at once."""

from typing import Any

import pytest

from tables.models import log
from tests import dealt
from tests.whole_house import WholeHouse

pytestmark = pytest.mark.django_db

NOW = "rounds/current"
#: Door, body, and the event that each press leaves.
ROUND: list[tuple[str, dict[str, Any], str]] = [
    ("rounds", {}, "round_opened"),
    (f"{NOW}/bets", {"by": "anna", "spot": 1, "amount": 1000, "chips": {"500": 2}}, "bet_placed"),
    (f"{NOW}/bets", {"by": "bo", "spot": 2, "amount": 2000}, "bet_placed"),
    (f"{NOW}/back-bets", {"id": "k1", "by": "cy", "spot": 2, "amount": 500, "follow_split": True}, "back_bet_placed"),
    (f"{NOW}/betting-closings", {}, "betting_closed"),
    *((f"{NOW}/cards", {"card": card}, "card_dealt") for card in ("KH", "8C", "AS", "6S", "8D", "7H")),
    (f"{NOW}/insurances", {"by": "anna", "spot": 1, "amount": 500}, "insurance_taken"),
    (f"{NOW}/insurance-closings", {}, "insurance_closed"),
    (f"{NOW}/acts", {"do": "stand", "by": "anna", "spot": 1}, "act_taken"),
    (f"{NOW}/acts", {"do": "split", "by": "bo", "spot": 2}, "act_taken"),
    (f"{NOW}/cards", {"card": "3H"}, "card_dealt"),
    (f"{NOW}/acts", {"do": "hit", "by": "bo", "spot": 2}, "act_taken"),
]


def seq(table: str = "BJ-01") -> int:
    return int(log.Stream.objects.get(key=f"DEMO/table/{table}").head_seq)


def test_a_round_one_word_at_a_time(whole: WholeHouse) -> None:
    at = seq()
    for door, body, event in ROUND:
        response = whole["dealer"].post(f"tables/BJ-01/{door}", body, match=at)
        assert response.status_code == 201, (door, response.content)
        answer = response.json()
        last = log.Event.objects.get(stream_id=log.Stream.objects.get(key="DEMO/table/BJ-01").pk, seq=answer["seq"])
        assert (last.type, response.headers["ETag"]) == (event, f'"{answer["seq"]}"')
        at = answer["seq"]


def test_every_press_answers_with_the_felt_as_it_is_read(whole: WholeHouse) -> None:
    at = seq()
    for door, body, _ in ROUND[:8]:
        answer = whole["dealer"].post(f"tables/BJ-01/{door}", body, match=at).json()
        felt = whole["dealer"].get("tables/BJ-01/felt").json()
        assert {name: felt[name] for name in answer} == answer
        at = answer["seq"]


def test_a_list_of_inputs_is_the_same_round(whole: WholeHouse) -> None:
    words = ["open_round", "bet", "bet", "back_bet", "close_betting", *["card"] * 6, "insure", "close_insurance"]
    inputs = [{"do": do, **body} for do, (_, body, _) in zip(words, ROUND, strict=False)]
    response = whole["dealer"].post("tables/BJ-01/inputs", {"inputs": inputs}, match=seq())
    assert response.status_code == 201, response.content
    answer = response.json()
    assert answer["next"] == {"kind": "act", "to": "1", "hand": 0, "face_down": False, "player": "anna", "dice": 0}
    assert [spot["hands"][0]["stake"] for spot in answer["felt"]["spots"]] == [1000, 2000]
    assert answer["felt"]["back_bets"][0]["by"] == "cy"


def test_a_settled_round_is_confirmed(whole: WholeHouse) -> None:
    dealt.press(whole.house, {"do": "open_round"}, *dealt.bets(), {"do": "close_betting"})
    dealt.press(whole.house, *dealt.cards())
    at = dealt.press(whole.house, {"do": "stand", "by": "anna", "spot": 1})["seq"]
    answer = whole["dealer"].post(f"tables/BJ-01/{NOW}/acts", {"do": "stand", "by": "bo", "spot": 2}, match=at).json()
    assert answer["round"] == {"number": 1, "status": "settled", "game": "blackjack"}
    answer = whole["dealer"].post(f"tables/BJ-01/{NOW}/confirmations", match=answer["seq"]).json()
    assert answer["round"]["status"] == "confirmed"
    assert answer["felt"]["net"] == {"anna": -1000, "bo": -2000, "cy": -500}


def test_a_card_reader_feeds_the_cards(whole: WholeHouse) -> None:
    at = dealt.press(whole.house, {"do": "open_round"}, *dealt.bets()[:1], {"do": "close_betting"})["seq"]
    response = whole["integrator"].post(f"tables/BJ-01/{NOW}/cards", {"card": "KH"}, match=at)
    assert (response.status_code, response.json()["seq"]) == (201, at + 1)
    answer = (
        whole["integrator"]
        .post("tables/BJ-01/inputs", {"inputs": dealt.cards(("TS", "6S", "7H"))}, match=at + 1)
        .json()
    )
    assert answer["next"]["kind"] == "act"


def test_a_betting_system_lays_bets_in_bulk(whole: WholeHouse) -> None:
    at = dealt.press(whole.house, {"do": "open_round"})["seq"]
    response = whole["integrator"].post(f"tables/BJ-01/{NOW}/bets/bulk", {"bets": dealt.bets()}, match=at)
    assert response.json() == {
        "table": "BJ-01",
        "round": {"number": 1, "status": "betting"},
        "stakes": 3,
        "amount": 3500,
        "seq": at + 3,
    }


def test_the_floor_is_called(whole: WholeHouse) -> None:
    at = seq()
    response = whole["dealer"].post("tables/BJ-01/calls", {"reason": "seat 3 asks for a higher limit"})
    assert response.json() == {
        "table": "BJ-01",
        "reason": "seat 3 asks for a higher limit",
        "round": None,
        "seq": at + 1,
    }


def test_a_void_is_signed_at_the_dealers_terminal(whole: WholeHouse) -> None:
    at = dealt.press(whole.house, {"do": "open_round"}, *dealt.bets())["seq"]
    body = {"reason": "wrong payout", "signature": {"badge": "petra", "pin": "610437"}}
    response = whole["dealer"].post("tables/BJ-01/rounds/1/voids", body, match=at)
    assert response.json()["round"]["status"] == "voided"
    assert whole["dealer"].get("tables/BJ-01/rounds/1").json()["handle"] == 0


def test_a_wrong_pin_voids_nothing(whole: WholeHouse) -> None:
    at = dealt.press(whole.house, {"do": "open_round"}, *dealt.bets())["seq"]
    body = {"reason": "wrong payout", "signature": {"badge": "petra", "pin": "000000"}}
    response = whole["dealer"].post("tables/BJ-01/rounds/1/voids", body, match=at)
    assert (response.status_code, response.json()["code"]) == (403, "wrong_badge_or_pin")
    assert seq() == at


def test_a_misdeal_stops_the_table_until_it_is_ruled(whole: WholeHouse) -> None:
    at = dealt.press(whole.house, {"do": "card", "card": "KH"})["seq"]
    stopped = whole["dealer"].post("tables/BJ-01/rounds", match=at)
    assert (stopped.status_code, stopped.json()["code"]) == (409, "play_stopped")
    assert whole["boss"].get("tables/BJ-01/felt").json()["stopped_reason"] == "misdeal"
    assert whole["dealer"].get("tables/BJ-01/rounds/current/legal-acts").json()["acts"] == []
    ruled = whole["boss"].post("tables/BJ-01/misdeal-rulings", {"ruling": "continue", "reason": "burnt"}, match=at)
    assert (ruled.status_code, ruled.json()["status"]) == (201, "open")
    wrong = whole["boss"].post("tables/BJ-01/misdeal-rulings", {"ruling": "ignore", "reason": "x"}, match=at + 1)
    assert (wrong.status_code, wrong.json()["errors"][0]["pointer"]) == (422, "/ruling")
