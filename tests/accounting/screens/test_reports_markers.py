"""Chips paid on a marker lie in the rack and are no win: the report shows them, so that its formula can be redone."""

import csv
import io
import json
from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine

from accounting.models.reports import ShiftReport
from accounting.reports import shift_report, shift_sheets
from accounting.services import certify, follow
from tables.documents.model import Table
from tables.selectors import house as house_selector
from tests import builders, custody, markers
from tests.accounting.screens.test_reports import FIRST, row
from tests.builders import House
from tests.tables.screens.hands import Hands

pytestmark = pytest.mark.django_db

END = builders.AT + timedelta(hours=1)


@pytest.fixture
def house() -> Iterator[House]:
    """A shift without a round: a marker of 5,000.00 was given, 100.00 of it paid in cash and 250.00 in chips.

    A red chip of 5.00 is missing at the end, which is all that the house lost.
    """
    with time_machine.travel(builders.AT, tick=False):
        made = markers.house()
        slip = markers.issue(made)["slip"]
        markers.pay(made, slip, 10_000, {2_500: 10})
    with time_machine.travel(END, tick=False):
        rack = custody.rack_of(made)
        custody.close_table(made, {**rack, 500: rack[500] - 1}, note="one red chip is missing", at=END)
        custody.remove_box(made)
        custody.count_box(made, {10_000: 1})
        certify.certify_shift(actor=made.ada, at=END, gaming_day=builders.GAMING_DAY, shift="day")
        follow.follow_all()
        yield made


def test_the_formula_on_the_page_gives_the_win_on_the_page(house: House) -> None:
    shown = Hands(house).sit_down("ada").look(FIRST).content.decode()
    assert "Win = closer + credits + drop − opener − fills − markers paid in chips." in shown
    # opener, fills, credits, closer, drop, markers paid in chips, win, hold
    line = ["10,000.00", "—", "—", "5,245.00", "5,000.00", "250.00", "(5.00)", "(0.10)"]
    assert row(shown, "BJ-01")[1:9] == line
    assert row(shown, "Gaming day to date, banked")[:8] == line
    assert "figure=markers_paid_chips" in shown


def test_paper_and_sheet_show_them_too(house: House) -> None:
    report = ShiftReport.objects.get()
    document = shift_report.document(json.loads(report.text), report.sha256, house_selector.of(house.ada), "en")
    (table,) = [part for part in document.parts if isinstance(part, Table) and part.name == "tables"]
    names = [column.name for column in table.columns]
    assert names[2:9] == ["opener", "fills", "credits", "closer", "drop", "markers_paid_chips", "win"]
    for shown in (line for line in table.rows if len(line.cells) == len(names)):
        told = dict(zip(names, shown.cells, strict=True))
        assert told["markers_paid_chips"] == 25_000
    (line,) = csv.DictReader(io.StringIO(shift_sheets.sheet(report.text, "tables").decode("utf-8-sig"), newline=""))
    names = ["markers_issued", "markers_paid_cash", "markers_paid_chips"]
    assert [line[name] for name in names] == ["5000.00", "100.00", "250.00"]
