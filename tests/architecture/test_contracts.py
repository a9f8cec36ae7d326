"""The import contracts hold, and each of them bites: a copy of the tree with one wrong import breaks exactly it."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent

DIRECTION = "Wiring knows the books, the books know the floor, never the other way"
ROOMS = "A layer imports only what stands below it"
DOORS = "Only services and selectors touch rows; a door calls them"
PURE = "Rules, vocabulary and documents know no framework"


def broken_contracts(tree: Path) -> list[str]:
    """The names of the broken contracts, as import-linter prints them."""
    done = subprocess.run(
        [str(Path(sys.executable).with_name("lint-imports")), "--no-logo", "--no-cache"],
        cwd=tree,
        env={"PYTHONPATH": str(tree), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Contracts:" in done.stdout, done.stdout + done.stderr
    return [line.removesuffix(" BROKEN") for line in done.stdout.splitlines() if line.endswith(" BROKEN")]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """The smallest tree that has every room."""
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for room in (
        "casino",
        "accounting/domain",
        "accounting/services",
        "accounting/models",
        "accounting/api",
        "accounting/reports",
    ):
        write(tmp_path, f"{room}/__init__.py")
    for room in ("domain", "documents", "services", "selectors", "models", "api", "games"):
        write(tmp_path, f"tables/{room}/__init__.py")
    for package in ("accounting", "tables"):
        write(tmp_path, f"{package}/__init__.py")
    return tmp_path


def write(tree: Path, name: str, text: str = "") -> None:
    file = tree / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def test_a_tree_without_a_wrong_import_keeps_them_all(tree: Path) -> None:
    write(tree, "tables/api/play.py", "from tables.services import play\n")
    write(tree, "tables/services/play.py", "from tables.models import log\nimport django.db\n")
    write(tree, "tables/models/log.py")
    assert broken_contracts(tree) == []


@pytest.mark.parametrize(
    ("name", "text", "contract"),
    [
        (
            "tables/services/slips.py",
            "import accounting.services\n",
            DIRECTION,
        ),
        ("tables/domain/limits.py", "import tables.services\n", ROOMS),
        ("tables/games/dice.py", "import tables.domain\n", ROOMS),
        ("accounting/models/leg.py", "import accounting.services\n", ROOMS),
        ("accounting/reports/count.py", "import accounting.services\n", ROOMS),
        ("tables/documents/csv.py", "import tables.selectors\n", ROOMS),
        ("tables/api/racks.py", "import tables.models\n", DOORS),
        (
            "accounting/api/day.py",
            "import tables.models\n",
            DOORS,
        ),
        ("tables/games/cards.py", "import django.utils\n", PURE),
        ("tables/documents/pdf.py", "import django.template\n", PURE),
        ("accounting/domain/win.py", "from rest_framework import fields\n", PURE),
    ],
)
def test_a_wrong_import_breaks_its_contract(tree: Path, name: str, text: str, contract: str) -> None:
    write(tree, name, text)
    assert broken_contracts(tree) == [contract]
