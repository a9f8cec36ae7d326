"""Papers of cage, vault, stores and count room that say what was counted, moved or found, and by whom."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tables.documents import spelling
from tables.documents.model import Column, Part, Row, Table
from tables.documents.values import Kind
from tables.domain import chips
from tables.domain.equipment import Place
from tables.domain.house_settings import ChipKind
from tables.reports import count_sheets, slips
from tables.reports.cage_words import PLACES
from tables.reports.event_words import ITEMS
from tables.reports.slips import Pieces, SlipFacts
from tables.selectors.house import HouseFacts
from tables.selectors.papers import PLACES as STREAMS
from tables.selectors.papers import PaperEvent

STORES: Final[Mapping[str, Promise | str]] = {Place.NEW: _("sealed"), Place.USED: _("used")}
KINDS: Final[Mapping[str, str]] = {
    "table_bank_issued": "table_bank",
    "chips_received": "chip_receipt",
    "chips_withdrawn": "chip_withdrawal",
    "vault_moved": "vault_transfer",
    "cash_received": "cash_receipt",
    "cash_banked": "cash_deposit",
    "promotional_given": "promotional_slip",
    "cage_counted": "cage_count",
    "drop_taken_over": "drop_takeover",
    "chips_impressed": "impressment",
    "foreign_chips_found": "foreign_chips",
    "buy_in_corrected": "buy_in_correction",
    "equipment_received": "equipment_receipt",
    "equipment_issued": "equipment_issue",
    "equipment_returned": "equipment_return",
    "equipment_destroyed": "equipment_destruction",
    "equipment_counted": "equipment_count",
    "count_verified": "count_verification",
    "count_closed": "count_closing",
}
"""Type of event -> kind of paper."""
Data = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Told:
    """What the parts of a paper need beside its event: kinds of the house's chip sets by code, and its money."""

    data: Data
    kinds: Mapping[str, str]
    house: HouseFacts

    def amount(self, value: int) -> str:
        return spelling.money(value, self.house.exponent)


def facts(event: PaperEvent, kinds: Mapping[str, str], house: HouseFacts) -> SlipFacts:
    """What the paper says, in the language that is current."""
    told, data = Told(event.data, kinds, house), event.data
    table = str(data.get("table", "")) or ("" if event.where in STREAMS else event.where)
    said = [data.get(name, "") for name in ("reason", "how", "note")]
    return SlipFacts(
        kind=KINDS[event.type],
        number=f"{event.where.upper()}-{event.seq}",
        table=table,
        made_at=event.at,
        chips=(),
        gaming_day=event.gaming_day,
        shift=event.shift,
        signatures=data["signatures"],
        more=[*_more(told), (gettext("Event in the log"), str(event.seq))],
        note=" · ".join(filter(None, said)),
        look_up=f"{event.stream}/{event.seq}",
        parts=list(_parts(told)),
    )


def _more(told: Told) -> Iterator[tuple[str, str]]:
    """The named values of the event, those that it has."""
    for name, (title, spell) in FIELDS.items():
        value = told.data.get(name)
        if value not in (None, ""):
            yield str(title), spell(told, value)


def _text(_told: Told, value: Any) -> str:
    return str(value)


def _money(told: Told, value: Any) -> str:
    return told.amount(value)


def _place(_told: Told, value: Any) -> str:
    """A place of the cage or of the stores; the maker of a delivery stands as it was keyed."""
    return str({**STORES, **PLACES}.get(value, value))


def _agrees(_told: Told, value: Any) -> str:
    return gettext("yes") if value else gettext("no")


FIELDS: Final[Mapping[str, tuple[Promise | str, Callable[[Told, Any], str]]]] = {
    "place": (_("Place"), _place),
    "source": (_("From"), _place),
    "target": (_("To"), _place),
    "chip_set": (_("Chip set"), _text),
    "patron": (_("Patron"), _text),
    "player": (_("Player"), _text),
    "corrects": (_("Corrects event"), _text),
    "right_cash": (_("Cash as it was"), _money),
    "cash": (_("Change in cash"), _money),
    "session": (_("Count"), _text),
    "item": (_("What"), lambda _told, value: str(ITEMS[value])),
    "pieces": (_("Pieces"), _text),
    "unused": (_("Still sealed"), _text),
    "box": (_("Box"), _text),
    "chips_total": (_("Chips with a value"), _money),
    "promotional_total": (_("Promotional chips"), _money),
    "coupons_total": (_("Coupons"), _money),
    "cash_total": (_("Banknotes"), _money),
    "chips_difference": (_("Difference in chips"), _money),
    "promotional_difference": (_("Difference in promotional chips"), _money),
    "cash_difference": (_("Difference in cash"), _money),
    "agrees": (_("Agrees with the sheets"), _agrees),
}
"""Field of an event -> what it is called, and how it is written."""


def _parts(told: Told) -> Iterator[Part]:
    data = told.data
    sets = data.get("sets")
    if sets is not None:
        for at, (code, held) in enumerate(sorted(sets.items())):
            yield _chips(told, f"set_{at}", gettext("Chips %(set)s") % {"set": code}, code, held)
    else:
        yield from _own_chips(told)
    if data.get("notes"):
        yield slips.pieces_table("notes", gettext("Banknotes"), _pieces(data["notes"]))
    yield from _lists(told)


def _own_chips(told: Told) -> Iterator[Part]:
    """The chips of one set, and of a correction or an impressment what they are compared with."""
    code = told.data.get("chip_set", "")
    titles = {
        "right_chips": gettext("Chips as they were"),
        "chips": gettext("Change in chips") if "right_chips" in told.data else gettext("Chips"),
        "owned": gettext("Owned by the house"),
        "missing": gettext("Missing pieces"),
    }
    for name, title in titles.items():
        held = told.data.get(name)
        if held and isinstance(held, Mapping):
            yield _chips(told, name, title, code, held)


def _chips(told: Told, name: str, title: str, code: str, held: Mapping[str, int]) -> Part:
    """Chips by denomination; of a set without a value pieces by the number of their colour (T-42)."""
    if told.kinds.get(code) != ChipKind.NON_VALUE:
        return slips.pieces_table(name, title, _pieces(held))
    rows = [Row((str(colour), count)) for colour, count in sorted(chips.from_data(held).items())]
    columns = (Column("colour", gettext("Colour"), Kind.CODE), Column("pieces", gettext("Pieces"), Kind.COUNT))
    return Table(name, title, columns, tuple(rows))


def _lists(told: Told) -> Iterator[Part]:
    """Foreign pieces, what lies in the stores, boxes of a count that were counted, and those that lacked."""
    data = told.data
    what, pieces = Column("what", gettext("What")), Column("pieces", gettext("Pieces"), Kind.COUNT)
    if items := data.get("items"):
        rows = [Row((count_sheets.foreign(item, told.house), item["pieces"])) for item in items]
        yield Table("items", gettext("Foreign"), (what, pieces), tuple(rows))
    if counted := data.get("counted"):
        lines = [(item, place) for item, places in sorted(counted.items()) for place in sorted(places)]
        rows = [
            Row((f"{ITEMS[item]}, {STORES[place]}", counted[item][place], data["difference"].get(item, {}).get(place)))
            for item, place in lines
        ]
        difference = Column("difference", gettext("Difference"), Kind.COUNT)
        yield Table("counted", gettext("Counted"), (what, pieces, difference), tuple(rows))
    if boxes := data.get("boxes"):
        yield _boxes("boxes", gettext("Boxes that were counted"), boxes)
    if (missing := data.get("missing")) and not isinstance(missing, Mapping):
        yield _boxes("missing", gettext("Boxes that were not brought"), missing)


def _boxes(name: str, title: str, boxes: Sequence[Data]) -> Table:
    table, box = Column("table", gettext("Table"), Kind.CODE), Column("box", gettext("Box"), Kind.COUNT)
    if not any("reason" in one for one in boxes):
        return Table(name, title, (table, box), tuple(Row((one["table"], one["box"])) for one in boxes))
    why = Column("reason", gettext("Reason"))
    return Table(name, title, (table, box, why), tuple(Row((one["table"], one["box"], one["reason"])) for one in boxes))


def _pieces(holding: Mapping[str, int]) -> list[Pieces]:
    return [Pieces(value, count) for value, count in chips.from_data(holding).items()]
