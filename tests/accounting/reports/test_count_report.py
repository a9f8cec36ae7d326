"""The count report where two persons did not find the same, and where a box held more than banknotes."""

from collections.abc import Iterator

import pytest
from pytest_django import DjangoDbBlocker

from accounting.reports import count_report
from accounting.reports.asking import Ask
from tables.domain.foreign_chips import ForeignItem, ForeignKind
from tables.domain.notes import NoteCount
from tables.selectors import house as house_selector
from tests import builders, cages, counting, custody, slips, whole_house
from tests.accounting.reports.test_reports_of_days import SPAN, lines, table
from tests.builders import House


@pytest.fixture(scope="module")
def house(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[House]:
    """A box with everything in it: the second counter overlooked a note, the verifier agrees with the first."""
    with django_db_blocker.unblock(), whole_house.frozen(), whole_house.undone():
        made = slips.house()
        cages.promotional_set(made)
        for _ in range(2):
            slips.accept(made, slips.carried_fill(made))
        custody.close_table(made, custody.rack_of(made))
        custody.remove_box(made)
        counting.in_count(made)
        apart = {
            "promotional": {"PROMO": {500: 2}},
            "promotional_total": 1_000,
            "coupons": NoteCount({2_500: 1}, 2_500),
            "found_chips": {500: 1},
            "found_chips_total": 500,
            "foreign": [ForeignItem(ForeignKind.COUNTERFEIT, "note of 100", 10_000, 1)],
            "papers": ["F-000001", "C-000001"],
        }
        right = counting.cash({10_000: 3}, **apart)
        counting.first(made, right)
        counting.second(made, counting.cash({10_000: 2}, **apart))
        counting.recount(made, right)
        counting.close_when_done(made, 1)
        yield made


def ask(house: House, language: str = "en") -> Ask:
    return Ask(house.ada, house_selector.of(house.ada), SPAN, language, house.at, lambda _done, _of: None)


def test_the_drop_variance_report_has_all_three_counts(house: House) -> None:
    (line,) = lines(table(count_report.build(ask(house)), "variances"))
    assert (line["table"], line["box"], line["what"]) == ("BJ-01", 1, "Cash")
    assert (line["first"], line["second"], line["stands"]) == (30_000, 20_000, 30_000)
    assert line["explanation"] == "two notes stuck together"
    assert line["signed"] == "colin (Counter), cora (Counter), ada (Accountant)"


def test_what_is_no_cash_stands_apart(house: House) -> None:
    """T-40, T-41: pieces, and what is written on them; foreign pieces have no value."""
    found = lines(table(count_report.build(ask(house)), "apart"))
    assert [(line["what"], line["pieces"], line["worth"]) for line in found] == [
        ("Promotional chips PROMO", 2, 1_000),
        ("Coupons", 1, 2_500),
        ("Chips of the table", 1, 500),
        ("Counterfeit: note of 100", 1, None),
        ("Slip F-000002 is missing", None, None),
        ("Slip C-000001 belongs to another box", None, None),
    ]


def test_the_steps_of_the_session(house: House) -> None:
    found = lines(table(count_report.build(ask(house)), "sessions"))
    assert [line["what"] for line in found] == [
        "Count opened",
        "First and second count differ",
        "All banknotes counted again",
        "Count closed",
    ]


def test_both_languages_say_the_same(house: House) -> None:
    english, chinese = count_report.build(ask(house)), count_report.build(ask(house, "zh-hans"))
    assert [len(part.rows) for part in english.tables] == [len(part.rows) for part in chinese.tables]
    assert builders.GAMING_DAY.isoformat() in english.number


def test_the_slips_of_the_box_and_what_the_team_signed(house: House) -> None:
    document = count_report.build(ask(house))
    (papers,) = lines(table(document, "papers"))
    assert (papers["table"], papers["box"], papers["count"], papers["papers"]) == ("BJ-01", 1, 2, "C-000001, F-000001")
    (closing,) = lines(table(document, "closings"))
    assert [closing[name] for name in ("session", "boxes", "cash_total", "chips_total")] == [1, 1, 30_000, 500]
    assert [closing[name] for name in ("promotional_total", "coupons_total")] == [1_000, 2_500]
    assert "missing" not in [part.name for part in document.tables]
