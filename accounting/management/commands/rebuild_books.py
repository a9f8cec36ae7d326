"""``manage.py rebuild_books``: write the books again from the log. Exit status 1 when an event cannot be posted."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounting.services.rebuild import rebuild
from accounting.services.stretches import PostingError


class Command(BaseCommand):
    """Progress goes to standard error. Safe on a live house: each stream changes in one transaction."""

    help = "Write the books again from the log, stream by stream."

    def add_arguments(self, parser: CommandParser) -> None:
        """``--stream`` may come more than once."""
        parser.add_argument("--stream", action="append", default=[], metavar="KEY", help="DEMO/table/BJ-01 ...")

    def handle(self, *args: Any, **options: Any) -> None:
        """Rebuild and tell."""
        try:
            events = rebuild(options["stream"], lambda line: self.stderr.write(line))
        except (PostingError, LookupError, ValueError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{events} events followed")
