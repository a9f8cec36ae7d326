"""The shift report as a document: the frozen figures, in both languages, and nothing of its own."""

import json
from collections.abc import Iterator
from datetime import datetime
from decimal import Decimal
from typing import Any

import pypdfium2
import pytest
from pytest_django import DjangoDbBlocker

from accounting.models.reports import ShiftReport
from accounting.reports import shift_report, shift_tables
from accounting.services import certify
from tables.documents import data, drawing
from tables.documents.drawing import Format
from tables.documents.model import Chart, Checks, Document, Notes, Style, Table, Tone
from tables.selectors import house as house_selector
from tables.selectors.house import HouseFacts
from tables.services import limits, rulings, taps
from tests import builders, custody, dealt, whole_house
from tests.accounting import worked

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def told(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[tuple[ShiftReport, HouseFacts]]:
    """The day shift of a house with a blackjack table five short and a dice table, its limits and a void."""
    with django_db_blocker.unblock(), whole_house.frozen(), whole_house.undone():
        house = dealt.settled(builders.house())
        dealt.press(house, {"do": "confirm_settlement"})
        custody.buy_in(house, 10_000, {2_500: 4})
        limits.raise_limit(actor=house.petra, at=house.at, table="BJ-01", player="anna", maximum=90_000)
        dealt.press(house, {"do": "open_round"}, *dealt.bets(), {"do": "close_betting"})
        rulings.void_round(actor=house.petra, at=house.at, table="BJ-01", number=2, reason="a card was seen")
        rack = custody.rack_of(house)
        custody.close_table(house, {**rack, 500: rack[500] - 1}, note="one red chip is missing")
        custody.remove_box(house)
        custody.count_box(house, {10_000: 1})
        taps.tap_out(actor=house.dana, at=house.at, table="BJ-01")
        worked.dice_table(house)
        certify.certify_shift(actor=house.ada, at=house.at, gaming_day=builders.GAMING_DAY, shift="day")
        yield ShiftReport.objects.get(), house_selector.of(house.ada)


def made(told: tuple[ShiftReport, HouseFacts], language: str = "en", **changed: Any) -> Document:
    row, house = told
    return shift_report.document(json.loads(row.text) | changed, row.sha256, house, language)


def part(document: Document, name: str) -> Any:
    (found,) = [part for part in document.parts if part.name == name]
    return found


def row(table: Table, name: str) -> dict[str, Any]:
    """The row whose first cell says ``name``, by column."""
    (found,) = [row for row in table.rows if row.style is not Style.GROUP and row.cells[0] == name]
    return dict(zip([column.name for column in table.columns], found.cells, strict=True))


def test_who_when_and_which(told: tuple[ShiftReport, HouseFacts]) -> None:
    document = made(told)
    assert (document.number, document.casino, document.house) == ("2026-03-04 day v1", "DEMO", "Demo House")
    assert (document.money.currency, document.money.exponent, document.zone) == ("USD", 2, "America/Los_Angeles")
    assert document.state is not None
    assert (document.state.word, document.state.tone) == ("FINAL", Tone.GOOD)
    assert document.dated == told[0].certified_at
    assert [fact.value for fact in document.identity] == [
        builders.GAMING_DAY, "day", 1, told[0].certified_at, "ada",
    ]  # fmt: skip
    assert document.sha256 == told[0].sha256
    assert document.proof[0].value == json.loads(told[0].text)["log"]["root"]


def test_every_figure_is_the_frozen_one(told: tuple[ShiftReport, HouseFacts]) -> None:
    frozen = json.loads(told[0].text)
    table = part(made(told), "tables")
    for name, line in (
        ("BJ-01", frozen["figures"]["tables"][0]),
        ("SD-01", frozen["figures"]["tables"][1]),
        ("Pit P1, banked games", frozen["figures"]["pits"][0]["banked"]),
        ("House, pot games", frozen["figures"]["house"]["pot"]),
        ("Gaming day to date, banked", frozen["day_to_date"]["house"]["banked"]),
    ):
        shown = row(table, name)
        for column in ("opener", "fills", "credits", "closer", "drop", "win", "rake", "engine_net", "handle", "rounds"):
            assert shown[column] == line[column], (name, column)
        assert shown["hold"] == (Decimal(line["hold"]["percent"]) if line["hold"] else None)
    # 9,930 + 100 - 10,000 = 30.00, five less than the rounds say: the missing chip
    assert (row(table, "BJ-01")["win"], row(table, "BJ-01")["difference"]) == (3_000, -500)


def test_sums_name_the_lines_they_add(told: tuple[ShiftReport, HouseFacts]) -> None:
    rows = part(made(told), "tables").rows
    sums = [(line.cells[0], [rows[other].cells[0] for other in line.adds]) for line in rows if line.adds]
    assert sums == [
        ("Pit P1, banked games", ["BJ-01"]),
        ("Pit P1, pot games", ["SD-01"]),
        ("House, banked games", ["Pit P1, banked games"]),
        ("House, pot games", ["Pit P1, pot games"]),
    ]  # fmt: skip


def test_pot_games_have_a_table_of_their_own(told: tuple[ShiftReport, HouseFacts]) -> None:
    table = part(made(told), "pot_games")
    shown = row(table, "SD-01")
    assert (shown["rake_expected"], shown["rake_counted"], shown["rake_surplus"], shown["rake_booked"]) == (
        200, 300, 100, 300,
    )  # fmt: skip
    assert [line.cells[0] for line in table.rows] == [
        "SD-01", "Straight Scarney Dice", "House, pot games", "Gaming day to date, pot",
    ]  # fmt: skip
    report = json.loads(told[0].text)
    del report["pot_games"]
    names = [each.name for each in shift_report.document(report, "", told[1], "en").parts]
    assert "pot_games" not in names


def test_exceptions_are_told_in_words(told: tuple[ShiftReport, HouseFacts]) -> None:
    rows = {tuple(row.cells) for row in part(made(told), "exceptions").rows}
    assert ("SD-01", "The rake differs from what the rounds expect", "box 1", 100) in rows
    assert any(cells[1] == "Round voided: a card was seen" for cells in rows)
    assert any(cells[1] == "Closer differs from what the rounds expect" and cells[3] == -500 for cells in rows)
    assert shift_tables.reason("card_not_called") == "a card that was not called for"


def test_tie_outs_limits_and_rulings(told: tuple[ShiftReport, HouseFacts]) -> None:
    document = made(told)
    ties: Checks = part(document, "tie_outs")
    frozen = json.loads(told[0].text)["tie_outs"]
    assert {check.name: {"agree": check.agree, "of": check.of} for check in ties.checks} == frozen
    limits_told: Notes = part(document, "limits")
    assert any(line.endswith("lifted for anna to 900.00 by petra") for line in limits_told.lines)
    rulings_told: Notes = part(document, "rulings")
    assert any("round 2 voided: a card was seen (petra)" in line for line in rulings_told.lines)


def test_charts_repeat_figures_of_the_table(told: tuple[ShiftReport, HouseFacts]) -> None:
    won: Chart = part(made(told), "win")
    assert won.categories == ("BJ-01",)
    assert [series.values for series in won.series] == [(3_000,), (3_500,)]
    assert part(made(told), "drop").series[0].values == (10_000,)


def test_what_nobody_knows_yet_is_no_chart(told: tuple[ShiftReport, HouseFacts]) -> None:
    report = json.loads(told[0].text)
    for line in report["figures"]["tables"]:
        line["win"] = line["drop"] = None
    document = shift_report.document(report, "", told[1], "en")
    assert [chart.name for chart in document.charts] == ["win"]
    assert [series.title for series in part(document, "win").series] == ["By rounds"]
    report["figures"]["tables"] = [line for line in report["figures"]["tables"] if not line["banked"]]
    assert shift_report.document(report, "", told[1], "en").charts == ()


def test_of_many_tables_pits_are_drawn(told: tuple[ShiftReport, HouseFacts], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shift_report, "MOST_BARS", 0)
    assert part(made(told), "win").categories == ("P1",)


def test_two_lines_for_a_pen_and_who_certified(told: tuple[ShiftReport, HouseFacts]) -> None:
    outgoing, incoming, accounting = made(told).signatures
    assert (outgoing.name, incoming.name) == ("", "")
    assert (accounting.name, accounting.signed_at) == ("ada", told[0].certified_at)


def test_a_preliminary_version_and_one_that_supersedes(told: tuple[ShiftReport, HouseFacts]) -> None:
    document = made(told, state="preliminary", supersedes="cd" * 32)
    assert document.state is not None
    assert (document.state.word, document.state.tone) == ("PRELIMINARY", Tone.WARN)
    assert document.proof[1].value == "cd" * 32


def test_the_same_figures_in_chinese(told: tuple[ShiftReport, HouseFacts]) -> None:
    english, chinese = made(told), made(told, "zh-hans")
    assert chinese.title == "班次报表"
    assert [line.cells[2:] for line in part(english, "tables").rows] == [
        line.cells[2:] for line in part(chinese, "tables").rows
    ]
    assert row(part(chinese, "tables"), "BJ-01")["game"] == "二十一点"
    assert row(part(chinese, "tables"), "二十一点")["win"] == 3_000


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_t_104_a_reprint_is_the_same_bytes(told: tuple[ShiftReport, HouseFacts], language: str) -> None:
    first, again = (drawing.file(made(told, language), Format.PDF).content for _ in range(2))
    assert first == again
    opened = pypdfium2.PdfDocument(first)
    text = "".join(str(page.get_textpage().get_text_bounded()) for page in opened)
    opened.close()
    assert told[0].sha256 in text
    assert ("班次报表" if language == "zh-hans" else "Shift report") in text


def test_it_survives_the_way_to_the_worker(told: tuple[ShiftReport, HouseFacts]) -> None:
    assert data.document_of(data.text_of(made(told))) == made(told)
    assert isinstance(made(told).dated, datetime)


def test_a_lift_for_a_seat_is_read_like_the_seats(told: tuple[ShiftReport, HouseFacts]) -> None:
    figures = json.loads(told[0].text)["figures"]
    periods = [period for table in figures["tables"] for period in table["periods"]]
    for lift in (line for period in periods for line in period["lifted"]):
        lift["player"] = "S3"
    limits_told: Notes = part(made(told, figures=figures), "limits")
    assert any(line.endswith("lifted for Seat 3 to 900.00 by petra") for line in limits_told.lines)
