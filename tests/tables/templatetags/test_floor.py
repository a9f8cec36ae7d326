"""How the screens write values."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone, translation

from tables.templatetags import floor

NOW = datetime(2026, 3, 4, 20, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("amount", "exponent", "written"),
    [
        (0, 2, "0.00"),
        (5, 2, "0.05"),
        (123_450, 2, "1,234.50"),
        (-123_450, 2, "−1,234.50"),
        (1_234_567, 0, "1,234,567"),
        (1_234_567, 3, "1,234.567"),
        (9_223_372_036_854_775_807, 2, "92,233,720,368,547,758.07"),
        (None, 2, ""),
    ],
)
def test_money_is_written_by_the_exponent_of_its_currency(amount: int | None, exponent: int, written: str) -> None:
    assert floor.money(amount, exponent) == written


def test_money_is_grouped_in_chinese_too() -> None:
    with translation.override("zh-hans"):
        assert floor.money(-123_456_750, 2) == "−1,234,567.50"


@pytest.mark.parametrize(
    ("amount", "written"), [(2_500, "25"), (2_550, "25.50"), (-2_500, "−25"), (100_000, "1,000"), (None, "")]
)
def test_chips_drop_a_fraction_of_nought(amount: int | None, written: str) -> None:
    assert floor.chips(amount, 2) == written


def test_chips_of_a_currency_without_fractions_keep_their_noughts() -> None:
    assert floor.chips(1_000, 0) == "1,000"


@pytest.mark.parametrize(("amount", "written"), [(15_000, "+150"), (0, "0"), (-5_000, "−50"), (None, "")])
def test_a_change_shows_its_sign(amount: int | None, written: str) -> None:
    assert floor.change(amount, 2) == written


@pytest.mark.parametrize(("amount", "written"), [(-35_000, "(350.00)"), (0, "—"), (35_000, "350.00"), (None, "")])
def test_books_put_negatives_in_parentheses_and_leave_the_unknown_empty(amount: int | None, written: str) -> None:
    assert floor.books(amount, 2) == written


@pytest.mark.parametrize(
    ("amount", "told"),
    [(393_028, 393_000), (393_050, 393_100), (-393_028, -393_000), (49, 0), (0, 0), (None, None)],
)
def test_a_forecast_is_told_in_whole_units(amount: int | None, told: int | None) -> None:
    assert floor.about(amount, 2) == told


@pytest.mark.parametrize(("text", "written"), [("-3.75", "(3.75)"), ("33.44", "33.44"), ("", ""), (None, "")])
def test_a_ratio_is_written_as_the_books_write(text: str | None, written: str) -> None:
    assert floor.percent(text) == written


@pytest.mark.parametrize(("amount", "written"), [(123_450, "1234.50"), (None, "")])
def test_a_form_field_takes_amounts_without_grouping(amount: int | None, written: str) -> None:
    assert floor.decimal_point(amount, 2) == written


def test_counts_are_grouped() -> None:
    assert [floor.whole(182_331), floor.whole(None)] == ["182,331", ""]


def test_times_are_those_of_the_house() -> None:
    with timezone.override(ZoneInfo("America/Los_Angeles")):
        assert floor.clock(NOW) == "12:00:00"
        assert floor.day_and_clock(NOW) == "2026-03-04 12:00"
        assert floor.clock(floor.moment("2026-03-04T20:00:00.000000Z")) == "12:00:00"
    assert [floor.clock(None), floor.day_and_clock(None), floor.moment(None)] == ["", "", None]


@pytest.mark.parametrize(
    ("ago", "written"),
    [
        (timedelta(seconds=59), "0 min"),
        (timedelta(minutes=38), "38 min"),
        (timedelta(minutes=72), "1 h 12"),
        (timedelta(hours=2, minutes=5), "2 h 05"),
        (timedelta(seconds=-5), "0 min"),
    ],
)
def test_how_long_ago(ago: timedelta, written: str) -> None:
    assert floor.minutes_since(NOW - ago, NOW) == written


@pytest.mark.parametrize(
    ("ago", "written"),
    [
        (timedelta(seconds=4), "4 s"),
        (timedelta(seconds=-5), "0 s"),
        (timedelta(seconds=119), "119 s"),
        (timedelta(seconds=120), "2 min"),
        (timedelta(minutes=72), "1 h 12"),
    ],
)
def test_how_long_ago_where_seconds_count(ago: timedelta, written: str) -> None:
    assert floor.lapse(NOW - ago, NOW) == written
    assert floor.lapse(None, NOW) == ""


def test_a_hidden_card_shows_its_back_and_nothing_else() -> None:
    assert floor.face("??") == '<i class="card back" role="img" aria-label="face down"></i>'


def test_a_card_says_its_rank_and_suit() -> None:
    shown = floor.face("TH")
    assert 'class="card red"' in shown
    assert 'aria-label="10 hearts"' in shown
    assert "<b>10</b>" in shown
    assert "♥" in shown


def test_a_game_is_called_by_its_name_in_the_readers_language() -> None:
    assert floor.game_title("blackjack") == "Blackjack"
    with translation.override("zh-hans"):
        assert floor.game_title("blackjack") == "二十一点"
    assert floor.game_title("faro") == "faro"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("S4", "Seat 4"),
        ("seat 4", "Seat 4"),
        ("K2", "Onlooker 2"),
        ("anna", "anna"),
        ("S", "S"),
        ("seat", "seat"),
    ],
)
def test_the_tables_own_names_of_players_are_read_out(name: str, shown: str) -> None:
    assert floor.player(name) == shown


@pytest.mark.parametrize(
    ("colour", "ink"), [("#f4f4f0", "#000000"), ("#1d1d1b", "#ffffff"), ("#c8102e", "#ffffff"), ("#f2a900", "#000000")]
)
def test_a_chips_letter_can_be_read(colour: str, ink: str) -> None:
    assert floor.ink(colour) == ink


def test_a_key_carries_both_languages() -> None:
    assert floor.two("Hit") == '<b>Hit</b><span lang="zh-Hans">要牌</span>'
    with translation.override("zh-hans"):
        assert floor.two("Hit") == '<b>要牌</b><span lang="en">Hit</span>'


def test_what_a_person_named_a_key_cannot_become_markup() -> None:
    assert floor.two("<b>") == '<b>&lt;b&gt;</b><span lang="zh-Hans">&lt;b&gt;</span>'


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Day report 7 · 日报", "Day report 7 · 日报"),
        ("Tom & Jerry's", r"Tom \000026 Jerry\000027s"),
        ("end\\", r"end\00005c"),
        ('"} body { color: red', r"\000022\00007d body \00007b color\00003a red"),
        ("</style>", r"\00003c\00002fstyle\00003e"),
    ],
)
def test_a_text_stays_inside_its_string_of_a_style(text: str, written: str) -> None:
    assert floor.css(text) == written


@pytest.mark.parametrize(
    ("language", "code", "words"),
    [("en", "grave", "grave"), ("zh-hans", "grave", "夜班"), ("zh-hans", "day", "日班"), ("zh-hans", "late", "late")],
)
def test_a_usual_name_of_a_shift_is_translated(language: str, code: str, words: str) -> None:
    with translation.override(language):
        assert floor.shift(code) == words


def test_a_claim_is_told_in_words() -> None:
    assert str(floor.claimed("exposed_card")) == "Exposed card"
    assert floor.claimed("unheard") == "unheard"


def test_a_person_is_named_beside_his_badge() -> None:
    names = {"D101": "Dana Whitfield"}
    assert floor.named("D101", names) == "Dana Whitfield D101"
    assert floor.named("D102", names) == "D102"
