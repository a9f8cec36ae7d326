"""What dies is started again, sooner at first; what is asked to stop stops."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from casino.supervisor import DELAYS, STEADY, Program, Supervisor

SLEEPER = "import time; time.sleep(60)"
STUBBORN = (
    "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('ready', flush=True); time.sleep(60)"
)


def python(code: str) -> Callable[[], "subprocess.Popen[bytes]"]:
    return lambda: subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, start_new_session=True)


def running(program: Program) -> int | None:
    """The number of its live process."""
    return program.process.pid if program.process is not None and program.alive else None


def finish(program: Program) -> None:
    """Waits for the death without a look, so that the next look is the one that sees it."""
    assert program.process is not None
    program.process.wait(10)


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def sleeper() -> Iterator[Program]:
    program = Program("web", python(SLEEPER))
    program.launch(0.0)
    yield program
    if program.process is not None:
        program.process.kill()
        program.process.communicate()


def test_what_ended_says_where_its_reasons_are(sleeper: Program, said: list[str]) -> None:
    sleeper.log = "var/log/web.log"
    first = running(sleeper)
    assert first is not None
    os.kill(first, signal.SIGKILL)
    finish(sleeper)
    sleeper.watch(100.0, said.append)
    assert said == ["web ended (signal SIGKILL), see var/log/web.log; starting it again in 0.2 s"]


def test_a_killed_program_comes_back_after_its_delay(sleeper: Program, said: list[str]) -> None:
    first = running(sleeper)
    assert first is not None
    os.kill(first, signal.SIGKILL)
    finish(sleeper)
    sleeper.watch(100.0, said.append)
    assert said == ["web ended (signal SIGKILL); starting it again in 0.2 s"]
    sleeper.watch(100.1, said.append)
    assert running(sleeper) is None
    sleeper.watch(100.2, said.append)
    assert running(sleeper) not in {None, first}


def test_a_program_that_keeps_dying_is_started_ever_later(said: list[str]) -> None:
    program = Program("beat", python("raise SystemExit(3)"))
    program.launch(0.0)
    now = 0.0
    for delay in (*DELAYS, DELAYS[-1]):
        finish(program)
        now += 1000.0
        program.watch(now, said.append)
        assert program.start_again_at == now + delay
        program.watch(now + delay, said.append)
    finish(program)
    assert said[0] == "beat ended (exit code 3); starting it again in 0.2 s"
    assert said[-1] == "beat ended (exit code 3); starting it again in 30 s"


def test_a_program_that_recovered_is_started_soon_again(sleeper: Program, said: list[str]) -> None:
    sleeper.deaths = 5
    sleeper.watch(STEADY - 0.1, said.append)
    assert sleeper.deaths == 5
    sleeper.watch(STEADY, said.append)
    assert sleeper.deaths == 0


def test_a_program_that_cannot_start_is_tried_again(said: list[str]) -> None:
    def refuse() -> "subprocess.Popen[bytes]":
        raise OSError("no more processes")

    program = Program("worker", refuse)
    program.watch(0.0, said.append)
    assert said == ["worker could not start: no more processes; starting it again in 0.2 s"]
    assert (program.deaths, program.alive) == (1, False)


def test_stop_ends_users_before_what_they_use() -> None:
    order: list[str] = []

    class Noted(Program):
        def ask_to_stop(self) -> None:
            order.append(self.name)
            super().ask_to_stop()

    supervisor = Supervisor(order.append)
    programs = [Noted("PostgreSQL", python(SLEEPER)), Noted("web", python(SLEEPER), stage=1)]
    for program in programs:
        supervisor.add(program)
    supervisor.stop()
    assert order == ["web", "PostgreSQL"]
    assert [program.process and program.process.returncode for program in programs] == [-signal.SIGTERM] * 2
    assert supervisor.programs == []


def test_a_program_that_ignores_the_request_is_ended() -> None:
    program = Program("web", python(STUBBORN))
    program.launch(0.0)
    assert program.process is not None
    assert program.process.stdout is not None
    assert program.process.stdout.readline() == b"ready\n"
    program.ask_to_stop()
    program.make_sure(time.monotonic() + 0.2)
    assert program.process.returncode == -signal.SIGKILL
    program.process.communicate()


def test_waiting_sees_the_answer_and_gives_up_in_time(said: list[str]) -> None:
    supervisor = Supervisor(said.append)
    assert supervisor.wait_for(lambda: True, 1.0) is True
    assert supervisor.wait_for(lambda: False, 0.1) is False


def test_a_signal_ends_the_watch(tmp_path: Path) -> None:
    code = (
        "import sys; from casino.supervisor import Supervisor, Program; import subprocess;"
        "s = Supervisor(print); s.catch_signals();"
        "s.add(Program('web', lambda: subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])));"
        "print('up', flush=True); s.run(); s.stop(); print('down', flush=True)"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "up\n"
        process.send_signal(signal.SIGTERM)
        assert process.communicate(timeout=10)[0] == "down\n"
        assert process.returncode == 0
