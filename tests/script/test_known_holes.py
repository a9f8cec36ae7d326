"""The question about known holes: a hole fails, and an answer that leaves packages out is not taken for a good one."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).parents[2] / "script" / "known_holes.py"
SOUND = {"name": "django", "version": "5.2.8", "vulns": []}
HOLED = {"name": "h11", "version": "0.15", "vulns": [{"id": "PYSEC-2025-1", "fix_versions": ["0.16", "0.17"]}]}
HOPELESS = {"name": "x", "version": "1", "vulns": [{"id": "PYSEC-2025-2", "fix_versions": []}]}
UNKNOWN = {"name": "redis", "skip_reason": "not found"}


def told(folder: Path, said: str | None) -> tuple[int, str]:
    """Exit code and words of the script, where ``pip-audit`` says so; None: where there is none."""
    if said is not None:
        tool = folder / "pip-audit"
        tool.write_text(f"#!/bin/sh\ncat <<'END'\n{said}\nEND\nexit 1\n")
        tool.chmod(0o755)
    path = f"{folder}:{os.defpath}"
    done = subprocess.run(
        [sys.executable, SCRIPT, "a.txt"], env={"PATH": path}, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout


@pytest.mark.parametrize(
    ("packages", "answer"),
    [
        ([SOUND], (0, "")),
        ([SOUND, HOLED], (1, "a.txt: h11 0.15: PYSEC-2025-1, mended in 0.16, 0.17\n")),
        ([HOPELESS], (1, "a.txt: x 1: PYSEC-2025-2, mended in no version\n")),
        ([SOUND, UNKNOWN], (2, "nobody could say: redis\n")),
        ([UNKNOWN, HOPELESS], (1, "a.txt: x 1: PYSEC-2025-2, mended in no version\nnobody could say: redis\n")),
        ([UNKNOWN] * 6, (2, "nobody could say: redis, redis, redis, redis, redis and others\n")),
        ([], (2, "nobody could say: all of a.txt\n")),
    ],
)
def test_what_is_known_is_told(packages: list[dict[str, Any]], answer: tuple[int, str], tmp_path: Path) -> None:
    assert told(tmp_path, json.dumps({"dependencies": packages, "fixes": []})) == answer


@pytest.mark.parametrize("said", ["no way to the database", "", None])
def test_who_could_not_be_asked_has_said_nothing(said: str | None, tmp_path: Path) -> None:
    assert told(tmp_path, said) == (2, "nobody could say: all of a.txt\n")
