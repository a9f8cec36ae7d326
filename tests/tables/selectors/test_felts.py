"""The felt: the same picture as a press's answer, cut to who looks, and told apart by the stream's position."""

import dataclasses
import json
from typing import Any

import pytest

from tables.domain.actors import Actor
from tables.domain.errors import Invalid, NotAllowed, NotFound
from tables.selectors import felts
from tests import builders, dealt
from tests.builders import House

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    return dealt.in_play(builders.house(outsider=True))


def at_terminal(actor: Actor, table_id: int) -> Actor:
    return dataclasses.replace(actor, terminal_id=99, terminal="T-99", table_id=table_id)


def felt(actor: Actor, **more: Any) -> felts.Felt:
    return felts.table_felt(actor=actor, table="BJ-01", **more)


def test_the_dealer_sees_what_his_last_press_answered() -> None:
    house = dealt.ready(builders.house())
    dealt.press(house, {"do": "open_round"}, *dealt.bets(), {"do": "close_betting"})
    answer = dealt.press(house, *dealt.cards())
    seen = felt(house.dana)
    assert {name: seen.picture[name] for name in answer} == json.loads(json.dumps(answer))
    assert seen.seq == answer["seq"]
    assert seen.picture["audience"] == "dealer"
    assert seen.picture["dealer"] == "dana"
    assert seen.picture["period"] == {"number": 1, "gaming_day": "2026-03-04", "shift": "day"}


def test_face_down_cards_look_alike_to_everybody(house: House) -> None:
    for actor, audience in ((house.dana, "dealer"), (house.petra, "floor"), (house.petra, "public")):
        picture = felt(actor, audience=audience).picture
        assert [hand["cards"] for spot in picture["felt"]["spots"] for hand in spot["hands"]] == [["??", "??"]] * 2
        assert picture["felt"]["dealer"]["cards"] == ["TS", "??"]
        assert picture["audience"] == audience


def test_the_public_is_not_told_who_deals(house: House) -> None:
    picture = felt(house.petra, audience="public").picture
    assert (picture["dealer"], picture["period"], picture["stopped_reason"]) == (None, None, None)
    assert felt(house.petra).picture["dealer"] == "dana"


def test_nothing_new_since_is_an_empty_picture(house: House) -> None:
    seen = felt(house.petra)
    assert felt(house.petra, known_seq=seen.seq) == felts.Felt(seen.seq, {})
    assert felt(house.petra, known_seq=seen.seq - 1) == seen


def test_legal_acts_do_not_tell_a_pair(house: House) -> None:
    told = felts.legal_acts(actor=house.dana, table="BJ-01")
    assert told.picture == {
        "table": "BJ-01",
        "seq": told.seq,
        "audience": "dealer",
        "status": "open",
        "round": {"number": 1, "status": "in_play", "game": "blackjack"},
        "next": {"kind": "act", "to": "1", "hand": 0, "face_down": False, "player": "anna", "dice": 0},
        "acts": ["double", "hit", "split", "stand"],
    }


def test_between_rounds_the_floor_says_what_is_next(house: House) -> None:
    dealt.press(house, {"do": "stand", "by": "anna", "spot": 1})
    dealt.press(house, {"do": "stand", "by": "bo", "spot": 2})
    assert felts.legal_acts(actor=house.dana, table="BJ-01").picture["acts"] == ["confirm_settlement"]
    dealt.press(house, {"do": "confirm_settlement"})
    assert felts.legal_acts(actor=house.dana, table="BJ-01").picture["acts"] == ["open_round"]


def test_a_closed_table_waits_for_nothing() -> None:
    house = builders.house()
    told = felts.legal_acts(actor=house.petra, table="BJ-01").picture
    assert (told["status"], told["round"], told["next"], told["acts"]) == ("closed", None, None, [])


def test_a_dealer_sees_only_where_he_deals(house: House) -> None:
    with pytest.raises(NotFound, match="no_such_table"):
        felt(builders.actor("dev"))
    here = at_terminal(house.dev, house.table().pk)
    assert felt(here).picture["audience"] == "public"


def test_a_terminal_shows_its_own_table_only(house: House) -> None:
    for actor in (house.dana, house.petra, house.hana):
        with pytest.raises(NotFound, match="no_such_table"):
            felt(at_terminal(actor, house.table().pk + 1))
        assert felt(at_terminal(actor, house.table().pk)).seq


def test_another_casinos_table_is_not_there(house: House) -> None:
    with pytest.raises(NotFound, match="no_such_table"):
        felt(house.otto)


def test_nobody_sees_more_than_is_his(house: House) -> None:
    with pytest.raises(NotAllowed, match="not_your_view"):
        felt(house.petra, audience="dealer")
    with pytest.raises(Invalid, match="bad_audience"):
        felt(house.petra, audience="player:anna")
    for outsider in (house.cass, house.colin):
        with pytest.raises(NotAllowed, match="not_permitted"):
            felt(outsider)
