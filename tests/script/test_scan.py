"""The scan finds what it is for, and in this tree nothing."""

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).parents[2] / "script" / "scan.py"
HASH = "    --hash=sha256:" + "ab" * 32


@pytest.fixture(scope="module")
def scan() -> ModuleType:
    """The script as a module."""
    spec = importlib.util.spec_from_file_location("scan", SCRIPT)
    assert spec
    assert spec.loader
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


@pytest.mark.parametrize(
    ("parts", "kind"),
    [
        (("-----BEGIN RSA ", "PRIVATE KEY-----"), "a private key"),
        (("key = AKIA", "Q3EGRIPQ7XN2ABCD"), "a key of a cloud"),
        (("ghp_", "0a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R"), "a token of a forge"),
        (("sk_live_", "4eC39HqLyjWDarjtT1zdp7dc"), "a token of a payment or chat service"),
        (("eyJhbGciOiJIUzI1NiJ9.", "eyJzdWIiOiIxMjM0NTY3ODkwIn0.", "dozjgNryP4J3jVmNHl0w5N"), "a signed web token"),
        (("postgres://house:", "kP3xQ9zLw2@db/house"), "a password in an address"),
        (("SECRET_KEY=", "q8Zt2Lx0vB7nM4cR1yW6aK3sD5fG9hJp"), "a value that looks random beside a word for a secret"),
        (('"api_key": "', 'q8Zt2Lx0vB7nM4cR1yW6aK3sD5fG9hJp"'), "a value that looks random beside a word for a secret"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_secret_is_seen_with_its_line(scan: ModuleType, parts: tuple[str, ...], kind: str) -> None:
    line = "".join(parts)
    assert list(scan.secrets(f"nothing here\n{line}\n")) == [(2, kind)]
    assert list(scan.secrets(f"{line}  # not a secret: of a textbook\n")) == []


@pytest.mark.parametrize(
    "line",
    [
        'SECRET_KEY = env.secret("SECRET_KEY")',
        "postgres://user:password@host:5432/name?sslmode=verify-full",
        '{"token": "what-signing-on-gives"}',
        "SECRET_KEY=only-for-this-gate-which-signs-nothing",
    ],
)
def test_words_are_no_secrets(scan: ModuleType, line: str) -> None:
    assert list(scan.secrets(line)) == []


def locked(folder: Path, **changed: str) -> Path:
    """Four locks that are right, but for what is changed (``dev_txt``)."""
    for name in ("requirements", "requirements-dev", "requirements-bench", "requirements-audit"):
        for ending, text in (("in", "Django~=5.2\n"), ("txt", f"django==5.2.8 \\\n{HASH}\n")):
            key = f"{name.removeprefix('requirements').lstrip('-') or 'run'}_{ending}"
            (folder / f"{name}.{ending}").write_text(changed.get(key, text))
    return folder


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({}, []),
        ({"run_txt": "django==5.2.8\n"}, ["requirements.txt: django 5.2.8: no hash"]),
        ({"run_in": "django\nredis  # why\n"}, ["requirements.txt: redis: wanted and not locked"]),
        ({"dev_txt": f"django==5.2.7 \\\n{HASH}\n"}, ["django: another version in another lock"]),
        (
            {"dev_txt": f"django==5.2.8 \\\n{HASH}\nx @ git+ssh://host/x\n"},
            ["requirements-dev.txt: ? x @ git+ssh://host/x: no hash"],
        ),
        (
            {"bench_txt": f"--extra-index-url elsewhere\ndjango==5.2.8 \\\n{HASH}\n"},
            ["requirements-bench.txt: ? --extra-index-url elsewhere: no hash"],
        ),
    ],
)
def test_a_hole_in_the_locks_is_seen(
    scan: ModuleType, changed: dict[str, str], told: list[str], tmp_path: Path
) -> None:
    assert list(scan.locks(locked(tmp_path, **changed))) == told


def test_it_runs_alone_and_its_exit_tells(tmp_path: Path) -> None:
    folder = locked(tmp_path)
    (folder / "notes.md").write_text("ghp_" + "0a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R\n")
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
    subprocess.run(["git", "add", "."], cwd=folder, check=True)
    done = subprocess.run([sys.executable, "-S", SCRIPT, folder], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "notes.md:1: a token of a forge\n")
