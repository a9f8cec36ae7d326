"""``manage.py manager_password``: a house manager who lost his password gets one for choosing another."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from tables.domain.errors import NotFound
from tables.services import one_time


class Command(BaseCommand):
    """An operator's act, for a house whose only manager cannot sign in; it stands in the house's log."""

    help = "Give a house manager a password for one use. He is signed off everywhere and chooses his own with it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("casino", help="the casino's code")
        parser.add_argument("username", help="the manager's user name")
        parser.add_argument("--pin", action="store_true", help="a PIN instead, which he changes at a terminal")

    def handle(self, *args: Any, casino: str, username: str, pin: bool, **options: Any) -> None:
        rescue = one_time.rescue_managers_pin if pin else one_time.rescue_manager
        try:
            given = rescue(at=timezone.now(), casino=casino, username=username)
        except NotFound as error:
            raise CommandError(f"{casino} has no house manager with the user name {username}") from error
        if pin:
            self.stdout.write(
                f"{username} signs on once at a terminal with the PIN {given['pin']} and chooses his own."
            )
            return
        self.stdout.write(f"{username} signs in once with the password {given['password']} and chooses his own.")
