"""The page that tells one shift says what the shift's own report says."""

from pathlib import Path

import pytest

from tables.documents.spelling import grouped as spelt
from tests.stories.evening import Evening
from tests.stories.test_blackjack_evening import evening

__all__ = ["evening"]

pytestmark = pytest.mark.django_db

PAGE = Path(__file__).parents[2] / "docs" / "a-shift.md"


def written(amount: int) -> str:
    return ("-" if amount < 0 else "") + spelt(amount, 2)


def rows() -> dict[str, list[str]]:
    """The cells of every table row of the page, by the first one."""
    lines = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    cells = [[cell.strip(" *") for cell in line.strip("|").split("|")] for line in lines]
    return {first: rest for first, *rest in cells}


def test_the_figures_on_the_page_are_those_of_the_report(evening: Evening) -> None:
    (line,) = evening.certified()["figures"]["tables"]
    told = rows()
    for name, title in (
        ("closer", "closer"),
        ("chip_result", "chip result (closer less opener)"),
        ("drop", "drop"),
        ("win", "win"),
        ("engine_net", "engine net"),
        ("difference", "difference"),
        ("handle", "handle"),
    ):
        assert told[title] == [written(line[name])]
    assert told["hold"] == [f"{line['hold']['percent']} %"]
    assert told["rounds and hands"] == [f"{line['rounds']} and {line['hands']}"]


def test_the_places_on_the_page_are_those_of_the_books(evening: Evening) -> None:
    told = rows()
    for (account, asset), amount in evening.balances().items():
        cells = [written(amount), ""] if asset == "chips" else ["", written(amount)]
        assert told[account] == cells
