"""The cage's pages: who sees what, what is keyed, what is refused, and that the count shows nothing."""

from collections.abc import Iterator
from typing import Any

import pytest
import time_machine

from tables.domain import chips
from tests import builders, cages, crowded, custody
from tests.builders import STOCK, House
from tests.cages import NOTES, lot
from tests.tables.screens.hands import Hands, refusal, signing

pytestmark = pytest.mark.django_db

TABS = {
    "/cage/": "Stock",
    "/cage/window/": "Window",
    "/cage/front-money/": "Front money",
    "/cage/markers/": "Markers",
    "/cage/moves/": "Vault and bank",
    "/cage/count/": "Count",
    "/cage/drops/": "Drop",
    "/cage/targets/": "Targets",
    "/cage/movements/": "Movements",
}


CASHIERS = "/cage/markers/ /cage/moves/ /cage/count/ /cage/drops/ /cage/movements/"


@pytest.fixture
def house(db: None) -> Iterator[House]:
    """A house with chips and cash in its drawers; the clock stands at noon."""
    with time_machine.travel(builders.AT, tick=False):
        yield cages.with_cash(builders.house())


@pytest.fixture
def cass(house: House) -> Hands:
    """Cass at a desk."""
    return Hands(house).sit_down("cass")


@pytest.mark.parametrize(
    ("name", "opens"),
    [
        ("cass", f"/cage/ /cage/window/ /cage/front-money/ {CASHIERS}"),
        ("ada", "/cage/ /cage/markers/ /cage/movements/"),
        ("axel", "/cage/ /cage/markers/ /cage/movements/"),
        ("hana", "/cage/ /cage/markers/ /cage/targets/ /cage/movements/"),
        ("petra", ""),
        ("dana", ""),
        ("colin", ""),
    ],
)
def test_each_page_opens_to_its_roles_only(house: House, name: str, opens: str) -> None:
    hands = Hands(house).sit_down(name)
    let_in = [path for path in TABS if hands.look(path).status_code == 200]
    assert let_in == opens.split()
    if let_in:
        hands.look("/cage/")
        assert [path for path in TABS if f'href="{path}"' in hands.page.split("<h1>")[0]] == let_in
        assert '<a href="/cage/" aria-current="page">Cage</a>' in hands.page


def test_a_stranger_signs_in_first(house: House) -> None:
    response = Hands(house).look("/cage/")
    assert (response.status_code, response.headers["Location"]) == (302, "/sign-in/?next=%2Fcage%2F")


def test_the_stock_shows_every_denomination_and_what_is_due(cass: Hands, house: House) -> None:
    cass.look("/cage/")
    for shown in ("431,000.00", "50,000.00", "Cage: the shift began 2026-03-04 06:00 and nobody has counted for it."):
        assert shown in cass.page
    cages.count(house, cages.counted({"MAIN": STOCK}, NOTES))
    cages.count(house, cages.counted({}, {}), "vault")
    cass.look("/cage/")
    assert "nobody has counted" not in cass.page
    assert "/books/chip-liability" not in cass.page
    assert "/books/chip-liability" in (hands := Hands(house).sit_down("ada")).look("/cage/").content.decode()
    assert hands.look("/books/chip-liability").status_code == 200


# --------------------------------------------------------------------------------------------------------------- window
def test_chips_are_sold_and_redeemed_at_the_window(cass: Hands, house: House) -> None:
    cass.look("/cage/window/")
    sold = {"do": "sell", "chip_set": "MAIN", "patron": "Mr Lee", "notes-5000": "1", "chips-2500": "2"}
    response = cass.press("/cage/window/", sold, swap=False)
    assert (response.status_code, response.headers["Location"]) == (302, "/cage/window/?done=sell")
    cass.look("/cage/window/?done=sell")
    assert "The chips are sold." in cass.page
    redeemed = {"do": "redeem", "chip_set": "MAIN", "patron": "Mr Lee", "notes-5000": "1", "chips-500": "10"}
    assert cass.press("/cage/window/", redeemed, swap=False).status_code == 302
    assert cages.stock_of(house) == chips.add(STOCK, {2_500: -2, 500: 10})
    assert [fact["patron"] for fact in custody.facts(house, "chips_sold", "cage")] == ["Mr Lee"]


def test_a_form_that_is_sent_twice_sells_once(cass: Hands, house: House) -> None:
    cass.look("/cage/window/")
    sold = {"do": "sell", "chip_set": "MAIN", "patron": "Mr Lee", "notes-5000": "1", "chips-2500": "2"}
    assert [cass.press("/cage/window/", sold, swap=False).status_code for _ in range(2)] == [302, 302]
    assert len(custody.facts(house, "chips_sold", "cage")) == 1


@pytest.mark.parametrize(
    ("keyed", "code"),
    [
        ({"patron": "", "notes-5000": "1", "chips-2500": "2"}, "bad_form"),
        ({"patron": "Mr Lee", "notes-5000": "1", "chips-2500": "1"}, "total_mismatch"),
        ({"patron": "Mr Lee", "notes-5000": "x", "chips-2500": "2"}, "bad_form"),
        ({"patron": "Mr Lee"}, "no_chips"),
        ({"patron": "Mr Lee", "notes-10000": "1010", "chips-100000": "101"}, "cage_short"),
    ],
)
def test_what_is_refused_stays_on_the_page_as_it_was_keyed(
    cass: Hands, house: House, keyed: dict[str, str], code: str
) -> None:
    cass.look("/cage/window/")
    response = cass.press("/cage/window/", {"do": "sell", "chip_set": "MAIN", **keyed}, swap=False)
    assert refusal(response) == code
    for value in keyed.values():
        assert f'value="{value}"' in cass.page
    assert custody.facts(house, "chips_sold", "cage") == []


# ---------------------------------------------------------------------------------------------------------- front money
def test_a_patron_leaves_cash_and_is_paid_from_his_account(cass: Hands, house: House) -> None:
    crowded.known(house)
    cass.look("/cage/front-money/")
    left = {"do": "deposit", "patron": "P-7", "notes-5000": "4"}
    response = cass.press("/cage/front-money/", left, swap=False)
    assert (response.status_code, response.headers["Location"]) == (302, "/cage/front-money/?done=deposit&patron=P-7")
    cass.look(response.headers["Location"])
    assert "The cash is taken and stands on the account." in cass.page
    assert "On the account of P-7: <strong>200.00</strong>" in cass.page
    paid = {"do": "withdraw", "patron": "P-7", "notes-5000": "1"}
    assert cass.press("/cage/front-money/", paid, swap=False).status_code == 302
    cass.look("/cage/front-money/?patron=P-7")
    assert "<strong>150.00</strong>" in cass.page
    assert [fact["cash"] for fact in custody.facts(house, "front_money_returned", "cage")] == [5_000]


@pytest.mark.parametrize(
    ("keyed", "code"),
    [
        ({"patron": "P-7", "notes-5000": "5"}, "front_money_short"),
        ({"patron": "P-9", "notes-5000": "1"}, "no_such_patron"),
        ({"patron": "P-7"}, "bad_amount"),
        ({"patron": "", "notes-5000": "1"}, "bad_form"),
    ],
)
def test_what_is_not_on_the_account_is_not_paid(cass: Hands, house: House, keyed: dict[str, str], code: str) -> None:
    crowded.funded(house)
    cass.look("/cage/front-money/")
    response = cass.press("/cage/front-money/", {"do": "withdraw", **keyed}, swap=False)
    assert refusal(response) == code
    for value in keyed.values():
        assert f'value="{value}"' in cass.page
    assert custody.facts(house, "front_money_returned", "cage") == []


# ---------------------------------------------------------------------------------------------------------------- moves
@pytest.mark.parametrize(
    ("work", "keyed", "signers", "type_"),
    [
        ("to_vault", {"chips-500": "100", "notes-2000": "5"}, {"giver": "cass", "taker": "cleo"}, "vault_moved"),
        ("from_bank", {"notes-10000": "7"}, {"cashier": "cass", "accountant": "ada"}, "cash_received"),
        ("receive", {"chips-500": "7"}, {"cashier": "cass", "accountant": "ada"}, "chips_received"),
    ],
)
def test_chips_and_cash_are_moved_under_two_signatures(
    cass: Hands, house: House, work: str, keyed: dict[str, str], signers: dict[str, str], type_: str
) -> None:
    cass.look(f"/cage/moves/?work={work}")
    sent = {"do": "move", "work": work, "chip_set": "MAIN", **keyed, **signing(**signers)}
    response = cass.press("/cage/moves/", sent, swap=False)
    assert response.headers["Location"] == "/cage/movements/?done=move"
    newest = custody.events(house, "cage")[-1]
    assert (newest["type"], [signed["badge"] for signed in newest["data"]["signatures"]]) == (
        type_,
        list(signers.values()),
    )


def test_what_lies_in_the_vault_goes_to_the_cage_the_bank_and_the_mill(cass: Hands, house: House) -> None:
    cages.move_vault(house, "cage", lot({500: 50}), {2_000: 50})

    def move(work: str, keyed: dict[str, str], **signers: str) -> Any:
        cass.look(f"/cage/moves/?work={work}")
        sent = {"do": "move", "work": work, "chip_set": "MAIN", **keyed, **signing(**signers)}
        return cass.press("/cage/moves/", sent, swap=False)

    move("from_vault", {"chips-500": "10"}, giver="cass", taker="cleo")
    move("to_bank", {"notes-2000": "50"}, cashier="cass", accountant="ada")
    move("withdraw", {"chips-500": "40", "reason": "worn out"}, cashier="cass", accountant="ada")
    assert (cages.stock_of(house, "vault"), cages.stock_of(house, "vault", None)) == ({}, {})
    assert refusal(move("withdraw", {"chips-500": "1", "reason": ""}, cashier="cass", accountant="ada")) == "bad_form"
    assert refusal(move("to_bank", {}, cashier="cass", accountant="ada")) == "nothing_moved"
    assert refusal(move("nowhere", {})) == "bad_form"


def test_promotional_chips_are_offered_where_the_house_has_some(cass: Hands, house: House) -> None:
    cass.look("/cage/moves/")
    assert "Promotional chips" not in cass.page
    cages.promotional_set(house)
    cass.look("/cage/moves/?work=gift")
    sent = {
        "do": "move",
        "work": "gift",
        "chip_set": "PROMO",
        "chips-500": "4",
        "patron": "Mr Lee",
        "reason": "birthday",
    }
    assert (
        cass.press("/cage/moves/", {**sent, **signing(cashier="cass", manager="hana")}, swap=False).status_code == 302
    )
    assert cages.stock_of(house, "cage", "PROMO")[500] == 96


# ---------------------------------------------------------------------------------------------------------------- count
def counting(found: dict[int, int], cash: dict[int, int]) -> dict[str, str]:
    keyed = {f"chips-MAIN.{value}": str(count) for value, count in found.items()}
    keyed |= {f"notes-{value}": str(count) for value, count in cash.items()}
    return {"do": "count", "place": "cage", **keyed, **signing(outgoing="cass", incoming="cleo")}


def test_the_count_shows_nothing_that_lies_there(cass: Hands) -> None:
    """Blind: no number of the stock stands anywhere on the page."""
    cass.look("/cage/count/")
    written = cass.page.split("<main")[1]
    for number in ("5,000", "5000 ", "4,000", "431,000", "50,000.00", ">300<", ">200<", 'value="5000"'):
        assert number not in written
    assert written.count('name="chips-MAIN.') == 7
    assert written.count('value=""') >= 14


def test_a_count_that_agrees_stands(cass: Hands, house: House) -> None:
    cass.look("/cage/count/")
    response = cass.press("/cage/count/", counting(dict(STOCK), NOTES), swap=False)
    assert response.headers["Location"] == "/cage/movements/?done=count"
    (count,) = custody.facts(house, "cage_counted", "cage")
    assert (count["chips_difference"], count["cash_difference"], count["note"]) == (0, 0, "")


def test_a_count_that_differs_asks_why_and_tells_no_more(cass: Hands, house: House) -> None:
    cass.look("/cage/count/")
    keyed = counting({**STOCK, 500: 4_998}, NOTES)
    response = cass.press("/cage/count/", keyed, swap=False)
    assert refusal(response) == "count_differs"
    assert "Why the count differs" in cass.page
    assert "10.00" not in cass.page.split("<nav class=")[1].split("<table")[0]
    response = cass.press("/cage/count/", {**keyed, "note": "two fell down"}, swap=False)
    assert response.headers["Location"] == "/cage/movements/?done=count"
    cass.look("/cage/movements/")
    assert "Cage · day · two fell down" in cass.page
    assert "differs" in cass.page
    assert cages.stock_of(house)[500] == 4_998


def test_movements_are_told_with_their_amounts(cass: Hands, house: House) -> None:
    cages.sell(house, lot({2_500: 2}), {5_000: 1})
    cages.withdraw(house, lot({100: 3}))
    cass.look("/cage/movements/")
    for shown in ("Chips sold", "Mr Lee", "−50", "+50", "Chips withdrawn for good", "worn out", "Vault → Cage"):
        assert shown in cass.page
    cass.look("/cage/movements/?before=2")
    assert "Chips received" in cass.page
    assert "Mr Lee" not in cass.page
    assert cass.look("/cage/movements/?before=x").status_code == 200


# ---------------------------------------------------------------------------------------------------------------- drops
def test_the_money_of_a_closed_count_is_taken_over(cass: Hands, house: House) -> None:
    cass.look("/cage/drops/")
    assert "No closed count waits for the cage." in cass.page
    cages.close_count(house)
    cass.look("/cage/")
    assert "The money of count 1 of 2026-03-04 waits in the count room." in cass.page
    cass.look("/cage/drops/?session=1")
    assert "600.00" not in cass.page  # what the count found is not told to who counts it again
    keyed = {"do": "take_over", "session": "1", "notes-2000": "10", "notes-10000": "4"}
    keyed |= signing(counter="colin", cashier="cass")
    assert refusal(cass.press("/cage/drops/", keyed, swap=False)) == "drop_differs"
    response = cass.press("/cage/drops/", {**keyed, "chips-MAIN.100": "3"}, swap=False)
    assert response.headers["Location"] == "/cage/movements/?done=take_over"
    assert cages.stock_of(house, "vault") == {100: 3}
    assert refusal(cass.press("/cage/drops/", keyed, swap=False)) == "no_such_drop"


# -------------------------------------------------------------------------------------------------------------- targets
def test_the_house_manager_sets_a_target(house: House) -> None:
    hana = Hands(house).sit_down("hana")
    hana.look("/cage/targets/")
    keyed = {"do": "target", "place": "cage", "chip_set": "MAIN", "chips-500": "6000"}
    assert hana.press("/cage/targets/", keyed, swap=False).headers["Location"] == "/cage/targets/?done=target"
    keyed = {"do": "target", "place": "vault", "chip_set": "", "chips-2000": "100"}
    assert hana.press("/cage/targets/", {**keyed, "key": "another-key"}, swap=False).status_code == 302
    hana.look("/cage/")
    assert "+1,000" in hana.page
    assert "+100" in hana.page
