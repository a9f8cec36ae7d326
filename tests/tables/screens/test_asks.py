"""Asking the floor at the terminal: the key beside the signature, what the dealer reads, and taking it back."""

from datetime import timedelta

import time_machine

from tables.models.approvals import Approval
from tables.services import approvals
from tests import builders, dealt
from tests.builders import facts
from tests.tables.screens.hands import Hands, refusal

TABLE = "/t/BJ-01/"


def test_a_lift_is_asked_without_a_signature(hands: Hands) -> None:
    sheet = hands.look(f"{TABLE}?sheet=lift").content.decode()
    assert f'formaction="{TABLE}ask/lift" formnovalidate' in sheet
    shown = hands.press(f"{TABLE}ask/lift", {"player": "S2", "maximum": "1000"}).content.decode()
    assert facts("approval_asked") == [
        {"approval": 1, "kind": "lift", "content": {"player": "S2", "maximum": 100_000}},
    ]
    assert "waits for the pit boss" in shown


def test_a_void_is_asked_with_its_reason(hands: Hands) -> None:
    dealt.press(hands.house, {"do": "open_round"}, {"do": "bet", "by": "anna", "spot": 1, "amount": 1_000})
    hands.look(f"{TABLE}?sheet=void")
    empty = hands.press(f"{TABLE}ask/void", {"number": "1", "reason": ""})
    assert (empty.status_code, refusal(empty)) == (422, "bad_form")
    assert "Void a round" in empty.content.decode()
    hands.press(f"{TABLE}ask/void", {"number": "1", "reason": "Wrong card keyed"})
    assert facts("approval_asked")[0]["content"] == {"number": 1, "reason": "Wrong card keyed"}


def test_a_fill_is_proposed_and_asked(hands: Hands) -> None:
    assert "sheet=ask_fill" in hands.look(f"{TABLE}?sheet=slips").content.decode()
    hands.look(f"{TABLE}?sheet=ask_fill")
    wrong = hands.press(f"{TABLE}ask/fill", {"chips-500": "0"})
    assert (wrong.status_code, refusal(wrong)) == (422, "no_chips")
    assert "Ask for a fill" in wrong.content.decode()
    hands.press(f"{TABLE}ask/fill", {"chips-500": "40", "chips-2500": "20", "urgent": "on"})
    assert facts("approval_asked")[0]["content"] == {
        "chips": {"500": 40, "2500": 20},
        "total": 70_000,
        "urgent": True,
    }


def test_the_dealer_reads_what_became_of_it(hands: Hands) -> None:
    house = hands.house
    approvals.ask_lift(actor=house.dana, at=house.at, table="BJ-01", player="S2", maximum=100_000)
    approvals.refuse_approval(actor=house.petra, at=house.at, table="BJ-01", number=1, reason="The player is not known")
    shown = hands.look().content.decode()
    assert "The player is not known" in shown
    with time_machine.travel(builders.AT + timedelta(minutes=2), tick=False):
        assert "The player is not known" not in hands.look().content.decode()


def test_the_dealer_takes_it_back(hands: Hands) -> None:
    house = hands.house
    approvals.ask_lift(actor=house.dana, at=house.at, table="BJ-01", player="S2", maximum=100_000)
    assert "Take back" in hands.look(f"{TABLE}?sheet=boss").content.decode()
    shown = hands.press(f"{TABLE}ask-back", {"request": "1"}).content.decode()
    assert Approval.objects.get().status == "withdrawn"
    assert "waits for the pit boss" not in shown
    assert refusal(hands.press(f"{TABLE}ask-back", {"request": "1"})) == "approval_decided"


def test_what_no_form_would_ask(hands: Hands) -> None:
    assert refusal(hands.press(f"{TABLE}ask/dance", {})) == "unknown_action"
    assert Approval.objects.count() == 0
