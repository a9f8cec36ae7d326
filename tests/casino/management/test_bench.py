"""What script/bench calls: which parts are measured, what is printed and kept."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from casino.bench.measure import Line, Sample, rate, rate_against
from casino.management.commands import bench

pytestmark = pytest.mark.django_db

FAST, SLOW = Sample((0.1, 0.1, 0.1)), Sample((0.2, 0.2, 0.2))


def _presses() -> Iterator[Line]:
    yield rate_against("a press", "presses/s", (FAST, 10), "bare", (SLOW, 10), ">= 3 x", 3)


def _books() -> Iterator[Line]:
    yield rate("books", "journals/s", FAST, 500)


@pytest.fixture(autouse=True)
def two_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "PARTS", {"presses": _presses, "books": _books})


def test_without_a_name_every_part_is_measured_and_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("bench", "--out", str(tmp_path))
    printed = capsys.readouterr().out
    assert "a press  100 presses/s" in printed
    assert "2.00 x  >= 3 x NOT MET" in printed
    (file,) = tmp_path.glob("*.json")
    kept = json.loads(file.read_text())["lines"]
    assert [(line["what"], line["ours"], line["ratio"], line["met"]) for line in kept] == [
        ("a press", 100.0, 2.0, False),
        ("books", 5000.0, None, None),
    ]


def test_only_what_is_named_is_measured(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("bench", "books", "--out", str(tmp_path))
    assert "a press" not in capsys.readouterr().out


def test_an_unknown_part_is_refused_before_anything_is_measured(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="there is no part press; the parts are presses, books, month and edge"):
        call_command("bench", "press", "--out", str(tmp_path))
    assert list(tmp_path.iterdir()) == []
