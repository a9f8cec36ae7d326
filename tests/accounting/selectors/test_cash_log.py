"""Cash reporting through the services, vector by vector (domain.md §1.5). Amounts in minor units."""

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import Any

import pytest

from accounting.domain.cash_report import Person
from accounting.selectors import cash_log
from accounting.services import follow, rebuild
from accounting.services.verify import run
from tables.domain import chips
from tables.domain.errors import Conflict, FloorError, Invalid, NotAllowed, NotFound
from tables.models.house import Casino
from tables.selectors import attention, tables
from tables.selectors import rule_packs as rule_pack_reads
from tables.services import buy_in_corrections, clock, identification, patrons, rule_packs, rulings, taps
from tests import builders, cages, custody, dealt, statements
from tests import markers as marker_acts
from tests.builders import GAMING_DAY, House
from tests.refusals import refused

pytestmark = pytest.mark.django_db

NEXT = GAMING_DAY + timedelta(days=1)
BANK = {100: 200, 500: 200, 2_500: 160, 10_000: 48, 50_000: 40, 100_000: 30}
"""60,000.00"""
PAT = Person("P-7")


@pytest.fixture
def house() -> House:
    """A table whose bank can sell 50,000.00, money in the cage, and Pat, whom the house knows."""
    made = builders.house(posted=(500, 1_000_000), licensed_maximum=1_000_000)
    custody.issue_bank(made, BANK)
    custody.open_table(made, BANK)
    dealt_in(made)
    patrons.register_patron(actor=made.petra, at=made.at, code="P-7", name="Pat Seven")
    return cages.with_cash(made)


def dealt_in(house: House) -> None:
    """Dana deals with a shoe of her own."""
    taps.tap_in(actor=house.dana, at=house.at, table="BJ-01")
    dealt.shoe_ready(house)


def after(house: House, hours: float) -> datetime:
    """So many hours after noon."""
    return house.at + timedelta(hours=hours)


def buys(house: House, cash: int, at: datetime, who: str = "P-7") -> int:
    """Somebody buys in at the table for whole hundreds."""
    cut = {100_000: cash // 100_000, 50_000: cash % 100_000 // 50_000}
    assert chips.value(cut) == cash
    return int(custody.buy_in(house, cash, cut, who, at=at)["seq"])


def buys_at_cage(house: House, cash: int, at: datetime, who: str = "P-7") -> None:
    """Somebody buys chips at the window."""
    cages.sell(house, cages.lot({50_000: cash // 50_000}), {10_000: cash // 10_000}, patron=who, at=at)


def redeems(house: House, amount: int, at: datetime, who: str = "P-7") -> None:
    """Somebody brings chips to the window."""
    cages.redeem(house, cages.lot({50_000: amount // 50_000}), {10_000: amount // 10_000}, patron=who, at=at)


def log_of(house: House, first: date = GAMING_DAY, last: date = NEXT) -> cash_log.CashLog:
    """What accounting reads."""
    follow.follow_all()
    assert [str(finding) for finding in run.verify().findings] == []
    return cash_log.read(house.ada, first, last)


def sums(found: cash_log.CashLog) -> list[tuple[str, Person, int, int]]:
    return [(day.total.gaming_day, day.total.person, day.total.cash_in, day.total.cash_out) for day in found.days]


def lines(found: cash_log.CashLog) -> list[tuple[Any, ...]]:
    rows = [entry.row for day in found.days for entry in day.total.entries]
    return [(row.place, row.who, row.direction, row.amount, row.kind) for row in rows]


def identify(house: House, known_as: str, **more: Any) -> dict[str, Any]:
    asked = {"actor": house.petra, "at": house.at, "known_as": known_as, "patron": "P-7", "place": "BJ-01"}
    return identification.identify_patron(**{**asked, **more})


# ---------------------------------------------------------------------------------------------------------- the vectors
def test_v20_table_and_cage_of_one_gaming_day_are_one_sum(house: House) -> None:
    """V-20: 6,000 in at BJ at 22:00, 4,500 at the cage at 02:00: in = 10,500, a report is due."""
    buys(house, 600_000, after(house, 10))
    buys_at_cage(house, 450_000, after(house, 14))
    found = log_of(house)
    assert sums(found) == [("2026-03-04", PAT, 1_050_000, 0)]
    assert [(day.reports, day.logged, day.name) for day in found.reports] == [(("in",), True, "Pat Seven")]
    assert [row[:1] for row in lines(found)] == [("BJ-01",), ("cage",)]


def test_v21_exactly_the_threshold_is_logged_and_not_reported(house: House) -> None:
    """V-21: exactly 10,000: no CTR (strictly more than), MTL yes."""
    buys(house, 1_000_000, after(house, 1))
    found = log_of(house)
    assert (found.above, sums(found)) == (1_000_000, [("2026-03-04", PAT, 1_000_000, 0)])
    assert (found.reports, [day.total.person for day in found.logged]) == ([], [PAT])


def test_v22_in_and_out_are_never_netted_nor_added(house: House) -> None:
    """V-22: 9,000 in and 9,000 out: no report."""
    buys(house, 900_000, after(house, 1))
    redeems(house, 900_000, after(house, 2))
    found = log_of(house)
    assert sums(found) == [("2026-03-04", PAT, 900_000, 900_000)]
    assert (found.reports, len(found.logged)) == ([], 1)


def test_v23_around_the_roll_there_is_no_report_but_a_review(house: House) -> None:
    """V-23: 6,000 at 05:59 and 4,500 at 06:01: two gaming days, no CTR, a structuring review."""
    buys_at_cage(house, 600_000, after(house, 17 + 59 / 60))
    buys_at_cage(house, 450_000, after(house, 18 + 1 / 60))
    found = log_of(house)
    assert sums(found) == [("2026-03-04", PAT, 600_000, 0), ("2026-03-05", PAT, 450_000, 0)]
    assert found.reports == []
    (review,) = found.structuring
    assert (review.person, review.direction, review.reason, review.total) == (PAT, "in", "around_roll", 1_050_000)


def test_v23_sums_that_stay_just_below_are_reviewed(house: House) -> None:
    """V-23: several sums just below the threshold within a week."""
    buys_at_cage(house, 850_000, after(house, 1))
    buys_at_cage(house, 900_000, after(house, 1 + 48))
    found = log_of(house, last=GAMING_DAY + timedelta(days=2))
    assert [(one.reason, one.days) for one in found.structuring] == [
        ("just_below", (("2026-03-04", 850_000), ("2026-03-06", 900_000)))
    ]


def test_v23_a_week_is_told_with_its_last_day(house: House) -> None:
    """V-23: the days before those asked for are looked at as well; what ended before them is not told again."""
    buys_at_cage(house, 850_000, after(house, 1))
    buys_at_cage(house, 900_000, after(house, 1 + 48))
    third = GAMING_DAY + timedelta(days=2)
    found = log_of(house, third, third)
    assert sums(found) == [("2026-03-06", PAT, 900_000, 0)]
    assert [one.days for one in found.structuring] == [(("2026-03-04", 850_000), ("2026-03-06", 900_000))]
    assert log_of(house, third + timedelta(days=1), third + timedelta(days=1)).structuring == []


def money_play(house: House, amount: int, cards: tuple[str, ...]) -> None:
    """Pat lays notes and stands on his hand."""
    bet = {"do": "bet", "by": "P-7", "spot": 1, "amount": amount, "tender": "cash"}
    dealt.press(house, {"do": "open_round"}, bet, {"do": "close_betting"})
    dealt.press(house, *dealt.cards(cards))
    dealt.press(house, {"do": "stand", "by": "P-7", "spot": 1})
    dealt.press(house, {"do": "confirm_settlement"})


WON, LOST = ("KH", "TS", "QS", "7H"), ("KD", "TC", "6S", "7D")


def test_v24_notes_of_a_money_play_count_once(house: House) -> None:
    """V-24: 5,000 laid, won, the same notes back (exempt); laid again no new cash in, 6,000 is an increase of 1,000."""
    money_play(house, 500_000, WON)
    assert lines(log_of(house)) == [
        ("BJ-01", "P-7", "in", 500_000, "money_play"),
        ("BJ-01", "P-7", "out", 500_000, "notes_returned"),
    ]
    assert sums(log_of(house)) == [("2026-03-04", PAT, 500_000, 0)]
    money_play(house, 600_000, LOST)
    assert lines(log_of(house))[2:] == [("BJ-01", "P-7", "in", 100_000, "money_play")]
    assert sums(log_of(house)) == [("2026-03-04", PAT, 600_000, 0)]


def test_v24_a_voided_money_play_is_taken_out_of_the_log(house: House) -> None:
    """V-24, T-79: the round never was; stake and returned notes are corrected, and the next stake counts anew."""
    money_play(house, 500_000, WON)
    rulings.void_round(actor=house.petra, at=house.at, table="BJ-01", number=1, reason="a card too much")
    assert lines(log_of(house))[2:] == [
        ("BJ-01", "P-7", "out", -500_000, "notes_returned"),
        ("BJ-01", "P-7", "in", -500_000, "money_play"),
    ]
    money_play(house, 500_000, LOST)
    assert sums(log_of(house)) == [("2026-03-04", PAT, 500_000, 0)]


def test_v24_notes_that_were_taken_back_before_a_void_never_were(house: House) -> None:
    """Both players laid notes at spot 1 in turn; the void tells of all of it once more, and nothing of it is cash."""
    dealt.press(house, {"do": "open_round"})
    for who in ("P-7", "P-8"):
        dealt.press(house, {"do": "bet", "by": who, "spot": 1, "amount": 2_000, "tender": "cash"})
        dealt.press(house, {"do": "withdraw_bet", "by": who, "spot": 1})
    dealt.press(house, {"do": "bet", "by": "P-8", "spot": 1, "amount": 3_000, "tender": "cash"})
    told = lines(log_of(house))
    rulings.void_round(actor=house.petra, at=house.at, table="BJ-01", number=1, reason="wrong shoe")
    assert sorted(lines(log_of(house))) == sorted([*told, ("BJ-01", "P-8", "in", -3_000, "money_play")])
    rebuild.rebuild()
    assert len(lines(log_of(house))) == len(told) + 1


def test_v24_where_the_rules_know_no_exemption_the_notes_are_cash_out(house: House) -> None:
    money_play(house, 500_000, WON)
    rule_packs.choose_rule_pack(actor=house.hana, at=house.at, name="french-like", version=1, effective_from=GAMING_DAY)
    assert [day.total.cash_out for day in log_of(house).days] == [500_000]


def test_v25_a_correction_enters_the_sum_and_the_typo_stays(house: House) -> None:
    """V-25: 12,000 keyed for 1,200: the sum is 1,200, both lines stand."""
    wrong = custody.buy_in(house, 1_200_000, {100_000: 12}, "P-7")["seq"]
    assert len(log_of(house).reports) == 1
    buy_in_corrections.correct_buy_in(
        actor=house.petra,
        at=house.at,
        table="BJ-01",
        corrects=wrong,
        cash=120_000,
        cut={100_000: 1, 10_000: 2},
        reason="one nought too much",
        pit_boss=house.sign("petra"),
        second=house.sign("sam"),
    )
    found = log_of(house)
    assert sums(found) == [("2026-03-04", PAT, 120_000, 0)]
    assert [(entry.row.amount, entry.row.corrects) for entry in found.days[0].total.entries] == [
        (1_200_000, None),
        (-1_080_000, wrong),
    ]
    assert found.reports == []


def test_v26_a_description_that_is_identified_later_is_one_patron(house: House) -> None:
    """V-26: an unknown at the table and Pat at the cage turn out to be one: the day is summed anew."""
    buys(house, 600_000, after(house, 1), "seat 3")
    buys_at_cage(house, 450_000, after(house, 2))
    assert sums(log_of(house)) == [
        ("2026-03-04", Person("", "seat 3", "BJ-01"), 600_000, 0),
        ("2026-03-04", PAT, 450_000, 0),
    ]
    identify(house, "seat 3", at=after(house, 3))
    found = log_of(house)
    assert (sums(found), len(found.reports)) == ([("2026-03-04", PAT, 1_050_000, 0)], 1)


def test_v26_an_identification_is_corrected_by_a_later_word(house: House) -> None:
    buys(house, 600_000, after(house, 1), "seat 3")
    buys(house, 100_000, after(house, 4), "seat 3")
    identify(house, "seat 3", at=after(house, 5), since=after(house, 3))
    other = Person("", "seat 3", "BJ-01")
    assert sums(log_of(house)) == [("2026-03-04", other, 600_000, 0), ("2026-03-04", PAT, 100_000, 0)]
    identify(house, "seat 3", at=after(house, 6), patron="")
    assert sums(log_of(house)) == [("2026-03-04", other, 700_000, 0)]


def test_v26_two_codes_of_one_patron_are_merged(house: House) -> None:
    patrons.register_patron(actor=house.petra, at=house.at, code="P-9", description="tall, red cap")
    buys(house, 600_000, after(house, 1), "P-9")
    buys(house, 500_000, after(house, 2), "P-7")
    identify(house, "P-9", place="")
    assert sums(log_of(house)) == [("2026-03-04", PAT, 1_100_000, 0)]


def test_v27_what_is_redeemed_is_cash_out_alone(house: House) -> None:
    """V-27: 12,000 in chips redeemed: out 12,000, reported; the buy-in is not added."""
    buys(house, 500_000, after(house, 1))
    custody.buy_in(house, 1_000_000, {100_000: 10}, "somebody else")
    redeems(house, 1_200_000, after(house, 5))
    found = log_of(house)
    assert [(day.total.person, day.reports) for day in found.reports] == [(PAT, ("out",))]
    assert (found.reports[0].total.cash_in, found.reports[0].total.cash_out) == (500_000, 1_200_000)


def test_markers_paid_in_cash_are_cash_in(house: House) -> None:
    marker_acts.set_line(house)
    slip = marker_acts.issue(house)["slip"]
    marker_acts.pay(house, slip, 100_000, {10_000: 1})
    marker_acts.transfer(house, {slip: 390_000})
    marker_acts.settle(house, slip, {10_000: 3}, {10_000: 1}, at=after(house, 1))
    assert lines(log_of(house)) == [
        ("BJ-01", "P-7", "in", 100_000, "marker_payment"),
        ("cage", "P-7", "in", 30_000, "marker_payment"),
    ]


# --------------------------------------------------------------------------------------------------------- and around
def test_a_rebuild_writes_the_same_log(house: House) -> None:
    buys(house, 600_000, after(house, 1), "seat 3")
    money_play(house, 500_000, WON)
    identify(house, "seat 3", at=after(house, 3))
    before = log_of(house)
    rebuild.rebuild()
    assert (sums(log_of(house)), lines(log_of(house))) == (sums(before), lines(before))


@pytest.mark.parametrize("who", ["dana", "petra", "cass", "colin", "hana"])
def test_only_accounting_and_audit_read_it(house: House, who: str) -> None:
    with pytest.raises(NotAllowed) as caught:
        cash_log.read(builders.actor(who), GAMING_DAY, NEXT)
    assert caught.value.code == "not_permitted"
    assert cash_log.read(house.axel, GAMING_DAY, NEXT).days == []


def test_no_more_than_a_month_is_read_at_once(house: House) -> None:
    for last in (GAMING_DAY - timedelta(days=1), GAMING_DAY + timedelta(days=31)):
        with pytest.raises(Invalid) as caught:
            cash_log.read(house.ada, GAMING_DAY, last)
        assert caught.value.code == "bad_days"


@pytest.mark.parametrize(
    ("known_as", "changes", "code", "family"),
    [
        ("seat 3", {"patron": "P-8"}, "no_such_patron", NotFound),
        ("seat 3", {"place": "BJ-77"}, "no_such_place", NotFound),
        ("P-8", {"place": ""}, "no_such_patron", NotFound),
        ("P-7", {}, "same_patron", Conflict),
        (" ", {}, "bad_name", Invalid),
    ],
)
def test_who_nobody_is(
    house: House, known_as: str, changes: Mapping[str, Any], code: str, family: type[FloorError]
) -> None:
    with refused(code, family):
        identify(house, known_as, **changes)


def test_a_time_lies_in_the_past_and_has_a_place(house: House) -> None:
    patrons.register_patron(actor=house.petra, at=house.at, code="P-9", description="tall, red cap")
    for known_as, more in (
        ("seat 3", {"since": after(house, 1)}),
        ("seat 3", {"since": after(house, -2), "until": after(house, -3)}),
        ("P-9", {"place": "", "since": after(house, -1)}),
    ):
        with refused("bad_span", Invalid):
            identify(house, known_as, **more)
    with refused("not_permitted", NotAllowed):
        identify(house, "seat 3", actor=house.dana)


def test_who_nears_the_threshold_is_known_at_once(house: House) -> None:
    buys(house, 750_000, after(house, 1))
    follow.follow_all()
    assert cash_log.near_threshold(house.casino.pk, GAMING_DAY) == []
    buys(house, 50_000, after(house, 2))
    follow.follow_all()
    assert [(t.person, level) for t, level in cash_log.near_threshold(house.casino.pk, GAMING_DAY)] == [(PAT, "near")]
    buys(house, 250_000, after(house, 3))
    follow.follow_all()
    assert [level for _, level in cash_log.near_threshold(house.casino.pk, GAMING_DAY)] == ["above"]


def test_a_month_is_read_in_as_many_statements_as_a_day(house: House) -> None:
    buys(house, 800_000, after(house, 1))
    follow.follow_all()
    cash_log.read(house.ada, GAMING_DAY, GAMING_DAY)  # what a process reads once
    with statements.counted() as of_a_day:
        cash_log.read(house.ada, GAMING_DAY, GAMING_DAY)
    with statements.counted() as of_a_month:
        found = cash_log.read(house.ada, GAMING_DAY - timedelta(days=30), GAMING_DAY)
    assert [(day.total.person, day.name) for day in found.days] == [(PAT, "Pat Seven")]
    assert of_a_month == of_a_day


def test_the_pit_is_alerted_at_the_moment_of_the_event(house: House) -> None:
    buys(house, 800_000, after(house, 1))
    follow.follow_all()
    views = tables.overview(house.petra, after(house, 1), pit="P1")
    version = Casino.objects.get(pk=house.casino.pk).settings_version
    window = clock.window(house.casino.pk, version, after(house, 1))
    pack = rule_pack_reads.in_force(house.casino.pk, GAMING_DAY)
    items = attention.of_pit(house.petra, views, window, after(house, 1), pack)
    assert [(item.kind, item.table, item.values) for item in items if item.kind.startswith("cash")] == [
        ("cash_near", "BJ-01", {"amount": 800_000, "who": "P-7", "gaming_day": GAMING_DAY})
    ]
