"""What killed programs leave behind must not keep the next ones from starting."""

import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg
import pytest

from casino.embedded import places, postgres
from casino.embedded.postgres import Postgres, PostgresError
from casino.supervisor import Program
from tests.faults.live_house import end_all, within

pytestmark = pytest.mark.faults

LONG_WORK = "SELECT count(*) FROM generate_series(1, 2000000000)"


@pytest.fixture
def var() -> Iterator[Path]:
    """A folder that PostgreSQL's own account can enter; no server of it runs afterwards."""
    folder = Path("/tmp") / f"casino-left-{os.getpid()}"
    folder.mkdir()
    yield folder
    end_all(Postgres(places.of(folder))._backends())
    shutil.rmtree(folder)


@pytest.fixture
def server(var: Path) -> Postgres:
    return started(var)


def started(var: Path) -> Postgres:
    found = Postgres(places.of(var), durable=False)
    found.start()
    found.wait_until_ready()
    return found


def postmaster(server: Postgres) -> psutil.Process:
    process = server.process()
    assert process is not None
    return process


def kill_unburied(server: Postgres) -> None:
    """``kill -9``, and nobody asks how it ended: the process number stays taken."""
    process = postmaster(server)
    process.kill()
    assert within(5, lambda: process.status() == psutil.STATUS_ZOMBIE)


def answer(var: Path) -> object:
    with psycopg.connect(host=str(places.of(var).postgres_sockets), user="casino", dbname="casino") as connection:
        return connection.execute("SELECT 6 * 7").fetchone()


def test_a_server_that_nobody_has_buried_is_no_server(var: Path, server: Postgres) -> None:
    kill_unburied(server)
    assert server.process() is None
    started(var)
    assert answer(var) == (42,)


def test_its_number_may_be_somebody_elses_in_both_lock_files(var: Path, server: Postgres) -> None:
    where, account = places.of(var), postgres._account()
    kill_unburied(server)
    stranger = subprocess.Popen(["sleep", "60"], user=account.uid if account else None)
    try:
        for file in (where.postgres_data / "postmaster.pid", where.postgres_sockets / ".s.PGSQL.5432.lock"):
            postgres._put_number(file, stranger.pid)
        started(var)
        assert answer(var) == (42,)
        assert stranger.poll() is None
    finally:
        stranger.kill()
        stranger.wait()


def does(process: psutil.Process) -> str:
    """What a backend says it does; nothing, if it has just ended."""
    try:
        return " ".join(process.cmdline())
    except psutil.NoSuchProcess:
        return ""


def test_a_busy_backend_does_not_outlive_its_server_for_long(var: Path, server: Postgres) -> None:
    def work() -> None:
        with (
            pytest.raises(psycopg.OperationalError),
            psycopg.connect(host=str(places.of(var).postgres_sockets), user="casino", dbname="casino") as connection,
        ):
            connection.execute(LONG_WORK)

    worker = threading.Thread(target=work)
    worker.start()
    assert within(30, lambda: any("SELECT" in does(backend) for backend in server._backends()))
    kill_unburied(server)
    started(var)
    assert answer(var) == (42,)
    worker.join(60)
    assert not worker.is_alive()


def test_a_running_server_is_left_alone_by_whoever_knows_it_by_another_path(var: Path, server: Postgres) -> None:
    before = postmaster(server)
    alias = var.with_name(f"{var.name}-alias")
    alias.symlink_to(var)
    try:
        other = Postgres(places.of(alias), durable=False)
        assert other.process() is None
        other.start()
        with pytest.raises(PostgresError, match="stopped while starting"):
            other.wait_until_ready()
    finally:
        alias.unlink()
    assert postmaster(server) == before
    assert answer(var) == (42,)


def test_a_dead_programs_children_go_with_it() -> None:
    """A web server with several processes: the others would go on holding its port."""
    child = "import time; time.sleep(60)"
    parent = f"import subprocess, sys, time; subprocess.Popen([sys.executable, '-c', {child!r}]); time.sleep(60)"
    program = Program("web", lambda: subprocess.Popen([sys.executable, "-c", parent], start_new_session=True))
    program.launch(0.0)
    assert program.process is not None
    process = psutil.Process(program.process.pid)
    assert within(10, lambda: len(process.children()) == 1)
    family = process.children()
    process.send_signal(signal.SIGKILL)
    program.process.wait(10)
    assert family[0].is_running()
    program.watch(100.0, lambda words: None)
    _, alive = psutil.wait_procs(family, timeout=10)
    assert alive == []
