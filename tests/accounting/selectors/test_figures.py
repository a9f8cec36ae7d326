"""Figures that nobody has certified, estimates by rounds, and how far the books are behind."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from accounting.selectors import figures, progress, table_figures
from accounting.services import follow
from tables.domain.actors import Actor, Role
from tables.domain.errors import Invalid, NotAllowed
from tests import builders, counting, custody, dealt
from tests.builders import GAMING_DAY, House

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> House:
    """A day shift closed with one round in it; its box is still on the table."""
    house = dealt.settled(builders.house(outsider=True))
    dealt.press(house, {"do": "confirm_settlement"})
    custody.buy_in(house, 10_000, {2_500: 4})
    custody.close_table(house, custody.rack_of(house))
    return house


READS: tuple[Callable[[Actor], object], ...] = (
    lambda actor: figures.between(actor=actor, first=GAMING_DAY, last=GAMING_DAY),
    lambda actor: figures.of_shift(actor=actor, gaming_day=GAMING_DAY, shift="day"),
    lambda actor: table_figures.table_figures(actor=actor),
)
"""Doors to figures and estimates."""


def _refusals(actor: Actor) -> int:
    """How many of the doors are shut to the reader."""
    shut = 0
    for read in READS:
        try:
            read(actor)
        except NotAllowed as error:
            shut += error.code == "not_permitted"
    return shut


def counted(house: House) -> None:
    custody.remove_box(house)
    custody.count_box(house, {10_000: 1})


def test_figures_before_anybody_certifies(house: House) -> None:
    behind = figures.of_shift(actor=house.ada, gaming_day=GAMING_DAY, shift="day")
    assert (behind.content["figures"]["tables"], behind.lag.caught_up) == ([], False)
    follow.follow_all()
    now = figures.of_shift(actor=house.ada, gaming_day=GAMING_DAY, shift="day")
    assert (now.state, now.lag.caught_up) == ("preliminary", True)
    assert now.content["figures"]["house"]["banked"]["engine_net"] == 3_500
    assert now.content["figures"]["house"]["pot"] is None


def test_days_are_added_up(house: House) -> None:
    counted(house)
    follow.follow_all()
    month_ago = GAMING_DAY - timedelta(days=30)
    month = figures.between(actor=house.ada, first=month_ago, last=GAMING_DAY)
    assert month.content["figures"]["tables"][0]["win"] == 3_500
    before = figures.between(actor=house.ada, first=month_ago, last=GAMING_DAY - timedelta(days=1))
    assert before.content["figures"]["tables"] == []
    with pytest.raises(Invalid, match="bad_days"):
        figures.between(actor=house.ada, first=GAMING_DAY + timedelta(days=1), last=GAMING_DAY)


@pytest.mark.parametrize("role", [Role.PIT_BOSS, Role.ACCOUNTANT, Role.AUDITOR, Role.HOUSE_MANAGER])
def test_who_counts_knows_no_estimate_whatever_else_he_is(house: House, role: Role) -> None:
    """domain.md §1.1: until the count is closed its team acts as counters only, whatever they are made meanwhile."""
    custody.remove_box(house)
    follow.follow_all()

    def reads() -> list[str]:
        """Who of the two finds a door open to what the log says fell into the box."""
        return [name for name in ("cora", "petra") if _refusals(builders.actor(name)) < len(READS)]

    counting.open_count(house)
    counting.accept(house)
    custody.also(house, "cora", role)
    assert reads() == ["petra"]
    assert builders.actor("cora").roles == {Role.COUNTER}
    counting.both(house, counting.cash({10_000: 1}))
    counting.verify(house)
    assert reads() == ["petra"]
    counting.close(house)
    assert reads() == ["cora", "petra"]
    assert builders.actor("cora").roles == {Role.COUNTER, role}


@pytest.mark.parametrize("names", [("dana",), ("colin", "cora", "sam", "cass")], ids=["who deals", "who counts"])
def test_neither_who_deals_nor_who_counts_reads_figures_or_estimates(house: House, names: tuple[str, ...]) -> None:
    """domain.md §1.1: the count team knows neither the pit's estimates nor what is in the books."""
    assert [_refusals(builders.actor(name)) for name in names] == [len(READS)] * len(names)


def test_t_59_open_tables_show_estimates_by_rounds_and_how_far_they_are_behind() -> None:
    house = dealt.settled(builders.house())
    dealt.press(house, {"do": "confirm_settlement"})
    follow.follow_all()
    custody.buy_in(house, 10_000, {2_500: 4})
    (line,) = table_figures.table_figures(actor=house.petra)
    assert (line.table, line.behind, line.period, line.gaming_day, line.shift) == ("BJ-01", 1, 1, GAMING_DAY, "day")
    assert (line.rounds, line.hands, line.handle, line.result_by_rounds, line.buy_ins) == (1, 2, 3_500, 3_500, 0)
    assert (line.pot, line.rake) == (0, 0)
    follow.follow_all()
    (line,) = table_figures.table_figures(actor=house.petra)
    assert (line.behind, line.buy_ins, line.buy_in_cash, line.box_cash_by_log) == (0, 1, 10_000, 10_000)


def test_lag_tells_what_is_not_followed_and_since_when(house: House) -> None:
    before = progress.lag(house.casino.pk)
    assert before.streams == 3
    assert before.events == sum(builders.snapshot().values())
    assert before.since is not None
    assert before.stopped == ()
    follow.follow_all(house.casino.pk)
    assert progress.lag(house.casino.pk).caught_up
    assert progress.lag().events == builders.snapshot("OTHER")["OTHER/house"]
