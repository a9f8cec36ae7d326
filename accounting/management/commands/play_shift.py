"""``manage.py play_shift``: a simulated shift, from the cage's chips to the certified report."""

import sys
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounting.management import report_table
from accounting.services import simulate
from tables.services.simulation import shift

MOST_TABLES, MOST_ROUNDS = 500, 20_000
_BAR = 40


class Command(BaseCommand):
    """Plays every table through the services that a terminal reaches; the books follow and the shift is certified."""

    help = (
        "Found a casino SIM-<n>, play one shift at its tables with players who know the odds, count everything, let "
        "the books follow, certify, and print the report. The same seed gives the same figures. The casino stays, "
        "because the log is append-only; a house that is not a demo wants --yes for that."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--tables", type=int, required=True, metavar="N", help=f"1 to {MOST_TABLES}")
        parser.add_argument("--rounds", type=int, required=True, metavar="M", help=f"at each table, 1 to {MOST_ROUNDS}")
        parser.add_argument("--seed", type=int, default=1, metavar="S", help="decides cards and players; default: 1")
        parser.add_argument("--spots", type=int, default=5, metavar="K", help="seats with players, 1 to 7; default: 5")
        known = shift.simulated_games()
        which = parser.add_mutually_exclusive_group()
        which.add_argument(
            "--games",
            default=known[0],
            metavar="A,B",
            help=f"what the tables deal, in turn: {', '.join(known)}; default: {known[0]}",
        )
        which.add_argument("--mix", action="store_const", dest="games", const=",".join(known), help="all games in turn")
        parser.add_argument("--yes", action="store_true", help="found the casino in a house that is no demo")

    def handle(
        self, *args: Any, tables: int, rounds: int, seed: int, spots: int, games: str, yes: bool, **options: Any
    ) -> None:
        if not (settings.DEMO or yes):
            raise CommandError("this house is no demo: --yes founds a casino SIM-<n> in it, which stays")
        for name, value, most in (
            ("tables", tables, MOST_TABLES),
            ("rounds", rounds, MOST_ROUNDS),
            ("spots", spots, 7),
        ):
            if not 1 <= value <= most:
                raise CommandError(f"--{name} must be from 1 to {most}")
        dealt = _games(games, spots)
        yesterday = datetime.now(UTC).date() - timedelta(days=1)
        played = shift.play_shift(shift.ShiftPlan(tables, rounds, seed, spots, yesterday, dealt), self._progress)
        self.stderr.write("")
        certified = simulate.certify_played(played)
        for line in report_table.lines(certified.report):
            self.stdout.write(line)
        self.stdout.write(f"sha256 {certified.sha256}")

    def _progress(self, done: int, of: int) -> None:
        """A bar on standard error, drawn anew for each hundredth."""
        if done * 100 // of != (done - 1) * 100 // of:
            filled = done * _BAR // of
            self.stderr.write(f"\r[{'#' * filled}{'.' * (_BAR - filled)}] {done}/{of} rounds", ending="")
            sys.stderr.flush()


def _games(given: str, spots: int) -> tuple[str, ...]:
    """The games by their codes, if ``spots`` players can play each of them."""
    games = tuple(given.split(","))
    for game in games:
        if game not in shift.simulated_games():
            raise CommandError(f"--games: there is no game {game}")
        try:
            shift.first_options(game, {}, [f"guest {seat}" for seat in range(1, spots + 1)])
        except ValueError as error:
            raise CommandError(f"--spots: {error}") from error
    return games
