"""Everything that must be true before the first request: migrated, and as a demo, peopled."""

from typing import Any

from django.conf import settings
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand

from casino.embedded import places

SEED = "seed_demo"


class Command(BaseCommand):
    """Migrates; in a demo house also seeds, which does nothing to a house that has people in it."""

    help = "Migrate, and fill an empty demo house. Safe to run again."

    def handle(self, *args: Any, **options: Any) -> None:
        places.make_folder(settings.VAR_DIR / "static")
        call_command("migrate", verbosity=0, interactive=False)
        self.stdout.write("migrated")
        if settings.DEMO and SEED in get_commands():
            call_command(SEED, stdout=self.stdout)
