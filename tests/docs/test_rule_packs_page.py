"""The table of docs/rule-packs.md is the packs' own."""

import re
from io import StringIO
from pathlib import Path

from django.core.management import call_command

from tables.domain.rule_packs import page
from tables.domain.rule_packs.values import VALUES

PAGE = (Path(__file__).parents[2] / "docs" / "rule-packs.md").read_text(encoding="utf-8")


def test_the_page_shows_every_value_of_every_pack() -> None:
    assert page.table() in PAGE


def test_the_command_prints_the_table() -> None:
    told = StringIO()
    call_command("rule_packs", stdout=told)
    assert told.getvalue() == page.table()


def test_an_amount_is_shown_at_two_decimal_places() -> None:
    rows = re.findall(r"^\| `(\w+)` \| [^|]+ \| ([^|]+) \| ([^|]+) \| ([^|]+) \|", page.table(), re.MULTILINE)
    shown = {name: tuple(cells) for name, *cells in rows}
    assert shown.keys() == VALUES.keys()
    assert shown["variance_report_from"] == ("100.00", "25.01", "0.01")
    assert shown["ctr_above"] == ("10,000.00", "10,000.00", "none")
    assert shown["promo_in_drop"] == ("no", "yes", "no")
