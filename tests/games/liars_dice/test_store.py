"""A round's state as JSON and back."""

import json
from collections.abc import Callable

import pytest

from tables.games.liars_dice.engine import ENGINE
from tests.games.liars_dice.tabletop import Tabletop, opened, ready


def eventful() -> Tabletop:
    """A round with everything in it, still in play."""
    table = Tabletop("ABC", "B", 50, {"A": 900, "B": 500}, wei_double=True, rake="percent")
    table.roll("C", "12345")
    table.roll("B", "22345")
    table.roll("A", "11446")
    table.roll("C", "44441")
    return table.bids("B3x1 C6x4fei A7x4 B8x4zhai")


def keyed() -> Tabletop:
    """Opened, with one cup lifted."""
    table = Tabletop("ABC", cups="at_open").bids("A4x2 B5x2")
    table.open("C", 2)
    table.roll("A", "22345")
    return table


def left() -> Tabletop:
    table = eventful()
    table.do("leave", by="A")
    return table


STAGES = [Tabletop, ready, eventful, keyed, left, lambda: opened("22345 22466", "A5x2", 2)]


@pytest.mark.parametrize("stage", STAGES)
def test_the_state_comes_back_from_json(stage: Callable[[], Tabletop]) -> None:
    table = stage()
    data = ENGINE.dump(table.state)
    again = ENGINE.load(table.rules, json.loads(json.dumps(data)))
    assert data == json.loads(json.dumps(data)) == ENGINE.dump(again)
    assert ENGINE.awaits(again) == ENGINE.awaits(table.state)
    assert ENGINE.result(again) == ENGINE.result(table.state)
    for audience in ("dealer", "player:A"):
        assert ENGINE.view(again, audience) == ENGINE.view(table.state, audience)


@pytest.mark.parametrize("stage", [eventful, keyed])
def test_a_loaded_round_is_played_on_like_the_first(stage: Callable[[], Tabletop]) -> None:
    table, again = stage(), Tabletop()
    again.rules = table.rules
    again.state = ENGINE.load(table.rules, json.loads(json.dumps(ENGINE.dump(table.state))))
    for top in (table, again):
        if stage is keyed:
            top.roll("C", "33466")
            top.roll("B", "11256")
        else:
            top.open("C")
    assert ENGINE.dump(again.state) == ENGINE.dump(table.state)
    assert again.answers == table.answers[-len(again.answers) :]


def test_a_dump_is_no_window_into_the_state() -> None:
    table = eventful()
    data = ENGINE.dump(table.state)
    before = json.dumps(data)
    again = ENGINE.load(table.rules, data)
    for state in (table.state, again):
        ENGINE.apply(state, {"do": "open", "by": "C"})
    assert json.dumps(data) == before


def test_the_chips_and_the_starter_for_the_next_round_are_told() -> None:
    table = eventful()
    table.open("C")
    data = ENGINE.dump(table.state)
    assert (data["funds"], data["next_starter"]) == ({"A": 900, "B": 450}, "B")
