"""The command that opens the house: ports, sign-ins, and one real opening with every part killed once."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from casino.embedded import places
from casino.embedded.house import ROOT
from casino.serve import House, ServeError, free_port, tail


def test_a_free_port_is_taken_as_wanted() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    assert free_port("127.0.0.1", port) == port


def test_a_taken_port_gives_the_next() -> None:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        port = holder.getsockname()[1]
        assert free_port("127.0.0.1", port) > port


def test_an_address_of_another_machine_is_refused() -> None:
    with pytest.raises(ServeError, match=r"cannot listen on 192\.0\.2\.1"):
        free_port("192.0.2.1", 8000)


def test_a_failure_shows_the_end_of_its_log(tmp_path: Path) -> None:
    (tmp_path / "web.log").write_text("\n".join(str(number) for number in range(100)))
    assert tail(tmp_path / "web.log", lines=2) == f"The end of {tmp_path}/web.log:\n98\n99"


def test_two_houses_on_the_same_data_are_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CASINO_VAR", str(tmp_path))
    first, second = House(host="127.0.0.1", port=8000), House(host="127.0.0.1", port=8000)
    first.take_lock()
    with pytest.raises(ServeError, match="script/serve already runs on"):
        second.take_lock()
    first.close()
    second.take_lock()
    second.close()


def test_starting_over_takes_the_data_and_leaves_the_logs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CASINO_VAR", str(tmp_path))
    data = places.of(tmp_path)
    for file in ("secret-key", "seal-key", "demo-sign-ins.json", "beat-schedule.db", "log/web.log"):
        places.make_folder((tmp_path / file).parent)
        (tmp_path / file).touch()
    places.make_folder(data.postgres_data / "base")
    House(host="127.0.0.1", port=8000).reset()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["log"]
    assert (tmp_path / "log" / "web.log").exists()
    assert not data.postgres_data.exists()


def test_starting_over_leaves_a_database_of_ones_own_and_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CASINO_VAR", str(tmp_path))
    monkeypatch.setenv("DATABASE_URL", "postgres://hana:hidden@db.example:5433/house")
    (tmp_path / "demo-sign-ins.json").touch()
    with pytest.raises(ServeError, match=r"PostgreSQL database house of hana at db\.example:5433") as refused:
        House(host="127.0.0.1", port=8000).reset()
    assert "hidden" not in str(refused.value)
    assert "Nothing was changed" in str(refused.value)
    assert [path.name for path in tmp_path.iterdir()] == ["demo-sign-ins.json"]


def test_a_database_of_ones_own_that_is_down_is_told_in_one_line(tmp_path: Path) -> None:
    done = serve(tmp_path, DATABASE_URL="postgres://hana:hidden@127.0.0.1:1/house")
    where = "PostgreSQL database house of hana at 127.0.0.1:1 (DATABASE_URL)"
    assert (done.returncode, done.stderr) == (1, f"No connection to {where}: Connection refused\n")
    assert "hidden" not in done.stdout


def test_a_setting_of_the_wrong_shape_is_told_in_one_line(tmp_path: Path) -> None:
    done = serve(tmp_path, DATABASE_URL="mysql://localhost/house")
    assert (done.returncode, done.stderr) == (1, "DATABASE_URL must start with postgres:// or postgresql://\n")


def serve(var: Path, **more: str) -> "subprocess.CompletedProcess[str]":
    known = {key: value for key, value in os.environ.items() if key not in {"DJANGO_SETTINGS_MODULE", "REDIS_URL"}}
    return subprocess.run(
        [sys.executable, "-m", "casino.serve"],
        cwd=ROOT,
        env={**known, "CASINO_VAR": str(var), **more},
        capture_output=True,
        text=True,
        check=False,
    )


# ------------------------------------------------------------------------------------------------------ the real thing
PARTS = {
    "web": "casino.webserver",
    "worker": "celery -A casino worker",
    "beat": "celery -A casino beat",
    "Valkey": "unixsocket",  # redis-server, where the machine has one
    "PostgreSQL": "postgres -D",
}


class Opened:
    """A running `casino.serve` on data of its own."""

    def __init__(self, var: Path) -> None:
        self.var = var
        environment = {
            key: value
            for key, value in os.environ.items()
            if key not in {"DJANGO_SETTINGS_MODULE", "DATABASE_URL", "REDIS_URL", "SECRET_KEY", "SEAL_KEYS"}
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", "casino.serve", "--port", "8700"],
            cwd=ROOT,
            env={**environment, "CASINO_VAR": str(var), "CASINO_DEMO": "0"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.said = ""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said += line
            if "Ctrl-C" in line:
                break
        found = re.search(r"http://127\.0\.0\.1:\d+", self.said)
        assert found is not None, self.said
        self.url = found[0]

    def part(self, mark: str) -> psutil.Process | None:
        for child in psutil.Process(self.process.pid).children():
            try:
                if mark in " ".join(child.cmdline()):
                    return child
            except psutil.NoSuchProcess:  # it died while we looked; the supervisor has not seen it yet
                continue
        return None

    def ready(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/readyz", timeout=2) as answer:  # noqa: S310 - our own address
                return bool(json.load(answer)["status"] == "ready")
        except OSError:
            return False


def within(seconds: float, done: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if done():
            return True
        time.sleep(0.1)
    return False


@pytest.fixture
def house() -> Iterator[Opened]:
    var = Path("/tmp") / f"casino-serve-{os.getpid()}"
    opened = Opened(var)
    yield opened
    opened.process.terminate()
    opened.process.communicate(timeout=60)
    shutil.rmtree(var)


@pytest.mark.faults
def test_every_part_that_is_killed_comes_back_and_nothing_outlives_the_house(house: Opened) -> None:
    for mark in PARTS.values():
        victim = house.part(mark)
        assert victim is not None, mark
        victim.kill()

        def back(mark: str = mark, victim: psutil.Process = victim) -> bool:
            now = house.part(mark)
            return now is not None and now.pid != victim.pid and house.ready()

        assert within(30, back), mark

    family = psutil.Process(house.process.pid).children(recursive=True)
    assert len(family) >= len(PARTS)
    house.process.send_signal(signal.SIGKILL)
    _, alive = psutil.wait_procs(family, timeout=30)
    assert alive == []
    assert house.process.stdout is not None
    said = house.process.stdout.read()
    assert re.findall(r"(\w+) ended", said) == list(PARTS), said
