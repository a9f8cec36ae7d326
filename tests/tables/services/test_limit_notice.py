"""Notice of a change of limits, where the rule pack owes it to those who play (domain.md §4, MD; T-17)."""

from datetime import datetime, timedelta

import pytest

from tables.selectors import limits as reads
from tables.selectors import tables
from tables.services import limits, rule_packs
from tests import builders, custody, dealt
from tests.builders import AT, House

pytestmark = pytest.mark.django_db
NOTICE = timedelta(minutes=30)


@pytest.fixture
def house() -> House:
    """BJ-01 is open and dealt; the house gives 30 minutes' notice."""
    made = dealt.ready(builders.house())
    rule_packs.choose_rule_pack(
        actor=made.hana, at=AT, name="new-jersey-like", version=1, effective_from=builders.GAMING_DAY
    )
    return made


def post(house: House, minutes: int, maximum: int = 90_000) -> datetime:
    """Limits posted so many minutes after noon; the moment from which they count."""
    at = AT + timedelta(minutes=minutes)
    answer = limits.post_limits(actor=house.petra, at=at, table="BJ-01", minimum=500, maximum=maximum)
    told = custody.facts(house, "limits_set")[-1]
    assert told == {name: answer[name] for name in ("minimum", "maximum", "effective_from")}
    return datetime.fromisoformat(answer["effective_from"])


def maximum(house: House, minutes: float) -> int:
    """The maximum that a round would open with so many minutes after noon."""
    posted = reads.in_force(house.table().pk, AT + timedelta(minutes=minutes))
    assert posted is not None
    return posted.maximum


def play_round(house: House, minutes: int) -> None:
    """Anna and Bo play one round, confirmed so many minutes after noon."""
    at = AT + timedelta(minutes=minutes)
    dealt.press(house, {"do": "open_round"}, *dealt.bets(), {"do": "close_betting"}, at=at)
    dealt.press(house, *dealt.cards(), at=at)
    for name, spot in (("anna", 1), ("bo", 2)):
        dealt.press(house, {"do": "stand", "by": name, "spot": spot}, at=at)
    dealt.press(house, {"do": "confirm_settlement"}, at=at)


def test_where_nobody_has_played_there_is_nobody_to_tell(house: House) -> None:
    assert post(house, 1) == AT + timedelta(minutes=1)


def test_a_closed_table_needs_no_notice(house: House) -> None:
    custody.close_table(house)
    assert post(house, 1) == AT + timedelta(minutes=1)


def test_players_have_thirty_minutes(house: House) -> None:
    play_round(house, 1)
    assert post(house, 5) == AT + timedelta(minutes=35)
    assert [maximum(house, minutes) for minutes in (5, 34.9, 35)] == [50_000, 50_000, 90_000]


def test_the_next_round_has_the_old_limits_until_then(house: House) -> None:
    play_round(house, 1)
    post(house, 5)
    play_round(house, 34)
    play_round(house, 36)
    opened = [round_["limits"]["maximum"] for round_ in custody.facts(house, "round_opened")]
    assert opened == [50_000, 50_000, 90_000]


@pytest.mark.parametrize(("last", "late"), [(1, 30), (29, 30), (1, 31)])
def test_a_table_where_nobody_plays_any_more_needs_none(house: House, last: int, late: int) -> None:
    play_round(house, last)
    gone = late - last >= 30
    assert post(house, late) == AT + timedelta(minutes=late) + (timedelta(0) if gone else NOTICE)


def test_a_bet_on_the_layout_is_a_player(house: House) -> None:
    dealt.press(house, {"do": "open_round"})
    assert post(house, 1) == AT + timedelta(minutes=1)  # betting is open, nobody has bet
    dealt.press(house, *dealt.bets(), at=AT + timedelta(minutes=2))
    assert post(house, 40) == AT + timedelta(minutes=40) + NOTICE


def test_rounds_without_bets_hide_no_player(house: House) -> None:
    play_round(house, 1)
    dealt.press(house, {"do": "open_round"}, {"do": "close_betting"}, at=AT + timedelta(minutes=2))
    assert post(house, 3) == AT + timedelta(minutes=33)


def test_limits_posted_meanwhile_take_the_place_of_the_announced(house: House) -> None:
    play_round(house, 1)
    assert post(house, 5, maximum=90_000) == AT + timedelta(minutes=35)
    assert post(house, 20, maximum=80_000) == AT + timedelta(minutes=50)
    assert [maximum(house, minutes) for minutes in (34, 36, 49, 50, 90)] == [50_000, 90_000, 90_000, 80_000, 80_000]


def test_limits_without_notice_end_an_announcement(house: House) -> None:
    play_round(house, 1)
    assert post(house, 30, maximum=90_000) == AT + timedelta(minutes=60)
    assert post(house, 32, maximum=80_000) == AT + timedelta(minutes=32)  # the players have left
    assert [maximum(house, minutes) for minutes in (32, 61)] == [80_000, 80_000]


def test_the_table_shows_what_is_announced(house: House) -> None:
    play_round(house, 1)
    post(house, 5)
    seen = [tables.table(house.petra, "BJ-01", AT + timedelta(minutes=minutes)) for minutes in (5, 35)]
    assert [(view.maximum, view.next_maximum) for view in seen] == [(50_000, 90_000), (90_000, None)]
    assert (seen[0].next_minimum, seen[0].next_from) == (500, AT + timedelta(minutes=35))


def test_a_lift_is_measured_by_the_limits_in_force(house: House) -> None:
    play_round(house, 1)
    post(house, 5)
    at = AT + timedelta(minutes=6)
    answer = limits.raise_limit(actor=house.petra, at=at, table="BJ-01", player="anna", maximum=60_000)
    assert answer["maximum"] == 60_000


def test_a_house_without_notice_changes_at_once() -> None:
    house = dealt.ready(builders.house())
    play_round(house, 1)
    assert post(house, 5) == AT + timedelta(minutes=5)
