"""A house of its own under the real supervisor, and how to hurt it: `kill -9` of any part, a flushed Valkey."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
import psycopg
import redis

from casino.embedded import places
from casino.embedded.house import ROOT

#: The parts of a house in the order of their start, and how the command line of each is told from the others'.
PARTS = {
    "PostgreSQL": "postgres -D",
    "Valkey": "valkey-server",
    "web": "casino.webserver",
    "worker": "celery -A casino worker",
    "beat": "celery -A casino beat",
}
#: The program is only named: importing it needs Django, and this process needs none.
_FOUND = "import django; django.setup(); from tests.faults import found_house; found_house.main()"
QUEUES = ("celery", *(f"stream-{number}" for number in range(4)))
_OPENS_WITHIN = 180.0  # seconds; a shared machine is slow at times
_NOT_OURS = {"DJANGO_SETTINGS_MODULE", "DATABASE_URL", "REDIS_URL", "SECRET_KEY", "SEAL_KEYS"}


class LiveHouse:
    """One ``CASINO_VAR`` and the supervisor that runs on it, when it runs."""

    def __init__(self, var: Path, port: int, *, demo: bool = False) -> None:
        self.var = var
        self.port = port
        self.where = places.of(var)
        self.environment = {name: value for name, value in os.environ.items() if name not in _NOT_OURS} | {
            "CASINO_VAR": str(var),
            "CASINO_DEMO": str(int(demo)),
        }
        self.said: list[str] = []
        self.url = ""
        self.family: list[psutil.Process] = []
        self._process: subprocess.Popen[str] | None = None

    # -------------------------------------------------------------------------------------------------- opening, ending
    def begin(self) -> None:
        """Start the supervisor and return at once."""
        self.said = []
        self._process = subprocess.Popen(
            [sys.executable, "-m", "casino.serve", "--port", str(self.port)],
            cwd=ROOT,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._listener = threading.Thread(target=self._listen, args=(self._process,), daemon=True)
        self._listener.start()

    def open(self) -> None:
        """Start the supervisor and return when it says that the house is open."""
        self.begin()
        self.wait_until_said("Ctrl-C")
        found = re.search(r"http://127\.0\.0\.1:\d+", self.told)
        assert found is not None
        self.url = found[0]
        self.know_family()

    def wait_until_said(self, words: str) -> None:
        """Return when the supervisor has said this."""
        assert within(_OPENS_WITHIN, lambda: words in self.told or not self.runs), self.told
        assert words in self.told, self.told

    def know_family(self) -> list[psutil.Process]:
        """All processes of the house that live now; ``end`` sees to it that they do not live on."""
        now = psutil.Process(self.supervisor).children(recursive=True)
        self.family += now
        return now

    @property
    def runs(self) -> bool:
        """Whether the supervisor lives."""
        return self._process is not None and self._process.poll() is None

    def _listen(self, process: "subprocess.Popen[str]") -> None:
        assert process.stdout is not None
        self.said.extend(iter(process.stdout.readline, ""))

    @property
    def supervisor(self) -> int:
        """The supervisor's process number."""
        assert self._process is not None
        return self._process.pid

    @property
    def told(self) -> str:
        """All that the supervisor has said since it was started."""
        return "".join(self.said)

    def stop(self, sign: signal.Signals = signal.SIGTERM) -> int:
        """Send the supervisor a signal and wait until it has ended; its exit code."""
        assert self._process is not None
        self._process.send_signal(sign)
        code = self._process.wait(30)
        self._listener.join(10)
        return code

    def end(self) -> None:
        """After a test: nothing of the house runs any more, and its data is gone."""
        if self._process is not None and self.runs:
            self.know_family()
            self._process.kill()
            self._process.wait(10)
        end_all(self.family)
        for folder in (self.var, self.where.home, self.where.run, self.where.postgres_sockets):
            shutil.rmtree(folder, ignore_errors=True)

    # --------------------------------------------------------------------------------------------------- looking inside
    def part(self, name: str) -> psutil.Process | None:
        """A part's process as the supervisor's child, when it lives."""
        assert self._process is not None
        for child in psutil.Process(self._process.pid).children():
            try:
                if child.status() != psutil.STATUS_ZOMBIE and PARTS[name] in " ".join(child.cmdline()):
                    return child
            except psutil.NoSuchProcess:  # it died while we looked
                continue
        return None

    def living(self, name: str) -> psutil.Process:
        """A part's process, once the supervisor has started it again after an earlier death."""
        found: list[psutil.Process] = []

        def looked() -> bool:
            now = self.part(name)
            found.extend([now] if now else [])
            return now is not None

        assert within(30, looked), f"{name} did not come back\n{self.told}"
        return found[0]

    def is_ready(self) -> bool:
        """Every part runs and the web process says that it can work."""
        try:
            with urllib.request.urlopen(f"{self.url}/readyz", timeout=5) as answer:  # noqa: S310 - our own address
                status = json.load(answer)["status"]
        except OSError:
            return False
        return bool(status == "ready") and all(self.part(name) is not None for name in PARTS)

    def ask(self, question: str, *parameters: Any) -> list[tuple[Any, ...]]:
        """Rows of the house's database, read by a connection of our own."""
        with psycopg.connect(host=str(self.where.postgres_sockets), user="casino", dbname="casino") as connection:
            return connection.execute(question.encode(), parameters).fetchall()

    def broker(self) -> "redis.Redis":
        """A client of the house's Valkey."""
        return redis.Redis.from_url(self.where.redis_url(), socket_timeout=5)

    def run(self, *argv: str) -> str:
        """What a Python program says inside the house; it must succeed."""
        environment = {**self.environment, "DJANGO_SETTINGS_MODULE": "casino.settings"}
        done = subprocess.run(
            [sys.executable, *argv],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def found(self) -> dict[str, str]:
        """Make the small house; table -> token of its terminal."""
        tokens: dict[str, str] = json.loads(self.run("-c", _FOUND))
        return tokens

    # ---------------------------------------------------------------------------------------------------------- hurting
    def kill(self, name: str) -> None:
        """``kill -9`` of a part; the supervisor must bring it back."""
        self.living(name).kill()

    def flush_messages(self, press: Callable[[], None] = lambda: None) -> None:
        """The worker stands still until a wake-up waits for it; then all that Valkey knows is thrown away.

        ``press`` makes the news, if nobody else does.
        """
        worker = self.living("worker")
        worker.suspend()
        try:
            press()
            assert within(20, lambda: self._waiting() > 0)
            self.broker().flushall()
        finally:
            worker.resume()

    def _waiting(self) -> int:
        """How many messages wait for a worker; none while Valkey is away."""
        try:
            broker = self.broker()
            return sum(int(broker.llen(queue)) for queue in QUEUES)
        except redis.ConnectionError:
            return 0


def end_all(processes: Sequence[psutil.Process]) -> None:
    """Kill what still runs of these and wait for it."""
    for process in processes:
        try:
            process.kill()
        except psutil.NoSuchProcess:
            continue  # it has ended, or an earlier one took it along
    psutil.wait_procs(processes, timeout=10)


def within(seconds: float, done: Callable[[], bool]) -> bool:
    """Whether ``done`` comes true in time."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if done():
            return True
        time.sleep(0.1)
    return False


@contextmanager
def made(name: str, port: int, *, demo: bool = False) -> Iterator[LiveHouse]:
    """A house that is not open yet, and gone afterwards; ``name`` and ``port`` tell it from those of other tests."""
    house = LiveHouse(Path("/tmp") / f"casino-{name}-{os.getpid()}", port, demo=demo)
    try:
        yield house
    finally:
        house.end()
