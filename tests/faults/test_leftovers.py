"""A run of the fault lab that is killed leaves nothing for ever: the next one clears up, and lets living ones be."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from tests.faults import leftovers
from tests.faults.live_house import within

pytestmark = pytest.mark.faults

NAME = "leftover"


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(leftovers, "HOUSES", tmp_path)
    return tmp_path


@pytest.fixture
def ended() -> int:
    """The number of a process that is no more."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def house(places: Path, number: int) -> Path:
    """A folder of a run with something in it, and its clock."""
    var = places / f"casino-{NAME}-{number}"
    (var / "log").mkdir(parents=True)
    (var / "log" / "web.log").write_text("said")
    var.with_name(f"{var.name}-clock").write_text("0")
    return var


@pytest.fixture
def program(places: Path, ended: int) -> Iterator[psutil.Process]:
    """A program of the dead run's house that lives on."""
    var = house(places, ended)
    told = {**os.environ, "CASINO_VAR": str(var)}
    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"], env=told)
    yield psutil.Process(process.pid)
    process.kill()
    process.wait()


def test_a_dead_runs_house_its_clock_and_its_programs_go(places: Path, program: psutil.Process) -> None:
    mine = house(places, os.getpid())
    other = places / f"casino-{NAME}-book"
    other.mkdir()
    var = Path(program.environ()["CASINO_VAR"])
    assert leftovers.clear(NAME) == [var, var.with_name(f"{var.name}-clock")]
    assert sorted(places.iterdir()) == sorted([mine, mine.with_name(f"{mine.name}-clock"), other])
    assert (mine / "log" / "web.log").read_text() == "said"
    assert within(5, lambda: not program.is_running() or program.status() == psutil.STATUS_ZOMBIE)
    assert leftovers.clear(NAME) == []


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGHUP])
def test_a_run_that_is_told_to_end_closes_what_it_opened(tmp_path: Path, sign: signal.Signals) -> None:
    opened = tmp_path / "opened"
    code = (
        "import pathlib, time; from tests.faults import leftovers; leftovers.ends_when_told()\n"
        f"opened = pathlib.Path({str(opened)!r}); opened.touch()\n"
        "try: time.sleep(60)\n"
        "finally: opened.unlink()\n"
    )
    process = subprocess.Popen([sys.executable, "-c", code], cwd=Path(__file__).parents[2])
    assert within(20, opened.exists)
    process.send_signal(sign)
    assert process.wait(10) == 128 + sign
    assert not opened.exists()
