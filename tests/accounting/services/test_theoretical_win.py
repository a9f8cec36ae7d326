"""Theoretical win: one function, read alike by shift report, day report, master game report and figures (§1.3)."""

import json
from datetime import timedelta
from typing import Any

import pytest

from accounting.models.days import DayLock, DayTotal
from accounting.models.reports import ShiftReport
from accounting.models.results import GameEdge
from accounting.selectors import figures, master_game, statistics
from accounting.services import rebuild
from accounting.services.verify.run import verify
from tables.services.edges import set_edge
from tests import builders, days, dealt
from tests.builders import GAMING_DAY, House

pytestmark = pytest.mark.django_db
STAKED = 3_500
"""The opening stakes of the round, in minor units."""


def played(*, edge: int | None) -> House:
    """A day with one round at an edge, counted, certified and locked."""
    house = builders.house()
    if edge is not None:
        set_edge(actor=house.hana, at=house.at, game="blackjack", edge=edge, effective_from=GAMING_DAY)
    dealt.settled(house)
    dealt.press(house, {"do": "confirm_settlement"})
    days.closed(house, 0)
    days.counted(house, 0)
    days.certified(house)
    days.locked(house)
    return house


def lines(told: Any) -> list[Any]:
    """Every line of a report, however deep, that has a win."""
    if isinstance(told, list):
        return [line for one in told for line in lines(one)]
    if not isinstance(told, dict):
        return []
    own = [told] if "win" in told and "drop" in told and "hold" in told else []
    return own + [line for one in told.values() for line in lines(one)]


def test_every_reader_says_the_same() -> None:
    house = played(edge=12_345)
    due = 43  # 3,500 x 1.2345 % = 43.21
    shift = json.loads(ShiftReport.objects.get().text)
    day = json.loads(DayLock.objects.get().text)
    between = figures.between(actor=house.ada, first=GAMING_DAY, last=GAMING_DAY).content
    game = master_game.of_day(house.ada, GAMING_DAY)
    for told in (shift, day, between, game.day, dict(game.shifts)):
        found = lines(told)
        assert len(found) > 2
        assert {line["theoretical_win"] for line in found} == {due}
    (reviewed,) = [one for one in statistics.review(house.ada, GAMING_DAY, GAMING_DAY).lines if one.kind == "table"]
    assert (reviewed.staked.stakes, reviewed.expected and reviewed.expected.win) == (STAKED, due)
    assert verify().findings == []


def test_without_an_edge_reports_read_as_they_always_did() -> None:
    house = played(edge=None)
    told = [json.loads(ShiftReport.objects.get().text), json.loads(DayLock.objects.get().text)]
    assert ["theoretical_win" in line for line in lines(told)] == [False] * len(lines(told))
    (reviewed,) = [one for one in statistics.review(house.ada, GAMING_DAY, GAMING_DAY).lines if one.kind == "table"]
    assert reviewed.expected is not None
    assert reviewed.expected.win == 17  # the game's own 0.49 %: 17.15


def test_an_edge_from_tomorrow_on_says_nothing_of_today() -> None:
    house = builders.house()
    tomorrow = GAMING_DAY + timedelta(days=1)
    set_edge(actor=house.hana, at=house.at, game="blackjack", edge=12_345, effective_from=tomorrow)
    days.ready(house)
    assert ["theoretical_win" in line for line in lines(json.loads(ShiftReport.objects.get().text))].count(True) == 0


def test_a_rebuild_makes_the_edges_and_the_totals_again() -> None:
    played(edge=12_345)
    rows = GameEdge.objects.order_by("seq").values_list("game", "effective_from", "edge")
    totals = DayTotal.objects.order_by("span", "kind", "code").values_list("span", "kind", "code", "staked_by_edge")
    before = list(rows), list(totals)
    rebuild.rebuild()
    assert (list(rows), list(totals)) == before
    assert before[0] == [("blackjack", GAMING_DAY, 12_345)]
    assert {total[3] for total in before[1]} == {STAKED * 12_345}
