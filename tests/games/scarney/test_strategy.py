"""Sensible shooters (rules.md 5.3): when they stay, throw on and double."""

from random import Random

import pytest

from tables.games.contract import Awaiting, Status, Table
from tables.games.scarney import odds
from tables.games.scarney.engine import ENGINE, PARTNERSHIP, Scarney
from tables.games.scarney.rules import Rules
from tables.games.scarney.strategy import STRATEGY, doubles, stays, target
from tests.games.scarney.random_games import any_rules
from tests.games.scarney.tabletop import FIFTEEN, FOURTEEN, ZERO, Tabletop, game, opened


class Fixed:
    """Chance that always says the same."""

    def __init__(self, value: float) -> None:
        self.value = value

    def random(self) -> float:
        return self.value


NEVER = Random()
NEVER.random = Fixed(0.99).random  # type: ignore[method-assign]
ALWAYS = Random()
ALWAYS.random = Fixed(0.0).random  # type: ignore[method-assign]


def decided(table: Tabletop, chance: Random = NEVER) -> dict[str, object]:
    awaited = table.engine.awaits(table.state)
    return dict(STRATEGY.decide(table.engine, table.state, awaited, chance))


def enough(rules: Rules) -> list[int]:
    """The points with which one stays, for one to five live dice."""
    frame = odds.frame(rules)
    return [next(p for p in range(1, 202) if frame.hit(dice, p) <= p) for dice in range(1, 6)]


@pytest.mark.parametrize(
    ("rules", "points"),
    [
        (Rules(), [7, 16, 26, 41, 57]),
        (Rules(frame_score="last_throw"), [3, 5, 7, 9, 11]),
        (Rules(stay_after_craps=True), [7, 28, 94, 201, 201]),
    ],
)
def test_with_how_many_points_one_stays(rules: Rules, points: list[int]) -> None:
    assert enough(rules) == points


def test_the_last_die_by_hand() -> None:
    """With one die and p points: two of six faces lose all, the others add 1, 3, 4 or 6 and one may stay."""
    frame = odds.frame(Rules())
    assert frame.hit(1, 7) == pytest.approx((8 + 10 + 11 + 13) / 6)
    assert frame.hit(1, 7) == pytest.approx(7)
    assert frame.hit(1, 6) == pytest.approx((7 + 9 + 10 + 12) / 6)
    assert frame.double_gain(1) > 1


def test_beyond_all_reckoning_one_stays() -> None:
    frame = odds.frame(Rules())
    assert (frame.hit(5, odds.CERTAIN + 1), frame.keep(5, odds.CERTAIN + 1)) == (0.0, odds.CERTAIN + 1)


@pytest.mark.parametrize(("words", "stay"), [("13461", False), ("33366 13D46 1346", True), ("DDDD6", True)])
def test_a_frame_in_mid_game_is_played_for_its_score(words: str, stay: bool) -> None:
    table = game("AB")
    table.frame("A", words)
    assert target(table.state) is None
    assert stays(table.state) is stay
    assert decided(table)["do"] == ("stay" if stay else "announce")


def last_to_throw(*teams: str, **words: str) -> Tabletop:
    """The last shooter of a one-frame game, everybody before him having played."""
    table = game("ABCD", list(teams), frames=1)
    table.frames(**words)
    return table


def test_the_last_shooter_throws_until_he_is_level() -> None:
    table = last_to_throw(A="44441 s", B=ZERO, C=FIFTEEN)
    assert target(table.state) == 57
    table.frame("D", "33366")
    assert not stays(table.state)
    table.frame("D", "D1346 1346")
    assert stays(table.state)


def test_the_last_shooter_is_content_with_one_point_too_many() -> None:
    table = last_to_throw(A=ZERO, B=ZERO, C=ZERO)
    table.frame("D", "DDD13 D1 1")
    assert stays(table.state)


def test_the_last_partner_reckons_with_his_sides_points() -> None:
    table = last_to_throw("AC", "BD", A=FIFTEEN, B=FOURTEEN, C=FIFTEEN)
    assert target(table.state) == 16


def test_a_playoff_is_reckoned_by_its_own_frames() -> None:
    table = game("ABC", frames=1)
    table.frames(A=FIFTEEN, B=FIFTEEN, C=ZERO)
    assert target(table.state) is None
    table.frame("A", FOURTEEN)
    assert target(table.state) == 14


def test_who_comes_after_and_has_left_changes_nothing() -> None:
    table = game("ABC", frames=1)
    table.do("leave", by="C")
    table.frame("A", FIFTEEN)
    assert target(table.state) == 15


def test_nobody_reckons_with_who_is_barred() -> None:
    table = game("ABC", frames=1, leaver="out")
    table.frame("A", "44441 s")
    table.do("leave", by="A")
    table.frame("B", FIFTEEN)
    assert target(table.state) == 15


def test_doubling_is_for_cheap_chips_and_large_pots() -> None:
    cheap, dear = game("AB", ante=100, chip=1), game("AB", ante=100, chip=100)
    assert (doubles(cheap.state), doubles(dear.state)) == (True, False)
    assert decided(cheap) == {"do": "announce", "by": "A", "double": True, "opposite": False}
    assert decided(dear) == {"do": "announce", "by": "A", "double": False, "opposite": False}


def test_now_and_then_somebody_doubles_or_turns_over_for_the_fun_of_it() -> None:
    table = game("AB")
    assert decided(table, ALWAYS)["double"] is True
    table.frame("A", "DDD13 D1")
    assert decided(table, ALWAYS) == {"do": "announce", "by": "A", "double": True, "opposite": True}
    poor = game("AB", funds={"A": 100})
    assert decided(poor, ALWAYS)["double"] is False


def test_antes_are_paid_in_turn_where_everybody_can() -> None:
    players = {"players": ["A", "B", "C"], "ante": 50}
    antes = [{"do": "ante", "by": player} for player in "ABC"]
    assert STRATEGY.stakes(NEVER, Table(10, 100, options=players), {}) == antes
    assert STRATEGY.stakes(NEVER, Table(10, 100, funds={"B": 50}, options=players), {}) == antes
    assert STRATEGY.stakes(NEVER, Table(10, 100, funds={"B": 49}, options=players), {}) == []
    assert STRATEGY.stakes(NEVER, Table(10, 100, options={**players, "seating": True}), {}) == []


def test_an_ante_that_is_asked_for_later() -> None:
    assert decided(opened("AB")) == {"do": "ante", "by": "A"}
    table = game("AB", frames=1, playoff_ante=True, funds={"A": 150})
    table.frames(A=ZERO, B=ZERO)
    assert decided(table) == {"do": "leave", "by": "A"}


@pytest.mark.parametrize("engine", [ENGINE, PARTNERSHIP], ids=lambda engine: engine.code)
@pytest.mark.parametrize("seed", range(12))
def test_their_games_come_to_an_end(engine: Scarney, seed: int) -> None:
    chance = Random(seed)
    players = ["A", "B", "C", "D"]
    options = {"players": players, "ante": 10, "chip": 5, "seating": seed % 2 == 0}
    if engine.partners and not options["seating"]:
        options["teams"] = [["A", "C"], ["B", "D"]]
    table = Table(10, 50, funds={"A": 200} if seed % 3 == 0 else {}, options=options)
    state = engine.new(any_rules(chance), table)
    for action in STRATEGY.stakes(chance, table, {}):
        engine.apply(state, action)
    while engine.status(state) is Status.OPEN:
        awaited = engine.awaits(state)
        if awaited.kind is Awaiting.DICE:
            engine.apply(state, {"do": "dice", "dice": chance.choices(engine.die, k=awaited.dice)})
        else:
            engine.apply(state, STRATEGY.decide(engine, state, awaited, chance))
    assert state.winners
