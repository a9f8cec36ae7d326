"""``script/bench``: one table of what the house can do, each line beside a baseline measured in the same run."""

import json
import platform
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from casino.bench import books, dice, edge, engines, live, month, presses, web
from casino.bench.measure import Line

PARTS: dict[str, Callable[[], Iterator[Line]]] = {
    "engines": engines.lines,
    "dice": dice.lines,
    "presses": presses.lines,
    "web": web.lines,
    "live": live.lines,
    "books": books.lines,
}
HEAD = ("what", "ours", "10 % to 90 %", "baseline", "ratio", "bar")


class Command(BaseCommand):
    help = "Measure this house against its peers. Writes bench/<moment>.json; run it by script/bench."

    def add_arguments(self, parser: CommandParser) -> None:
        # No choices= here: argparse holds an empty list against them, and none named is the usual call.
        parser.add_argument(
            "parts", nargs="*", help=f"{', '.join(PARTS)}, month, edge; without a name all but the last two"
        )
        parser.add_argument("--rounds", type=int, default=3_000_000, help="rounds of the edge simulation")
        parser.add_argument("--tables", type=int, default=month.TABLES, help="tables of the month")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--out", default="bench", help="folder of the JSON files")

    def handle(self, *args: Any, **options: Any) -> None:
        """Migrates its own database first, then measures part by part."""
        chosen: list[str] = options["parts"] or list(PARTS)
        unknown = sorted(set(chosen) - {*PARTS, "month", "edge"})
        if unknown:
            raise CommandError(
                f"there is no part {', '.join(unknown)}; the parts are {', '.join(PARTS)}, month and edge"
            )
        call_command("migrate", verbosity=0)
        lines: list[Line] = []
        for part in chosen:
            if part == "edge":
                self._edge(options["rounds"], options["seed"])
                continue
            self.stderr.write(f"measuring {part} ...")
            lines += month.lines(options["tables"]) if part == "month" else PARTS[part]()
        if lines:
            self._print(lines)
            self._keep(lines, Path(options["out"]))

    def _edge(self, rounds: int, seed: int) -> None:
        found = edge.simulate(rounds, seed)
        word = "agrees with" if found.agrees else "DIFFERS from"
        self.stdout.write(
            f"house edge over {found.rounds:,} rounds: {found.mean:+.3%} +- {found.half_width:.3%}"
            f" {word} the published {edge.PUBLISHED:+.2%}"
        )

    def _print(self, lines: list[Line]) -> None:
        rows = [HEAD, *(_cells(line) for line in lines)]
        widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]
        for row in rows:
            self.stdout.write("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())

    def _keep(self, lines: list[Line], folder: Path) -> None:
        now = datetime.now(UTC)
        folder.mkdir(parents=True, exist_ok=True)
        kept = {
            "at": now.isoformat(timespec="seconds"),
            "python": platform.python_version(),
            "machine": f"{platform.machine()}, {platform.system()}",
            "lines": [line.as_data() for line in lines],
        }
        file = folder / f"{now:%Y%m%dT%H%M%SZ}.json"
        file.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
        self.stderr.write(f"kept in {file}")


def _cells(line: Line) -> tuple[str, ...]:
    baseline = "" if line.baseline is None else f"{_number(line.baseline)} {line.unit} ({line.against})"
    bar = line.bar if line.met is None else f"{line.bar} {'met' if line.met else 'NOT MET'}"
    return (
        line.what,
        f"{_number(line.ours)} {line.unit}",
        f"{_number(line.spread[0])} to {_number(line.spread[1])}",
        baseline,
        "" if line.ratio is None else f"{line.ratio:.2f} x",
        bar,
    )


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"
