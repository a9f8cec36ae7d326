"""The house manager's pages about terminals, pits, tables and house rules."""

import re
from typing import Any

import pytest

from tables.domain.errors import NotAllowed
from tables.models import floor, log, terminals
from tables.models import house as house_rows
from tables.selectors import terminals as reads
from tables.services import house as house_service
from tables.services import signatures
from tests import builders
from tests.builders import House, facts, snapshot
from tests.tables.screens.hands import Hands, refusal
from tests.tables.screens.test_house_people import do, secret

TERMINALS, TABLES, NEW, TABLE = "/house/terminals/", "/house/tables/", "/house/tables/new", "/house/tables/BJ-02/"
RULES, BLACKJACK = "/house/rules/", "/house/rules/blackjack"


@pytest.fixture
def hana(house: House) -> Hands:
    """The house manager at her desk; BJ-01 is open, BJ-02 is closed."""
    return Hands(house).sit_down("hana")


def told(response: Any) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


# ------------------------------------------------------------------------------------------------------- terminals
def test_a_code_is_shown_once_and_enrols_the_device(house: House, hana: Hands) -> None:
    response = do(hana, TERMINALS, "register_terminal", terminal="T-BJ-02", table="BJ-02")
    code = secret(response)
    assert re.fullmatch(r"[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){2}", code)
    assert "open http://testserver/enrol and key it. It works once, until 12:15" in told(response)
    assert secret(hana.look(TERMINALS)) == ""
    assert "T-BJ-02 BJ-02 waits for its code until 12:15" in told(hana.look(TERMINALS))
    device = Hands(house)
    assert device.client.post("/enrol", {"code": code}).headers["Location"] == "/t/BJ-02/"
    assert "T-BJ-02 BJ-02 enrolled nobody" in told(hana.look(TERMINALS))
    assert code.replace("-", "") not in " ".join(log.Receipt.objects.values_list("answer", flat=True))


def test_a_new_code_ends_the_enrolment_before(house: House, hana: Hands) -> None:
    dana = Hands(house).at_the_terminal()
    token = dana.client.cookies["terminal"].value
    assert "T-01 BJ-01 enrolled Dana Dealer dana" in told(hana.look(TERMINALS))
    again = secret(do(hana, TERMINALS, "register_terminal", terminal="T-01", table="BJ-01"))
    assert reads.device_of(token) is None
    assert dana.client.post("/enrol", {"code": again}).status_code == 302


def test_a_locked_terminal_is_unlocked(house: House, hana: Hands) -> None:
    here = builders.terminal_of("BJ-01")
    assert "Unlock" not in told(hana.look(TERMINALS))
    for number in range(10):
        with pytest.raises(NotAllowed):
            signatures.prove(casino=house.casino.pk, badge=f"X{number}", pin="000001", terminal=here, at=builders.AT)
    assert f"{here} BJ-01 enrolled ▲ locked after wrong PINs" in told(hana.look(TERMINALS))
    response = do(hana, TERMINALS, "unlock_terminal", terminal=here, table="BJ-01")
    assert response.headers["Location"] == f"{TERMINALS}?done=unlock_terminal"
    assert "locked after wrong PINs" not in told(hana.look(TERMINALS))
    assert facts("terminal_unlocked") == [{"terminal": here, "failures": 10}]


def test_a_terminal_is_cut_off(house: House, hana: Hands) -> None:
    dana = Hands(house).at_the_terminal()
    response = do(hana, TERMINALS, "revoke_terminal", terminal="T-01", table="BJ-01")
    assert response.headers["Location"] == f"{TERMINALS}?done=revoke_terminal"
    assert "cut off" in told(hana.look(TERMINALS))
    assert reads.device_of(dana.client.cookies["terminal"].value) is None
    assert refusal(do(hana, TERMINALS, "revoke_terminal", terminal="T-01", table="")) == "already_revoked"


def test_an_office_device_stands_at_no_table(hana: Hands) -> None:
    assert secret(do(hana, TERMINALS, "register_terminal", terminal="T-CAGE", table=""))
    assert terminals.Terminal.objects.get(code="T-CAGE").table is None


@pytest.mark.parametrize(
    ("act", "keyed", "code"),
    [
        ("register_terminal", {"terminal": "T-9", "table": "BJ-99"}, "no_such_table"),
        ("register_terminal", {"terminal": "t 9", "table": ""}, "bad_code"),
        ("register_terminal", {"terminal": ""}, "bad_form"),
        ("revoke_terminal", {"terminal": "T-99"}, "no_such_terminal"),
    ],
)
def test_a_terminal_that_cannot_be(hana: Hands, act: str, keyed: dict[str, str], code: str) -> None:
    before = snapshot()
    assert refusal(do(hana, TERMINALS, act, **keyed)) == code
    assert snapshot() == before


# ------------------------------------------------------------------------------------------------- pits and tables
def test_a_pit_and_a_table_are_added(hana: Hands) -> None:
    assert do(hana, TABLES, "add_pit", pit="P2", pit_name="Upper floor").headers["Location"] == f"{TABLES}?done=add_pit"
    keyed = {
        "table": "BJ-09",
        "pit": "P2",
        "rules": "blackjack:1",
        "spots": "6",
        "chip_set": "MAIN",
        "card_source": "server",
        "licensed_maximum": "5,000",
    }
    response = do(hana, NEW, "add_table", **keyed)
    assert response.headers["Location"] == "/house/tables/BJ-09/?done=add_table"
    row = floor.GamingTable.objects.get(code="BJ-09")
    assert (row.pit.code, row.spots, row.card_source, row.licensed_maximum) == ("P2", 6, "server", 500_000)
    shown = told(hana.look(TABLES))
    assert "P2 · Upper floor" in shown
    assert "BJ-09 Blackjack v1 6 from the house MAIN 5,000.00 no par ○ closed" in shown


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"table": "BJ-01"}, "table_exists"),
        ({"table": "bj 9"}, "bad_code"),
        ({"pit": "P9"}, "no_such_pit"),
        ({"rules": "blackjack:9"}, "no_such_house_rules"),
        ({"rules": "blackjack"}, "bad_form"),
        ({"chip_set": "GOLD"}, "no_such_chip_set"),
        ({"spots": "13"}, "bad_spots"),
        ({"card_source": "keyed"}, "bad_source"),
        ({"licensed_maximum": "0"}, "bad_amount"),
        ({"licensed_maximum": "10,50"}, "bad_form"),
    ],
)
def test_a_table_that_cannot_be(hana: Hands, changes: dict[str, str], code: str) -> None:
    before = snapshot()
    keyed = {
        "table": "BJ-09",
        "pit": "P1",
        "rules": "blackjack:1",
        "spots": "7",
        "chip_set": "MAIN",
        "card_source": "reader",
        "licensed_maximum": "10000",
    }
    response = do(hana, NEW, "add_table", **(keyed | changes))
    assert (refusal(response), response.status_code // 100) == (code, 4)
    assert snapshot() == before


def test_a_pit_is_added_once(hana: Hands) -> None:
    assert refusal(do(hana, TABLES, "add_pit", pit="P1", pit_name="Again")) == "pit_exists"
    assert floor.Pit.objects.get(code="P1").name == "Pit 1"


def test_the_par_is_set_by_chips(house: House, hana: Hands) -> None:
    shown = hana.look(TABLE).content.decode()
    assert 'name="chips-500" value="200"' in shown
    response = do(hana, TABLE, "par", **{"chips-500": "100", "chips-2500": "40", "chips-100": ""})
    assert response.headers["Location"] == f"{TABLE}?done=par"
    assert facts("par_set")[-1] == {"par": {"500": 100, "2500": 40}}
    assert "1,500.00" in told(hana.look(TABLES))
    assert refusal(do(hana, TABLE, "par", **{"chips-700": "1"})) == "unknown_denomination"
    assert refusal(do(hana, TABLE, "par", **{"chips-500": "-1"})) == "bad_form"
    assert len(facts("par_set")) == 1


def test_a_table_that_is_not_there(hana: Hands) -> None:
    response = hana.look("/house/tables/BJ-99/")
    assert (refusal(response), response.status_code) == ("no_such_table", 404)


# ----------------------------------------------------------------------------------------------------- house rules
def test_a_new_version_is_begun_from_the_newest_and_taken_by_a_closed_table(house: House, hana: Hands) -> None:
    shown = hana.look(BLACKJACK).content.decode()
    values = dict(re.findall(r'name="(rule-\w+)" value="([^"]*)"', shown))
    for name in re.findall(r'<select id="id_\w+" name="(rule-\w+)"', shown):
        block = shown[shown.index(f'name="{name}"') :]
        chosen = re.search(r'<option value="([^"]*)" selected>', block[: block.index("</select>")])
        assert chosen is not None, name
        values[name] = chosen[1]
    changes = {"rule-dealer_soft_17": "hit", "rule-natural_pays": "6, 5", "rule-insurance": "no", "rule-decks": "6"}
    response = hana.press(BLACKJACK, {"do": "add_rules", **values, **changes}, swap=False)
    assert response.headers["Location"] == f"{RULES}?done=add_rules"
    first, second = house_rows.HouseRules.objects.filter(game="blackjack").order_by("version")
    changed = {"dealer_soft_17": "hit", "natural_pays": [6, 5], "insurance": False, "decks": 6}
    assert second.values == first.values | changed
    listed = told(hana.look(RULES))
    assert "v2 a blackjack pays: 6, 5 · insurance: no · dealer on a soft 17: draws · decks: 6 none" in listed
    assert "v1 nothing BJ-01 , BJ-02" in listed
    assert do(hana, TABLE, "table_rules", version="2").headers["Location"] == f"{TABLE}?done=table_rules"
    assert house.table("BJ-02").rules == second
    assert refusal(do(hana, "/house/tables/BJ-01/", "table_rules", version="2")) == "table_not_closed"
    assert house.table("BJ-01").rules == first


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"rule-decks": "nine"}, "decks: must be a whole number from 1 to 8"),
        ({"rule-decks": "9"}, "decks: must be a whole number from 1 to 8"),
        ({"rule-natural_pays": "3"}, "natural_pays: must be two whole numbers"),
        ({"rule-insurance": "maybe"}, "insurance: must be true or false"),
        ({"rule-dealer_soft_17": "run"}, "dealer_soft_17: must be one of stand, hit"),
    ],
)
def test_a_rule_that_cannot_be_is_named(hana: Hands, changes: dict[str, str], said: str) -> None:
    before = snapshot()
    standard = house_rows.HouseRules.objects.get(game="blackjack").values
    keyed = {
        f"rule-{name}": ("yes" if value else "no")
        if isinstance(value, bool)
        else ", ".join(map(str, value))
        if isinstance(value, list)
        else str(value)
        for name, value in standard.items()
    }
    response = do(hana, BLACKJACK, "add_rules", **(keyed | changes))
    assert refusal(response) == "bad_house_rules"
    assert f"The house rules do not go like this: {said}" in told(response)
    assert snapshot() == before


def test_a_game_that_nobody_knows_has_no_rules(hana: Hands) -> None:
    response = hana.look("/house/rules/faro")
    assert (refusal(response), response.status_code) == ("no_such_game", 404)


def test_an_open_table_shows_why_its_rules_wait(house: House, hana: Hands) -> None:
    assert "There is no other version." in told(hana.look(TABLE))
    house_service.add_house_rules(actor=house.hana, at=builders.AT, game="blackjack", values={"dealer_soft_17": "hit"})
    assert "Only while the table is closed. v2 · dealer on a soft 17: draws" in told(hana.look("/house/tables/BJ-01/"))
    assert "Only while the table is closed." not in told(hana.look(TABLE))


# ------------------------------------------------------------------------------------------------------ house edges
EDGES = "/house/edges/"


def test_an_edge_is_set_in_percent_and_listed(house: House, hana: Hands) -> None:
    assert "No edge is set" in told(hana.look(EDGES))
    response = do(hana, EDGES, "set_edge", game="blackjack", edge="0.49", effective_from="2026-03-05")
    assert response.headers["Location"] == f"{EDGES}?done=set_edge"
    assert facts("edge_set") == [{"game": "blackjack", "edge": 4_900, "effective_from": "2026-03-05"}]
    do(hana, EDGES, "set_edge", game="blackjack", edge="0.4875", effective_from="2026-03-06")
    page = told(hana.look(EDGES))
    assert "2026-03-06 0.4875 % 2026-03-04 12:00 hana 2026-03-05 0.49 % 2026-03-04 12:00 hana" in page


def test_an_edge_that_is_none_is_refused_and_stays_in_the_form(hana: Hands) -> None:
    response = do(hana, EDGES, "set_edge", game="blackjack", edge="51", effective_from="2026-03-05")
    assert (refusal(response), response.status_code) == ("bad_edge", 422)
    assert 'value="51"' in response.content.decode()
    assert facts("edge_set") == []


def test_nobody_but_the_house_manager_sees_the_edges_page(house: House) -> None:
    assert Hands(house).sit_down("petra").look(EDGES).status_code == 403
