"""``rule_packs``: every value of every shipped pack, side by side (docs/rule-packs.md)."""

from typing import Any

from django.core.management.base import BaseCommand

from tables.domain.rule_packs import page


class Command(BaseCommand):
    """Print the table of docs/rule-packs.md."""

    help = "Print every value of every shipped rule pack."

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the table."""
        self.stdout.write(page.table(), ending="")
