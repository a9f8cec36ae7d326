"""A slip on paper: its number, the chips by denomination, everybody's signature, and a code to look it up.

The paper says what the house has recorded and nothing else: who prints it again gets the same figures with the number
of the copy across it, and a void slip says so over its whole face (T-24, T-26).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tables.documents.model import Column, Document, Fact, Notes, Paper, Part, Row, Signature, Style, Table
from tables.documents.values import Kind, Money
from tables.domain.rule_packs.words import SlipCopy
from tables.reports import words
from tables.selectors.house import HouseFacts

TITLES: Final[Mapping[str, Promise | str]] = {
    "fill": _("Fill slip"),
    "credit": _("Credit slip"),
    "exchange": _("Even exchange slip"),
    "marker": _("Marker"),
    "opener": _("Table inventory slip: opener"),
    "closer": _("Table inventory slip: closer"),
    "roll": _("Table inventory slip: closer and opener"),
    "box_removal": _("Removal of a drop box"),
    "count_sheet": _("Count sheet of a drop box"),
    "rake_sheet": _("Count sheet of a rake box"),
    "fill_request": _("Request for a fill"),
    "credit_request": _("Request for a credit"),
    "exchange_request": _("Request for an even exchange"),
    "marker_payment": _("Payment slip of a marker"),
    "marker_transfer": _("Transfer of a marker to the cage"),
    "rating": _("Rating slip"),
    "table_bank": _("First bank of a table"),
    "chip_receipt": _("Receipt of chips"),
    "chip_withdrawal": _("Chips withdrawn for good"),
    "vault_transfer": _("Transfer between cage and vault"),
    "cash_receipt": _("Cash from the bank"),
    "cash_deposit": _("Cash to the bank"),
    "promotional_slip": _("Promotional chips given"),
    "cage_count": _("Count of cage or vault"),
    "drop_takeover": _("Drop taken over"),
    "impressment": _("Count of chips without a value"),
    "foreign_chips": _("Foreign chips found"),
    "buy_in_correction": _("Correction of a buy-in"),
    "equipment_receipt": _("Delivery of cards or dice"),
    "equipment_issue": _("Cards or dice given to a table"),
    "equipment_return": _("Cards or dice back from a table"),
    "equipment_destruction": _("Destruction of cards or dice"),
    "equipment_count": _("Count of the stores"),
    "count_verification": _("Verification of all banknotes"),
    "count_closing": _("Closing of a count"),
}
"""Kind of slip -> what stands on top of it."""


COPIES: Final[Mapping[SlipCopy, Promise | str]] = {
    SlipCopy.CAGE: _("cage"),
    SlipCopy.DROP_BOX: _("drop box"),
    SlipCopy.ACCOUNTING: _("accounting"),
}


@dataclass(frozen=True, slots=True)
class Pieces:
    """So many chips or notes of a value (minor units); ``name`` is the chip's colour or the note's, if it has one."""

    value: int
    count: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class SlipFacts:
    """What a slip says.

    ``kind`` is one of ``TITLES``. ``chips`` go in its own direction, ``taken`` are those that an exchange brings back.
    ``signatures`` are as they stand in the log (``Signature.as_data``), in order; an ``act`` beside them is told in
    ``acts``. ``game`` is the code of what the table deals, ``reprint`` counts the copies after the first, ``void``
    is why it is void. ``more`` are further named texts and ``parts`` further parts, already in the language of the
    slip. ``copies`` are where those go that the rule pack wants printed.
    """

    kind: str
    number: str
    table: str
    made_at: datetime
    chips: Sequence[Pieces]
    taken: Sequence[Pieces] = ()
    gaming_day: date | None = None
    shift: str = ""
    pit: str = ""
    signatures: Sequence[Mapping[str, Any]] = ()
    acts: Mapping[str, str] | None = None
    game: str = ""
    more: Sequence[tuple[str, str]] = ()
    note: str = ""
    void: str | None = None
    reprint: int = 0
    look_up: str = ""
    copies: Sequence[SlipCopy] = ()
    parts: Sequence[Part] = ()


def slip(facts: SlipFacts, house: HouseFacts, language: str) -> Document:
    """The slip as a document of A5, in ``language``."""
    with translation.override(language):
        return Document(
            name=f"{facts.kind}_slip",
            title=str(TITLES[facts.kind]),
            casino=house.code,
            house=house.name,
            money=Money(house.currency, house.exponent),
            zone=house.time_zone,
            language=language,
            dated=facts.made_at,
            words=words.frame(),
            number=facts.number,
            subtitle=gettext("Table %(table)s") % {"table": facts.table} if facts.table else "",
            identity=tuple(_identity(facts)),
            parts=tuple(_parts(facts)),
            signatures=tuple(signature(line, facts.acts or {}) for line in facts.signatures),
            marks=() if facts.void is None else (gettext("VOID"),),
            stamps=(gettext("REPRINT %(number)s") % {"number": facts.reprint},) if facts.reprint else (),
            look_up=facts.look_up or f"{house.code}/{facts.number}",
            copies=tuple(_copies(facts.copies)),
            paper=Paper.SLIP,
        )


def _copies(copies: Sequence[SlipCopy]) -> Iterator[str]:
    """What each copy says of itself."""
    for at, copy in enumerate(copies, 1):
        told = {"number": at, "of": len(copies), "where": COPIES[copy]}
        yield gettext("Copy %(number)s of %(of)s: %(where)s") % told


def signature(line: Mapping[str, Any], acts: Mapping[str, str]) -> Signature:
    """A signature as it stands in the log, on paper: in which role, for which act, who, where and when."""
    act = acts.get(str(line.get("act", "")), "")
    return Signature(
        role=" · ".join(filter(None, (words.role(line["role"]), act))),
        name=line["name"],
        badge=line["badge"],
        licence=line["licence"],
        terminal=line["terminal"],
        signed_at=datetime.fromisoformat(line["signed_at"]),
        content=line["content"],
    )


def pieces_table(name: str, title: str, pieces: Sequence[Pieces]) -> Table:
    """Chips or notes by denomination, the highest first, with what they come to."""
    named = any(piece.name for piece in pieces)
    rows = [
        Row((piece.value, *((piece.name,) if named else ()), piece.count, piece.value * piece.count))
        for piece in sorted(pieces, key=lambda piece: (-piece.value, piece.name))
    ]
    count, value = sum(piece.count for piece in pieces), sum(piece.value * piece.count for piece in pieces)
    label = (gettext("Total"),) if named else ()
    total = Row((None, *label, count, value), Style.TOTAL, tuple(range(len(rows))))
    columns = [
        Column("denomination", gettext("Denomination"), Kind.MONEY),
        *([Column("name", gettext("Chip"))] if named else []),
        Column("pieces", gettext("Pieces"), Kind.COUNT),
        Column("value", gettext("Value"), Kind.MONEY),
    ]
    return Table(name, title, tuple(columns), (*rows, total))


def _identity(facts: SlipFacts) -> list[Fact]:
    found = []
    if facts.gaming_day:
        found.append(Fact("gaming_day", gettext("Gaming day"), facts.gaming_day, Kind.DAY))
    if facts.shift:
        found.append(Fact("shift", gettext("Shift"), words.shift(facts.shift)))
    if facts.pit:
        found.append(Fact("pit", gettext("Pit"), facts.pit))
    if facts.game:
        found.append(Fact("game", gettext("Game"), words.game_title(facts.game)))
    return found + [Fact(f"more_{at}", title, text) for at, (title, text) in enumerate(facts.more, 1)]


def _pieces_title(facts: SlipFacts) -> str:
    if facts.taken:
        return gettext("From the table")
    return gettext("Banknotes") if facts.kind == "count_sheet" else gettext("Chips")


def _parts(facts: SlipFacts) -> list[Part]:
    parts: list[Part] = []
    if facts.chips:
        parts.append(pieces_table("chips", _pieces_title(facts), facts.chips))
    if facts.taken:
        parts.append(pieces_table("taken", gettext("To the table"), facts.taken))
    parts += facts.parts
    said = [*([f"{gettext('Void')}: {facts.void}"] if facts.void else []), *([facts.note] if facts.note else [])]
    if said:
        parts.append(Notes("notes", gettext("Notes"), tuple(said)))
    return parts
