"""``manage.py verify``: prove that log, floor, books and reports agree. Exit status 1 when they do not.

``--since-proof`` goes on from the last nightly proof; ``--day`` plays the rounds of a gaming day again; ``--parallel``
shares the work with the house's workers; ``--chips-at`` tells where every chip was at a moment.
"""

import json
import sys
from collections.abc import Mapping
from datetime import date
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from accounting.management import chip_table
from accounting.services import proofs
from accounting.services.verify import moments
from accounting.services.verify.run import Outcome, verify, verify_day, verify_since


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
        parser.add_argument("--day", type=date.fromisoformat, help="only the rounds opened on this gaming day")
        parser.add_argument(
            "--parallel", action="store_true", help="share the work with the workers; of everything it is kept as a run"
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
        chosen = [name for name in ("stream", "since_proof", "day") if options[name]]
        if len(chosen) > 1 or (options["parallel"] and chosen not in ([], ["day"])):
            raise CommandError("--stream, --since-proof and --day exclude each other; --parallel goes with --day alone")
        try:
            outcome = self._verify(options)
        except LookupError as error:
            raise CommandError(str(error)) from error
        self._tell(outcome, as_json=options["json"])
        if outcome.findings:
            sys.exit(1)

    def _verify(self, options: Mapping[str, Any]) -> Outcome:
        tell = self.stderr.write
        if options["parallel"]:
            proof_id = proofs.begin(timezone.now(), options["day"])
            proofs.wake(settings.PROVERS)
            return proofs.finish(proof_id)
        if options["day"]:
            return verify_day(options["day"], tell)
        if options["since_proof"]:
            return verify_since(tell)
        return verify(options["stream"], tell)

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
