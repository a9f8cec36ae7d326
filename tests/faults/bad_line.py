"""A bad line between the house and PostgreSQL: packets that come late, hang, are lost or break in the middle.

A program does it, because a kernel that can is rare: for a while it stands where PostgreSQL's socket was, and passes
on what it likes. PostgreSQL notices nothing, the house has connections that are neither dead nor alive.
"""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

import psycopg

from casino.embedded import places

ASIDE = places.POSTGRES_PORT + 1
"""The number under which PostgreSQL's own socket lies meanwhile; the lab itself goes past the bad line there."""
_TO_SERVER, _TO_HOUSE = "to the server", "to the house"

Manner = Callable[["BadLine", str, bytes], bytes | None]
"""What is passed on of a packet that goes in a direction; None breaks the line."""


def late(line: "BadLine", _: str, packet: bytes) -> bytes:
    """Every packet takes up to a fifth of a second, in each direction."""
    time.sleep(line.chance.uniform(0, 0.2))
    return packet


def hangs(line: "BadLine", _: str, packet: bytes) -> bytes:
    """Nothing passes until the line is good again; then all of it does."""
    line.over.wait(60)
    return packet


def swallows(_: "BadLine", direction: str, packet: bytes) -> bytes:
    """What is asked arrives and is done; no answer comes back. The case that doubles money."""
    return packet if direction == _TO_SERVER else b""


def breaks(line: "BadLine", _: str, packet: bytes) -> bytes | None:
    """One packet in eight stops in the middle, and the line with it."""
    return None if line.chance.random() < 0.125 else packet


class BadLine:
    """Stands at ``shown`` and passes on to ``real`` in its manner, until ``end``."""

    def __init__(self, shown: Path, real: Path, manner: Manner, chance: Random) -> None:
        self.chance = chance
        self.over = threading.Event()
        self._manner = manner
        self._real = real
        self._lines: list[socket.socket] = []
        self._door = socket.socket(socket.AF_UNIX)
        self._door.bind(str(shown))
        self._door.listen(64)
        self.doorman = threading.Thread(target=self._welcome, daemon=True)
        self.doorman.start()

    def end(self) -> None:
        """What hung arrives now; a moment later every connection that went this way is gone."""
        self.over.set()
        time.sleep(0.3)
        _close(self._door)  # shut down, not only closed: who waits at it would keep it, and the disk beneath it busy
        for line in self._lines:
            _close(line)

    def _welcome(self) -> None:
        while True:
            try:
                house, _ = self._door.accept()
            except OSError:
                return  # the line is good again
            server = socket.socket(socket.AF_UNIX)
            try:
                server.connect(str(self._real))
            except OSError:
                _close(house)
                continue
            self._lines += [house, server]
            for source, sink, direction in ((house, server, _TO_SERVER), (server, house, _TO_HOUSE)):
                threading.Thread(target=self._pass_on, args=(source, sink, direction), daemon=True).start()

    def _pass_on(self, source: socket.socket, sink: socket.socket, direction: str) -> None:
        with suppress(OSError):  # one of the two has gone
            while packet := source.recv(65_536):
                passed = self._manner(self, direction, packet)
                sink.sendall(packet[: len(packet) // 2] if passed is None else passed)
                if passed is None:
                    break
        _close(source)
        _close(sink)


@contextmanager
def between(sockets: Path, manner: Manner, chance: Random) -> Iterator[BadLine | None]:
    """A bad line at the socket in a folder, and the good one again afterwards; None where PostgreSQL is away.

    Every connection is cut at the beginning, so that all go the bad way from then on. When PostgreSQL is started anew
    meanwhile, it makes its socket anew, and the bad line is out of the way by itself.
    """
    shown, real = (sockets / f".s.PGSQL.{number}" for number in (places.POSTGRES_PORT, ASIDE))
    try:
        shown.rename(real)
    except FileNotFoundError:
        yield None
        return
    line = BadLine(shown, real, manner, chance)
    own = shown.stat().st_ino
    try:
        with suppress(psycopg.OperationalError):
            _cut(sockets)
        yield line
    finally:
        if shown.exists() and shown.stat().st_ino == own:
            real.replace(shown)
        else:
            real.unlink(missing_ok=True)
        line.end()


def _cut(sockets: Path) -> None:
    with psycopg.connect(
        host=str(sockets), port=ASIDE, user="casino", dbname="casino", autocommit=True, connect_timeout=5
    ) as connection:
        connection.execute(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def _close(line: socket.socket) -> None:
    with suppress(OSError):  # it may be closed from the other side already
        line.shutdown(socket.SHUT_RDWR)
    line.close()
