"""Slips at the dealer's terminal: seen, counted, signed, sent back."""

import re

import pytest

from tables.domain import chips
from tests import custody, dealt
from tests import slips as acts
from tests.builders import House
from tests.slips import CREDIT, FILL, TAKEN
from tests.tables.screens.hands import Hands, refusal, signing

pytestmark = pytest.mark.django_db
HERE = "/t/BJ-01/"


def keyed(slip: str, holding: dict[int, int], *, security: bool = False, **more: str) -> dict[str, str]:
    """A count under the signatures that it takes."""
    who = {"dealer": "dana", "boss": "petra"} | ({"security": "sam"} if security else {})
    counted = {f"chips-{value}": str(count) for value, count in holding.items()}
    return {"slip": slip, **counted, **signing(**who), **more}


def shown(hands: Hands, sheet: str) -> str:
    """The page with a sheet open, as text without tags."""
    hands.look(f"{HERE}?sheet={sheet}")
    return " ".join(re.sub(r"<[^>]+>", " ", hands.page).split())


def test_what_is_on_its_way_is_listed(hands: Hands) -> None:
    assert "Nothing is on its way." in shown(hands, "slips")
    acts.ask_credit(hands.house)
    slip = acts.carried_fill(hands.house)
    text = shown(hands, "slips")
    assert f"{slip} Fill 700 on its way to the table 0 min Count it" in text
    assert "not made out Credit 900 asked for 0 min" in text
    assert hands.page.count("?sheet=slip&amp;slip=") == 2  # one key: with script and without


def test_the_key_says_how_many_wait(hands: Hands) -> None:
    assert hands.look(f"{HERE}slips-waiting").content.decode().strip() == ""
    acts.ask_credit(hands.house)
    acts.carried_fill(hands.house)
    assert hands.look(f"{HERE}slips-waiting").content.decode().strip() == '<b class="word info">1</b>'


def test_whoever_is_not_at_the_table_is_told_nothing(house: House) -> None:
    assert Hands(house).look(f"{HERE}slips-waiting").status_code == 204
    assert Hands(house).sit_down("cass").look(f"{HERE}slips-waiting").status_code == 204


def test_a_fill_is_counted_and_taken(hands: Hands) -> None:
    house = hands.house
    slip, rack = acts.carried_fill(house), custody.rack_of(house)
    hands.look(f"{HERE}?sheet=slip&slip={slip}")
    assert f'<input type="hidden" name="slip" value="{slip}">' in hands.page
    response = hands.press(f"{HERE}slip/accept", keyed(slip, FILL))
    assert (response.status_code, refusal(response)) == (200, "")
    assert custody.rack_of(house) == chips.add(rack, FILL)


def test_what_differs_is_refused_in_words_and_the_count_stays(hands: Hands) -> None:
    slip = acts.carried_fill(hands.house)
    hands.look(f"{HERE}?sheet=slip&slip={slip}")
    response = hands.press(f"{HERE}slip/accept", keyed(slip, {**FILL, 500: 39}))
    assert (response.status_code, refusal(response)) == (409, "slip_mismatch")
    assert "That is not what the slip says, by −5.00." in hands.page
    assert 'name="chips-500" value="39"' in hands.page
    # why it goes back is asked for at the top, where the banner below hides nothing
    assert hands.page.index('name="note"') < hands.page.index('name="chips-500"')
    assert hands.page.count("autofocus") == hands.page.count('name="note"') == 1
    assert 'value="petra"' in hands.page
    assert "610437" not in hands.page


def test_it_is_sent_back_with_a_reason(hands: Hands) -> None:
    slip = acts.carried_fill(hands.house)
    hands.look(f"{HERE}?sheet=slip&slip={slip}")
    assert hands.page.index('name="note"') > hands.page.index('name="chips-500"')
    assert refusal(hands.press(f"{HERE}slip/decline", keyed(slip, {**FILL, 500: 39}))) == "bad_reason"
    assert hands.page.index('name="note"') < hands.page.index('name="chips-500"')
    response = hands.press(f"{HERE}slip/decline", keyed(slip, {**FILL, 500: 39}, note="A chip is missing"))
    assert refusal(response) == ""
    assert acts.row(hands.house).status == "declined"


def test_a_credit_is_counted_out_before_security(hands: Hands) -> None:
    slip = acts.issued_credit(hands.house)
    hands.look(f"{HERE}?sheet=slip&slip={slip}")
    assert 'name="security_pin"' in hands.page
    assert "Send it back" not in hands.page
    assert refusal(hands.press(f"{HERE}slip/out", keyed(slip, CREDIT, security=True))) == ""
    assert acts.row(hands.house).status == "counted_out"


def test_an_exchange_shows_both_sides(hands: Hands) -> None:
    slip = acts.carried_exchange(hands.house)
    text = shown(hands, f"slip&slip={slip}")
    assert "Chip Goes Comes Counted" in text
    assert "Total 500 500 0" in text
    assert refusal(hands.press(f"{HERE}slip/exchange", keyed(slip, TAKEN, security=True))) == ""
    assert acts.row(hands.house).status == "counted_out"


def test_a_slip_that_is_not_the_tables_turn_is_not_counted(hands: Hands) -> None:
    slip = acts.issued_fill(hands.house)
    assert f"{slip} Fill 700 made out" in shown(hands, f"slip&slip={slip}")
    assert refusal(hands.press(f"{HERE}slip/accept", keyed(slip, FILL))) == "bad_slip_step"
    assert refusal(hands.press(f"{HERE}slip/accept", keyed("F-1", FILL))) == "bad_form"
    assert refusal(hands.press(f"{HERE}slip/lose", keyed(slip, FILL))) == "unknown_action"


def test_the_slips_are_at_hand_while_a_round_waits_to_be_paid(hands: Hands) -> None:
    house = hands.house
    slip = acts.carried_fill(house)
    dealt.press(house, {"do": "open_round"}, *dealt.bets(), {"do": "close_betting"})
    dealt.press(house, *dealt.cards())
    dealt.press(house, {"do": "stand", "by": "anna", "spot": 1})
    dealt.press(house, {"do": "stand", "by": "bo", "spot": 2})
    hands.look(HERE)
    assert f"{HERE}?sheet=slips" in hands.page
    assert f"{slip} Fill 700" in shown(hands, "slips")
