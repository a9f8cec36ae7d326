"""`script/serve`: the whole house on one machine, with nothing installed but Python.

Starts PostgreSQL and Valkey unless URLs stand for them, migrates, seeds a demo, then runs web, worker and beat, keeps
all of them alive and stops them on Ctrl-C. In production each part runs by itself (`compose.yaml`).
"""

import argparse
import errno
import fcntl
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from signal import Signals
from typing import IO

from django.core.exceptions import ImproperlyConfigured

from casino import env, reach
from casino.embedded import children, places
from casino.embedded.house import ROOT, house_places, house_servers
from casino.embedded.postgres import Postgres, PostgresError
from casino.embedded.sharing import Server, Users
from casino.embedded.valkey import ValkeyError
from casino.reach import Unreachable
from casino.supervisor import Program, Supervisor

LOOPBACK = "127.0.0.1"
SIGN_INS = "demo-sign-ins.json"
Rows = list[dict[str, str]]
_PREPARED_WITHIN = 900.0  # seconds
_FIRST_PAGE_WITHIN = 90.0
_CHECK_WITHIN = 300.0


class ServeError(RuntimeError):
    """The house cannot be opened; the message says what to do."""


class House:
    """One run of `script/serve`."""

    def __init__(self, *, host: str, port: int) -> None:
        self._began = time.monotonic()
        self._host = host
        self._port = port
        self._places = house_places()
        self._users = Users(self._places.var / "users.lock", [])
        self._lock: IO[str] | None = None
        self._sign_ins: Rows = []
        self.supervisor = Supervisor(self.say)

    def say(self, words: str) -> None:
        """One line with the seconds since the start."""
        print(f"[{time.monotonic() - self._began:5.1f}s] {words}", flush=True)

    # ------------------------------------------------------------------------------------------------------- one by one
    def take_lock(self) -> None:
        """Raises ServeError when another `script/serve` runs on the same data."""
        places.make_folder(self._places.var)
        self._lock = (self._places.var / "serve.lock").open("a+")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._lock.close()
            raise ServeError(f"script/serve already runs on {self._places.var}") from None

    def reset(self) -> None:
        """Throws this house's data away: database, queue, secret, sign-ins.

        Raises ServeError with a database of one's own, which is not ours to empty: its people, devices and tables
        would stay, and their sign-ins would be gone.
        """
        if url := env.database_url():
            raise ServeError(
                f"--reset throws away the embedded data only, and this house is in {reach.shown_database(url)} "
                "(DATABASE_URL). Nothing was changed. To start over, drop and create that database yourself, then "
                "run script/serve without --reset."
            )
        for server in house_servers():
            server.stop()
        for folder in (self._places.postgres_data, self._places.valkey_data, self._places.var / "static"):
            shutil.rmtree(folder, ignore_errors=True)
        schedules = (path.name for path in self._places.var.glob("beat-schedule*"))
        for file in ("secret-key", "seal-key", SIGN_INS, *schedules):
            (self._places.var / file).unlink(missing_ok=True)
        self.say("started over: the old data is gone")
        if env.redis_url():
            self.say("your own Redis (REDIS_URL) was left as it is: nothing in it matters")

    def open(self) -> None:
        """From nothing to the first page; raises ServeError with the end of the log that explains a failure."""
        self._users.join()
        self._start_servers()
        if not self._prepare():
            return
        self._port = free_port(self._host, self._port)
        environment = self._environment()
        for name, argv in self._programs().items():
            self._keep(name, argv, environment)
        if not self.supervisor.wait_for(self._answers, _FIRST_PAGE_WITHIN):
            if self.supervisor.stopping:
                return
            raise ServeError(f"no page after {_FIRST_PAGE_WITHIN:.0f} s. {tail(self._places.logs / 'web.log')}")
        self.say("ready")
        self._print_addresses()

    def check(self) -> int:
        """Plays one round through the open door and prints its journal; returns the exit code."""
        process = subprocess.Popen(
            [sys.executable, "manage.py", "check_house", "--url", self.url], cwd=ROOT, env=self._environment()
        )
        if not self.supervisor.wait_for(lambda: process.poll() is not None, _CHECK_WITHIN):
            process.kill()
            process.wait()
            self.say("the check did not finish")
            return 1
        return process.returncode

    def close(self) -> None:
        """Stops everything that runs, and lets others at the data."""
        self.supervisor.stop()
        self._users.leave()
        if self._lock is not None:
            self._lock.close()
        self.say("stopped")

    @property
    def url(self) -> str:
        host = LOOPBACK if self._host in {"0.0.0.0", "::"} else self._host  # noqa: S104 - compared, not bound
        return f"http://{f'[{host}]' if ':' in host else host}:{self._port}"

    # ------------------------------------------------------------------------------------------------------------ parts
    def _start_servers(self) -> None:
        if (os.geteuid() == 0) and self._places.home != self._places.var:
            self.say(
                f"PostgreSQL does not run as root and its account cannot enter {self._places.var}: "
                f"data goes to {self._places.home}"
            )
        embedded = {server.name: server for server in house_servers()}
        for name, variable, where in (
            ("PostgreSQL", "DATABASE_URL", self._places.postgres_data),
            ("Valkey", "REDIS_URL", self._places.valkey_socket),
        ):
            server = embedded.get(name)
            if server is None:
                self.say(f"{name:<11}  yours ({variable})")
                self._require_own(name)
                continue
            self._keep_server(server)
            server.wait_until_ready()
            self.say(f"{name:<11}  embedded, {shown(where):<24}  set {variable} to use your own")

    def _require_own(self, name: str) -> None:
        """Without a database there is no house; without a queue the floor goes on and the books wait."""
        if name == "PostgreSQL":
            reach.require_database()
        elif trouble := reach.redis_trouble():
            self.say(f"WARNING: it does not answer ({trouble}); until it does the books follow slowly")

    def _keep_server(self, server: Server) -> None:
        def start() -> "subprocess.Popen[bytes]":
            if server.process() is not None:  # left over from a run that was killed, or started by manage.py
                server.stop()
            return server.start(dies_with_parent=True)

        sign = Signals.SIGINT if isinstance(server, Postgres) else Signals.SIGTERM
        self.supervisor.add(Program(server.name, start, stop_with=sign))

    def _prepare(self) -> bool:
        """Migrates and seeds; False when a signal ended that. The next start goes on from what is committed."""
        with (
            tempfile.TemporaryDirectory() as folder,  # private: the sign-ins of a demo pass through it
            tempfile.TemporaryFile("w+") as said,
            tempfile.TemporaryFile("w+") as trouble,
        ):
            shown_rows = Path(folder) / "shown.json"
            process = subprocess.Popen(
                [sys.executable, "manage.py", "prepare_house", "--shown", str(shown_rows)],
                cwd=ROOT,
                env=self._environment(),
                stdout=said,
                stderr=trouble,
            )
            finished = self.supervisor.wait_for(lambda: process.poll() is not None, _PREPARED_WITHIN)
            process.kill()
            if process.wait():
                if self.supervisor.stopping:
                    return False
                trouble.seek(0)
                why = trouble.read().strip()[-4000:] if finished else f"not done after {_PREPARED_WITHIN:.0f} s"
                raise ServeError(f"preparing the database failed:\n{why}")
            said.seek(0)
            self.say("; ".join(line.strip() for line in said if line.strip()))
            if shown_rows.exists():  # a demo, and this database's own: nothing else is ever printed
                self._sign_ins = json.loads(shown_rows.read_text(encoding="utf-8"))
        return True

    def _programs(self) -> dict[str, list[str]]:
        celery = [sys.executable, "-m", "celery", "-A", "casino"]
        return {
            "web": [sys.executable, "-m", "casino.webserver", "--host", self._host, "--port", str(self._port)],
            "worker": [*celery, "worker", "-P", "threads", "-c", "4", "--without-gossip", "--without-mingle"],
            "beat": [*celery, "beat", "--pidfile="],
        }

    def _keep(self, name: str, argv: list[str], environment: Mapping[str, str]) -> None:
        def start() -> "subprocess.Popen[bytes]":
            log = self._places.logs / f"{name}.log"
            return children.spawn(argv, log=log, env=environment, cwd=ROOT, dies_with_parent=Signals.SIGTERM)

        self.supervisor.add(Program(name, start, stage=1, log=shown(self._places.logs / f"{name}.log")))

    def _environment(self) -> dict[str, str]:
        """What the parts inherit: the same places, and no demand for TLS, which nobody ends in front of them here."""
        secret = env.secret("SECRET_KEY") or places.kept_secret(self._places.var / "secret-key")
        seals = env.secrets("SEAL_KEYS") or [places.kept_secret(self._places.var / "seal-key")]
        hosts = "*" if self._host != LOOPBACK else ""
        return {
            "CASINO_TLS": "0",
            "ALLOWED_HOSTS": hosts,
            "PYTHONUNBUFFERED": "1",
            **os.environ,
            "CASINO_VAR": str(self._places.var),
            "DJANGO_SETTINGS_MODULE": "casino.settings",
            "SECRET_KEY": secret,
            "SEAL_KEYS": ",".join(seals),
        }

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=2) as answer:  # noqa: S310 - our own address
                return bool(answer.status == 200)
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            return False

    def _print_addresses(self) -> None:
        rows = [*self._sign_ins, {"what": "API docs", "path": "/api/docs/", "sign_in": ""}]
        wide, long = (max(len(row[column]) for row in rows) for column in ("what", "path"))
        for row in rows:
            print(f"   {row['what']:<{wide}}  {self.url}{row['path']:<{long}}  {row['sign_in']}".rstrip())
        print(f" Logs are in {shown(self._places.logs)}/, data in {shown(self._places.var)}/ and stays there.")
        print(" Press Ctrl-C to stop. Start over: script/serve --reset", flush=True)


def free_port(host: str, wanted: int) -> int:
    """`wanted`, or the next port that nobody listens on; raises ServeError after a hundred."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for port in range(wanted, min(wanted + 100, 65536)):
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError as error:
                if error.errno not in {errno.EADDRINUSE, errno.EACCES}:
                    raise ServeError(f"cannot listen on {host}: {error.strerror}") from error
                continue
            return port
    raise ServeError(f"no free port from {wanted} on")


def shown(path: Path) -> str:
    """A path as a reader in the tree would write it."""
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)


def tail(log: Path, lines: int = 15) -> str:
    """The end of a log, for a message that says why something did not start."""
    if not log.exists():
        return f"{log} was never written."
    return f"The end of {log}:\n" + "\n".join(log.read_text(errors="replace").splitlines()[-lines:])


def main() -> int:
    """The command line; returns the exit code."""
    parser = argparse.ArgumentParser(prog="script/serve", description="Open the whole house on this machine.")
    parser.add_argument("--host", default=LOOPBACK, help="address to listen on (default: this machine only)")
    parser.add_argument("--port", type=int, default=8000, help="first port to try (default: 8000)")
    parser.add_argument("--reset", action="store_true", help="throw this house's data away first")
    parser.add_argument("--check", action="store_true", help="play one round, print its journal, stop")
    options = parser.parse_args()
    house = House(host=options.host, port=options.port)
    if options.host != LOOPBACK:
        house.say(f"WARNING: {options.host} can be reached by others, and a demo's sign-ins are no secret")
    try:
        house.take_lock()
        house.supervisor.catch_signals()
        if options.reset:
            house.reset()
        try:
            house.open()
            if options.check and not house.supervisor.stopping:
                return house.check()
            house.supervisor.run()
        finally:
            house.close()
    except (ServeError, PostgresError, ValkeyError, Unreachable, ImproperlyConfigured) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
