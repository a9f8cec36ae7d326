"""Straight Scarney Dice at the terminal: antes, throws, the score sheet, the pot handed over."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
import time_machine

from tests import builders, custody, potted
from tests.tables.screens.hands import Hands, refusal

GAME, THROW, MOVE, PRESS = (f"/t/BJ-01/{path}" for path in ("game", "throw", "move", "press"))


@pytest.fixture
def clock(db: None) -> Iterator[None]:
    with time_machine.travel(builders.AT, tick=False):
        yield


def at_terminal(game: str = "scarney", source: str = "keyed", **rules: Any) -> Hands:
    return Hands(potted.house(game, source, **rules)).at_the_terminal()


@pytest.fixture
def hands(clock: None) -> Hands:
    """Dana before a table of two frames where a twentieth of the pot is the house's."""
    return at_terminal(frames=2, rake="percent")


def opened(hands: Hands, *players: str, **more: Any) -> Any:
    named = players or ("S1", "S2")
    return hands.press(GAME, {"in": named, "first": named[0], "ante": "5", "chip": "1", **more})


def phase(hands: Hands) -> str:
    return hands.page.split('data-phase="')[1].split('"')[0]


def dice(*faces: Any) -> dict[str, Any]:
    return {f"die-{at}": face for at, face in enumerate(faces)}


def throw(hands: Hands, *faces: Any, **called: str) -> Any:
    """Dice of whoever has them, as they fell."""
    return hands.press(THROW, {"do": "throw", **dice(*faces), **called})


def stay(hands: Hands, player: str) -> Any:
    return hands.press(MOVE, {"do": f"stay:{player}"})


def all_antes(hands: Hands) -> Any:
    who = re.findall(r'name="who" value="([^"]*)"', hands.page)
    return hands.press(MOVE, {"do": "antes", "who": who})


def rows(hands: Hands) -> list[str]:
    """The score sheet, line by line."""
    body = hands.page.split('<table class="score-sheet">')[1].split("<tbody>")[1].split("</tbody>")[0]
    found = re.findall(r"<tr.*?</tr>", body, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]+>", " ", row).split()) for row in found]


def said(hands: Hands) -> str:
    """The page as it is read."""
    return " ".join(re.sub(r"<[^>]+>", " ", hands.page).split())


def keys_off(hands: Hands) -> list[str]:
    """Main keys that the rules have switched off."""
    keys = hands.page.split('class="main-keys"')[1]
    return re.findall(r"disabled><b>([^<]+)</b>", keys)


def test_the_sheet_opens_the_game_and_antes_go_in_one_by_one(hands: Hands) -> None:
    assert phase(hands) == "ready"
    opened(hands)
    assert phase(hands) == "antes"
    hands.press(MOVE, {"do": "ante:S1"})
    assert re.findall(r'value="(ante:[^"]*)"', hands.page) == ["ante:S2"]
    hands.press(MOVE, {"do": "ante:S2"})
    assert phase(hands) == "shoot"
    assert [event["input"]["by"] for event in custody.facts(hands.house, "ante_paid")] == ["S1", "S2"]


def test_the_circle_is_turned_to_the_first_shooter(hands: Hands) -> None:
    opened(hands, "S1", "S3", "S5", first="S3")
    (begun,) = custody.facts(hands.house, "round_opened")
    assert begun["options"] == {"players": ["S3", "S5", "S1"], "ante": 500, "chip": 100}


def test_a_game_is_played_to_its_end(hands: Hands) -> None:
    opened(hands)
    all_antes(hands)
    assert hands.page.count('class="die-pad five"') == 5
    assert "On ordinary dice 2 and 5 are dead." in hands.page
    throw(hands, 6, 6, 4, 4, 1)
    assert "Seat 1 throws or stays" in hands.page
    assert "two pairs" in hands.page
    stay(hands, "S1")
    throw(hands, "D", 1, 3, 4, 6)
    assert 'dead">Craps</span>' in hands.page
    assert hands.page.count('class="die-pad five"') == 4
    throw(hands, 6, 6, 6, 1)
    stay(hands, "S2")
    assert rows(hands) == ["▶ Seat 1 31 31 ▼ 31 5", "Seat 2 39 39 · 39 5"]
    throw(hands, 1, 1, 3, 4, 6)
    stay(hands, "S1")
    throw(hands, 1, 1, 3, 4, 6)
    stay(hands, "S2")
    assert phase(hands) == "settle"
    shown = said(hands)
    assert "The highest total wins. pot 10 rake 0.50" in shown
    assert "The rack is short: first let the players change 1 × r 5 → 4 × w 1 2 × p 0.50" in shown
    assert "★ Seat 2 9.50 1 × r 5 4 × w 1 1 × p 0.50" in shown
    hands.press(PRESS, {"do": "confirm_settlement"})
    assert phase(hands) == "ready"
    assert custody.events(hands.house)[-1]["type"] == "settlement_confirmed"
    assert re.findall(r'name="first" value="([^"]*)" checked', hands.page) == ["S1"]


def test_a_double_and_the_opposite_are_announced_by_touch(hands: Hands) -> None:
    opened(hands)
    all_antes(hands)
    assert keys_off(hands) == ["Stay", "Opposite"]
    throw(hands, "D", "D", "D", "D", 3, double="1")
    assert custody.facts(hands.house, "dice_thrown")[-1]["input"]["double"] is True
    assert "Little Scarney · doubled" in said(hands)
    assert keys_off(hands) == ["Double-down"]
    throw(hands, 1, opposite="1")
    assert "opposite" in said(hands)
    assert hands.house.state().pot == 1_100


@pytest.mark.usefixtures("clock")
def test_the_house_throws_when_the_throw_is_announced() -> None:
    hands = at_terminal(source="server")
    opened(hands)
    all_antes(hands)
    assert 'class="die-pad' not in hands.page
    assert "Key each die" not in hands.page
    hands.press(THROW, {"do": "announce", "double": "1"})
    types = [event["type"] for event in custody.events(hands.house)[-2:]]
    assert types == ["throw_announced", "dice_thrown"]
    assert hands.page.count('<svg class="die') >= 5


@pytest.mark.usefixtures("clock")
def test_throws_give_out_the_seats() -> None:
    hands = at_terminal()
    opened(hands, seating="1")
    assert phase(hands) == "seating"
    hands.press(THROW, {"do": "dice", **dice(1, 1, 1, 1, 3)})
    hands.press(THROW, {"do": "dice", **dice(6, 6, 6, 6, 3)})
    assert phase(hands) == "antes"
    assert re.findall(r'name="who" value="([^"]*)"', hands.page) == ["S2", "S1"]


@pytest.mark.usefixtures("clock")
def test_a_playoff_of_partners_adds_up_both_sides() -> None:
    hands = at_terminal("scarney_partnership", frames=1)
    opened(hands, "S1", "S2", "S3", "S4", partners="1")
    all_antes(hands)
    for at, player in enumerate(("S1", "S2", "S3", "S4", "S1", "S2", "S3", "S4")):
        throw(hands, 1, 1, 3, 4, 6 if at < 5 else 3)
        stay(hands, player)
    assert "A · 30 · playoff 1: 37 B · 30 · playoff 1: 44" in said(hands)
    assert phase(hands) == "settle"


@pytest.mark.usefixtures("clock")
def test_partners_sit_turn_about_and_share() -> None:
    hands = at_terminal("scarney_partnership", frames=1)
    assert "Partners sit turn about" in hands.page
    opened(hands, "S1", "S2", "S3", "S4", partners="1")
    (begun,) = custody.facts(hands.house, "round_opened")
    assert begun["options"]["teams"] == [["S1", "S3"], ["S2", "S4"]]
    all_antes(hands)
    for player, last in zip(("S1", "S2", "S3", "S4"), (6, 3, 4, 3), strict=True):
        throw(hands, 1, 1, 3, 4, last)
        stay(hands, player)
    assert phase(hands) == "settle"
    assert "★ Seat 2 10" in said(hands)
    assert "★ Seat 4 10" in said(hands)


@pytest.mark.usefixtures("clock")
def test_a_playoff_has_its_own_column() -> None:
    hands = at_terminal(frames=1)
    opened(hands)
    all_antes(hands)
    for player in ("S1", "S2"):
        throw(hands, 1, 1, 3, 4, 6)
        stay(hands, player)
    assert "playoff 1" in hands.page
    throw(hands, 1, 1, 3, 4, 6)
    stay(hands, "S1")
    assert rows(hands)[0] == "Seat 1 15 15 15 15 5"


def test_who_leaves_stays_on_the_sheet(hands: Hands) -> None:
    opened(hands, "S1", "S2", "S3")
    all_antes(hands)
    hands.look("/t/BJ-01/?sheet=leave")
    hands.press(MOVE, {"do": "leave:S2"})
    assert 'class=" left"' in hands.page
    assert custody.facts(hands.house, "player_left")[-1]["input"]["by"] == "S2"


def test_a_refused_throw_keeps_the_dice_that_were_keyed(hands: Hands) -> None:
    opened(hands)
    all_antes(hands)
    before = builders.snapshot()
    response = throw(hands, 6, 6, 4)
    assert (refusal(response), response.status_code) == ("wrong_dice_count", 422)
    assert hands.page.count("checked") == 3
    assert builders.snapshot() == before


@pytest.mark.parametrize(
    ("path", "keyed", "code"),
    [
        (GAME, {"in": ["S1", "S1"], "first": "S1", "ante": "5"}, "bad_form"),
        (GAME, {"in": ["S1", "S2"], "first": "S3", "ante": "5"}, "bad_form"),
        (GAME, {"in": ["S1", "S2"], "first": "S1", "ante": "4"}, "bad_options"),
        (GAME, {"in": ["S1", "S2"], "first": "S1", "ante": ""}, "bad_form"),
        (THROW, {"do": "throw", "by": "S1", **dice(1, 1, 1, 1, 1)}, "no_round"),
        (THROW, {"do": "throw", "by": "S1"}, "bad_form"),
        (THROW, {"do": "seat", "by": "S1"}, "bad_form"),
        (MOVE, {"do": "stay:S1"}, "no_round"),
        (MOVE, {"do": "antes"}, "bad_inputs"),
        (MOVE, {"do": "stay:S1:S2"}, "unknown_action"),
    ],
)
def test_a_key_out_of_place_changes_nothing(hands: Hands, path: str, keyed: dict[str, Any], code: str) -> None:
    before = builders.snapshot()
    assert refusal(hands.press(path, keyed)) == code
    assert builders.snapshot() == before


def test_the_words_of_a_refused_opening_name_what_is_wrong(hands: Hands) -> None:
    hands.press(GAME, {"in": ["S1", "S2"], "first": "S1", "ante": "4"})
    assert "The ante has to be within the limits of the table" in hands.page
    assert 'name="ante" value="4.00"' in hands.page
    assert re.findall(r'name="in" value="([^"]*)" checked', hands.page) == ["S1", "S2"]


@pytest.mark.parametrize(
    "sheet", ["game", "buy_in", "change", "closer", "relief", "boss", "void", "lift", "call", "felt"]
)
def test_every_sheet_opens(hands: Hands, sheet: str) -> None:
    assert hands.look(f"/t/BJ-01/?sheet={sheet}").status_code == 200


def test_a_dice_table_asks_for_no_shoe(hands: Hands) -> None:
    assert "Shoe" not in hands.look("/t/BJ-01/?sheet=felt").content.decode()
    assert "Receive cards" not in hands.look("/t/BJ-01/?sheet=shoe").content.decode()


@pytest.mark.usefixtures("clock")
def test_change_with_the_rack_is_told_before_the_pot_is_cut() -> None:
    hands = at_terminal(frames=1, rake="per_game", rake_amount=100)
    opened(hands)
    all_antes(hands)
    for player, faces in (("S1", (6, 6, 4, 4, 1)), ("S2", (1, 1, 3, 4, 6))):
        throw(hands, *faces)
        stay(hands, player)
    shown = said(hands)
    assert "First change with the rack: 1 × r 5 → 5 × w 1" in shown
    assert "★ Seat 1 9 1 × r 5 4 × w 1 the house (rake) 1 1 × w 1" in shown


@pytest.mark.usefixtures("clock")
def test_a_pot_that_can_be_cut_wants_no_change() -> None:
    hands = at_terminal(frames=1)
    opened(hands)
    all_antes(hands)
    for player, faces in (("S1", (6, 6, 4, 4, 1)), ("S2", (1, 1, 3, 4, 6))):
        throw(hands, *faces)
        stay(hands, player)
    assert "★ Seat 1 10 2 × r 5" in said(hands)
    assert "change-first" not in hands.page
