"""``manage.py export_log``: the log as a zip that anyone can check without us (docs/log.md)."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from accounting.selectors import log_exports
from accounting.services import log_archive, log_export
from tables.domain.errors import FloorError
from tables.selectors import actors


class Command(BaseCommand):
    """Records the export in the name of an auditor, then writes its archive."""

    help = (
        "Hand the floor log out as one zip with its seals and a checker that needs only Python. The export is itself "
        "recorded in the house's stream, in the name of the auditor who has asked for it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """``--stream`` may come more than once."""
        parser.add_argument("--casino", required=True, metavar="CODE", help="whose log")
        parser.add_argument("--badge", required=True, metavar="BADGE", help="the auditor who has asked for it")
        parser.add_argument("--stream", action="append", default=[], metavar="KEY", help="DEMO/table/BJ-01 ...; all")
        parser.add_argument("--to", default=".", metavar="FOLDER", help="where the zip goes; default: here")

    def handle(self, *args: Any, casino: str, badge: str, stream: list[str], to: str, **options: Any) -> None:
        """Record, write, tell."""
        folder = Path(to)
        if not folder.is_dir():
            raise CommandError(f"there is no folder {folder}")
        actor = actors.actor_for_badge(casino, badge)
        if actor is None:
            raise CommandError(f"nobody in {casino} has the badge {badge}")
        try:
            answer = log_export.export_log(actor=actor, at=timezone.now(), streams=stream)
        except FloorError as error:
            raise CommandError(error.code) from error
        export = log_exports.export(actor, answer["export"])
        path = folder / log_archive.file_name(casino, export)
        try:
            file = path.open("xb")
        except FileExistsError as error:
            raise CommandError(f"there is a file {path}; export {export.number} is recorded and not written") from error
        with file:
            for piece in log_archive.pieces(actor.casino_id, casino, export):
                file.write(piece)
        self.stdout.write(f"{path}: {len(export.heads)} streams, {export.events} events")
        self.stdout.write(f"root {export.root}")
