"""Markers on the cage's page: what lies where, taken over from the pit, settled in notes and chips."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine

from tables.domain import chips
from tables.models.markers import Marker
from tests import builders, cages, custody, markers
from tests.builders import House
from tests.tables.screens.hands import Hands, refusal, signing

pytestmark = pytest.mark.django_db
HERE = "/cage/markers/"
BOTH = {"do": "transfer", **signing(boss="petra", cashier="cass")}


@pytest.fixture
def house(db: None) -> Iterator[House]:
    """A marker of 5,000.00 in the pit; notes in the drawers; the clock stands at noon."""
    with time_machine.travel(builders.AT, tick=False):
        made = cages.with_cash(markers.house())
        markers.issue(made)
        yield made


@pytest.fixture
def cass(house: House) -> Hands:
    """Cass at a desk."""
    return Hands(house).sit_down("cass")


def settling(**keyed: str) -> dict[str, Any]:
    """A payment at the window under the cashier's signature."""
    return {"do": "settle", "settles": "M-000001", "chip_set": "MAIN", **signing(cashier="cass"), **keyed}


def test_markers_in_the_pit_are_taken_over(cass: Hands) -> None:
    cass.look(HERE)
    assert 'name="left-M-000001" value="500000"' in cass.page
    assert "No open marker lies in the cage." in cass.page
    response = cass.press(HERE, {**BOTH, "slip": "M-000001", "left-M-000001": "500000"}, swap=False)
    assert (response.status_code, response.headers["Location"]) == (302, f"{HERE}?done=transfer")
    row = Marker.objects.get()
    assert (row.held, row.status) == ("cage", "transferred")
    cass.look(f"{HERE}?done=transfer")
    assert "The markers lie in the cage." in cass.page
    assert "No open marker lies in the pit." in cass.page
    assert f'href="?slip={row.series}-00000{row.number}"' in cass.page


@pytest.mark.parametrize(
    ("keyed", "code", "words"),
    [
        ({}, "no_markers", "Tick the markers that are handed over."),
        ({"slip": "M-000001", "left-M-000001": "400000"}, "marker_changed", "Something was paid on M-000001"),
        ({"slip": "M-000001"}, "bad_form", "Something is missing"),
        ({"slip": "M-000009", "left-M-000009": "1"}, "no_such_marker", "There is no such marker."),
        ({"slip": "M-000001", "left-M-000001": "500000", "boss_badge": "cass", "boss_pin": "x"}, "bad_form", ""),
    ],
)
def test_what_is_refused_leaves_the_marker_in_the_pit(
    cass: Hands, keyed: dict[str, str], code: str, words: str
) -> None:
    cass.look(HERE)
    given = {**BOTH, **keyed}
    if given.get("boss_pin") == "x":
        given["boss_pin"] = ""
    assert refusal(cass.press(HERE, given, swap=False)) == code
    assert words in cass.page
    assert Marker.objects.get().held == "table"
    if "slip" in keyed and keyed["slip"] == "M-000001":
        assert 'name="slip" value="M-000001" checked' in cass.page


def test_a_marker_of_an_earlier_day_is_late(house: House) -> None:
    with time_machine.travel(builders.AT + timedelta(days=1), tick=False):
        late = Hands(house).sit_down("cass")
        late.look(HERE)
    assert "▲ late" in late.page


def test_a_patron_settles_in_notes_and_chips(cass: Hands, house: House) -> None:
    markers.transfer(house, {"M-000001": 500_000})
    stock = cages.stock_of(house)
    cass.look(f"{HERE}?slip=M-000001")
    assert "M-000001 of Pat Seven: 5,000.00 owed" in cass.page
    response = cass.press(HERE, settling(**{"notes-10000": "10", "chips-2500": "4"}), swap=False)
    assert (response.status_code, response.headers["Location"]) == (302, f"{HERE}?done=settle")
    row = Marker.objects.get()
    assert (row.paid, row.status) == (110_000, "transferred")
    assert cages.stock_of(house) == chips.add(stock, {2_500: 4})
    cass.look(f"{HERE}?done=settle")
    assert "The payment is taken." in cass.page
    assert "3,900.00" in cass.page


def test_a_payment_that_is_sent_twice_counts_once(cass: Hands, house: House) -> None:
    markers.transfer(house, {"M-000001": 500_000})
    cass.look(f"{HERE}?slip=M-000001")
    form = settling(**{"notes-10000": "10"})
    assert [cass.press(HERE, form, swap=False).status_code for _ in range(2)] == [302, 302]
    assert Marker.objects.get().paid == 100_000


@pytest.mark.parametrize(
    ("keyed", "code", "words"),
    [
        ({}, "nothing_paid", "Key what is paid, in cash or in chips."),
        ({"notes-10000": "51"}, "overpaid", "Only 5,000.00 are owed on this marker."),
        ({"settles": ""}, "bad_form", "Choose a"),
        ({"settles": "M-000009"}, "no_such_marker", "There is no such marker."),
        ({"notes-10000": "1", "cashier_pin": "000000"}, "wrong_badge_or_pin", "Badge or PIN is wrong."),
    ],
)
def test_a_wrong_payment_changes_nothing(
    cass: Hands, house: House, keyed: dict[str, str], code: str, words: str
) -> None:
    markers.transfer(house, {"M-000001": 500_000})
    cass.look(f"{HERE}?slip=M-000001")
    assert refusal(cass.press(HERE, settling(**keyed), swap=False)) == code
    assert words in cass.page
    assert (Marker.objects.get().paid, custody.facts(house, "marker_settled", "cage")) == (0, [])


@pytest.mark.parametrize("name", ["ada", "axel", "hana"])
def test_who_runs_no_cage_only_reads(house: House, name: str) -> None:
    hands = Hands(house).sit_down(name)
    hands.look(HERE)
    assert "M-000001" in hands.page
    assert "_pin" not in hands.page
    assert refusal(hands.press(HERE, {**BOTH, "slip": "M-000001", "left-M-000001": "500000"}, swap=False)) == (
        "not_permitted"
    )
    assert Marker.objects.get().held == "table"
