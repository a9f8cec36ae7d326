"""Figures of a pot game on the pit's board: rounds, pot, rake and rake an hour, and nothing of hold or drop."""

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine

from accounting.services import follow
from tests import builders, dealt, potted
from tests.builders import House
from tests.tables.screens.hands import Hands, refusal

POT = "/books/pot/BJ-01"


@pytest.fixture
def raked(db: None) -> Iterator[House]:
    """One game of Scarney for a pot of 10.00, a tenth of it raked; half an hour after the table was opened."""
    with time_machine.travel(builders.AT, tick=False):
        house = potted.house("scarney", frames=1, rake="percent", rake_percent=[1, 10])
        potted.open_scarney(house)
        dealt.press(house, *potted.frame("anna", 6, 6, 4, 4, 1), *potted.frame("bo", 1, 1, 3, 3, 4))
        dealt.press(house, {"do": "confirm_settlement"})
    with time_machine.travel(builders.AT + timedelta(minutes=30), tick=False):
        yield house


def said(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_the_figures_are_the_books_own(raked: House) -> None:
    petra = Hands(raked).sit_down("petra")
    part = petra.look(POT, HX_Request="true").content.decode()
    assert said(part) == "books nothing yet"
    follow.follow_all()
    part = petra.look(POT, HX_Request="true").content.decode()
    assert said(part) == "rounds 1 pot 10 rake 1 rake per hour 2"
    assert "<html" not in part


def test_it_is_a_page_of_its_own_without_script(raked: House) -> None:
    follow.follow_all()
    page = Hands(raked).sit_down("petra").look(POT).content.decode()
    assert "Pot and rake · BJ-01" in page
    assert "rake per hour" in page


def test_the_board_asks_for_them_at_pot_games_only(raked: House) -> None:
    page = Hands(raked).sit_down("petra").look("/pit/P1/").content.decode()
    assert f'hx-get="{POT}"' in page
    for word in ("hold", "drop"):
        assert not re.search(rf"\b{word}\b", said(page), re.IGNORECASE)


def test_a_card_game_has_no_pot(db: None) -> None:
    with time_machine.travel(builders.AT, tick=False):
        page = Hands(dealt.ready(builders.house())).sit_down("petra").look("/pit/P1/").content.decode()
    assert "/books/pot/" not in page


@pytest.mark.parametrize(
    ("name", "path", "code", "status"),
    [("petra", "/books/pot/BJ-99", "no_such_table", 404), ("dana", POT, "not_permitted", 403)],
)
def test_who_may_not_look_sees_nothing(raked: House, name: str, path: str, code: str, status: int) -> None:
    response = Hands(raked).sit_down(name).look(path)
    assert (refusal(response), response.status_code) == (code, status)
