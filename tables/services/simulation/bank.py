"""The two ends of a table's evening: counts of its rack that two persons sign."""

from collections.abc import Mapping
from datetime import datetime

from tables.domain import chips
from tables.models import floor
from tables.services import racks, table_life
from tables.services.periods import RackCount
from tables.services.simulation.houses import MadeHouse, TablePlan

NO_MISCOUNT: Mapping[int, int] = {}


def open_table(
    made: MadeHouse,
    plan: TablePlan,
    dealer: str,
    at: datetime,
    miscount: Mapping[int, int] = NO_MISCOUNT,
    note: str = "",
) -> None:
    """The dealer counts the opener and the pit boss watches; ``miscount`` is what they find beside what should be."""
    boss = made.plan.bosses[plan.pit]
    table_life.open_table(
        actor=made.cast.actor(boss),
        at=at,
        table=plan.code,
        count=_count(made, plan, miscount, note),
        dealer=made.cast.sign(dealer),
        pit_boss=made.cast.sign(boss),
    )


def close_table(
    made: MadeHouse,
    plan: TablePlan,
    dealer: str,
    at: datetime,
    miscount: Mapping[int, int] = NO_MISCOUNT,
    note: str = "",
) -> None:
    """The same with the closer."""
    boss = made.plan.bosses[plan.pit]
    table_life.close_table(
        actor=made.cast.actor(boss),
        at=at,
        table=plan.code,
        count=_count(made, plan, miscount, note),
        dealer=made.cast.sign(dealer),
        pit_boss=made.cast.sign(boss),
    )


def _count(made: MadeHouse, plan: TablePlan, miscount: Mapping[int, int], note: str) -> RackCount:
    table = floor.GamingTable.objects.get(casino__code=made.code, code=plan.code)
    counted = chips.add(racks.holding(table.pk), miscount)
    return RackCount(counted, chips.value(counted), note)
