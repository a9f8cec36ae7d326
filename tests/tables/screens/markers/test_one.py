"""A marker's own page: its paper, its history, void, copies; and the register of markers."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine

from tables.models.markers import Marker
from tests import builders, cages, custody, markers
from tests.builders import House
from tests.tables.screens.hands import Hands, refusal, signing

pytestmark = pytest.mark.django_db
HERE = "/credit/markers/M-000001/"
PARTS = ["original", "issue", "payment"]


@pytest.fixture
def house(db: None) -> Iterator[House]:
    """A marker of 5,000.00 in the pit; notes in the drawers; the clock stands at noon."""
    with time_machine.travel(builders.AT, tick=False):
        made = cages.with_cash(markers.house())
        markers.issue(made)
        yield made


def voiding(**keyed: object) -> dict[str, object]:
    who = signing(dealer="dana", boss="petra", second="sam")
    return {"do": "void", "part": PARTS, "reason": "wrong patron", **who, **keyed}


def test_the_page_has_the_paper_the_credit_and_the_history(house: House) -> None:
    markers.pay(house, "M-000001", 100_000, {10_000: 5})
    markers.reprint(house, "M-000001")
    hands = Hands(house).sit_down("ada")
    hands.look(HERE)
    for words in (
        "Pat Seven · P-7",
        "3,500.00",
        "20,000.00",
        "BJ-01: cash 1,000.00, chips 500.00, 3,500.00 left",
        "copy 1: the paper jammed",
        "REPRINT 1",
        "/credit/markers/M-000001/marker.pdf",
        "/credit/markers/M-000001/record/",
    ):
        assert words in hands.page, words
    assert 'value="void"' not in hands.page
    assert "datetime" not in hands.page


def test_the_boss_voids_it_with_three_parts_and_a_second(house: House) -> None:
    hands = Hands(house).sit_down("petra")
    hands.look(HERE)
    rack = custody.rack_of(house)
    response = hands.press(HERE, voiding(), swap=False)
    assert (response.status_code, response.headers["Location"]) == (302, f"{HERE}?done=void")
    assert Marker.objects.get().status == "void"
    assert sum(custody.rack_of(house).values()) == sum(rack.values()) + 140
    hands.look(f"{HERE}?done=void")
    assert "The marker is void. Its chips are in the rack again." in hands.page
    assert "Void: wrong patron" in hands.page


@pytest.mark.parametrize(
    ("keyed", "code"),
    [
        ({"part": PARTS[:2]}, "parts_not_marked"),
        ({"reason": ""}, "bad_form"),
        ({**signing(second="dana")}, "role_not_held"),
        ({"second_pin": "000000"}, "wrong_badge_or_pin"),
    ],
)
def test_a_void_that_is_refused_changes_nothing(house: House, keyed: dict[str, object], code: str) -> None:
    hands = Hands(house).sit_down("petra")
    hands.look(HERE)
    assert refusal(hands.press(HERE, voiding(**keyed), swap=False)) == code
    assert (Marker.objects.get().status, custody.facts(house, "marker_voided")) == ("issued", [])
    assert '<details class="box" open>' in hands.page


def test_the_cage_records_a_copy_and_prints_it(house: House) -> None:
    markers.pay(house, "M-000001", 100_000)
    hands = Hands(house).sit_down("cass")
    hands.look(HERE)
    assert "The original was printed when it was made out." in hands.page
    assert refusal(hands.look(f"{HERE}marker.pdf")) == "copy_not_recorded"
    hands.look(HERE)
    response = hands.press(HERE, {"do": "reprint", "reason": "For the file"}, swap=False)
    assert response.headers["Location"] == f"{HERE}?done=reprint"
    assert [copy["copy"] for copy in Marker.objects.get().reprints] == [1]
    printed = hands.client.get(f"{HERE}marker.pdf")
    assert (printed.status_code, printed.content[:5]) == (200, b"%PDF-")


def test_in_the_cage_its_page_leads_to_the_window(house: House) -> None:
    hands = Hands(house).sit_down("cass")
    hands.look(HERE)
    assert "?slip=M-000001" not in hands.page
    markers.transfer(house, {"M-000001": 500_000})
    hands.look(HERE)
    assert "/cage/markers/?slip=M-000001" in hands.page


def test_the_restricted_copy_is_for_accounting_alone(house: House) -> None:
    ada = Hands(house).sit_down("ada")
    ada.look(f"{HERE}record/")
    assert "DEMO/table/BJ-01" in ada.page
    assert "marker_issued" in ada.page
    assert refusal(Hands(house).sit_down("petra").look(f"{HERE}record/")) == "not_permitted"


def test_the_register_finds_by_state_place_and_patron(house: House) -> None:
    second = markers.issue(house, markers.SMALL)["slip"]
    markers.transfer(house, {second: 50_000})
    hands = Hands(house).sit_down("petra")
    hands.look("/credit/markers/")
    assert (">M-000001<" in hands.page, ">M-000002<" in hands.page) == (True, True)
    hands.look("/credit/markers/?held=cage&status=transferred&patron=P-7")
    assert (">M-000001<" in hands.page, ">M-000002<" in hands.page) == (False, True)
    hands.look("/credit/markers/?patron=P-9&before=x&status=nonsense")
    assert "There is no such marker." in hands.page


def test_a_marker_that_was_due_in_the_cage_says_so(house: House) -> None:
    with time_machine.travel(builders.AT + timedelta(days=1), tick=False):
        hands = Hands(house).sit_down("petra")
        hands.look("/credit/markers/?open=yes")
        assert "▲ late" in hands.page
        hands.look(HERE)
        assert "of 2026-03-04, due in the cage" in hands.page


def test_a_marker_that_is_not_there(house: House) -> None:
    hands = Hands(house).sit_down("petra")
    assert (hands.look("/credit/markers/M-000009/").status_code, "no_such_marker" in hands.page) == (404, True)
