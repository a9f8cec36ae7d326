"""What runs that were killed have left: programs of their houses, folders, small disks, clocks.

A run that is told to end cleans up by itself (``ends_when_told``). One that was killed outright cannot, so the next
one does (``clear``): the name of everything that a run makes has its process number.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from types import FrameType

import psutil

from casino.embedded import places
from tests.faults.live_house import LiveHouse, end_all, within

HOUSES = Path("/tmp")
"""Where ``live_house.made`` puts houses."""


def ends_when_told() -> None:
    """A signal that asks this process to end raises SystemExit, so that everything it has opened is closed."""
    for sign in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(sign, _end)


def _end(sign: int, _frame: FrameType | None) -> None:
    sys.exit(128 + sign)


def clear(name: str) -> list[Path]:
    """Remove what ended runs of ``made(name)`` have left; what it was. A process that has a number again keeps it."""
    gone = []
    for path in sorted(HOUSES.glob(f"casino-{name}-*")):
        found = re.fullmatch(rf"casino-{re.escape(name)}-(\d+)(-clock(\.new)?)?", path.name)
        if found is None or psutil.pid_exists(int(found[1])):
            continue
        if found[2]:
            path.unlink()
        else:
            _clear_house(path)
        gone.append(path)
    return gone


def _clear_house(var: Path) -> None:
    """The supervisor goes first, or it would start the others again."""
    end_all(_programs(var, "casino.serve"))
    house = LiveHouse(var, 0)
    house.family = _programs(var)
    house.end()
    unmount(var)
    shutil.rmtree(var, ignore_errors=True)


def unmount(folder: Path) -> None:
    """Unmount the small disk that lies there, as soon as nobody is on it any more."""

    def done() -> bool:
        return not folder.is_mount() or subprocess.run(["umount", str(folder)], check=False).returncode == 0

    within(10, done)


def _programs(var: Path, named: str = "") -> list[psutil.Process]:
    """The programs of a house: by what they were told, or by where its PostgreSQL works."""
    data, found = os.path.realpath(places.of(var).postgres_data), []
    for process in psutil.process_iter():
        try:
            ours = process.environ().get("CASINO_VAR") == str(var) or process.cwd() == data
            if ours and named in " ".join(process.cmdline()):
                found.append(process)
        except psutil.Error:
            continue  # it has just ended, or it is not ours to look at
    return found
