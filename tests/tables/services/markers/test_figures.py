"""Markers in the figures of certified shifts, through the services: V-06, V-07, T-57, T-58. Amounts in minor units."""

import json
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest

from accounting.models.reports import ShiftReport
from accounting.services import certify
from tables.services import boxes
from tests import builders, custody
from tests import markers as acts
from tests.builders import House

pytestmark = pytest.mark.django_db

OPENER = {10_000: 200}
"""20,000.00"""
MARKER = {10_000: 50}
"""5,000.00"""


@pytest.fixture
def house() -> House:
    """Two tables of 20,000.00; the patron buys in for 3,000.00 and signs a marker of 5,000.00 at the first."""
    made = acts.house(OPENER, tables=("BJ-01", "BJ-02"))
    custody.buy_in(made, 300_000, {10_000: 30})
    acts.issue(made, MARKER)
    return made


def _close(house: House, table: str, dealer: str, closer: int, cash: int) -> None:
    """The table closes with ``closer`` in its rack and ``cash`` in its box."""
    custody.close_table(house, {10_000: closer // 10_000}, "as counted", table=table, dealer=house.sign(dealer))
    boxes.remove_box(actor=house.colin, at=house.at, table=table, removal=custody.removal(house))
    custody.count_box(house, {10_000: cash // 10_000} if cash else {}, table=table)


def _lines(house: House) -> Mapping[str, Mapping[str, Any]]:
    """Table -> its line in the certified report of the shift; under "" the pit's."""
    later = house.at + timedelta(hours=3)
    answer = certify.certify_shift(actor=house.ada, at=later, gaming_day=builders.GAMING_DAY, shift="day")
    figures = json.loads(ShiftReport.objects.get(sha256=answer["sha256"]).text)["figures"]
    return {line["table"]: line for line in figures["tables"]} | {"": figures["pits"][0]["banked"]}


def _told(line: Mapping[str, Any]) -> tuple[int, int, str]:
    return line["drop"], line["win"], line["hold"]["percent"]


def test_v06_a_marker_is_drop(house: House) -> None:
    """V-06: O 20,000, MI 5,000, X 3,000, C 16,000: D 8,000, W 4,000, H 50 %."""
    _close(house, "BJ-01", "dana", 1_600_000, 300_000)
    line = _lines(house)["BJ-01"]
    assert _told(line) == (800_000, 400_000, "50.00")


def test_v07_t58_a_part_payment_at_the_table_moves_no_win(house: House) -> None:
    """V-07, T-58: 2,000 in cash and 1,000 in chips: X 5,000, C 17,000, W still 4,000 (without MPk 5,000)."""
    acts.pay(house, "M-000001", 200_000, {10_000: 10})
    _close(house, "BJ-01", "dana", 1_700_000, 500_000)
    line = _lines(house)["BJ-01"]
    assert line["win"] == 400_000
    assert line["markers"] == {"issued": 500_000, "paid_cash": 200_000, "paid_chips": 100_000}


def test_t57_a_marker_of_one_table_is_paid_at_another(house: House) -> None:
    """T-57: D and W of both tables change, the pit's total is right.

    BJ-01: D = 3,000 + 5,000, C 16,000, W = 16,000 + 3,000 + 5,000 - 20,000 = 4,000. BJ-02 takes 2,000 in cash and 1,000
    in chips: X 2,000, D = 2,000 - 2,000 = 0, C 21,000, W = 21,000 + 2,000 - 2,000 - 1,000 - 20,000 = 0.
    """
    acts.open_other(house, "BJ-02", OPENER)
    acts.pay_elsewhere(house, "BJ-02", "M-000001", 200_000, {10_000: 10})
    _close(house, "BJ-01", "dana", 1_600_000, 300_000)
    _close(house, "BJ-02", "dev", 2_100_000, 200_000)
    lines = _lines(house)
    assert (lines["BJ-01"]["drop"], lines["BJ-01"]["win"]) == (800_000, 400_000)
    assert (lines["BJ-02"]["drop"], lines["BJ-02"]["win"]) == (0, 0)
    assert (lines[""]["drop"], lines[""]["win"]) == (800_000, 400_000)
    assert acts.row("M-000001").payments[0]["where"] == "BJ-02"
