"""Starting other programs so that none of them is left behind."""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import psutil

_PR_SET_PDEATHSIG = 1
_LOG_LIMIT = 20 * 1024 * 1024  # bytes; a longer log is put aside at the next start


@dataclass(frozen=True)
class Account:
    """The system account that a program runs as."""

    name: str
    uid: int
    gid: int


def spawn(
    argv: Sequence[str],
    *,
    log: Path,
    account: Account | None = None,
    env: Mapping[str, str] | None = None,
    dies_with_parent: signal.Signals | None = None,
    cwd: Path | None = None,
) -> subprocess.Popen[bytes]:
    """Starts a program in its own process group, with its output at the end of `log`.

    With `dies_with_parent` the kernel sends that signal when this process ends, even by `kill -9` (Linux only;
    elsewhere the next start finds what was left). Call it from the main thread: the kernel watches the thread.
    """
    with open_log(log) as output:
        return subprocess.Popen(
            list(argv),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env=None if env is None else dict(env),
            cwd=cwd,
            start_new_session=True,
            user=account.uid if account else None,
            group=account.gid if account else None,
            extra_groups=[] if account else None,
            preexec_fn=_death_note(dies_with_parent) if dies_with_parent else None,
        )


def open_log(log: Path) -> IO[bytes]:
    """Opens `log` for appending; a long one becomes `<name>.1` first."""
    log.parent.mkdir(parents=True, exist_ok=True)
    if log.exists() and log.stat().st_size > _LOG_LIMIT:
        log.replace(log.with_name(f"{log.name}.1"))
    return log.open("ab")


def find_process(pid_file: Path, marks: Sequence[str]) -> psutil.Process | None:
    """The live process whose number stands in the first line of `pid_file`.

    A process number is used again after a crash, so a process counts only if its command line has every one of `marks`.
    """
    try:
        number = int(pid_file.read_text().split("\n", 1)[0])
        process = psutil.Process(number)
        command = " ".join(process.cmdline())
    except (FileNotFoundError, ValueError, psutil.Error):
        return None
    return process if all(mark in command for mark in marks) else None


def stop_process(process: psutil.Process, *, first: signal.Signals, then: signal.Signals, patience: float) -> None:
    """Sends `first`; if the process still lives after `patience` seconds, `then`."""
    for sign, seconds in ((first, patience), (then, 10.0)):
        try:
            process.send_signal(sign)
            if _ends_within(process, seconds):
                return
        except psutil.NoSuchProcess:
            return


def _ends_within(process: psutil.Process, seconds: float) -> bool:
    """Whether it ends in time. Somebody else's child may stay in the process table until its parent asks for it."""
    deadline = time.monotonic() + seconds
    while process.is_running() and process.status() != psutil.STATUS_ZOMBIE:
        if time.monotonic() > deadline:
            return False
        try:
            process.wait(0.1)
        except psutil.TimeoutExpired:
            continue
    return True


def _death_note(sign: signal.Signals) -> Callable[[], None] | None:
    if sys.platform != "linux":
        return None
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    parent = os.getpid()

    def in_the_child() -> None:
        prctl(_PR_SET_PDEATHSIG, int(sign))
        if os.getppid() != parent:  # the parent died before the kernel was told
            os._exit(1)

    return in_the_child
