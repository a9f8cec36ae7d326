"""``script/bench``: one table of what the house can do, each line beside a baseline measured in the same run."""

import json
import os
import platform
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from casino.bench import parts
from casino.bench.measure import Line

HEAD: Final = ("what", "ours", "10 % to 90 %", "baseline in the same run", "ratio", "bar", "met?")


class Command(BaseCommand):
    help = "Measure this house against its peers. Writes bench/<moment>.json; run it by script/bench."

    def add_arguments(self, parser: CommandParser) -> None:
        # No choices= here: argparse holds an empty list against them, and none named is the usual call.
        usual = ", ".join(f"{name}={part.size} ({part.unit})" for name, part in parts.PARTS.items() if part.usual)
        others = ", ".join(f"{name}={part.size} ({part.unit})" for name, part in parts.PARTS.items() if not part.usual)
        parser.add_argument("parts", nargs="*", help=f"without a name: {usual}; only when named: {others}")
        parser.add_argument("--out", default="bench", help="folder of the JSON files")

    def handle(self, *args: Any, **options: Any) -> None:
        """Migrates its own database first, then measures part by part. What was measured before an error is kept."""
        try:
            chosen = parts.chosen(options["parts"], parts.PARTS)
        except ValueError as error:
            raise CommandError(str(error)) from None
        call_command("migrate", verbosity=0)
        lines: list[Line] = []
        load = os.getloadavg()[0]
        try:
            for name, part, size in chosen:
                self.stderr.write(f"measuring {name}={size} ...")
                lines.extend(part.lines(size))
        finally:
            if lines:
                self._print(lines)
                self._keep(lines, {one.name: one.size for one in chosen}, load, Path(options["out"]))

    def _print(self, lines: list[Line]) -> None:
        rows = [HEAD, *(_cells(line) for line in lines)]
        widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]
        for row in rows:
            self.stdout.write("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())

    def _keep(self, lines: list[Line], sizes: dict[str, int], load: float, folder: Path) -> None:
        """``load`` is what else ran when the run began: on a busy machine only the ratios say something."""
        now = datetime.now(UTC)
        folder.mkdir(parents=True, exist_ok=True)
        kept = {
            "at": now.isoformat(timespec="seconds"),
            "python": platform.python_version(),
            "machine": f"{platform.machine()}, {platform.system()}, {os.cpu_count()} cores",
            "load_before": round(load, 2),
            "parts": sizes,
            "lines": [line.as_data() for line in lines],
        }
        file = folder / f"{now:%Y%m%dT%H%M%SZ}.json"
        file.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
        self.stderr.write(f"kept in {file}")


def _cells(line: Line) -> tuple[str, ...]:
    return (
        line.what,
        f"{_number(line.ours)} {line.unit}",
        f"{_number(line.spread[0])} to {_number(line.spread[1])}",
        "" if line.baseline is None else f"{_number(line.baseline)} {line.unit} ({line.against})",
        "" if line.ratio is None else f"{line.ratio:.2f} x",
        line.bar,
        "" if line.met is None else "met" if line.met else "NOT MET",
    )


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"
