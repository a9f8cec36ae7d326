"""A marker on paper: whose signature is owed how much, what was paid where, and who stands under each act."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tables.documents import spelling
from tables.documents.model import Column, Document, Row, Style, Table
from tables.documents.values import Kind
from tables.domain import chips, markers
from tables.domain.errors import Conflict
from tables.domain.table_states import MarkerStatus
from tables.reports import slips
from tables.reports.slips import Pieces, SlipFacts
from tables.selectors import codes
from tables.selectors.house import HouseFacts
from tables.selectors.markers import MarkerView

ACTS: Final[Mapping[str, Promise | str]] = {
    # event -> what the signature stands for
    "marker_issued": _("gave the chips"),
    "marker_paid": _("took a payment at a table"),
    "marker_transferred": _("handed it to the cage"),
    "marker_settled": _("took a payment in the cage"),
    "marker_voided": _("voided it"),
}
STATES: Final[Mapping[str, Promise | str]] = {
    MarkerStatus.ISSUED: _("unpaid"),
    MarkerStatus.PART_PAID: _("part paid"),
    MarkerStatus.TRANSFERRED: _("in the cage"),
    MarkerStatus.PAID: _("paid"),
    MarkerStatus.VOID: _("void"),
}
PLACES: Final[Mapping[str, Promise | str]] = {markers.AT_TABLE: _("Pit"), markers.IN_CAGE: _("Cage")}


def is_printable(view: MarkerView) -> bool:
    """Whether this is the original, of which nothing is paid, or a copy that was recorded."""
    return bool(view.reprints) or view.status == MarkerStatus.ISSUED


def printed(view: MarkerView, house: HouseFacts, language: str) -> Document:
    """The paper to be printed. Refused: ``copy_not_recorded`` (T-26)."""
    if not is_printable(view):
        raise Conflict("copy_not_recorded")
    return document(view, house, language)


def document(view: MarkerView, house: HouseFacts, language: str) -> Document:
    """The marker as its paper, marked with the number of its newest copy (T-26)."""
    with translation.override(language):
        return slips.slip(facts(view, house), house, language)


def facts(view: MarkerView, house: HouseFacts) -> SlipFacts:
    """What the paper says, in the language that is current. His credit line is not on it: others see the paper."""
    return SlipFacts(
        kind="marker",
        number=view.slip,
        table=view.table,
        made_at=view.issued_at,
        chips=[Pieces(value, count) for value, count in chips.from_data(view.chips).items()],
        gaming_day=view.gaming_day,
        shift=view.shift,
        pit=view.pit,
        game=codes.game(house.code, view.table),
        signatures=view.signatures,
        acts={act: str(said) for act, said in ACTS.items()},
        more=_more(view, house),
        void=view.reason if view.status == MarkerStatus.VOID else None,
        reprint=len(view.reprints),
        parts=[_payments(view)] if view.payments else [],
    )


def _more(view: MarkerView, house: HouseFacts) -> Sequence[tuple[str, str]]:
    owed = 0 if view.status == MarkerStatus.VOID else view.left
    return [
        (gettext("Patron"), " · ".join(filter(None, (view.name, view.patron)))),
        (gettext("Amount"), spelling.money(view.amount, house.exponent)),
        (gettext("Still owed"), spelling.money(owed, house.exponent)),
        (gettext("State"), str(STATES[view.status])),
        (gettext("Original lies in"), str(PLACES[view.held])),
        (gettext("Bank period"), str(view.period)),
        (gettext("Issue slip in box"), str(view.box)),
    ]


def _payments(view: MarkerView) -> Table:
    """What was paid, the first first, with what it left."""
    rows = [_payment(line) for line in view.payments]
    paid = [sum(int(line[name]) for line in view.payments) for name in ("cash", "chips_total")]
    total = Row((None, "", None, *paid, view.left), Style.TOTAL)
    columns = (
        Column("at", gettext("Time"), Kind.INSTANT),
        Column("where", gettext("Where"), Kind.TEXT),
        Column("box", gettext("Box"), Kind.COUNT),
        Column("cash", gettext("Cash"), Kind.MONEY),
        Column("chips", gettext("Chips"), Kind.MONEY),
        Column("left", gettext("Still owed"), Kind.MONEY),
    )
    return Table("payments", gettext("Payments"), columns, (*rows, total))


def place(where: str) -> str:
    """Where a payment was taken: the code of a table, or the cage in words."""
    return str(PLACES[markers.IN_CAGE]) if where == markers.IN_CAGE else where


def _payment(line: Mapping[str, Any]) -> Row:
    where = place(line["where"])
    at = datetime.fromisoformat(line["at"])
    return Row((at, where, line["box"], line["cash"], line["chips_total"], line["left"]))
