"""A PIN or password that the rule pack calls too old proves nobody until its owner has changed it (domain.md §1.1)."""

from datetime import datetime, timedelta

from tables.domain.errors import NotAllowed
from tables.models import staff
from tables.selectors import rule_packs
from tables.services import clock


def require_young(member: staff.StaffMember, since: datetime | None, at: datetime, code: str) -> None:
    """Refuse (403) ``code`` when ``since`` lies more gaming days back than the pack's ``secret_change_days``.

    Whole gaming days are counted, so that nobody's secret ends in the middle of his shift's day.
    """
    casino = member.casino
    if casino is None or since is None:
        return
    today = clock.window(casino.pk, casino.settings_version, at).gaming_day
    days = rule_packs.in_force(casino.pk, today, casino.settings_version).secret_change_days
    if days is None:
        return
    schedule = clock.schedule(casino.pk, casino.settings_version)
    if today > schedule.gaming_day(since) + timedelta(days=days):
        raise NotAllowed(code, badge=member.badge, days=days)
