"""Where the server throws: the announcement first, the dice after it, by the same path as keyed dice."""

import pytest

from tables.games.contract import Await, Awaiting, Transfer
from tests.games.scarney.tabletop import faces, game


def test_a_throw_is_called_for_by_its_announcement() -> None:
    table = game()
    answer = table.do("announce", by="A")
    assert answer.event == "throw_announced"
    assert answer.facts == ({"fact": "announced", "player": "A", "double": False, "opposite": False},)
    assert table.engine.awaits(table.state) == Await(Awaiting.DICE, "1", 0, False, "A", (), 5, "dice")
    assert table.do("dice", dice=faces("D1346")).event == "dice_thrown"
    table.do("announce", by="A")
    assert table.engine.awaits(table.state).dice == 4


def test_a_doubles_chip_is_paid_with_the_announcement() -> None:
    table = game(chip=30)
    answer = table.do("announce", by="A", double=True)
    assert answer.transfers == (Transfer("player:1", "pot", 30, "double", "chips"),)
    fallen = table.do("dice", dice=faces("44663"))
    assert (fallen.transfers, fallen.facts[0]["points"]) == ((), 56)


@pytest.mark.parametrize("words", ["13461", "d44663", "D1346 d6666", "DDDD6 o1", "DDD13 D1 do6", "DDDDD", "DDD11 DD"])
def test_announced_or_keyed_a_throw_does_the_same(words: str) -> None:
    keyed, called = game(), game()
    keyed.frame("A", words)
    for word in words.split():
        flags = {name: True for name in ("double", "opposite") if word.startswith(("d", "o")) and name[0] in word}
        called.do("announce", by="A", **flags)
        called.do("dice", dice=faces(word.lstrip("do")))
    one, other = keyed.engine.dump(keyed.state), called.engine.dump(called.state)
    assert other["count"] == one["count"] + len(words.split())
    assert {**other, "count": 0} == {**one, "count": 0}


def test_what_the_rules_refuse_is_refused_before_any_die_is_drawn() -> None:
    table = game("AB", funds={"A": 150})
    table.refused("insufficient_funds", "announce", by="A", double=True)
    table.refused("opposite_not_allowed", "announce", by="A", opposite=True)
    table.refused("not_your_turn", "announce", by="B")
    table.refused("unknown_player", "announce", by="Z")
    table.frame("A", "13461")
    table.refused("double_not_allowed", "announce", by="A", double=True)


def test_dice_that_nobody_called_for() -> None:
    table = game()
    table.refused("dice_not_called", "dice", dice=faces("13461"))


def test_with_a_throw_in_the_air_nothing_but_the_dice_is_awaited() -> None:
    table = game()
    table.do("announce", by="A")
    for kind in ("throw", "stay", "announce", "leave"):
        table.refused("throw_announced", kind, by="A", dice=faces("13461"))
    table.refused("not_your_turn", "throw", by="B", dice=faces("13461"))
    table.refused("unknown_player", "stay", by="Z")
    table.refused("antes_closed", "ante", by="A")
    table.refused("wrong_dice_count", "dice", dice=faces("1346"))
    table.refused("invalid_face", "dice", dice=[1, 2, 3, 4, 6])
    table.refused("wrong_dice_count", "dice")
    assert table.legal() == ()


def test_the_announcement_is_seen_and_gone_with_the_dice() -> None:
    table = game()
    table.do("announce", by="A", double=True)
    assert table.view()["turn"]["announced"] == {"double": True, "opposite": False}
    assert table.view()["throws"] == []
    table.do("dice", dice=faces("D1346"))
    assert table.view()["turn"]["announced"] is None
    assert table.view()["throws"][0]["double"] is True
