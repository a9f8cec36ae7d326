"""Several processes of one tree use the same embedded servers: the first starts them, the last one out stops them.

Each user holds a shared lock on one file; the kernel drops it however the process ends, so nothing has to be counted.
"""

import fcntl
import os
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

import psutil

from casino.embedded import places


class Server(Protocol):
    """What `Postgres` and `Valkey` have in common."""

    @property
    def name(self) -> str: ...
    def start(self, dies_with_parent: bool = False) -> "subprocess.Popen[bytes]": ...
    def wait_until_ready(self, seconds: float = ...) -> None: ...
    def process(self) -> psutil.Process | None: ...
    def stop(self) -> None: ...


class Users:
    """This process among the users of some servers; `lock` is the file that all users of the same servers share."""

    def __init__(self, lock: Path, servers: Sequence[Server]) -> None:
        self._lock = lock
        self._servers = servers
        self._descriptor: int | None = None

    def join(self) -> None:
        """Becomes a user; nothing is started yet."""
        places.make_folder(self._lock.parent)
        if self._descriptor is None:
            self._descriptor = os.open(self._lock, os.O_RDWR | os.O_CREAT, 0o600)
            fcntl.flock(self._descriptor, fcntl.LOCK_SH)

    def start(self) -> list[Server]:
        """Starts what does not run yet, one process at a time, and returns what it started."""
        self.join()
        with self._turn():
            started = [server for server in self._servers if server.process() is None]
            for server in started:
                server.start()
            for server in self._servers:
                server.wait_until_ready()
        return started

    def leave(self) -> bool:
        """Stops being a user; stops the servers and returns True when nobody else uses them."""
        if self._descriptor is None:
            return False
        with self._turn():
            try:
                fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                last = False
            else:
                last = True
                for server in self._servers:
                    server.stop()
            os.close(self._descriptor)
            self._descriptor = None
        return last

    @contextmanager
    def _turn(self) -> Iterator[None]:
        descriptor = os.open(self._lock.with_suffix(".turn"), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            yield
        finally:
            os.close(descriptor)
