"""The payment slip of a marker and its transfer form: one act each, with what it left to be paid (domain.md §1.1)."""

from collections.abc import Sequence

from django.utils.translation import gettext

from tables.documents import spelling
from tables.documents.model import Column, Row, Style, Table
from tables.documents.values import Kind
from tables.domain import chips
from tables.domain.box_contents import PAYMENT
from tables.reports import slips
from tables.reports.marker_papers import ACTS
from tables.reports.slips import Pieces, SlipFacts
from tables.selectors.house import HouseFacts
from tables.selectors.markers import MarkerView
from tables.selectors.papers import PLACES, PaperEvent


def payment(view: MarkerView, event: PaperEvent, house: HouseFacts) -> SlipFacts:
    """The slip of one payment, in cash, in chips or both; in the current language. A table's copy lies in its box."""
    data = event.data
    notes = chips.from_data(data.get("notes", {}))
    cash = [Pieces(value, count) for value, count in notes.items()]
    return SlipFacts(
        kind="marker_payment",
        number=f"{view.slip}{PAYMENT}",
        table=_table(event),
        made_at=event.at,
        chips=[Pieces(value, count) for value, count in chips.from_data(data["chips"]).items()],
        gaming_day=event.gaming_day,
        shift=event.shift,
        signatures=_signed(event),
        acts={event.type: str(ACTS[event.type])},
        more=_paid(view, event, house),
        look_up=f"{event.stream}/{event.seq}",
        parts=[slips.pieces_table("notes", gettext("Banknotes"), cash)] if cash else [],
    )


def transfer(view: MarkerView, event: PaperEvent, house: HouseFacts) -> SlipFacts:
    """The form under which the original went to the cage, with all that went with it; in the current language."""
    lines = event.data["form"]["markers"]
    rows = [Row((line["slip"], line["amount"])) for line in lines]
    total = Row((None, sum(line["amount"] for line in lines)), Style.TOTAL, tuple(range(len(rows))))
    columns = (Column("marker", gettext("Marker"), Kind.CODE), Column("left", gettext("Still owed"), Kind.MONEY))
    return SlipFacts(
        kind="marker_transfer",
        number=f"{view.slip}/T",
        table=view.table,
        made_at=event.at,
        chips=(),
        gaming_day=event.gaming_day,
        shift=event.shift,
        pit=view.pit,
        signatures=event.data["signatures"],
        more=[
            (gettext("Patron"), _patron(view)),
            (gettext("Still owed"), spelling.money(event.data["amount"], house.exponent)),
            (gettext("Event in the log"), str(event.seq)),
        ],
        look_up=f"{event.stream}/{event.seq}",
        parts=[Table("form", gettext("Originals of the form"), columns, (*rows, total))],
    )


def _paid(view: MarkerView, event: PaperEvent, house: HouseFacts) -> Sequence[tuple[str, str]]:
    def amount(value: int) -> str:
        return spelling.money(value, house.exponent)

    data = event.data
    box = [(gettext("Payment slip in box"), str(data["box"]))] if data.get("box") else []
    return [
        (gettext("Patron"), _patron(view)),
        (gettext("Amount of the marker"), amount(view.amount)),
        (gettext("Given at table"), view.table),
        (gettext("Paid in cash"), amount(data["cash"])),
        (gettext("Paid in chips"), amount(data["chips_total"])),
        (gettext("Still owed"), amount(data["left"])),
        *box,
        (gettext("Event in the log"), str(event.seq)),
    ]


def _patron(view: MarkerView) -> str:
    return " · ".join(filter(None, (view.name, view.patron)))


def _table(event: PaperEvent) -> str:
    return "" if event.where in PLACES else event.where


def _signed(event: PaperEvent) -> list[dict[str, str]]:
    return [{**line, "act": event.type} for line in event.data["signatures"]]
