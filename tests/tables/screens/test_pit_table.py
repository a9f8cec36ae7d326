"""A table as its pit boss watches it: nothing hidden is on the page, and all that belongs to the table is."""

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine

from tables.services import limits, rule_packs
from tests import builders, crowded, dealt, slips
from tests.builders import House
from tests.tables.screens.hands import Hands

TABLE = "/pit/P1/table/BJ-01/"


@pytest.fixture
def petra(house: House) -> Hands:
    """The pit boss in charge, at her desk."""
    return Hands(house).sit_down("petra")


def text(response_or_part: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", response_or_part).split())


def box(shown: str, name: str) -> str:
    """The section of a heading, as text."""
    (found,) = re.findall(rf'<section class="box" aria-labelledby="{name}-words">.*?</section>', shown, re.DOTALL)
    return text(found)


def test_the_round_is_shown_as_it_is_played_and_what_lies_face_down_is_not(petra: Hands) -> None:
    house = petra.house
    dealt.press(house, {"do": "open_round"}, *dealt.bets(), {"do": "close_betting"})
    dealt.press(house, *dealt.cards())
    shown = petra.look(TABLE).content.decode()
    assert "Round 1 being played" in box(shown, "round")
    assert shown.count('aria-label="face down"') == 5  # both players' two cards and the dealer's hole card
    assert 'aria-label="10 spades"' in shown  # his ten is up
    for hidden in ("K hearts", "8 clubs", "6 spades", "8 diamonds", "7 hearts"):
        assert hidden not in shown
    dealt.press(house, {"do": "stand", "by": "anna", "spot": 1})
    dealt.press(house, {"do": "stand", "by": "bo", "spot": 2})
    shown = petra.look(TABLE).content.decode()
    assert 'aria-label="K hearts"' in shown
    assert "Loses −10" in box(shown, "round")


def test_the_crowd_of_the_round_is_told_by_spot(petra: Hands) -> None:
    house = petra.house
    assert "Crowd" not in petra.look(TABLE).content.decode()
    crowded.crowd(house)
    dealt.press(house, {"do": "open_round"}, *dealt.bets())
    crowded.lay(house, *[crowded.bet("a", f"P-{n}", n % 2 + 1, 1_000 * n) for n in (1, 2, 3)])
    stakes = "Bets 3 Stakes 60.00 Spot 1 20.00 Spot 2 40.00"
    assert box(petra.look(TABLE).content.decode(), "crowd") == f"Crowd bets are taken {stakes}"
    crowded.play(house)
    assert box(petra.look(TABLE).content.decode(), "crowd") == f"Crowd waits for the result {stakes}"
    crowded.settle(house)
    assert box(petra.look(TABLE).content.decode(), "crowd") == f"Crowd settled and paid {stakes}"


def test_nobody_keys_at_a_felt_that_is_watched(petra: Hands) -> None:
    dealt.press(petra.house, {"do": "open_round"}, {"do": "bet", "by": "anna", "spot": 1, "amount": 1_000})
    shown = petra.look(TABLE).content.decode()
    assert "Round 1 betting" in box(shown, "round")
    assert "?spot=" not in shown
    assert "<form" not in shown[shown.index('id="watched"') : shown.index("</main>")]


def test_limits_clocks_rack_people_and_events(petra: Hands) -> None:
    house = petra.house
    pack: dict[str, Any] = {"name": "new-jersey-like", "version": 1, "effective_from": builders.GAMING_DAY}
    rule_packs.choose_rule_pack(actor=house.hana, at=house.at, **pack)
    dealt.press(house, {"do": "open_round"}, {"do": "bet", "by": "anna", "spot": 1, "amount": 1_000})
    limits.post_limits(actor=house.petra, at=house.at, table="BJ-01", minimum=1_000, maximum=50_000)
    shown = petra.look(TABLE).content.decode()
    told = box(shown, "limit")
    assert "Limits 5–500 Announced 10–500, from 12:30 Notice to players 30 minutes" in told
    assert "Shoe ready, 0 % out Cards in use 0 min, change due 2026-03-05 12:00" in told
    assert "w 1 200 200 0" in box(shown, "rack")
    assert "Total 10,000 10,000 0" in box(shown, "rack")
    assert "Dana Dealer dana · 12:00–now, 0 min, relief 13:00" in box(shown, "people")
    assert "in charge: Petra Pit Boss 0 min" in box(shown, "people")
    newest = box(shown, "event")
    assert newest.startswith(
        "Newest events 12:00:00 Limits set petra minimum 10.00 maximum 500.00 12:00:00 Bet placed dana"
    )


def test_the_hours_are_drawn_and_written(petra: Hands) -> None:
    house = petra.house
    assert "No round was settled on this gaming day." in box(petra.look(TABLE).content.decode(), "hour")
    dealt.press(house, {"do": "open_round"}, *dealt.bets(), {"do": "close_betting"})
    dealt.press(house, *dealt.cards())
    dealt.press(house, {"do": "stand", "by": "anna", "spot": 1})
    dealt.press(house, {"do": "stand", "by": "bo", "spot": 2})
    dealt.press(house, {"do": "confirm_settlement"})
    with time_machine.travel(builders.AT + timedelta(minutes=30), tick=False):
        shown = petra.look(TABLE).content.decode()
    assert "from Rounds Stakes House e 12:00 1 35 +35" in box(shown, "hour")
    assert '<svg xmlns="http://www.w3.org/2000/svg"' in shown
    assert "Drain −70 an hour: a fill in an hour would have to bring 0." in box(shown, "rack")


def test_documents_of_the_day_are_linked(petra: Hands) -> None:
    assert "No slip of this gaming day." in petra.look(TABLE).content.decode()
    slips.add_paul(petra.house)
    slips.issued_fill(petra.house)
    shown = petra.look(TABLE).content.decode()
    assert "Fill F-000001 700 made out" in box(shown, "people")
    assert 'href="/slips/F-000001/"' in shown


def test_the_live_part_refreshes_alone(petra: Hands) -> None:
    part = petra.look(f"{TABLE}?part=table", HX_Request="true").content.decode()
    assert part.lstrip().startswith('<div id="watched"')


def test_a_table_is_watched_by_those_of_the_pit_and_in_its_own(house: House, petra: Hands) -> None:
    assert petra.look("/pit/P9/table/BJ-01/").status_code == 404
    assert petra.look("/pit/P1/table/BJ-99/").status_code == 404
    assert Hands(house).sit_down("cass").look(TABLE).status_code == 403
    assert Hands(house).at_the_terminal().look(TABLE).status_code == 403
    hana = Hands(house).sit_down("hana").look(TABLE).content.decode()
    assert "Newest events" not in hana  # the log is not hers to read
    assert "Limits and clocks" in hana
