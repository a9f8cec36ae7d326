"""The chips that a table gets once, before its first opening."""

from dataclasses import replace
from typing import Any

from django import forms
from django.http import HttpResponse
from django.views.decorators.http import require_http_methods

from tables.domain import chips as values
from tables.domain import permissions
from tables.screens import forms as floor_forms
from tables.screens.cage import frame, lines
from tables.screens.house import frame as pages
from tables.screens.refusals import Refusal
from tables.screens.visits import Visit, page
from tables.selectors import banks as bank_reads
from tables.selectors.banks import WaitingTable
from tables.services import banks


class TableField(forms.Form):
    """Which table."""

    table = forms.CharField(max_length=16)


@require_http_methods(["GET", "POST"])
@page
def waiting(visit: Visit) -> HttpResponse:
    """Tables without chips; for the one that was chosen its par is proposed, and the cashier counts what he gives."""
    permissions.require(visit.actor, "issue_table_bank")

    def draw(refusal: Refusal | None) -> HttpResponse:
        keyed = visit.request.POST
        found = bank_reads.waiting(visit.actor)
        code = keyed.get("table", visit.request.GET.get("table", ""))
        chosen = next((table for table in found if table.code == code), None)
        context: dict[str, Any] = {
            "tables": [(table, values.value(table.par)) for table in found],
            "chosen": chosen,
            "lines": _proposed(visit, chosen) if chosen else [],
        }
        return frame.draw(visit, "cage/banks.html", context, refusal)

    return pages.answer(visit, {"bank": lambda: _issue(visit)}, draw)


def _proposed(visit: Visit, table: WaitingTable) -> list[lines.ChipLine]:
    """A line a chip of the table's set that is given out, with what was keyed, else with its par."""
    (known,) = (one for one in lines.sets(visit) if one.id == table.chip_set_id)
    found = lines.of_set(known, visit.request.POST, retired=False).lines
    if visit.request.method == "POST":
        return list(found)
    return [replace(line, given=str(table.par.get(line.value, ""))) for line in found]


def _issue(visit: Visit) -> None:
    keyed = visit.request.POST
    given = floor_forms.chips_of(keyed)
    banks.issue_table_bank(
        actor=visit.actor,
        at=visit.at,
        table=floor_forms.read(TableField(keyed))["table"],
        issued=given,
        total=values.value(given),
        cashier=floor_forms.signature(keyed, "cashier"),
        pit_boss=floor_forms.signature(keyed, "boss"),
        key=visit.key,
    )
