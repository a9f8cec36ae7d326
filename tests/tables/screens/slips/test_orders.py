"""The pit boss orders chips at the pit's page, beside what the rack needs."""

import re

import pytest

from tests import custody
from tests import slips as acts
from tests.builders import House
from tests.tables.screens.hands import Hands, refusal, signing

pytestmark = pytest.mark.django_db
PIT = "/pit/P1/"


@pytest.fixture
def petra(house: House) -> Hands:
    """The pit boss in charge, at her desk."""
    return Hands(house).sit_down("petra")


def field(page: str, name: str) -> str:
    """What a field of the page holds."""
    (found,) = re.findall(rf'name="{name}" value="([^"]*)"', page)
    return str(found)


def order(hands: Hands, work: str, **more: str) -> str:
    """Send an order; the code of its refusal, empty when it was taken."""
    hands.look(f"{PIT}?table=BJ-01&work={work}")
    given = {"table": "BJ-01", "work": work, **signing(boss="petra"), **more}
    return refusal(hands.press(f"{PIT}order", given, swap=False))


def test_v03_a_fill_proposes_what_the_rack_needs(petra: Hands) -> None:
    """V-03: need is par less rack, denomination by denomination."""
    custody.buy_in(petra.house, 20_000, {10_000: 1, 2_500: 4})
    petra.look(f"{PIT}?table=BJ-01&work=fill")
    assert [field(petra.page, f"chips-{value}") for value in (500, 2_500, 10_000)] == ["", "4", "1"]
    petra.look(f"{PIT}?table=BJ-01&work=credit")
    assert [field(petra.page, f"chips-{value}") for value in (500, 2_500, 10_000)] == ["", "", ""]


def test_a_credit_proposes_what_is_above_par(petra: Hands) -> None:
    acts.accept(petra.house, acts.carried_fill(petra.house))
    petra.look(f"{PIT}?table=BJ-01&work=credit")
    assert [field(petra.page, f"chips-{value}") for value in (500, 2_500, 10_000)] == ["40", "20", ""]


def test_a_fill_is_ordered(petra: Hands) -> None:
    assert order(petra, "fill", **{"chips-500": "40", "chips-2500": "20"}) == ""
    row = acts.row(petra.house)
    assert (row.kind, row.chips, row.total, row.urgent) == ("fill", {"500": 40, "2500": 20}, 70_000, False)
    assert order(petra, "fill", **{"chips-500": "1", "urgent": "yes"}) == ""
    assert acts.row(petra.house, 2).urgent


def test_a_credit_and_an_exchange_are_ordered(petra: Hands) -> None:
    assert order(petra, "credit", **{"chips-10000": "4"}) == ""
    assert order(petra, "exchange", **{"given-10000": "5", "chips-500": "100"}) == ""
    assert (acts.row(petra.house).kind, acts.row(petra.house).chips) == ("credit", {"10000": 4})
    assert (acts.row(petra.house, 2).chips, acts.row(petra.house, 2).taken) == ({"10000": 5}, {"500": 100})


def test_what_is_refused_stays_in_the_form(petra: Hands) -> None:
    assert order(petra, "credit", **{"chips-10000": "49"}) == "rack_short"
    assert field(petra.page, "chips-10000") == "49"
    assert field(petra.page, "chips-500") == ""  # nothing is proposed over what was keyed
    assert order(petra, "fill") == "no_chips"
    assert order(petra, "exchange", **{"given-10000": "1", "chips-500": "1"}) == "total_mismatch"
    assert order(petra, "fill", **{"chips-500": "1", "boss_pin": "000000"}) == "wrong_badge_or_pin"


def test_the_tables_slips_stand_beside_it(petra: Hands) -> None:
    slip = acts.carried_fill(petra.house)
    acts.ask_credit(petra.house)
    petra.look(f"{PIT}?table=BJ-01")
    text = " ".join(re.sub(r"<[^>]+>", " ", petra.page).split())
    assert f"Fill {slip} 700 on its way to the table" in text
    given = {"table": "BJ-01", "request": "2", "reason": "Not wanted any more"}
    assert refusal(petra.press(f"{PIT}withdraw", given, swap=False)) == ""
    assert acts.row(petra.house, 2).status == "withdrawn"
    assert refusal(petra.press(f"{PIT}withdraw", given | {"key": "another-key"}, swap=False)) == "bad_slip_step"


def test_only_the_boss_in_charge_orders(house: House) -> None:
    acts.add_paul(house)
    hana = Hands(house).sit_down("hana")
    assert order(hana, "fill", **{"chips-500": "1"}) == "not_permitted"
