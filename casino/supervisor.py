"""Keeps a handful of programs alive: whatever dies is started again, sooner at first and later when it keeps dying.

One thread, one loop; the programs are children of this process in process groups of their own. On Linux the kernel ends
them when this process is killed without a chance to clean up.
"""

import os
import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass

#: Seconds before the first, second, ... start after a death; the last one repeats.
DELAYS = (0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
#: A program that lived this long has recovered: its next death starts the delays anew.
STEADY = 30.0
PATIENCE = 15.0  # seconds between "please stop" and "stop"

Say = Callable[[str], None]


@dataclass
class Program:
    """One program to keep alive: `start` returns at once, `stop_with` is how it likes to be asked to stop.

    Programs of a higher `stage` use those of a lower one, so they are stopped first. `log` is where it says why it
    ended, as it is shown to a reader.
    """

    name: str
    start: Callable[[], "subprocess.Popen[bytes]"]
    stop_with: signal.Signals = signal.SIGTERM
    stage: int = 0
    log: str = ""
    process: "subprocess.Popen[bytes] | None" = None
    deaths: int = 0
    started_at: float = 0.0
    start_again_at: float = 0.0

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def launch(self, now: float) -> None:
        """Starts it now."""
        self.process = self.start()
        self.started_at = now

    def watch(self, now: float, say: Say) -> None:
        """One look: notes a death, and starts the program again once its delay is over.

        An operating-system error while starting (no memory, no file descriptors) counts as a death.
        """
        if self.alive:
            if self.deaths and now - self.started_at >= STEADY:
                self.deaths = 0
            return
        if self.process is not None:
            _end_group(self.process.pid)
            self._note_death(now, say, f"ended ({_how(self.process.returncode)})")
            self.process = None
        if now >= self.start_again_at:
            try:
                self.launch(now)
            except (OSError, RuntimeError) as error:
                self._note_death(now, say, f"could not start: {error}")

    def ask_to_stop(self) -> None:
        if self.process is not None and self.alive:
            self.process.send_signal(self.stop_with)

    def make_sure(self, deadline: float) -> None:
        """Waits until `deadline`, then ends its whole process group."""
        if self.process is None:
            return
        try:
            self.process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            _end_group(self.process.pid)
            self.process.wait()

    def _note_death(self, now: float, say: Say, what: str) -> None:
        delay = DELAYS[min(self.deaths, len(DELAYS) - 1)]
        self.deaths += 1
        self.start_again_at = now + delay
        say(f"{self.name} {what}{f', see {self.log}' if self.log else ''}; starting it again in {delay:g} s")


class Supervisor:
    """The programs of one house, started in the order in which they are added."""

    def __init__(self, say: Say, look_every: float = 0.2) -> None:
        self._say = say
        self._look_every = look_every
        self._stopping = False
        self.programs: list[Program] = []

    def add(self, program: Program) -> Program:
        """Starts a program and keeps it alive from now on."""
        program.launch(time.monotonic())
        self.programs.append(program)
        return program

    def catch_signals(self) -> None:
        """TERM, INT and HUP end `run` and every later wait, so that all is stopped in order."""
        for sign in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(sign, self._on_signal)

    def watch(self) -> None:
        """One look at every program."""
        now = time.monotonic()
        for program in self.programs:
            program.watch(now, self._say)

    def run(self) -> None:
        """Looks after the programs until a signal comes."""
        while not self._stopping:
            self.watch()
            time.sleep(self._look_every)

    def wait_for(self, done: Callable[[], bool], seconds: float) -> bool:
        """Looks after the programs until `done` (True), or the time is over or a signal comes (False)."""
        deadline = time.monotonic() + seconds
        while not self._stopping and time.monotonic() < deadline:
            if done():
                return True
            self.watch()
            time.sleep(0.05)
        return False

    @property
    def stopping(self) -> bool:
        return self._stopping

    def stop(self) -> None:
        """Stops everything, stage by stage from the highest: all are asked, given time, then made sure of."""
        self._stopping = True
        for stage in sorted({program.stage for program in self.programs}, reverse=True):
            programs = [program for program in self.programs if program.stage == stage]
            for program in programs:
                program.ask_to_stop()
            deadline = time.monotonic() + PATIENCE
            for program in programs:
                program.make_sure(deadline)
        self.programs.clear()

    def _on_signal(self, number: int, frame: object) -> None:
        self._stopping = True


def _end_group(number: int) -> None:
    """Ends what is left of a program's process group: a dead web process's own children would hold its port."""
    try:
        os.killpg(number, signal.SIGKILL)
    except ProcessLookupError:
        pass  # nothing is left


def _how(code: int | None) -> str:
    if code is None or code >= 0:
        return f"exit code {code}"
    return f"signal {signal.Signals(-code).name}"
