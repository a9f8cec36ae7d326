"""``manage.py verify``: prove that log, floor, books and reports agree. Exit status 1 when they do not.

``--since-proof`` goes on from the last nightly proof; ``--chips-at`` tells where every chip was at a moment.
"""

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounting.management import chip_table
from accounting.services.verify import moments
from accounting.services.verify.run import Outcome, verify, verify_since


class Command(BaseCommand):
    """Findings go to standard output, progress to standard error."""

    help = "Prove that log, floor, books and reports agree; name each event that does not."

    def add_arguments(self, parser: CommandParser) -> None:
        """``--stream`` may come more than once."""
        parser.add_argument("--stream", action="append", default=[], metavar="KEY", help="DEMO/table/BJ-01 ...")
        parser.add_argument("--json", action="store_true", help="the outcome as one JSON object")
        parser.add_argument(
            "--since-proof", action="store_true", help="only what was written since the last nightly proof"
        )
        parser.add_argument(
            "--chips-at", metavar="MOMENT", help="where every chip was: 2026-03-05T06:00 in the house's zone, or with Z"
        )
        parser.add_argument("--casino", metavar="CODE", help="of --chips-at, where there are several")

    def handle(self, *args: Any, **options: Any) -> None:
        """Verify and tell."""
        if options["chips_at"]:
            self._tell_chips(options["chips_at"], options["casino"])
            return
        if options["since_proof"] and options["stream"]:
            raise CommandError("--since-proof takes all streams")
        try:
            if options["since_proof"]:
                outcome = verify_since(lambda key: self.stderr.write(key))
            else:
                outcome = verify(options["stream"], lambda key: self.stderr.write(key))
        except LookupError as error:
            raise CommandError(str(error)) from error
        self._tell(outcome, as_json=options["json"])
        if outcome.findings:
            sys.exit(1)

    def _tell(self, outcome: Outcome, *, as_json: bool) -> None:
        if as_json:
            told = {
                "streams": outcome.streams,
                "events": outcome.events,
                "rounds": outcome.rounds,
                "findings": [finding.as_data() for finding in outcome.findings],
            }
            self.stdout.write(json.dumps(told, ensure_ascii=False))
            return
        for finding in outcome.findings:
            self.stdout.write(str(finding))
        self.stdout.write(
            f"{outcome.streams} streams, {outcome.events} events, {outcome.rounds} rounds: "
            + (f"{len(outcome.findings)} findings" if outcome.findings else "everything agrees")
        )

    def _tell_chips(self, given: str, code: str | None) -> None:
        """Every place that held chips at a moment; what was issued is their sum."""
        try:
            proof, exponent = moments.chips_at(given, code)
        except (LookupError, ValueError) as error:
            raise CommandError(str(error)) from error
        for line in chip_table.lines(proof.chips, exponent):
            self.stdout.write(line)
        if proof.finding is not None:
            self.stdout.write(str(proof.finding))
            sys.exit(1)
