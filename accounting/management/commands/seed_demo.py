"""``manage.py seed_demo``: a house to look at, with people, an evening behind it and tables open now."""

import json
import os
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from accounting.services import simulate
from tables.services.simulation import demo, demo_plan, demo_sign_ins

SIGN_INS = "demo-sign-ins.json"


class Command(BaseCommand):
    """Seeds an empty demo house once; later runs only renew enrolment codes that nobody has used."""

    help = (
        "Fill an empty demo house: two pits, eight tables, staff of every role, a certified shift of yesterday and "
        f"open tables today. The sign-ins are written to {SIGN_INS} in the data folder. Where the demo casino stands "
        "it only renews enrolment codes. Refused in a house that is no demo."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEMO:
            raise CommandError("this house is no demo (CASINO_DEMO)")
        now = datetime.now(UTC)
        plan = demo_plan.read(now)
        file = Path(settings.VAR_DIR) / SIGN_INS
        if demo.stands(plan.house.code):
            self._renew(plan.house.code, file, now)
            return
        made = demo.Demo(plan)
        made.found()
        certified = simulate.certify_played(made.play_yesterday())
        made.open_today(now)
        _write(file, demo_sign_ins.rows(made.made, plan, made.register_devices(now)))
        exceptions = len(certified.report["exceptions"])
        self.stdout.write(
            f"demo casino seeded: {len(plan.house.pits)} pits, {len(plan.tables)} tables, "
            f"1 certified shift with {exceptions} exceptions"
        )

    def _renew(self, code: str, file: Path, now: datetime) -> None:
        if not file.exists():
            self.stdout.write(
                f"demo casino is there, but its sign-ins ({file.name}) are not: start over to get new ones"
            )
            return
        devices = demo.renew_codes(code, now)
        if devices:
            _write(file, demo_sign_ins.renewed(json.loads(file.read_text(encoding="utf-8")), devices))
        self.stdout.write("demo casino is there")


def _write(file: Path, rows: Sequence[dict[str, Any]]) -> None:
    """For the owner's eyes only, from the first byte on."""
    file.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as out:
        os.fchmod(descriptor, 0o600)
        json.dump(rows, out, ensure_ascii=False, indent=1)
