"""The fault lab: terminals of known sums play while seeded faults befall their house, run after run.

``script/chaos`` is its door. A run is its seed: which faults, when, and which presses are spoiled first. After each
run the house must be whole (``proof``): every acknowledged press is in the log once, the books hold the workload's
sums, ``verify`` finds nothing and the tables go on.
"""

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from tests.faults import dice_workload, leftovers, storms
from tests.faults.live_house import LiveHouse, made
from tests.faults.manners import Mischief
from tests.faults.proof import require_proven, require_whole
from tests.faults.storms import Fault
from tests.faults.workload import Terminal

NAME = "chaos"
PORT = 8850
A_HOUSE = 25
"""Runs that one house lives through before a new one is founded."""


@dataclass(frozen=True, slots=True)
class Lab:
    """A live house, the terminals at its tables and the faults that can be done to it."""

    house: LiveHouse
    terminals: list[Terminal]
    faults: dict[str, Fault]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one run was: presses acknowledged and sent again, spoiled ones by manner, seconds, and the trouble."""

    seed: int
    faults: tuple[str, ...]
    presses: int
    repeats: int
    spoiled: dict[str, int]
    seconds: float
    trouble: str = ""


@contextmanager
def opened(port: int = PORT) -> Iterator[Lab]:
    """A new house, open and peopled."""
    with made(NAME, port) as house, storms.own_clock(house), storms.small_disk(house) as disk:
        house.open()
        yield Lab(house, dice_workload.at_all_tables(house), storms.FAULTS | disk)


def run(lab: Lab, seed: int, faults: Sequence[str] = ()) -> Outcome:
    """One run; ``faults`` are those of the seed unless they are named. Trouble is told in the outcome, not raised."""
    chance = Random(seed)
    chosen = tuple(faults) or chosen_by(chance, lab.faults)
    began, before = time.monotonic(), _counted(lab.terminals)
    mischiefs = [Mischief(Random(f"{seed} {terminal.table}")) for terminal in lab.terminals]
    for terminal, mischief in zip(lab.terminals, mischiefs, strict=True):
        terminal.mischief = mischief
        terminal.start()
    trouble = ""
    try:
        for fault in chosen:
            time.sleep(chance.uniform(0.1, 1.5))
            lab.faults[fault](lab.house, chance)
        time.sleep(chance.uniform(0.2, 1.0))
        _settle(lab)
    except AssertionError as error:
        trouble = str(error) or repr(error)
    after = _counted(lab.terminals)
    return Outcome(
        seed=seed,
        faults=chosen,
        presses=after[0] - before[0],
        repeats=after[1] - before[1],
        spoiled=dict(sum((Counter(mischief.done) for mischief in mischiefs), Counter())),
        seconds=round(time.monotonic() - began, 1),
        trouble=trouble,
    )


def chosen_by(chance: Random, faults: Iterable[str]) -> tuple[str, ...]:
    """The faults of a run, in the order in which they come."""
    return tuple(chance.sample(sorted(faults), chance.randint(2, 4)))


def _settle(lab: Lab) -> None:
    """The storm is over: rounds end, and all is proved."""
    for terminal in lab.terminals:
        terminal.finish()
    require_whole(lab.house, lab.terminals)
    require_proven(lab.house)
    for terminal in lab.terminals:
        terminal.mischief = None
        terminal.play_round()
    require_whole(lab.house, lab.terminals)


def _counted(terminals: Sequence[Terminal]) -> tuple[int, int]:
    return sum(len(one.acknowledged) for one in terminals), sum(one.repeats for one in terminals)


def runs(seeds: Sequence[int], port: int = PORT, faults: Sequence[str] = ()) -> Iterator[Outcome]:
    """Run after run; a house in which something went wrong is left for a new one."""
    waiting = list(seeds)
    while waiting:
        with opened(port) as lab:
            for _ in range(A_HOUSE):
                outcome = run(lab, waiting.pop(0), faults)
                yield outcome
                if outcome.trouble or not waiting:
                    break


def told(outcome: Outcome) -> str:
    """A run as a line, with what went wrong and how to see it again."""
    line = (
        f"seed {outcome.seed:>6}  {outcome.presses:>4} presses {outcome.repeats:>3} sent again"
        f"  {outcome.seconds:>5.1f} s  {', '.join(outcome.faults)}\n"
    )
    if outcome.trouble:
        line += f"    TROUBLE {outcome.trouble}\n    again: script/chaos --runs 1 --seed {outcome.seed}\n"
    return line


def main(argv: Sequence[str]) -> int:
    """Print a line for each run and a sum at the end, and keep both; 1 when anything was lost, doubled or stuck."""
    parser = argparse.ArgumentParser(prog="script/chaos", description="Runs seeded faults against live houses.")
    parser.add_argument("--runs", type=int, default=20, help="how many runs (500 is the bar)")
    parser.add_argument("--seed", type=int, default=1, help="the first seed; the runs are SEED, SEED + 1, ...")
    parser.add_argument("--port", type=int, default=PORT, help="where the houses listen")
    parser.add_argument("--keep", type=Path, default=Path("bench"), help="the folder that keeps the log of the runs")
    parser.add_argument("--fault", action="append", default=[], help="only this fault, by its name; may be repeated")
    given = parser.parse_args(argv)
    leftovers.ends_when_told()
    leftovers.clear(NAME)
    kept = given.keep / f"chaos-{datetime.now(UTC):%Y%m%dT%H%M%SZ}.jsonl"
    bad = done = presses = 0
    with kept.open("w", encoding="utf-8") as log:
        for outcome in runs(range(given.seed, given.seed + given.runs), given.port, given.fault):
            log.write(json.dumps(asdict(outcome)) + "\n")
            log.flush()
            done, presses, bad = done + 1, presses + outcome.presses, bad + bool(outcome.trouble)
            sys.stdout.write(told(outcome))
            sys.stdout.flush()
    sys.stdout.write(f"{done} runs, {presses} presses acknowledged, {bad} with trouble; {kept}\n")
    if not storms.can_mount():
        sys.stdout.write(f"not done on this machine: {', '.join(storms.DISK)}\n")
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
