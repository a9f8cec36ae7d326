"""What a pit boss reads from a table's last hours: its speed, and what a fill in the next hour would have to bring.

All of it are estimates by the log (T-59): the rack is what the rounds expect, and an hour to come is like those before.
"""

from datetime import timedelta
from typing import Final

HOUR: Final = timedelta(hours=1)
SOON: Final = timedelta(minutes=10)
"""A table that is open for less has no speed and no forecast yet: one round would decide it."""


def rounds_an_hour(rounds: int, open_for: timedelta) -> int | None:
    """Speed by the ``rounds`` of the last hour, or of the time since the opener if that is shorter."""
    if open_for < SOON:
        return None
    return round(rounds * (HOUR / min(open_for, HOUR)))


def drain_an_hour(opener: int, brought: int, rack: int, open_for: timedelta) -> int | None:
    """Minor units an hour that left the rack since the opener beside fills and credits; negative when it grew.

    ``brought`` is what fills brought less what credits took away in that time.
    """
    if open_for < SOON:
        return None
    return round((opener + brought - rack) * (HOUR / open_for))


def forecast_need(par: int, rack: int, drain: int | None) -> int | None:
    """What a fill an hour from now would have to bring to reach the par, never below nothing."""
    return None if drain is None else max(0, par - rack + drain)
