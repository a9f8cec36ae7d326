"""The table between rounds: counts, reliefs, buy-ins, calls, the shoe, each as keyed at the terminal."""

from typing import Any

import pytest
import time_machine

from tests import builders, custody
from tests.builders import House
from tests.tables.screens.hands import Hands, refusal, signing

COUNTED = {f"chips-{value}": count for value, count in custody.BANK.items()}
BOTH = signing(dealer="dana", boss="petra")


def last(house: House) -> dict[str, Any]:
    return custody.events(house)[-1]


def refused(response: Any, code: str, status: int, before: dict[str, int]) -> None:
    assert (refusal(response), response.status_code) == (code, status)
    assert builders.snapshot() == before


def test_two_persons_count_and_close(hands: Hands) -> None:
    hands.look("/t/BJ-01/?sheet=closer")
    response = hands.press("/t/BJ-01/count/closer", {**COUNTED, **BOTH})
    shown = response.content.decode()
    assert 'data-phase="closed"' in shown
    # the felt says so: a second form like the one just signed would look as if the count had failed
    assert "The table is closed" in shown
    assert 'name="chips-100"' not in shown
    assert 'name="chips-100"' in hands.look("/t/BJ-01/").content.decode()
    closed = last(hands.house)
    assert (closed["type"], closed["data"]["total"], closed["data"]["difference"]) == ("table_closed", 1_000_000, 0)
    assert [signed["badge"] for signed in closed["data"]["signatures"]] == ["dana", "petra"]


def test_without_scripts_closing_leads_to_the_felt(hands: Hands) -> None:
    response = hands.press("/t/BJ-01/count/closer", {**COUNTED, **BOTH}, swap=False)
    assert (response.status_code, response.headers["Location"]) == (302, "/t/BJ-01/?sheet=felt")
    assert "The table is closed" in hands.look("/t/BJ-01/?sheet=felt").content.decode()


def test_two_persons_count_and_open(hands: Hands) -> None:
    hands.press("/t/BJ-01/count/closer", {**COUNTED, **BOTH})
    response = hands.press("/t/BJ-01/count/opener", {**COUNTED, **BOTH})
    assert 'data-phase="betting"' in response.content.decode()
    assert last(hands.house)["type"] == "table_opened"


def test_a_count_takes_the_table_over_a_shift_change(hands: Hands) -> None:
    hands.press("/t/BJ-01/count/roll", {**COUNTED, **BOTH})
    assert [event["type"] for event in custody.events(hands.house)[-2:]] == ["table_closed", "table_opened"]


def test_a_count_that_differs_asks_why_and_keeps_all_but_the_pins(hands: Hands) -> None:
    before = builders.snapshot()
    response = hands.press("/t/BJ-01/count/closer", {**COUNTED, **BOTH, "chips-100": 190})
    refused(response, "note_required", 422, before)
    shown = response.content.decode()
    assert "by −10.00. Count again, or say why." in shown
    assert 'name="note"' in shown
    assert 'name="chips-100" value="190"' in shown
    assert 'name="boss_badge" value="petra"' in shown
    for name in ("dana", "petra"):
        assert builders.PEOPLE[name][1] not in shown
    noted = {**COUNTED, **BOTH, "chips-100": 190, "note": "Recounted twice"}
    assert hands.press("/t/BJ-01/count/closer", noted).status_code == 200
    assert last(hands.house)["data"]["difference"] == -1_000


@pytest.mark.parametrize(
    ("keyed", "code", "status"),
    [
        (signing(dealer="dana", boss="dev"), "role_not_held", 403),
        ({**BOTH, "boss_pin": "999999"}, "wrong_badge_or_pin", 403),
        ({**BOTH, "boss_pin": ""}, "bad_form", 422),
        ({**BOTH, "chips-100": "many"}, "bad_form", 422),
        ({**BOTH, "chips-7": "1"}, "unknown_denomination", 422),
    ],
)
def test_a_refused_count_changes_nothing(hands: Hands, keyed: dict[str, Any], code: str, status: int) -> None:
    before = builders.snapshot()
    refused(hands.press("/t/BJ-01/count/closer", {**COUNTED, **keyed}), code, status, before)


def test_there_are_three_kinds_of_count(hands: Hands) -> None:
    before = builders.snapshot()
    refused(hands.press("/t/BJ-01/count/guess", {**COUNTED, **BOTH}), "unknown_action", 422, before)


def test_cash_becomes_chips(hands: Hands) -> None:
    keyed = {"cash_amount": "100", "player": "S3", "chips-2500": 4}
    assert hands.press("/t/BJ-01/buy-in", keyed).status_code == 200
    assert last(hands.house)["data"] == {
        "period": 1,
        "player": "S3",
        "cash": 10_000,
        "chips": {"2500": 4},
        "box": 1,
    }


def test_a_buy_in_that_does_not_come_out_is_refused(hands: Hands) -> None:
    before = builders.snapshot()
    response = hands.press("/t/BJ-01/buy-in", {"cash_amount": "100", "player": "S3", "chips-2500": 3})
    refused(response, "total_mismatch", 422, before)
    assert 'name="cash_amount" value="100.00"' in response.content.decode()
    without = hands.press("/t/BJ-01/buy-in", {"cash_amount": "100", "chips-2500": 4})
    refused(without, "bad_form", 422, before)
    assert "Choose a player." in without.content.decode()


def test_chips_are_changed_for_chips(hands: Hands) -> None:
    hands.press("/t/BJ-01/change", {"player": "S3", "given-2500": 4, "chips-10000": 1})
    data = last(hands.house)["data"]
    assert (data["given"], data["taken"]) == ({"2500": 4}, {"10000": 1})


def test_the_floor_is_called_with_one_touch(hands: Hands) -> None:
    hands.press("/t/BJ-01/call", {"reason": "Dispute over a hand"})
    assert (last(hands.house)["type"], last(hands.house)["data"]["reason"]) == ("floor_called", "Dispute over a hand")


def test_a_relief_takes_over(hands: Hands) -> None:
    other = Hands(hands.house)
    other.client.cookies = hands.client.cookies
    other.sign_on("dev")
    shown = other.look().content.decode()
    assert "Whoever deals here now is relieved." in shown
    assert "Dev Dealer dev · signed on" in shown
    assert "Dana" not in shown  # who does not deal here sees no more than a passer-by
    assert 'data-phase="betting"' in other.press("/t/BJ-01/relief", {"do": "tap_in"}).content.decode()
    assert [event["type"] for event in custody.events(hands.house)[-2:]] == ["dealer_tapped_out", "dealer_tapped_in"]


def test_a_dealer_taps_out(hands: Hands) -> None:
    assert 'data-phase="away"' in hands.press("/t/BJ-01/relief", {"do": "tap_out"}).content.decode()
    assert last(hands.house)["type"] == "dealer_tapped_out"
    before = builders.snapshot()
    refused(hands.press("/t/BJ-01/relief", {"do": "dance"}), "unknown_action", 422, before)


def test_a_shoe_goes_from_reception_to_the_cut(hands: Hands) -> None:
    step = "/t/BJ-01/shoe"
    hands.press(f"{step}/retire", {})
    assert 'data-phase="shoe"' in hands.page
    hands.press(f"{step}/receive", {})
    hands.press(f"{step}/inspect", {"cards": "210", **BOTH})
    hands.press(f"{step}/mix", {})
    cut = {"cut_by": "S3", "cut_from_top": "100", "cut_card_from_bottom": "30"}
    assert 'data-phase="betting"' in hands.press(f"{step}/cut", cut).content.decode()
    assert [event["type"] for event in custody.events(hands.house)[-5:]] == [
        "shoe_retired",
        "shoe_received",
        "shoe_inspected",
        "shoe_mixed",
        "shoe_cut",
    ]


def test_a_faulty_shoe_is_blocked(hands: Hands) -> None:
    hands.press("/t/BJ-01/shoe/block", {"reason": "Shoe is faulty"})
    assert last(hands.house)["data"]["reason"] == "Shoe is faulty"
    assert 'data-phase="shoe"' in hands.page


@pytest.mark.parametrize(
    ("step", "keyed", "code", "status"),
    [
        ("receive", {}, "shoe_at_table", 409),
        ("inspect", {"cards": "209", **BOTH}, "wrong_card_count", 422),
        ("inspect", {"cards": "x", **BOTH}, "bad_form", 422),
        ("cut", {"cut_by": "S3", "cut_from_top": "2", "cut_card_from_bottom": "30"}, "bad_cut", 422),
        ("cut", {"cut_by": "S3", "cut_from_top": "100", "cut_card_from_bottom": "3"}, "bad_cut_card_place", 422),
        ("burn", {}, "unknown_action", 422),
    ],
)
def test_a_refused_step_changes_nothing(hands: Hands, step: str, keyed: dict[str, Any], code: str, status: int) -> None:
    before = builders.snapshot()
    refused(hands.press(f"/t/BJ-01/shoe/{step}", keyed), code, status, before)


def test_how_long_a_dealer_stands_is_told(hands: Hands) -> None:
    with time_machine.travel(builders.AT.replace(hour=21, minute=12), tick=False):
        assert "dealing for 1 h 12" in hands.look().content.decode()
