"""The rules and the vocabulary run without any framework: shown in a process of its own, not only by import lists."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent

CODE = """
import importlib, pkgutil, sys
for room in sys.argv[1:]:
    package = importlib.import_module(room)
    for module in pkgutil.walk_packages(package.__path__, room + "."):
        importlib.import_module(module.name)
loaded = {name.split(".")[0] for name in sys.modules}
print(*sorted(loaded & {"celery", "django", "psycopg", "redis", "rest_framework"}))
"""


def loaded_by(*rooms: str) -> str:
    done = subprocess.run([sys.executable, "-c", CODE, *rooms], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_games_and_vocabulary_load_no_framework() -> None:
    assert loaded_by("tables.games", "tables.domain") == ""


def test_the_accountants_arithmetic_loads_no_framework() -> None:
    assert loaded_by("accounting.domain") == ""


def test_what_draws_documents_loads_no_framework() -> None:
    assert loaded_by("tables.documents") == ""


def test_the_check_sees_a_framework() -> None:
    assert loaded_by("casino.embedded") == "django psycopg redis"
