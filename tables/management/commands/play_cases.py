"""``manage.py play_cases FILE``: hold the house against written right answers."""

import json
import sys
from argparse import RawDescriptionHelpFormatter
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from tables.services import case_runs
from tables.services.case_floor import CaseHouse


class Command(BaseCommand):
    """Plays every case and prints where the answer differs; the last line counts them."""

    help = """Play a file of written cases and compare each answer with the expected one.

Each difference is printed as "<case>: <path>: <what came>, expected <what was wanted>". The last line is
"N passed, N failed"; the exit code is 1 when any failed.

--through floor plays them with the services a terminal reaches, in the connected database. For that it founds a
throw-away casino called CASES-<n>, with a table for each case. It stays there, because the log is append-only;
nothing else is touched. A house that is not a demo wants --yes for that."""

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """Keep the lines of the help as they are written."""
        return super().create_parser(prog_name, subcommand, formatter_class=RawDescriptionHelpFormatter, **kwargs)

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="the cases, as JSON")
        parser.add_argument("--through", choices=("engine", "floor"), default="engine", help="default: engine")
        parser.add_argument("--json", type=Path, metavar="OUT", dest="out", help="write every answer there")
        parser.add_argument("--yes", action="store_true", help="found the throw-away casino in a house that is no demo")

    def handle(self, *args: Any, file: Path, through: str, out: Path | None, yes: bool, **options: Any) -> None:
        cases = _read(file)
        ports: case_runs.Ports = case_runs.engine_port
        if through == "floor":
            if not (settings.DEMO or yes):
                raise CommandError("this house is no demo: --yes founds a casino CASES-<n> in it, which stays")
            ports = _floor(cases)
        results, failed = [], 0
        for verdict in case_runs.play(cases, ports):
            for difference in verdict.differences:
                self.stdout.write(f"{verdict.id}: {difference}")
            failed += bool(verdict.differences)
            results.append({"id": verdict.id, "actual": verdict.actual})
        if out is not None:
            out.write_text(json.dumps({"results": results}, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        self.stdout.write(f"{len(results) - failed} passed, {failed} failed")
        if failed:
            sys.exit(1)


def _read(file: Path) -> list[Mapping[str, Any]]:
    try:
        return case_runs.cases_of(json.loads(file.read_text(encoding="utf-8")))
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}") from error
    except ValueError as error:
        raise CommandError(f"{file}: {error}") from error


def _floor(cases: list[Mapping[str, Any]]) -> case_runs.Ports:
    """Tables of a casino that is founded when the first case wants one."""
    house: list[CaseHouse] = []

    def port(game: str) -> Any:
        if not house:
            house.append(CaseHouse(case_runs.games_of(cases), datetime.now(UTC)))
        return house[0].port()

    return port
