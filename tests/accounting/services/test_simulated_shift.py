"""A whole simulated shift is proven from the log, and its books come back equal when they are built again."""

from datetime import date

import pytest
from django.db import connection

from accounting.services import follow, rebuild, simulate, storing
from accounting.services.verify.run import verify
from tables.models.rounds import Bet
from tables.services.simulation import shift
from tables.services.simulation.shift import ShiftPlan

pytestmark = pytest.mark.django_db


def books() -> dict[str, list[tuple[object, ...]]]:
    """Every row of every books table."""
    found = {}
    for name in [table.name for table in storing.TABLES] + ["accounting_streambalance", "accounting_cursor"]:
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT * FROM {name}")  # noqa: S608 - our own names
            found[name] = sorted(cursor.fetchall(), key=repr)
    return found


@pytest.fixture
def simulated() -> simulate.Certified:
    played = shift.play_shift(ShiftPlan(2, 5, 11, 5, date(2026, 3, 4), ("blackjack",)), lambda done, of: None)
    certified = simulate.certify_played(played)
    follow.follow_all()  # the certificate is an event of the house, too
    return certified


def test_verifying_finds_nothing_after_a_simulated_shift(simulated: simulate.Certified) -> None:
    outcome = verify()
    assert [str(finding) for finding in outcome.findings] == []
    assert (outcome.streams, outcome.rounds) == (5, 10)


def test_books_that_are_built_again_are_equal_row_by_row(simulated: simulate.Certified) -> None:
    before = books()
    assert len(before["accounting_journal"]) == 102
    assert len(before["accounting_settlement"]) == Bet.objects.count()
    rebuild.rebuild()
    assert books() == before
    assert [str(finding) for finding in verify().findings] == []
