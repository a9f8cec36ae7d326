"""A table inventory slip on paper: what was counted in the rack, whose period it is, and where the counts differ."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tables.documents import spelling
from tables.documents.model import Column, Document, Row, Style, Table
from tables.documents.values import Kind
from tables.domain import chips
from tables.domain.rule_packs.words import VarianceLevel
from tables.reports import slips, words
from tables.reports.slips import Pieces, SlipFacts
from tables.selectors.house import HouseFacts
from tables.selectors.inventory_slips import InventorySlip, PeriodEnd

LEVELS: Final[Mapping[str, Promise | str]] = {
    VarianceLevel.NOTE: _("manager, security and surveillance are told"),
    VarianceLevel.REPORT: _("a written report is due"),
    VarianceLevel.REGULATOR: _("a written report is due, and a copy of it to the regulator"),
}
"""What the rule pack asks for when an opener differs; each level holds the ones before it (T-12)."""


def document(view: InventorySlip, house: HouseFacts, language: str) -> Document:
    """The slip as its paper. Printed again it is the same: what it says is what its signers signed."""
    with translation.override(language):
        return slips.slip(facts(view, house), house, language)


def facts(view: InventorySlip, house: HouseFacts) -> SlipFacts:
    """What the paper says, in the language that is current."""
    kind, number, of = _named(view)
    return SlipFacts(
        kind=kind,
        number=f"{view.table}-{number}",
        table=view.table,
        made_at=view.counted_at,
        chips=[Pieces(value, count) for value, count in view.counted.items()],
        gaming_day=of.gaming_day,
        shift=of.shift,
        pit=view.pit,
        signatures=view.signatures,
        more=_more(view, house),
        note=view.note,
        look_up=f"{view.stream}/{view.seq}",
        parts=[_differences(view)] if view.counted != view.before else [],
    )


def _named(view: InventorySlip) -> tuple[str, str, PeriodEnd]:
    """The kind of slip, its number, and the period whose day and shift stand on it: at a roll the one that ends."""
    closes, opens = view.closes, view.opens
    if closes is not None and opens is not None:
        return "roll", f"C{closes.period}-O{opens.period}", closes
    if closes is not None:
        return "closer", f"C{closes.period}", closes
    if opens is not None:
        return "opener", f"O{opens.period}", opens
    raise ValueError(f"{view.stream}/{view.seq} is the count of no period")


def _more(view: InventorySlip, house: HouseFacts) -> Sequence[tuple[str, str]]:
    told = []
    if view.closes is not None:
        told.append((gettext("Closes bank period"), _period(view.closes)))
    if view.opens is not None:
        told.append((gettext("Opens bank period"), _period(view.opens)))
    if view.closes is not None:
        expected = gettext("By the rounds and slips")
    elif view.previous_closer is not None:
        expected = gettext("Closer before")
    else:
        expected = gettext("Bank from the cage")
    told.append((expected, spelling.money(chips.value(view.before), house.exponent)))
    told.append((gettext("Counted"), spelling.money(chips.value(view.counted), house.exponent)))
    if view.difference:
        told.append((gettext("Difference"), spelling.money(view.difference, house.exponent)))
    if view.level:
        told.append((gettext("By the rule pack"), str(LEVELS[view.level])))
    told.append((gettext("Event in the log"), str(view.seq)))
    return told


def _period(end: PeriodEnd) -> str:
    told = {"period": end.period, "day": end.gaming_day, "shift": words.shift(end.shift)}
    marks = {"session": end.session, "box": end.box}
    return gettext("%(period)s · %(day)s, %(shift)s · sequence mark %(session)s · box %(box)s") % {**told, **marks}


def _differences(view: InventorySlip) -> Table:
    """Both counts side by side, of each denomination of which they do not say the same."""
    rows = []
    for value in sorted({*view.before, *view.counted}, reverse=True):
        before, counted = view.before.get(value, 0), view.counted.get(value, 0)
        if before != counted:
            rows.append(Row((value, before, counted, value * (counted - before)), marked=("difference",)))
    total = Row((None, None, None, view.difference), Style.TOTAL, tuple(range(len(rows))))
    columns = (
        Column("denomination", gettext("Denomination"), Kind.MONEY),
        Column("before", gettext("Should be"), Kind.COUNT),
        Column("counted", gettext("Counted"), Kind.COUNT),
        Column("difference", gettext("Difference"), Kind.MONEY),
    )
    return Table("differences", gettext("Where the count differs"), columns, (*rows, total))
