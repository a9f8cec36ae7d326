"""A round dealt at the terminal: what each key sends, what is refused, and what the page then shows."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from tests import builders, custody, dealt
from tests.builders import House
from tests.tables.screens.hands import Hands, refusal

BET, CARD, PRESS, INSURE = (f"/t/BJ-01/{path}" for path in ("bet", "card", "press", "insure"))


def lay(hands: Hands, spot: int, keyed: Mapping[str, Any], *, swap: bool = True) -> Any:
    """The first bet of a round, by the player of the spot's seat."""
    return hands.press(BET, {"do": "bet", "spot": spot, "by": f"S{spot}", "opens": "1", **keyed}, swap=swap)


def back(hands: Hands, **keyed: Any) -> Any:
    """A green chip behind spot 4."""
    return hands.press(BET, {"do": "back_bet", "spot": 4, "by": "K1", "chips-2500": 1, **keyed})


def deal(hands: Hands, *codes: str) -> Any:
    """Each card in one touch; the answer to the last."""
    answers = [hands.press(CARD, {"card": code}) for code in codes]
    assert [answer.status_code for answer in answers] == [200] * len(codes)
    return answers[-1]


def key(hands: Hands, do: str, **keyed: Any) -> Any:
    """One of the main keys."""
    return hands.press(PRESS, {"do": do, **keyed})


def last(house: House) -> dict[str, Any]:
    return custody.events(house)[-1]


def phase(response: Any) -> str:
    return str(response.content.decode()).split('data-phase="')[1].split('"')[0]


def test_the_first_bet_opens_the_round(hands: Hands) -> None:
    response = lay(hands, 4, {"chips-2500": 2, "chips-500": 1})
    assert (response.status_code, phase(response)) == (200, "betting")
    opened, placed = custody.events(hands.house)[-2:]
    assert opened["type"] == "round_opened"
    assert placed["data"]["input"] == {"do": "bet", "by": "S4", "spot": 4, "amount": 5_500}
    assert placed["data"]["laid"][0]["chips"] == {"2500": 2, "500": 1}


def test_an_unusual_amount_is_keyed(hands: Hands) -> None:
    lay(hands, 4, {"amount": "37.50"})
    assert last(hands.house)["data"]["laid"][0]["amount"] == 3_750


def test_a_money_play_is_laid_in_notes(hands: Hands) -> None:
    lay(hands, 4, {"cash": "1", "chips-10000": 1})
    laid = last(hands.house)["data"]["laid"][0]
    assert (laid["tender"], laid["amount"], laid["chips"]) == ("cash", 10_000, {})


def test_a_back_bet_rides_on_a_spot_and_says_what_it_follows(hands: Hands) -> None:
    lay(hands, 4, {"chips-2500": 2})
    back(hands, follow_split="1")
    back(hands, follow_split="1")
    backs = [event["data"]["input"] for event in custody.events(hands.house) if event["type"] == "back_bet_placed"]
    assert [(bet["by"], bet["follow_split"], bet["follow_double"]) for bet in backs] == [("K1", True, False)] * 2
    assert len({bet["id"] for bet in backs}) == 2


def test_bets_are_taken_back(hands: Hands) -> None:
    lay(hands, 4, {"chips-2500": 2})
    back(hands)
    (name,) = (e["data"]["input"]["id"] for e in custody.events(hands.house) if e["type"] == "back_bet_placed")
    key(hands, f"withdraw_back_bet:{name}:K1")
    key(hands, "withdraw_bet:4:S4")
    assert [event["type"] for event in custody.events(hands.house)[-2:]] == ["bet_withdrawn", "bet_withdrawn"]


def test_a_round_is_dealt_to_its_end(hands: Hands) -> None:
    lay(hands, 4, {"chips-2500": 2})
    assert phase(key(hands, "close_betting")) == "dealing"
    assert phase(deal(hands, "5H", "TS", "6C", "7H")) == "acts"
    assert phase(key(hands, "hit")) == "dealing"
    assert phase(deal(hands, "9S")) == "acts"
    settled = key(hands, "stand")
    assert phase(settled) == "settle"
    assert "pay 50" in settled.content.decode()
    assert phase(key(hands, "confirm_settlement")) == "betting"
    assert last(hands.house)["type"] == "settlement_confirmed"


def test_insurance_is_offered_and_closed(hands: Hands) -> None:
    lay(hands, 4, {"chips-2500": 2})
    key(hands, "close_betting")
    assert phase(deal(hands, "5H", "AS", "6C", "7H")) == "insurance"
    hands.press(INSURE, {"offer": "spot:4:S4:2500"})
    assert last(hands.house)["data"]["input"] == {"do": "insure", "by": "S4", "spot": 4, "amount": 2_500}
    assert phase(key(hands, "close_insurance")) == "acts"


def test_a_double_can_be_laid_in_cash(hands: Hands) -> None:
    lay(hands, 4, {"chips-2500": 2})
    key(hands, "close_betting")
    deal(hands, "5H", "TS", "6C", "7H")
    key(hands, "double", cash="1")
    assert last(hands.house)["data"]["laid"][0]["tender"] == "cash"


def test_the_cut_card_has_one_key(hands: Hands) -> None:
    lay(hands, 4, {"chips-2500": 2})
    key(hands, "close_betting")
    assert phase(hands.press(CARD, {"card": "JOKER"})) == "shuffle"


def test_a_face_down_card_is_in_no_page(hands: Hands) -> None:
    lay(hands, 4, {"chips-2500": 2})
    key(hands, "close_betting")
    shown = deal(hands, "5H", "TS", "6C", "7H").content.decode()
    assert 'aria-label="10 spades"' in shown
    assert shown.count('class="card back"') == 2 + 1 + 2  # the spot's, the dealer's, and the acting hand again
    for hidden in ("5 hearts", "6 clubs", "7 hearts"):
        assert hidden not in shown


def refused(hands: Hands, response: Any, code: str, status: int, before: dict[str, int]) -> None:
    assert (refusal(response), response.status_code) == (code, status)
    assert builders.snapshot() == before


@pytest.mark.parametrize(
    ("keyed", "code", "status"),
    [
        ({"do": "bet", "spot": 4, "by": "S4", "amount": "1"}, "bet_below_min", 422),
        ({"do": "bet", "spot": 4, "by": "S4", "amount": "501"}, "bet_above_max", 422),
        ({"do": "bet", "spot": 4, "by": "S4"}, "bad_amount", 422),
        ({"do": "bet", "spot": 4, "by": "S4", "amount": "5.005"}, "bad_form", 422),
        ({"do": "bet", "spot": 9, "by": "S9", "amount": "5"}, "no_such_spot", 422),
        ({"do": "back_bet", "spot": 4, "by": "K1", "amount": "5"}, "no_hand_to_back", 422),
        ({"do": "stand", "spot": 4, "by": "S4"}, "bad_form", 422),
    ],
)
def test_a_refused_bet_changes_nothing(hands: Hands, keyed: dict[str, Any], code: str, status: int) -> None:
    before = builders.snapshot()
    refused(hands, hands.press(BET, {"opens": "1", **keyed}), code, status, before)


@pytest.mark.parametrize(
    ("path", "keyed", "code", "status"),
    [
        (PRESS, {"do": "hit"}, "bad_form", 422),
        (PRESS, {"do": "hit", "spot": 4, "by": "S4"}, "no_round", 409),
        (PRESS, {"do": "close_insurance"}, "no_round", 409),
        (PRESS, {"do": "withdraw_bet:4"}, "unknown_action", 422),
        (PRESS, {"do": "withdraw_bet:x:S4"}, "unknown_action", 422),
        (PRESS, {"do": "withdraw_bet:4:S4"}, "no_round", 409),
        (PRESS, {"do": "withdraw_back_bet:x:S4"}, "no_round", 409),
        (PRESS, {"do": "open_the_till"}, "unknown_action", 422),
        (CARD, {}, "bad_form", 422),
        (CARD, {"card": "5"}, "bad_form", 422),
        (CARD, {"card": "1H"}, "bad_form", 422),
        (INSURE, {"offer": "spot:4:S4:500"}, "no_round", 409),
        (INSURE, {"offer": "back:K1-9:K1:500"}, "no_round", 409),
        (INSURE, {"offer": "everybody"}, "bad_form", 422),
        (INSURE, {"offer": "spot:x:S4:500"}, "bad_form", 422),
    ],
)
def test_a_key_out_of_place_changes_nothing(
    hands: Hands, path: str, keyed: dict[str, Any], code: str, status: int
) -> None:
    before = builders.snapshot()
    refused(hands, hands.press(path, keyed), code, status, before)


def test_a_refused_bet_keeps_what_was_keyed(hands: Hands) -> None:
    shown = lay(hands, 4, {"amount": "501"}).content.decode()
    assert "The stake is above the maximum of 500.00." in shown
    assert 'name="amount" value="501.00"' in shown
    assert 'name="spot" value="4"' in shown


def test_a_stale_press_is_not_taken_and_shows_how_the_table_stands(hands: Hands) -> None:
    lay(hands, 4, {"chips-2500": 2})
    dealt.press(hands.house, {"do": "bet", "by": "S5", "spot": 5, "amount": 500})
    before = builders.snapshot()
    response = key(hands, "close_betting")
    refused(hands, response, "stale_sequence", 412, before)
    assert "The table moved on." in response.content.decode()
    assert "Seat 5" in response.content.decode()


def test_the_same_form_sent_twice_counts_once(hands: Hands) -> None:
    def twice(send: Callable[[], Any]) -> None:
        page = hands.page
        first = send()
        before = builders.snapshot()
        hands.page = page
        second = send()
        assert (first.status_code, second.status_code) == (200, 200)
        assert builders.snapshot() == before

    twice(lambda: lay(hands, 4, {"chips-2500": 2}))
    twice(lambda: back(hands))
    twice(lambda: key(hands, "close_betting"))
    deal(hands, "5H", "AS", "6C", "7H")
    twice(lambda: hands.press(INSURE, {"offer": "spot:4:S4:2500"}))
    twice(lambda: key(hands, "close_insurance"))
    twice(lambda: key(hands, "stand"))


@pytest.mark.parametrize("spoilt", [{"key": "short"}, {"key": "<script>"}, {"seq": "-1"}, {"seq": "x"}])
def test_a_form_that_was_tampered_with_is_refused(hands: Hands, spoilt: dict[str, str]) -> None:
    before = builders.snapshot()
    refused(hands, lay(hands, 4, {"amount": "5", **spoilt}), "bad_form", 422, before)


def test_without_script_a_press_leads_back_to_the_page(hands: Hands) -> None:
    response = lay(hands, 4, {"amount": "5"}, swap=False)
    assert (response.status_code, response.headers["Location"]) == (302, "/t/BJ-01/")
    refused_one = hands.client.post(BET, {"do": "bet", "spot": 4, "by": "S4", "amount": "1"})
    assert refused_one.status_code == 422
    assert refused_one.content.decode().lstrip().startswith("<!doctype html>")


def test_without_script_chips_add_up_touch_by_touch(hands: Hands) -> None:
    before = builders.snapshot()
    hands.press(BET, {"spot": 4, "by": "S4", "add": "chips-2500"}, swap=False)
    more = {"spot": 4, "by": "S4", "chips-2500": 1}
    shown = hands.press(BET, {**more, "add": "chips-500"}, swap=False).content.decode()
    assert 'name="chips-2500" value="1"' in shown
    assert 'name="chips-500" value="1"' in shown
    assert ">30</b>" in shown
    cleared = hands.press(BET, {**more, "clear": "1"}, swap=False).content.decode()
    assert 'name="chips-2500" value="0"' in cleared
    assert builders.snapshot() == before


def test_no_chip_is_worth_more_than_can_be_read(hands: Hands) -> None:
    assert hands.press("/t/BJ-01/bet", {"add": "chips-" + "9" * 5_000}).status_code == 200


def test_only_the_dealer_presses(house: House) -> None:
    hands = Hands(house)
    hands.enrol()
    hands.sign_on("dev")
    assert 'data-phase="away"' in hands.look().content.decode()
    before = builders.snapshot()
    refused(hands, lay(hands, 4, {"amount": "5"}), "not_dealing", 403, before)
