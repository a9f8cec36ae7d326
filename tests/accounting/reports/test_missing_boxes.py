"""The count report of a day on which a box did not come (T-54)."""

import pytest

from accounting.reports import count_report
from tables.services.counts import MissingBox
from tests import builders, counting, custody
from tests.accounting.reports.test_count_report import ask
from tests.accounting.reports.test_reports_of_days import lines, table

pytestmark = pytest.mark.django_db


def test_a_missing_box_is_told_with_its_reason() -> None:
    made = custody.running(builders.house())
    custody.close_table(made, custody.rack_of(made))
    custody.remove_box(made)
    counting.open_count(made)
    counting.close(made, missing=[MissingBox("BJ-01", 1, "left in the pit")])
    (line,) = lines(table(count_report.build(ask(made)), "missing"))
    assert (line["session"], line["table"], line["box"], line["reason"]) == (1, "BJ-01", 1, "left in the pit")
