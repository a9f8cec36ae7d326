"""What a pit boss orders at the pit's page: a fill, a credit or an exchange, beside what the rack needs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.http import QueryDict

from tables.domain import chips
from tables.domain.errors import Invalid
from tables.domain.slips import SlipKind
from tables.reports.chip_slips import STATES
from tables.screens import forms
from tables.screens.slips import words
from tables.screens.visits import Visit
from tables.selectors import racks
from tables.selectors import slips as slip_reads
from tables.selectors.slips import SlipView
from tables.services import slips

WORK: Final = tuple(kind.value for kind in SlipKind)


@dataclass(frozen=True, slots=True)
class OrderLine:
    """A kind of chip with what the rack needs of it; ``asked`` and ``given`` fill the fields."""

    denomination: int
    colour: str
    letter: str
    count: int
    need: int
    asked: str
    given: str


def context(visit: Visit, table: str, work: str, keyed: QueryDict) -> dict[str, Any]:
    """The open slips of a table, and the form of an order when ``work`` is one.

    Before anything was keyed a fill proposes what is below par, a credit what is above it (V-03).
    """
    told: dict[str, Any] = {
        "table_slips": [(view, *named(view)) for view in slip_reads.at_table(visit.actor, table)],
        "withdraw_reasons": words.WITHDRAW_REASONS,
        "kinds": words.KINDS,
    }
    if work in WORK:
        told |= {"order_lines": _lines(visit, table, work, keyed), "about": words.ABOUT[work]}
    return told


def named(view: SlipView) -> tuple[words.Words, words.Words, str]:
    """Kind and state in words, and the state's colour."""
    return words.KINDS[view.kind], STATES[view.status], words.COLOURS[view.status]


def _lines(visit: Visit, table: str, work: str, keyed: QueryDict) -> Sequence[OrderLine]:
    proposed = {SlipKind.FILL.value: 1, SlipKind.CREDIT.value: -1}.get(work, 0)
    fresh = "key" not in keyed
    return [
        OrderLine(
            denomination=line.denomination,
            colour=line.colour,
            letter=line.letter,
            count=line.count,
            need=line.need,
            asked=_field(keyed, forms.CHIPS, line.denomination)
            or (str(line.need * proposed) if fresh and line.need * proposed > 0 else ""),
            given=_field(keyed, forms.GIVEN, line.denomination),
        )
        for line in racks.rack(visit.actor, table).lines
        if not line.retired
    ]


def _field(keyed: Mapping[str, Any], prefix: str, denomination: int) -> str:
    return str(keyed.get(f"{prefix}{denomination}", ""))[:7]


def place(visit: Visit, table: str) -> None:
    """The order that was keyed, under the boss's badge and PIN."""
    keyed = visit.request.POST
    asked = forms.chips_of(keyed)
    order: dict[str, Any] = {
        "actor": visit.actor,
        "at": visit.at,
        "table": table,
        "total": chips.value(asked),
        "pit_boss": forms.signature(keyed, "boss"),
        "key": visit.key,
    }
    work = keyed.get("work")
    if work == SlipKind.FILL:
        slips.request_fill(**order, wanted=asked, urgent="urgent" in keyed)
    elif work == SlipKind.CREDIT:
        slips.request_credit(**order, offered=asked)
    elif work == SlipKind.EXCHANGE:
        slips.request_exchange(**order, taken=asked, given=forms.chips_of(keyed, forms.GIVEN))
    else:
        raise Invalid("unknown_action")


def withdraw(visit: Visit, table: str) -> None:
    """A request that the pit does not want any more."""
    keyed = visit.request.POST
    slips.withdraw_request(
        actor=visit.actor,
        at=visit.at,
        table=table,
        request=forms.read(forms.SlipRequestForm(keyed))["request"],
        reason=forms.read(forms.ReasonForm(keyed))["reason"],
        key=visit.key,
    )
