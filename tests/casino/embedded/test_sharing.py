"""The first user starts the servers, the last one stops them."""

import os
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from casino.embedded import places
from casino.embedded.sharing import Users
from casino.embedded.valkey import Valkey


class Pretender:
    """A server that only notes what is asked of it; "running" is a file, as every process of the house sees it."""

    name = "pretender"

    def __init__(self, flag: Path) -> None:
        self.flag = flag
        self.acts: list[str] = []

    def start(self, dies_with_parent: bool = False) -> "subprocess.Popen[bytes]":
        self.acts.append("start")
        self.flag.touch()
        return subprocess.Popen([sys.executable, "-c", ""])

    def wait_until_ready(self, seconds: float = 1.0) -> None:
        self.acts.append("ready")

    def process(self) -> psutil.Process | None:
        return psutil.Process() if self.flag.exists() else None

    def stop(self) -> None:
        self.acts.append("stop")
        self.flag.unlink()


@pytest.fixture
def server(tmp_path: Path) -> Pretender:
    return Pretender(tmp_path / "running")


def test_the_first_starts_and_the_last_stops(tmp_path: Path, server: Pretender) -> None:
    first, second = Users(tmp_path / "users.lock", [server]), Users(tmp_path / "users.lock", [server])
    first.start()
    second.start()
    assert server.acts == ["start", "ready", "ready"]
    assert first.leave() is False
    assert server.flag.exists()
    assert second.leave() is True
    assert server.acts == ["start", "ready", "ready", "stop"]


def test_one_who_joined_without_starting_keeps_the_servers_up(tmp_path: Path, server: Pretender) -> None:
    run, worker = Users(tmp_path / "users.lock", [server]), Users(tmp_path / "users.lock", [server])
    run.join()
    worker.start()
    assert worker.leave() is False
    assert run.leave() is True
    assert not server.flag.exists()


def test_a_killed_user_is_none(tmp_path: Path, server: Pretender) -> None:
    code = (
        "import os, sys; from pathlib import Path; from casino.embedded.sharing import Users;"
        "Users(Path(sys.argv[1]), []).join(); print('in', flush=True); os.kill(os.getpid(), 9)"
    )
    killed = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "users.lock")], stdout=subprocess.PIPE, check=False
    )
    assert (killed.stdout, killed.returncode) == (b"in\n", -9)
    users = Users(tmp_path / "users.lock", [server])
    users.start()
    assert users.leave() is True


def test_leaving_twice_stops_once(tmp_path: Path, server: Pretender) -> None:
    users = Users(tmp_path / "users.lock", [server])
    users.start()
    assert (users.leave(), users.leave()) == (True, False)
    assert server.acts.count("stop") == 1


def test_a_real_valkey_is_found_by_another_and_keeps_nothing(tmp_path: Path) -> None:
    where = places.of(tmp_path / "v", as_root=False)
    mine, other = Valkey(where), Valkey(where)
    mine.start()
    mine.wait_until_ready()
    process = other.process()
    assert process is not None
    assert process.uids().real == os.geteuid()
    other.stop()
    assert mine.process() is None
    mine.stop()
    assert list(where.valkey_data.iterdir()) == []
