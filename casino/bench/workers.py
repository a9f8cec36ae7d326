"""Celery workers of the bench's own, as processes of their own."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import psutil
from celery import current_app

from casino.embedded.house import ROOT

_READY_WITHIN: Final = 60.0


@contextmanager
def worker(name: str, threads: int = 4) -> Iterator[psutil.Process]:
    """A worker as ``script/serve`` runs it, listening to every queue; ready inside, asked to stop at the end."""
    argv = ["-A", "casino", "worker", "-P", "threads", "-c", str(threads), "-n", f"{name}@bench", "--without-mingle"]
    process = subprocess.Popen(
        [sys.executable, "-m", "celery", *argv],
        cwd=ROOT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "casino.settings"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait(f"{name}@bench", process)
        yield psutil.Process(process.pid)
    finally:
        process.terminate()
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait(name: str, process: "subprocess.Popen[bytes]") -> None:
    until = time.monotonic() + _READY_WITHIN
    while not current_app.control.inspect(destination=[name], timeout=0.5).ping():
        if process.poll() is not None or time.monotonic() > until:
            raise RuntimeError(f"the worker {name} did not get ready")
