"""CSV of a frozen report: exact figures, empty for unknown, and nothing that a spreadsheet would run."""

import csv
import io
import json
from typing import Any

import pytest

from accounting.domain import pot_lines
from accounting.domain.shift_lines import Box, Place
from accounting.models.reports import ShiftReport
from accounting.reports import shift_sheets
from accounting.services import certify
from tests import builders, custody, dealt
from tests.accounting.domain.test_shift_report import period

pytestmark = pytest.mark.django_db


@pytest.fixture
def text() -> str:
    """The preliminary report of a shift with one round."""
    house = dealt.settled(builders.house())
    dealt.press(house, {"do": "confirm_settlement"})
    custody.buy_in(house, 10_000, {2_500: 4})
    custody.close_table(house, custody.rack_of(house))
    certify.certify_shift(actor=house.ada, at=house.at, gaming_day=builders.GAMING_DAY, shift="day")
    return ShiftReport.objects.get().text


def read(text: str, name: str) -> list[dict[str, str]]:
    """A sheet as a spreadsheet reads it."""
    raw = shift_sheets.sheet(text, name)
    assert raw.startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(io.StringIO(raw.decode("utf-8-sig"), newline="")))


def test_a_line_a_table_with_minor_units_beside_the_decimal(text: str) -> None:
    (line,) = read(text, "tables")
    names = ("table", "pit", "game", "opener_minor", "opener", "closer_minor", "chip_result", "engine_net", "rounds")
    assert [line[name] for name in names] == [
        "BJ-01", "P1", "blackjack", "1000000", "10000.00", "993500", "-65.00", "35.00", "1",
    ]  # fmt: skip


def test_t_50_unknown_is_empty(text: str) -> None:
    (line,) = read(text, "tables")
    assert [line[name] for name in ("win_minor", "win", "drop_minor", "hold_percent")] == ["", "", "", ""]


def test_the_other_sheets(text: str) -> None:
    (period,) = read(text, "periods")
    assert (period["table"], period["period"], period["dealers"], period["boxes"]) == ("BJ-01", "1", "dana", "1")
    totals = read(text, "totals")
    assert [(line["of"], line["name"], line["kind"]) for line in totals] == [
        ("game", "blackjack", "banked"),
        ("pit", "P1", "banked"),
        ("house", "DEMO", "banked"),
        ("house, day to date", "DEMO", "banked"),
    ]
    (exception,) = read(text, "exceptions")
    assert (exception["kind"], exception["table"], exception["box"], exception["amount"]) == (
        "box_on_table",
        "BJ-01",
        "1",
        "",
    )
    with pytest.raises(KeyError):
        shift_sheets.sheet(text, "secrets")


def test_rake_has_a_sheet_of_its_own_that_is_empty_without_pot_games(text: str) -> None:
    assert shift_sheets.sheet(text, "pot_games") == b"\xef\xbb\xbfempty\r\n"
    dice = Place("SD", "P1", "scarney", False)
    own = [period(dice, pot=8_000, pot_paid=7_600, rake=400, rounds=2, handle=8_000)]
    boxes = {("SD", 1): Box("SD", 1, (1,), 0, 0, 400, None)}
    told = json.loads(text) | {"pot_games": pot_lines.block(own, own, boxes)}
    lines = read(json.dumps(told), "pot_games")
    assert [(line["of"], line["name"], line["game"]) for line in lines] == [
        ("table", "SD", "scarney"),
        ("game", "scarney", "scarney"),
        ("house", "DEMO", ""),
        ("house, day to date", "DEMO", ""),
    ]
    names = ("rounds", "pot", "rake_expected_minor", "rake_expected", "rake_booked", "rake_per_hour", "bank_variance")
    assert [lines[0][name] for name in names] == ["2", "80.00", "400", "4.00", "", "2.00", "0.00"]
    assert lines[2]["bank_variance"] == ""


@pytest.mark.parametrize("evil", ["=1+1", "+1", "-1+cmd", "@SUM(A1)", "\tx", "\rx", "\nx"])
def test_a_text_is_never_a_formula(text: str, evil: str) -> None:
    report: dict[str, Any] = json.loads(text)
    report["exceptions"] = [{"kind": "round_voided", "table": "BJ-01", "period": 1, "seq": 5, "reason": evil}]
    (line,) = read(json.dumps(report), "exceptions")
    assert line["reason"] == f"'{evil}"


def test_negative_figures_stay_numbers(text: str) -> None:
    (line,) = read(text, "tables")
    assert line["chip_result_minor"] == "-6500"


def test_an_empty_sheet_has_a_head(text: str) -> None:
    report: dict[str, Any] = json.loads(text) | {"exceptions": []}
    assert shift_sheets.sheet(json.dumps(report), "exceptions") == b"\xef\xbb\xbfempty\r\n"


def test_the_same_text_is_the_same_bytes(text: str) -> None:
    sheet = shift_sheets.sheet(text, "periods")
    assert sheet == shift_sheets.sheet(text, "periods")
    assert sheet.count(b"\n") == sheet.count(b"\r\n") == 2


def test_file_names_are_plain(text: str) -> None:
    assert shift_sheets.file_name(text, "tables") == "DEMO-2026-03-04-day-v1-tables.csv"
    odd = json.dumps(json.loads(text) | {"shift": '../"x'})
    assert shift_sheets.file_name(odd, "tables") == "DEMO-2026-03-04-____x-v1-tables.csv"
