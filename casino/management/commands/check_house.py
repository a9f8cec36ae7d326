"""``manage.py check_house``: one round through the open house's doors, down to the balanced journal."""

import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from casino.check import books
from casino.check.door import CheckFailed, Door
from casino.check.one_round import OneRound, Rows
from tables.domain.actors import Actor, Role
from tables.selectors import actors
from tables.services.simulation import demo_house, demo_plan, demo_sign_ins


class Command(BaseCommand):
    """Exit code 0 when the round was dealt over HTTP and the books hold balanced journals of it, else 1."""

    help = (
        "Try the running demo house out: sign a dealer on at a terminal, open what is needed, deal one round with the "
        "API, wait for the books, and print the round's journals. Exit code 1 at the first thing that goes wrong."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--url", default="http://127.0.0.1:8000", help="where the house is open")

    def handle(self, *args: Any, url: str, **options: Any) -> None:
        try:
            sign_ins = _sign_ins(Path(settings.VAR_DIR) / demo_sign_ins.FILE)
            played = OneRound(url, sign_ins, self.stdout.write).play()
            journals = books.journals_of(played, _accountant(url, sign_ins))
        except CheckFailed as failed:
            self.stderr.write(f"check failed: {failed}")
            sys.exit(1)
        for line in books.lines(journals, played.exponent):
            self.stdout.write(line)
        self.stdout.write("the house works")


def _sign_ins(file: Path) -> Rows:
    """The rows that belong to the demo house of this very database."""
    house = demo_house.identity(demo_plan.read(timezone.now()).house.code)
    rows = demo_sign_ins.read(file, house)
    if rows is None:
        raise CheckFailed(f"{file} has no sign-ins of this database: the check wants its demo house (CASINO_DEMO)")
    return rows


def _accountant(url: str, sign_ins: Rows) -> Actor:
    """Whoever may read the books, signed on with user name and password like any office."""
    row = next((row for row in sign_ins if row.get("role") == Role.ACCOUNTANT), None)
    if row is None:
        raise CheckFailed("the demo's sign-ins name no accountant")
    signed = Door(url).post("/sign-ons", {"username": row["username"], "password": row["password"]})
    actor = actors.actor_for_token(signed["token"], timezone.now())
    if actor is None:
        raise CheckFailed(f"{row['username']} is signed on, and nobody knows the token")
    return actor
