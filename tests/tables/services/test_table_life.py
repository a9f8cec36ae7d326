"""A table from opener to closer: counts under two signatures, variances on their own, shifts cut by counts."""

from datetime import date, timedelta

import pytest

from tables.domain import canonical, chips, papers
from tables.domain.actors import instant
from tables.domain.errors import Conflict, StaleSequence
from tables.domain.table_states import TableStatus
from tables.models import periods
from tables.services import rule_packs, taps
from tests import builders, custody, dealt
from tests.builders import House
from tests.custody import BANK, BANK_TOTAL, refused

pytestmark = pytest.mark.django_db

SHORT = {**BANK, 2_500: 156}
"""The bank less four quarters: 100.00 short."""


@pytest.fixture
def house() -> House:
    """A house whose table got its bank and was never opened."""
    made = builders.house()
    custody.issue_bank(made)
    return made


def period(house: House, number: int) -> periods.BankPeriod:
    return periods.BankPeriod.objects.get(table=house.table(), number=number)


def test_a_table_may_be_closed_before_its_first_round_and_be_proved_in_the_middle_of_it(house: House) -> None:
    custody.open_table(house)
    taps.tap_in(actor=house.dana, at=house.at, table="BJ-01")
    custody.close_table(house)
    custody.open_table(house)
    dealt.shoe_ready(house)
    dealt.press(house, {"do": "open_round"}, *dealt.bets(), {"do": "close_betting"})
    assert house.state().round_number == 1


# ------------------------------------------------------------------------------------------------------------- opening
def test_the_first_opening_places_a_box_and_begins_period_one(house: House) -> None:
    answer = custody.open_table(house)
    assert answer == {
        "table": "BJ-01",
        "period": 1,
        "session": 1,
        "gaming_day": "2026-03-04",
        "shift": "day",
        "total": BANK_TOTAL,
        "previous_closer": None,
        "variance": 0,
        "variance_level": None,
        "box": 1,
        "seq": 4,
    }
    assert [event["type"] for event in custody.events(house)] == [
        "limits_set",
        "table_bank_issued",
        "box_placed",
        "table_opened",
    ]
    row, state = period(house, 1), house.state()
    assert (state.status, state.period_id, state.box_id) == (TableStatus.OPEN, row.pk, row.box_id)
    assert (row.opener, row.opener_total, row.opener_variance, row.opened_seq) == (
        {"100": 200, "500": 200, "2500": 160, "10000": 48},
        BANK_TOTAL,
        0,
        4,
    )
    assert (row.gaming_day, row.shift, row.session) == (date(2026, 3, 4), "day", 1)
    assert (row.closed_at, row.closer, row.closer_total, row.closer_expected) == (None, None, None, None)
    assert custody.rack_of(house) == BANK


def test_both_signatures_sign_the_slip_that_the_event_shows(house: House) -> None:
    custody.open_table(house)
    (opened,) = custody.facts(house, "table_opened")
    counted = chips.from_data(opened["opener"])
    slip = papers.inventory_slip("DEMO", "BJ-01", papers.OPENER, counted, opened["total"], opened["note"])
    assert opened["signatures"] == [
        {
            "badge": badge,
            "name": name,
            "licence": builders.person(badge).licence,
            "role": role,
            "terminal": "",
            "signed_at": instant(house.at),
            "content": canonical.content_hash(slip),
        }
        for badge, name, role in [
            ("dana", "Dana Dealer", "dealer"),
            ("petra", "Petra Pit Boss", "pit_boss"),
        ]
    ]


def test_a_counted_zero_is_signed_and_shown(house: House) -> None:
    custody.open_table(house, {**BANK, 50: 0})
    (opened,) = custody.facts(house, "table_opened")
    assert (opened["opener"]["50"], opened["rack"]) == (0, {})
    slip = papers.inventory_slip("DEMO", "BJ-01", papers.OPENER, {**BANK, 50: 0}, BANK_TOTAL, "")
    assert {signed["content"] for signed in opened["signatures"]} == {canonical.content_hash(slip)}


def test_a_first_opener_that_is_not_the_bank_is_a_variance(house: House) -> None:
    answer = custody.open_table(house, SHORT, note="four quarters not in the float")
    assert (answer["previous_closer"], answer["variance"], answer["total"]) == (None, -10_000, 990_000)
    (opened,) = custody.facts(house, "table_opened")
    assert (opened["rack"], opened["note"]) == ({"2500": -4}, "four quarters not in the float")
    assert custody.rack_of(house) == SHORT


def test_t12_an_opener_that_is_not_the_closer_is_shown_alone(house: House) -> None:
    custody.open_table(house)
    custody.close_table(house)
    custody.open_table(house, SHORT, note="recounted twice")
    first, second = period(house, 1), period(house, 2)
    assert (first.closer_total, first.closer_expected) == (1_000_000, 1_000_000)
    assert (second.opener_total, second.opener_variance) == (990_000, -10_000)
    (_, opened) = custody.facts(house, "table_opened")
    assert (opened["previous_closer"], opened["variance"], opened["rack"]) == (1_000_000, -10_000, {"2500": -4})


@pytest.mark.parametrize(
    ("pack", "short", "level"),
    [
        ("nevada-like", 99, "note"),
        ("nevada-like", 100, "report"),
        ("new-jersey-like", 25, "note"),
        ("new-jersey-like", 26, "report"),
        ("new-jersey-like", 100, "regulator"),
        ("french-like", 1, "report"),
    ],
)
def test_t12_the_rule_pack_says_who_hears_of_a_variance(house: House, pack: str, short: int, level: str) -> None:
    rule_packs.choose_rule_pack(actor=house.hana, at=house.at, name=pack, version=1, effective_from=builders.GAMING_DAY)
    custody.open_table(house)
    custody.close_table(house)
    answer = custody.open_table(house, {**BANK, 100: 200 - short}, note="counted twice")
    assert (answer["variance"], answer["variance_level"]) == (-100 * short, level)
    first, second = custody.facts(house, "table_opened")
    assert (first["variance_level"], second["variance_level"]) == (None, level)


def test_t32_another_mix_of_the_same_value_corrects_the_rack_without_a_note(house: House) -> None:
    mixed = {**BANK, 2_500: 156, 10_000: 49}
    assert custody.open_table(house, mixed)["variance"] == 0
    assert custody.facts(house, "table_opened")[0]["rack"] == {"2500": -4, "10000": 1}
    assert custody.rack_of(house) == mixed


def test_t11_each_opening_of_a_day_has_its_mark(house: House) -> None:
    marks = []
    for minutes in (0, 30, 60):
        at = house.at + timedelta(minutes=minutes)
        opened = custody.open_table(house, at=at)
        custody.close_table(house, at=at + timedelta(minutes=10))
        marks.append((opened["period"], opened["session"], opened["gaming_day"]))
    opened = custody.open_table(house, at=house.at + timedelta(days=1))
    marks.append((opened["period"], opened["session"], opened["gaming_day"]))
    assert marks == [(1, 1, "2026-03-04"), (2, 2, "2026-03-04"), (3, 3, "2026-03-04"), (4, 1, "2026-03-05")]


def test_a_box_that_is_still_there_stays_for_the_next_period(house: House) -> None:
    custody.open_table(house)
    custody.close_table(house)
    assert custody.open_table(house)["box"] == 1
    assert [fact["box"] for fact in custody.facts(house, "box_placed")] == [1]


@pytest.mark.parametrize(
    ("minutes_before_six", "expected"), [(61, ("2026-03-04", "grave")), (60, ("2026-03-05", "day"))]
)
def test_t08_an_early_count_opens_the_next_shift(
    house: House, minutes_before_six: int, expected: tuple[str, str]
) -> None:
    six = house.at.replace(day=5, hour=14)
    opened = custody.open_table(house, at=six - timedelta(minutes=minutes_before_six))
    assert (opened["gaming_day"], opened["shift"]) == expected


# ------------------------------------------------------------------------------------------------------------- closing
def test_a_closer_that_agrees_ends_the_period(house: House) -> None:
    custody.open_table(house)
    answer = custody.close_table(house, at=house.at + timedelta(hours=1))
    assert answer == {
        "table": "BJ-01",
        "period": 1,
        "gaming_day": "2026-03-04",
        "shift": "day",
        "total": BANK_TOTAL,
        "difference": 0,
        "seq": 5,
    }
    row, state = period(house, 1), house.state()
    assert (state.status, state.period_id, state.box_id) == (TableStatus.CLOSED, None, row.box_id)
    assert (row.closed_at, row.closed_seq) == (house.at + timedelta(hours=1), 5)
    assert (row.closer_total, row.closer_expected) == (BANK_TOTAL, BANK_TOTAL)


def test_a_difference_is_what_was_counted_less_what_the_movements_left(house: House) -> None:
    custody.open_table(house)
    taps.tap_in(actor=house.dana, at=house.at, table="BJ-01")
    custody.buy_in(house, 50_000, {2_500: 20})
    left = {**BANK, 2_500: 140}
    answer = custody.close_table(house, {**left, 500: 199}, note="one red under the tray")
    assert (answer["total"], answer["difference"]) == (949_500, -500)
    (closed,) = custody.facts(house, "table_closed")
    assert (closed["expected"], closed["rack"]) == (chips.as_data(left), {"500": -1})
    row = period(house, 1)
    assert (row.closer_total, row.closer_expected) == (949_500, 950_000)
    assert custody.rack_of(house) == {**left, 500: 199}


def test_closing_asks_no_dealer_to_tap_out(house: House) -> None:
    custody.open_table(house)
    taps.tap_in(actor=house.dana, at=house.at, table="BJ-01")
    custody.close_table(house)
    assert house.state().dealer_id == house.dana.staff_id


def test_an_empty_rack_can_be_closed_and_opened(house: House) -> None:
    custody.open_table(house)
    custody.close_table(house, {}, note="all chips taken to the cage by mistake")
    assert custody.open_table(house, {})["variance"] == 0
    assert custody.rack_of(house) == {}


# --------------------------------------------------------------------------------------------------------- shift change
def test_t10_one_count_closes_a_shift_and_opens_the_next(house: House) -> None:
    custody.open_table(house)
    taps.tap_in(actor=house.dana, at=house.at, table="BJ-01")
    before = house.state()
    at = house.at.replace(hour=21, minute=50)
    answer = custody.roll_table(house, SHORT, note="short at the change", at=at)
    assert answer == {
        "table": "BJ-01",
        "closed": {
            "period": 1,
            "gaming_day": "2026-03-04",
            "shift": "day",
            "total": 990_000,
            "difference": -10_000,
        },
        "opened": {
            "period": 2,
            "session": 1,
            "gaming_day": "2026-03-04",
            "shift": "swing",
            "total": 990_000,
            "previous_closer": 990_000,
            "variance": 0,
            "variance_level": None,
            "box": 1,
        },
        "seq": 7,
    }
    assert [event["type"] for event in custody.events(house)][-2:] == ["table_closed", "table_opened"]
    (closed,), (_, opened) = custody.facts(house, "table_closed"), custody.facts(house, "table_opened")
    assert (opened["opener"], opened["rack"]) == (closed["closer"], {})
    assert opened["signatures"] == closed["signatures"]
    after = house.state()
    assert (after.status, after.dealer_id, after.box_id) == (TableStatus.OPEN, before.dealer_id, before.box_id)
    assert (period(house, 1).closed_seq, period(house, 2).opened_seq) == (6, 7)


def test_a_roll_into_the_next_day_is_its_first_session(house: House) -> None:
    custody.open_table(house)
    custody.close_table(house)
    custody.open_table(house)
    assert period(house, 2).session == 2
    swing = custody.roll_table(house, at=house.at.replace(hour=22))
    assert (swing["opened"]["shift"], swing["opened"]["session"]) == ("swing", 2)
    day = custody.roll_table(house, at=house.at.replace(day=5, hour=14))
    assert (day["opened"]["gaming_day"], day["opened"]["session"]) == ("2026-03-05", 1)


def test_a_late_count_leaves_the_rounds_between_to_the_old_period(house: House) -> None:
    custody.open_table(house)
    answer = custody.roll_table(house, at=house.at.replace(hour=22, minute=25))
    assert (answer["closed"]["shift"], answer["opened"]["shift"]) == ("day", "swing")


# -------------------------------------------------------------------------------------------------- repeats, staleness
def test_a_repeat_gets_the_first_answer_and_counts_once(house: House) -> None:
    first = custody.open_table(house, key="k1")
    before = custody.standing(house)
    assert custody.open_table(house, key="k1") == first
    assert custody.standing(house) == before
    with refused(house, Conflict, "idempotency_key_reused"):
        custody.open_table(house, SHORT, note="other", key="k1")


def test_a_stale_terminal_is_told_so(house: House) -> None:
    with refused(house, StaleSequence, "stale_sequence", expected=1, seq=2):
        custody.open_table(house, expected_seq=1)
