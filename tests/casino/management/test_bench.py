"""What script/bench calls: what is printed and kept."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from casino.bench import parts
from casino.bench.measure import Line, Sample, rate, rate_against
from casino.bench.parts import Part

pytestmark = pytest.mark.django_db

FAST, SLOW = Sample((0.1, 0.1, 0.1)), Sample((0.2, 0.2, 0.2))


def _presses(size: int) -> Iterator[Line]:
    yield rate_against("a press", "presses/s", (FAST, size), "bare", (SLOW, size), ">= 3 x", 3)


def _books(size: int) -> Iterator[Line]:
    yield rate("books", "journals/s", FAST, size)


def _broken(size: int) -> Iterator[Line]:
    yield rate("what was measured", "a second", FAST, size)
    raise RuntimeError("the server ended")


@pytest.fixture(autouse=True)
def three_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {
        "presses": Part(_presses, 10, "presses"),
        "books": Part(_books, 500, "journals"),
        "broken": Part(_broken, 5, "pieces", usual=False),
    }
    monkeypatch.setattr(parts, "PARTS", known)


def test_without_a_name_every_usual_part_is_measured_and_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("bench", "--out", str(tmp_path))
    printed = capsys.readouterr().out
    assert "a press  100 presses/s" in printed
    assert "2.00 x  >= 3 x  NOT MET" in printed
    (file,) = tmp_path.glob("*.json")
    kept = json.loads(file.read_text())
    assert kept["parts"] == {"presses": 10, "books": 500}
    assert [(line["what"], line["ours"], line["ratio"], line["met"]) for line in kept["lines"]] == [
        ("a press", 100.0, 2.0, False),
        ("books", 5000.0, None, None),
    ]


def test_only_what_is_named_is_measured_at_its_size(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("bench", "books=20", "--out", str(tmp_path))
    printed = capsys.readouterr().out
    assert "a press" not in printed
    assert "books  200 journals/s" in printed


def test_what_was_measured_before_an_error_is_kept(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="the server ended"):
        call_command("bench", "broken", "--out", str(tmp_path))
    (file,) = tmp_path.glob("*.json")
    assert [line["what"] for line in json.loads(file.read_text())["lines"]] == ["what was measured"]


def test_an_unknown_part_is_refused_before_anything_is_measured(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="there is no part press; the parts are presses, books, broken"):
        call_command("bench", "books", "press", "--out", str(tmp_path))
    assert list(tmp_path.iterdir()) == []
