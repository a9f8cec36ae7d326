"""Markers at the dealer's terminal: found by the patron's code, given, paid, and what is refused in words."""

import re

import pytest

from tables.domain import chips
from tables.models.markers import Marker
from tests import custody, markers
from tests.markers import PATRON, SMALL
from tests.tables.screens.hands import Hands, refusal, signing

pytestmark = pytest.mark.django_db
HERE = "/t/BJ-01/"


def keyed(amount: str = "500", cut: dict[int, int] = SMALL, **more: str) -> dict[str, str]:
    """A marker as dealer and boss key it, signed by the patron."""
    holding = {f"chips-{value}": str(count) for value, count in cut.items()}
    asked = {"patron_code": PATRON, "amount": amount, "patron_signed": "yes", **holding}
    return {**asked, **signing(dealer="dana", boss="petra"), **more}


def paying(slip: str, cash: str = "", given: dict[int, int] | None = None) -> dict[str, str]:
    """A payment under the signatures of dealer and boss."""
    holding = {f"chips-{value}": str(count) for value, count in (given or {}).items()}
    asked = {"slip": slip, "patron_code": PATRON, "cash_amount": cash, **holding}
    return {**asked, **signing(dealer="dana", boss="petra")}


def shown(hands: Hands, sheet: str) -> str:
    """The page with a sheet open, as text without tags."""
    hands.look(f"{HERE}?sheet={sheet}")
    return " ".join(re.sub(r"<[^>]+>", " ", hands.page).split())


def test_the_terminal_has_a_key_for_markers(hands: Hands) -> None:
    hands.look(f"{HERE}?sheet=slips")
    assert f'href="{HERE}?sheet=markers"' in hands.page


def test_a_patrons_markers_are_found_by_his_code(hands: Hands) -> None:
    slip = markers.issued(hands.house)
    assert "Key the patron's code, then Find." in shown(hands, "markers")
    assert slip not in hands.page
    text = shown(hands, f"markers&patron_code={PATRON}")
    assert f"{slip} Pat Seven BJ-01 500 500 Take a payment" in text
    assert f"{HERE}?sheet=marker&amp;patron_code={PATRON}" in hands.page
    assert "Nothing of P-8 is open in the pit." in shown(hands, "markers&patron_code=P-8")


def test_what_is_no_code_finds_nothing(hands: Hands) -> None:
    markers.issued(hands.house)
    assert "then Find." in shown(hands, "markers&patron_code=%00'%3B--")


def test_a_marker_is_given_under_three_signatures(hands: Hands) -> None:
    house = hands.house
    markers.with_credit(house)
    rack = custody.rack_of(house)
    text = shown(hands, f"marker&patron_code={PATRON}")
    assert "The patron has signed" in text
    assert f'name="patron_code" value="{PATRON}"' in hands.page
    assert "authoriser_pin" not in hands.page
    response = hands.press(f"{HERE}marker", keyed())
    assert (response.status_code, refusal(response)) == (200, "")
    assert custody.rack_of(house) == chips.less(rack, SMALL)
    row = Marker.objects.get()
    assert (row.amount, row.status, [line["badge"] for line in row.signatures]) == (50_000, "issued", ["dana", "petra"])


def test_a_form_that_is_sent_twice_gives_once(hands: Hands) -> None:
    markers.with_credit(hands.house)
    hands.look(f"{HERE}?sheet=marker")
    form = keyed() | dict(re.findall(r'<input type="hidden" name="(key|seq)" value="([^"]*)"', hands.page)[:2])
    assert [refusal(hands.press(f"{HERE}marker", form)) for _ in range(2)] == ["", ""]
    assert Marker.objects.count() == 1


@pytest.mark.parametrize(
    ("more", "code", "words"),
    [
        ({"patron_signed": ""}, "patron_signature_missing", "The patron signs the marker first."),
        ({"amount": "600"}, "total_mismatch", "The chips are not worth the amount keyed."),
        ({"amount": ""}, "bad_form", "Key an amount."),
        ({"patron_code": ""}, "bad_form", "Key the code of the patron."),
        ({"patron_code": "P-8"}, "no_such_patron", "No patron has this code."),
        ({"boss_badge": "pete", "boss_pin": "000000"}, "wrong_badge_or_pin", "Badge or PIN is wrong."),
    ],
)
def test_what_is_refused_stays_on_the_sheet(hands: Hands, more: dict[str, str], code: str, words: str) -> None:
    markers.with_credit(hands.house)
    rack = custody.rack_of(hands.house)
    hands.look(f"{HERE}?sheet=marker")
    given = {name: value for name, value in (keyed() | more).items() if value or name != "patron_signed"}
    assert refusal(hands.press(f"{HERE}marker", given)) == code
    assert words in hands.page
    assert 'name="chips-2500" value="20"' in hands.page
    assert "610437" not in hands.page
    assert (custody.rack_of(hands.house), Marker.objects.count()) == (rack, 0)


def test_beyond_the_line_somebody_who_answers_for_credit_signs(hands: Hands) -> None:
    house = hands.house
    markers.with_credit(house)
    markers.set_line(house, 40_000)
    hands.look(f"{HERE}?sheet=marker")
    response = hands.press(f"{HERE}marker", keyed())
    assert (response.status_code, refusal(response)) == (409, "credit_line_passed")
    assert "400.00 are left of the line of 400.00." in hands.page
    assert 'name="authoriser_pin"' in hands.page
    beyond = {"beyond": "yes", "reason": ""}
    response = hands.press(f"{HERE}marker", keyed() | beyond | signing(authoriser="hana"))
    assert refusal(response) == "bad_form"
    assert 'name="authoriser_badge" value="hana"' in hands.page
    assert Marker.objects.count() == 0
    beyond["reason"] = "known for years"
    assert refusal(hands.press(f"{HERE}marker", keyed() | beyond | signing(authoriser="hana"))) == ""
    assert Marker.objects.get().over_limit == "known for years"


def test_a_payment_takes_cash_and_chips(hands: Hands) -> None:
    house = hands.house
    slip = markers.issued(house)
    rack = custody.rack_of(house)
    text = shown(hands, f"marker_payment&patron_code={PATRON}&slip={slip}")
    assert f"Payment on {slip} · 500 owed" in text
    response = hands.press(f"{HERE}marker-payment", paying(slip, "100", {2_500: 4}))
    assert (response.status_code, refusal(response)) == (200, "")
    assert custody.rack_of(house) == chips.add(rack, {2_500: 4})
    row = Marker.objects.get()
    assert (row.paid, row.status) == (20_000, "part_paid")


@pytest.mark.parametrize(
    ("cash", "code", "words"),
    [
        ("", "nothing_paid", "Key what is paid, in cash or in chips."),
        ("500.01", "overpaid", "Only 500.00 are owed on this marker."),
        ("1,00", "bad_form", "Key the amount of cash."),
    ],
)
def test_a_wrong_payment_changes_nothing(hands: Hands, cash: str, code: str, words: str) -> None:
    slip = markers.issued(hands.house)
    hands.look(f"{HERE}?sheet=marker_payment&patron_code={PATRON}&slip={slip}")
    assert refusal(hands.press(f"{HERE}marker-payment", paying(slip, cash))) == code
    assert words in hands.page
    assert f"Payment on {slip}" in hands.page
    assert (Marker.objects.get().paid, custody.facts(hands.house, "marker_paid")) == (0, [])


def test_a_marker_in_the_cage_is_not_paid_here(hands: Hands) -> None:
    markers.in_cage(hands.house)
    slip = str(custody.facts(hands.house, "marker_issued")[0]["slip"])
    assert f"Nothing of {PATRON} is open in the pit." in shown(
        hands, f"marker_payment&patron_code={PATRON}&slip={slip}"
    )
    assert refusal(hands.press(f"{HERE}marker-payment", paying(slip, "100"))) == "marker_in_cage"
    assert Marker.objects.get().paid == 0
