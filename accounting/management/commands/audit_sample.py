"""``manage.py audit_sample``: the sample that internal audit looks at, drawn by a seed and recorded."""

from datetime import date
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from accounting.management import sample_table
from accounting.selectors import audit_samples as samples
from accounting.services import audit_samples
from tables.domain.errors import FloorError
from tables.selectors import actors, house


class Command(BaseCommand):
    """Draws in the name of an auditor and prints what to look at; exit status 0 also when something is missing."""

    help = (
        "Draw 5 openings, 5 closings, 10 fills and 3 credits on at least 3 gaming days (K.A.R. 112-108-52). The same "
        "days and the same seed give the same sample; each draw is recorded in the house's stream."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Days as ``2026-03-04``."""
        parser.add_argument("--casino", required=True, metavar="CODE", help="whose documents")
        parser.add_argument("--badge", required=True, metavar="BADGE", help="the auditor who draws")
        parser.add_argument("--from", required=True, dest="first", type=date.fromisoformat, metavar="DAY")
        parser.add_argument("--to", required=True, dest="last", type=date.fromisoformat, metavar="DAY")
        parser.add_argument("--seed", default="", help="any word; without it one is drawn")

    def handle(self, *args: Any, casino: str, badge: str, first: date, last: date, seed: str, **options: Any) -> None:
        """Draw, record, print."""
        actor = actors.actor_for_badge(casino, badge)
        if actor is None:
            raise CommandError(f"nobody in {casino} has the badge {badge}")
        try:
            answer = audit_samples.draw_audit_sample(
                actor=actor, at=timezone.now(), first_day=first, last_day=last, seed=seed
            )
        except FloorError as error:
            raise CommandError(error.code) from error
        for line in sample_table.lines(samples.sample(actor, answer["sample"]), house.of(actor).exponent):
            self.stdout.write(line)
