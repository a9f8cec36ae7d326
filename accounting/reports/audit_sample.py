"""An audit sample on paper: by which seed it was drawn out of what, and every document to look at (domain.md §1.2)."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Final

from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounting.selectors.audit_samples import AuditSample, Picked
from tables.documents.model import Column, Document, Fact, Row, Table
from tables.documents.values import Kind, Money
from tables.reports import words
from tables.selectors.house import HouseFacts

KINDS: Final[Mapping[str, Promise | str]] = {
    "opening": _("Opening"),
    "closing": _("Closing"),
    "fill": _("Fill"),
    "credit": _("Credit"),
    "gaming_days": _("Gaming days"),
}
"""What is drawn, and over how many days."""


def document(sample: AuditSample, house: HouseFacts, language: str) -> Document:
    """The sample in ``language``; drawn once, it says the same for ever."""
    with translation.override(language):
        return Document(
            name="audit_sample",
            title=gettext("Audit sample"),
            casino=house.code,
            house=house.name,
            money=Money(house.currency, house.exponent),
            zone=house.time_zone,
            language=language,
            dated=datetime.fromisoformat(sample.drawn_at),
            words=words.frame(),
            number=str(sample.number),
            identity=(
                Fact("first_day", gettext("First gaming day"), date.fromisoformat(sample.first_day), Kind.DAY),
                Fact("last_day", gettext("Last gaming day"), date.fromisoformat(sample.last_day), Kind.DAY),
                Fact("seed", gettext("Seed"), sample.seed, Kind.CODE),
                Fact("drawn_by", gettext("Drawn by"), sample.drawn_by),
            ),
            parts=(_counts(sample), _picks(sample)),
            proof=(Fact("event", gettext("Event in the log"), f"{house.code}/house #{sample.seq}"),),
        )


def _counts(sample: AuditSample) -> Table:
    """Out of how many it was drawn, and of what there was too little."""
    columns = (
        Column("what", gettext("What")),
        Column("wanted", gettext("Wanted"), Kind.COUNT),
        Column("of", gettext("Drawn from"), Kind.COUNT),
        Column("missing", gettext("Too few"), Kind.COUNT),
    )
    lacking = {str(lack["what"]): lack["wanted"] - lack["found"] for lack in sample.missing}
    rows = [
        Row(
            (str(said), sample.wanted[kind], sample.found.get(kind, 0), lacking.get(kind)),
            marked=("missing",) if kind in lacking else (),
        )
        for kind, said in KINDS.items()
        if kind in sample.wanted
    ]
    return Table("counts", gettext("Drawn from"), columns, tuple(rows))


def _picks(sample: AuditSample) -> Table:
    columns = (
        Column("what", gettext("Document")),
        Column("table", gettext("Table"), Kind.CODE),
        Column("number", gettext("Number"), Kind.CODE),
        Column("gaming_day", gettext("Gaming day"), Kind.DAY),
        Column("shift", gettext("Shift")),
        Column("at", gettext("Time"), Kind.INSTANT),
        Column("total", gettext("Total"), Kind.MONEY),
        Column("signed", gettext("Signed")),
        Column("event", gettext("Event")),
    )
    rows = tuple(_pick(pick) for pick in sample.picks)
    return Table("picks", gettext("Documents to look at"), columns, rows, empty=gettext("none"))


def _pick(pick: Picked) -> Row:
    return Row(
        (
            str(KINDS[pick.kind]),
            pick.table,
            pick.document,
            date.fromisoformat(pick.gaming_day),
            words.shift(pick.shift),
            datetime.fromisoformat(pick.occurred_at),
            pick.total,
            words.signed(pick.signatures),
            f"{pick.stream} #{pick.seq}",
        )
    )
