"""``manage.py archive_days``: old gaming days out of the way, still readable and provable (docs/operations.md)."""

from datetime import date
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounting.services import day_archive
from tables.selectors import whole


class Command(BaseCommand):
    """Detaches, attaches, or lists."""

    help = "Put gaming days away that every house has locked, bring some back, or list what is away. As the owner."

    def add_arguments(self, parser: CommandParser) -> None:
        """One of both; neither lists."""
        act = parser.add_mutually_exclusive_group()
        act.add_argument("--before", type=date.fromisoformat, metavar="DAY", help="put all days before this one away")
        act.add_argument("--back", type=date.fromisoformat, nargs="+", metavar="DAY", help="bring these days back")

    def handle(self, *args: Any, before: date | None, back: list[date] | None, **options: Any) -> None:
        """Tell a line a day."""
        if before is not None:
            try:
                days = day_archive.put_away(before)
            except ValueError as error:
                raise CommandError(str(error)) from error
        else:
            days = whole.archived() if back is None else day_archive.bring_back(back)
        for day in days:
            self.stdout.write(day.isoformat())
