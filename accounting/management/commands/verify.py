"""``manage.py verify``: prove that log, floor, books and reports agree. Exit status 1 when they do not."""

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounting.services.verify.run import verify


class Command(BaseCommand):
    """Findings go to standard output, progress to standard error."""

    help = "Prove that log, floor, books and reports agree; name each event that does not."

    def add_arguments(self, parser: CommandParser) -> None:
        """``--stream`` may come more than once."""
        parser.add_argument("--stream", action="append", default=[], metavar="KEY", help="DEMO/table/BJ-01 ...")
        parser.add_argument("--json", action="store_true", help="the outcome as one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        """Verify and tell."""
        try:
            outcome = verify(options["stream"], lambda key: self.stderr.write(key))
        except LookupError as error:
            raise CommandError(str(error)) from error
        if options["json"]:
            told = {
                "streams": outcome.streams,
                "events": outcome.events,
                "rounds": outcome.rounds,
                "findings": [finding.as_data() for finding in outcome.findings],
            }
            self.stdout.write(json.dumps(told, ensure_ascii=False))
        else:
            for finding in outcome.findings:
                self.stdout.write(str(finding))
            self.stdout.write(
                f"{outcome.streams} streams, {outcome.events} events, {outcome.rounds} rounds: "
                + (f"{len(outcome.findings)} findings" if outcome.findings else "everything agrees")
            )
        if outcome.findings:
            sys.exit(1)
