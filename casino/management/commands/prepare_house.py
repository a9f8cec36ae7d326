"""Everything that must be true before the first request: migrated, the app's role granted, a demo peopled."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand, CommandParser
from django.db import OperationalError, connection
from django.utils import timezone

from accounting.selectors import progress
from casino import env, roles
from casino.embedded import places
from tables.selectors import house
from tables.services import days_ahead

SEED = "seed_demo"


class Command(BaseCommand):
    """Migrates; in a demo house also seeds, which does nothing to a house that has people in it."""

    help = "Migrate, and fill an empty demo house. Safe to run again."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--shown", type=Path, help="write a demo's sign-ins that may be printed to this file")

    def handle(self, *args: Any, shown: Path | None, **options: Any) -> None:
        places.make_folder(settings.VAR_DIR / "static")
        call_command("migrate", verbosity=0, interactive=False)
        self.stdout.write("migrated")
        if older := progress.older():
            self.stdout.write(
                f"WARNING: another version made {older} streams of the books: run manage.py rebuild_books"
            )
        role = env.text("CASINO_APP_ROLE")
        if role:
            with connection.cursor() as cursor:
                roles.make_role(cursor, role, env.secret("CASINO_APP_PASSWORD", least=16))
                kept = roles.grant(cursor, role)
            self.stdout.write(f"{role} may only add to {', '.join(kept)}")
        self._prepare_days()
        if settings.DEMO and SEED in get_commands():
            call_command(SEED, stdout=self.stdout, shown=shown)
        elif not house.codes():
            self.stdout.write("no casino yet: manage.py found_house founds one (docs/operations.md)")

    def _prepare_days(self) -> None:
        """The gaming days to come, at once: the timetable's first look is ten minutes away."""
        try:
            days_ahead.prepare(timezone.now().date())
        except OperationalError as error:  # a newer version beside an older one that is read: the timetable tries again
            self.stdout.write(f"WARNING: the gaming days to come are not made yet: {error}")
