"""Every written case of the house's games, played at real tables: log, floor and books agree afterwards."""

import json
from pathlib import Path

import pytest

from accounting.services import follow
from accounting.services.verify.run import verify
from tables.services import case_runs
from tables.services.case_floor import CaseHouse
from tests import builders

pytestmark = pytest.mark.django_db

GAMES = Path(__file__).resolve().parents[2] / "games"


def test_written_cases_leave_books_that_agree() -> None:
    files = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(GAMES.glob("*/cases/*.json"))]
    cases = [case for content in files for case in case_runs.cases_of(content)]
    dealt = [case for case in cases if case_runs.games_of([case])]
    assert dealt
    house = CaseHouse(case_runs.games_of(dealt), builders.AT)
    verdicts = list(case_runs.play(dealt, lambda game: house.port()))
    assert [verdict.id for verdict in verdicts if verdict.actual is None] == []
    follow.follow_all()
    outcome = verify()
    assert [str(finding) for finding in outcome.findings] == []
