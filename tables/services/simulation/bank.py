"""The two ends of a table's evening: counts that two persons sign, the box that two others take and count."""

from collections.abc import Mapping
from datetime import datetime

from tables.domain import chips
from tables.domain.chips import Chips
from tables.domain.notes import NoteCount
from tables.models import floor
from tables.services import boxes, counts, racks, rakes, table_life
from tables.services.boxes import BoxRemoval
from tables.services.periods import RackCount
from tables.services.rakes import RakeCount
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


def count_box(made: MadeHouse, plan: TablePlan, counters: tuple[str, str], notes: Chips, at: datetime) -> int:
    """Two counters take the box from the closed table and find ``notes`` in it; the number of the box."""
    first, second = counters
    box = floor.TableState.objects.values_list("box__number", flat=True).get(
        table__casino__code=made.code, table__code=plan.code
    )
    number = int(box or 0)
    actor, signed = made.cast.actor(first), (made.cast.sign(first), made.cast.sign(second))
    boxes.remove_box(actor=actor, at=at, table=plan.code, removal=BoxRemoval(number, signed))
    counts.count_box(
        actor=actor,
        at=at,
        table=plan.code,
        box=number,
        count=NoteCount(notes, chips.value(notes)),
        counters=signed,
    )
    return number


def count_rake(
    made: MadeHouse, plan: TablePlan, counters: tuple[str, str], box: int, amount: int, at: datetime
) -> None:
    """Two counters find ``amount`` (minor units) of rake, which left the table with ``box``."""
    first, second = counters
    rakes.count_rake(
        actor=made.cast.actor(first),
        at=at,
        table=plan.code,
        box=box,
        count=RakeCount(chips.break_down(amount, made.denominations), amount),
        counters=(made.cast.sign(first), made.cast.sign(second)),
    )


def _count(made: MadeHouse, plan: TablePlan, miscount: Mapping[int, int], note: str) -> RackCount:
    table = floor.GamingTable.objects.get(casino__code=made.code, code=plan.code)
    counted = chips.add(racks.holding(table.pk), miscount)
    return RackCount(counted, chips.value(counted), note)
