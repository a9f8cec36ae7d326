"""What screens call the places, kinds and movements of the cage, and what is refused there."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tables.domain.house_settings import ChipKind
from tables.reports import cage_words, papers
from tables.selectors.cage import Movement
from tables.templatetags import floor

Words = Promise | str
Data = Mapping[str, Any]

KINDS: Final[Mapping[str, Words]] = {
    ChipKind.VALUE: _("chips with a value"),
    ChipKind.PROMOTIONAL: _("promotional, never paid out"),
    ChipKind.NON_VALUE: _("colours without a value"),
    "": _("banknotes"),
}


@dataclass(frozen=True, slots=True)
class Told:
    """A movement in a list: what it was, with whom or why, and by how much it changed the whole cage, vault included.

    None where it changed nothing of the kind; money in minor units. ``inside`` when it went from one place to the other
    and changed nothing in all, ``differs`` when a count found more or less, ``paper`` when the event itself is one.
    """

    seq: int
    paper: bool
    at: datetime
    by: str
    title: Words
    whom: str
    chips: int | None
    cash: int | None
    inside: bool
    differs: bool


def told(movement: Movement) -> Told:
    """The movement as lists show it."""
    data = movement.data
    chips, cash = _AMOUNTS[movement.type](data) if movement.type in _AMOUNTS else (None, None)
    return Told(
        seq=movement.seq,
        paper=movement.type in papers.READERS,
        at=movement.at,
        by=movement.by,
        title=cage_words.TITLES[movement.type],
        whom=_whom(movement.type, data),
        chips=chips,
        cash=cash,
        inside=movement.type == "vault_moved",
        differs=movement.type == "cage_counted" and bool(chips or cash or data.get("promotional_difference")),
    )


def _whom(type_: str, data: Data) -> str:
    """The other side, in the words of whoever keyed it."""
    if type_ == "vault_moved":
        return f"{cage_words.PLACES[data['source']]} → {cage_words.PLACES[data['target']]}"
    if type_ == "cage_counted":
        return " · ".join(
            part for part in (f"{cage_words.PLACES[data['place']]}", floor.shift(data["shift"]), data["note"]) if part
        )
    parts = (data.get("slip"), data.get("table"), data.get("patron"), data.get("reason"))
    return " · ".join(str(part) for part in parts if part)


def _of_money(data: Data, total: int) -> int | None:
    """Chips count in money unless they are of another kind."""
    return total if data.get("kind", ChipKind.VALUE) == ChipKind.VALUE else None


_AMOUNTS: Final[Mapping[str, Callable[[Data], tuple[int | None, int | None]]]] = {
    "chips_received": lambda data: (_of_money(data, data["total"]), None),
    "chips_withdrawn": lambda data: (_of_money(data, -data["total"]), None),
    "vault_moved": lambda data: (_of_money(data, data["chips_total"]) or None, data["cash_total"] or None),
    "cash_received": lambda data: (None, data["total"]),
    "cash_banked": lambda data: (None, -data["total"]),
    "chips_sold": lambda data: (-data["cash"], data["cash"]),
    "chips_redeemed": lambda data: (data["total"], -data["cash"]),
    "cage_counted": lambda data: (data["chips_difference"], data["cash_difference"]),
    "drop_taken_over": lambda data: (data["chips_total"], data["cash_total"]),
    "fill_issued": lambda data: (-data["total"], None),
    "fill_returned": lambda data: (data["counted_total"], None),
    "exchange_issued": lambda data: (-data["total"], None),
    "exchange_received": lambda data: (data["counted_total"], None),
    "exchange_returned": lambda data: (data["counted_total"], None),
    "credit_received": lambda data: (data["counted_total"], None),
    "slip_voided": lambda data: (None if data["kind"] == "credit" else data["total"], None),
    "marker_settled": lambda data: (data["chips_total"], data["cash"]),
    "front_money_taken": lambda data: (None, data["cash"]),
    "front_money_returned": lambda data: (None, -data["cash"]),
}

REFUSALS: Final[Mapping[str, Words]] = {
    "already_opened": _("The table was opened before. Its chips come by fills."),
    "bank_already_issued": _("The table has its chips already."),
    "bad_patron": _("Say who stands at the window: code, name, or what he looks like."),
    "cage_short": _("There are not so many chips of %(denomination)s here."),
    "cash_short": _("There are not so many notes of %(note)s here."),
    "count_differs": _("The count differs from what should be there. Count again, or say why."),
    "drop_differs": _("This is not what was counted. Count again what is handed over."),
    "no_such_drop": _("The count is not closed, or its money was taken over before."),
    "no_chips": _("Key how many chips."),
    "not_promotional": _("Only promotional chips are given away."),
    "not_redeemable": _("Promotional chips and colours without a value are not paid out."),
    "nothing_moved": _("Key how many chips or notes."),
    "same_place": _("Both places are the same."),
    "unknown_note": _("There is no note of %(note)s."),
}
FIELDS: Final[Mapping[str, Words]] = {
    "patron": _("Say who stands at the window: code, name, or what he looks like."),
    "place": _("Choose cage or vault."),
    "what": _("Choose what is to be moved."),
}
