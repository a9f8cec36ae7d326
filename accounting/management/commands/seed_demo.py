"""``manage.py seed_demo``: a house to look at, with people, an evening behind it and tables open now."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounting.services import clear_demo, simulate
from tables.domain.errors import NotAllowed
from tables.services.simulation import demo, demo_devices, demo_house, demo_plan, demo_sign_ins
from tables.services.simulation.demo_plan import DemoPlan
from tables.services.simulation.demo_sign_ins import Row


class Command(BaseCommand):
    """Seeds an empty demo house once, also when an earlier start was interrupted; later runs only look after sign-ins.

    The file of the sign-ins names the house that they belong to. Where it is lost, or another house's, everybody of
    the demo gets new ones.
    """

    help = (
        "Fill an empty demo house: two pits, tables of every game, staff of every role, a certified shift of yesterday "
        f"and open tables today. The sign-ins are written to {demo_sign_ins.FILE} in the data folder. A demo that was "
        "interrupted is made anew. Where the demo casino stands it only renews enrolment codes, and sign-ins that are "
        "lost. Refused in a house that is no demo."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--shown", type=Path, help="write the sign-ins that may be printed to this file, as JSON")

    def handle(self, *args: Any, shown: Path | None, **options: Any) -> None:
        if not settings.DEMO:
            raise CommandError("this house is no demo (CASINO_DEMO)")
        now = datetime.now(UTC)
        plan = demo_plan.read(now)
        self._clear_unfinished(plan.house.code)
        file = Path(settings.VAR_DIR) / demo_sign_ins.FILE
        if demo_house.stands(plan.house.code):
            rows = self._look_after(plan, file, now)
        else:
            rows = self._seed(plan, now)
        house = demo_house.identity(plan.house.code)
        if rows != demo_sign_ins.read(file, house):
            demo_sign_ins.write(file, house, rows)
        if shown is not None:
            shown.write_text(json.dumps([row for row in rows if "path" in row]), encoding="utf-8")

    def _clear_unfinished(self, casino: str) -> None:
        if not demo_house.stands(casino) or demo_house.is_finished(casino):
            return
        try:
            clear_demo.clear_unfinished(casino)
        except ValueError as error:
            raise CommandError(
                f"the making of the demo house was interrupted, and it cannot be made anew here: {error}. "
                "Set CASINO_DEMO=0, or give it an empty database."
            ) from error
        self.stdout.write("the making of the demo house was interrupted: made anew")

    def _seed(self, plan: DemoPlan, now: datetime) -> list[Row]:
        made = demo.Demo(plan)
        made.found()
        certified = simulate.certify_played(made.play_yesterday())
        made.open_today(now)
        devices, stamps = made.register_devices(now), demo_house.stamps(plan.house.code)
        rows = demo_sign_ins.rows(plan, made.made.secrets, devices, stamps)
        exceptions = len(certified.report["exceptions"])
        self.stdout.write(
            f"demo casino seeded: {len(plan.house.pits)} pits, {len(plan.tables)} tables, "
            f"1 certified shift with {exceptions} exceptions"
        )
        return rows

    def _look_after(self, plan: DemoPlan, file: Path, now: datetime) -> list[Row]:
        casino = plan.house.code
        known = demo_sign_ins.read(file, demo_house.identity(casino))
        if known is None:
            self.stdout.write("demo casino is there, but its sign-ins were not: everybody has new ones")
            try:
                secrets = demo_house.renew_secrets(plan, now)
            except NotAllowed as error:
                raise CommandError(f"no new sign-ins for the demo ({error.code}): start again in 30 minutes") from error
        else:
            self.stdout.write("demo casino is there")
            secrets = demo_sign_ins.secrets_in(known)
        devices = demo_devices.now_at(plan, demo_house.manager_of(casino), demo_sign_ins.devices_in(known or []), now)
        changed = demo_house.changed(casino, secrets, demo_sign_ins.stamps_in(known or []))
        return demo_sign_ins.rows(plan, secrets, devices, demo_house.stamps(casino), changed)
