"""Tables that wait for the chips of their first opening."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Sum

from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.table_states import TableStatus
from tables.models import floor
from tables.models.periods import BankPeriod


@dataclass(frozen=True, slots=True)
class WaitingTable:
    """A closed table that has never been opened and has no chips; ``par`` is what its rack is meant to hold."""

    code: str
    pit: str
    chip_set_id: int
    par: Mapping[int, int]


def waiting(actor: Actor) -> list[WaitingTable]:
    """By pit and code. Refused: ``not_permitted``."""
    permissions.require(actor, "issue_table_bank")
    opened = Exists(BankPeriod.objects.filter(table=OuterRef("pk")))
    rows = floor.GamingTable.objects.filter(~opened, casino_id=actor.casino_id, state__status=TableStatus.CLOSED)
    rows = rows.alias(held=Sum("rack__count")).filter(held=0)
    pars: dict[int, dict[int, int]] = {}
    for table, value, par in floor.RackChips.objects.filter(table__in=rows, par__gt=0).values_list(
        "table_id", "denomination", "par"
    ):
        pars.setdefault(table, {})[value] = par
    found = rows.select_related("pit").order_by("pit__code", "code")
    return [WaitingTable(row.code, row.pit.code, row.chip_set_id, pars.get(row.pk, {})) for row in found]
