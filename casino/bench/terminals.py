"""Key presses over HTTP at one, eight and many terminals, against a bare endpoint of the same server.

Every terminal is a table of its own and presses as soon as it is answered, so with many of them the time of a press is
the time in the queue: what counts is the rate, and that the slowest are not left behind.
"""

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any, Final

from casino.bench.floors import PressTable, cheap_pins, open_press_tables
from casino.bench.measure import Line, Sample
from casino.bench.presses import make_bare_table
from casino.bench.web import server, sign_on
from tables.services.simulation import houses

FEW: Final = (1, 8)
LOADS: Final = 2
"""Processes that the terminals are dealt out to."""
TURNS: Final = 5
SECONDS: Final = 1.5
"""How long a turn lasts; press and bare take turns."""


class Crowd:
    """Terminals at work in processes of their own."""

    def __init__(self, port: int, terminals: Sequence[dict[str, Any]], stack: ExitStack) -> None:
        self._loads: list[subprocess.Popen[str]] = []
        for part in (terminals[number::LOADS] for number in range(min(LOADS, len(terminals)))):
            command = [sys.executable, "-m", "casino.bench.load"]
            load = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            stack.callback(_end, load)
            self._loads.append(load)
            _tell(load, {"port": port, "terminals": part})

    def work(self, do: str) -> list[float]:
        """One turn of all terminals; the seconds of every request."""
        for load in self._loads:
            _tell(load, {"do": do, "seconds": SECONDS})
        return [one for load in self._loads for one in _told(load)]


def lines(most: int) -> Iterator[Line]:
    """One, eight and ``most`` terminals, each number with terminals that have not been used before."""
    make_bare_table()
    numbers = [number for number in FEW if number < most] + [most]
    with cheap_pins():
        tables = open_press_tables(sum(numbers))
        tokens = [sign_on(table) for table in tables]
    with server() as port:
        for number in numbers:
            yield from _at(port, number, [_terminal(tables.pop(), tokens.pop()) for _ in range(number)])


def _at(port: int, number: int, terminals: Sequence[dict[str, Any]]) -> Iterator[Line]:
    presses: list[float] = []
    bare: list[float] = []
    with _crowd(port, terminals) as crowd:
        crowd.work("press")
        crowd.work("bare")
        for _ in range(TURNS):
            presses += crowd.work("press")
            bare += crowd.work("bare")
    ours, theirs = Sample(tuple(sorted(presses))), Sample(tuple(sorted(bare)))
    rate, other = len(presses) / TURNS / SECONDS, len(bare) / TURNS / SECONDS
    what = f"presses over HTTP, {number} terminal{'s' if number > 1 else ''}"
    against = "bare DRF endpoint, one row"
    spread = (number / ours.ninetieth, number / ours.tenth)
    yield Line(what, "requests/s", rate, spread, against, other, rate / other, ">= 0.6 x", rate / other >= 0.6)
    for percent in (50, 99):
        mine, bares = ours.percentile(percent), theirs.percentile(percent)
        milliseconds = (ours.tenth * 1e3, ours.ninetieth * 1e3)
        yield Line(f"{what}, {percent} %", "ms", mine * 1e3, milliseconds, against, bares * 1e3, mine / bares)


def _terminal(table: PressTable, token: str) -> dict[str, Any]:
    return {
        "token": token,
        "table": table.table,
        "shown": table.shown,
        "cut_card_from_bottom": houses.CUT_CARD_FROM_BOTTOM,
    }


@contextmanager
def _crowd(port: int, terminals: Sequence[dict[str, Any]]) -> Iterator[Crowd]:
    with ExitStack() as stack:
        yield Crowd(port, terminals, stack)


def _tell(load: "subprocess.Popen[str]", what: dict[str, Any]) -> None:
    if load.stdin is None:
        raise RuntimeError("the load has no input")
    load.stdin.write(json.dumps(what) + "\n")
    load.stdin.flush()


def _told(load: "subprocess.Popen[str]") -> list[float]:
    line = load.stdout.readline() if load.stdout else ""
    if not line:
        raise RuntimeError(f"the load ended with {load.wait(15)}")
    taken: list[float] = json.loads(line)
    return taken


def _end(load: "subprocess.Popen[str]") -> None:
    if load.stdin:
        load.stdin.close()
    load.terminate()
    load.wait(15)
