"""``manage.py found_house``: a casino from a file or from answers, up to its first house manager's sign-in."""

import json
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from tables.domain import charter
from tables.domain.charter import Charter, CharterError
from tables.domain.errors import FloorError
from tables.management import founding_questions
from tables.services import founding
from tables.services.founding import Founded

EXAMPLE = Path(__file__).resolve().parents[1] / "charter.example.toml"


class Command(BaseCommand):
    """Everything is checked before anything is written; what is wrong is told at once, line by line."""

    help = (
        "Found a casino: clock, currency, chips, house rules, pits, tables and the first house manager, whose "
        "password for one use is printed. FILE is TOML or JSON (--example prints one), - is standard input; "
        "without a file the questions are asked here. Running it again adds what is missing; where the house stands "
        "otherwise than the file says, nothing is changed."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", metavar="FILE", help="the charter; - reads standard input")
        parser.add_argument("--check", action="store_true", help="check the charter, also against what stands; no more")
        parser.add_argument("--example", action="store_true", help="print a charter to begin from")

    def handle(self, *args: Any, file: str | None, check: bool, example: bool, **options: Any) -> None:
        if example:
            self.stdout.write(EXAMPLE.read_text(encoding="utf-8"), ending="")
            return
        made = _made_of(_given(file) if file else self._asked())
        if check:
            if problems := founding.differences(made):
                raise CommandError(_report(problems))
            self.stdout.write(f"This can be founded: {_contents(made)}.")
            return
        try:
            founded = founding.found_house(charter=made, at=timezone.now())
        except FloorError as error:
            problems = error.detail.get("problems") or [f"refused: {error.code} {error.detail or ''}".strip()]
            raise CommandError(_report(problems)) from error
        self._tell(made, founded)

    def _asked(self) -> Mapping[str, Any]:
        if not sys.stdin.isatty():
            raise CommandError("name a file, or - for standard input; at a terminal the questions are asked")
        answers: Mapping[str, Any] = {}
        try:
            answers = founding_questions.asked(self.stdout.write)
            self.stdout.write(f"This will be founded: {_contents(_made_of(answers))}.")
            agreed = input("Go on? [y/N] ").strip().lower() in {"y", "yes"}
        except (EOFError, KeyboardInterrupt):
            agreed = False
        if not agreed:
            raise CommandError("nothing was founded")
        return answers

    def _tell(self, made: Charter, founded: Founded) -> None:
        if founded.added:
            self.stdout.write(f"{made.code} {made.name}: added {', '.join(founded.added)}.")
        else:
            self.stdout.write(f"{made.code} {made.name} stands as the charter says; nothing was added.")
        if founded.password is None:
            self.stdout.write(
                f"{founded.username} has a password of his own. If it is lost: "
                f"manage.py manager_password {made.code} {founded.username}"
            )
            return
        self.stdout.write("The first house manager signs in at /sign-in/ and chooses a password of his own:")
        self.stdout.write(f"   user name  {founded.username}")
        self.stdout.write(f"   password   {founded.password}   (for one use; nobody can read it again)")
        self.stdout.write("He then adds people and terminals at /house/.")


def _given(file: str) -> Mapping[str, Any]:
    """The file as it is written; numbers with a point stay text, because no float ever touches money."""
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"{file} cannot be read: {error}") from error
    try:
        if Path(file).suffix == ".json" or text.lstrip().startswith("{"):
            given = json.loads(text, parse_float=str)
        else:
            given = tomllib.loads(text, parse_float=str)
    except ValueError as error:
        raise CommandError(f"{file} is no TOML or JSON: {error}") from error
    if not isinstance(given, dict):
        raise CommandError(f"{file} holds no charter: it must be a group of entries")
    return given


def _made_of(given: Mapping[str, Any]) -> Charter:
    try:
        return charter.read(given)
    except CharterError as error:
        raise CommandError(_report(error.problems)) from error


def _report(problems: list[str]) -> str:
    return "nothing was founded:\n" + "\n".join(f"  {problem}" for problem in problems)


def _contents(made: Charter) -> str:
    games = sorted({rules.game for rules in made.rules.values()})
    return (
        f"{made.code} {made.name} in {made.currency}; chip sets {len(made.chip_sets)}, pits {len(made.pits)}, "
        f"tables {len(made.tables)} ({', '.join(games) or 'no game'}); "
        f"manager {made.manager.name} ({made.manager.username})"
    )
