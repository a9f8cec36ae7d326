"""`manage.py` finds the house's servers or starts them, and leaves everything as it found it."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from casino.embedded import places
from casino.embedded.house import ROOT
from casino.embedded.postgres import Postgres
from casino.embedded.sharing import Users
from casino.embedded.valkey import Valkey


@pytest.fixture
def where() -> Iterator[places.Places]:
    var = Path("/tmp") / f"casino-manage-{os.getpid()}"
    yield places.of(var)
    shutil.rmtree(var)


def manage(where: places.Places, *words: str, **more: str) -> "subprocess.CompletedProcess[str]":
    own = {"DJANGO_SETTINGS_MODULE", "SECRET_KEY", "SEAL_KEYS"}
    known = {key: value for key, value in os.environ.items() if key not in own}
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env={**known, "CASINO_VAR": str(where.var), **more},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_command_starts_the_servers_and_stops_them(where: places.Places) -> None:
    done = manage(where, "showmigrations", "sessions")
    assert (done.returncode, done.stdout) == (0, "sessions\n [ ] 0001_initial\n"), done.stderr
    assert Postgres(where).process() is None
    assert Valkey(where).process() is None
    assert (where.postgres_data / "PG_VERSION").read_text() == "18\n"


def test_a_command_leaves_running_servers_running(where: places.Places) -> None:
    postgres = Postgres(where)
    users = Users(where.var / "users.lock", [postgres, Valkey(where)])
    users.start()
    before = postgres.process()
    done = manage(where, "migrate", "sessions")
    assert done.returncode == 0, done.stderr
    assert before is not None
    assert postgres.process() == before
    assert users.leave() is True
    assert postgres.process() is None


def test_a_command_without_a_database_starts_nothing(where: places.Places) -> None:
    done = manage(where, "version")
    assert done.returncode == 0
    assert not where.postgres_data.exists()
    where.var.mkdir(exist_ok=True)


def test_a_database_of_ones_own_that_is_down_is_told_in_one_line(where: places.Places) -> None:
    url = "postgres://hana:hidden@127.0.0.1:1/house"
    done = manage(where, "prepare_house", DATABASE_URL=url, SECRET_KEY="s" * 32, SEAL_KEYS="s" * 32)
    own = "PostgreSQL database house of hana at 127.0.0.1:1 (DATABASE_URL)"
    assert (done.returncode, done.stderr) == (1, f"No connection to {own}: Connection refused\n")
    assert not where.var.exists()
    where.var.mkdir()


def test_a_setting_of_the_wrong_shape_is_told_in_one_line(where: places.Places) -> None:
    done = manage(where, "check", CASINO_TLS="maybe")
    assert (done.returncode, done.stderr) == (1, "CASINO_TLS must be 1 or 0, not 'maybe'\n")
    where.var.mkdir(exist_ok=True)
