"""The audit trail: every event of some gaming days, with who, when and the hash that proves it (docs/log.md)."""

from collections.abc import Iterator, Sequence

from django.utils import translation
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounting.reports import framing
from accounting.reports.asking import Ask, Parameter, ReportKind
from accounting.selectors import log_days
from accounting.selectors.log_days import LoggedEvent
from tables.documents.model import Column, Document, Fact, Part, Row, Style, Table
from tables.documents.values import Kind
from tables.reports import words
from tables.reports.event_words import EVENTS


def build(ask: Ask) -> Document:
    """Events of the days, of one stream or of one type if they are named. Refused: ``not_permitted``, ``bad_days``."""
    stream, type_ = ask.parameters.get("stream", ""), ask.parameters.get("type", "")
    types = (type_,) if type_ else None
    found = log_days.read(
        ask.actor, *framing.span(ask), "read_restricted_copy", types=types, stream=stream, tell=ask.tell
    )
    with translation.override(ask.language):
        more = (
            Fact("stream", gettext("Stream"), stream or gettext("all")),
            Fact("type", gettext("Type of event"), _title(type_) if type_ else gettext("all")),
            Fact("events", gettext("Events"), len(found), Kind.COUNT),
        )
        return framing.framed(ask, "audit_trail", gettext("Audit trail"), tuple(_parts(found)), more=more)


def _parts(found: Sequence[LoggedEvent]) -> Iterator[Part]:
    yield _by_type(found)
    columns = (
        Column("gaming_day", gettext("Gaming day"), Kind.DAY),
        Column("stream", gettext("Stream"), Kind.CODE),
        Column("seq", gettext("No."), Kind.COUNT),
        Column("at", gettext("Time"), Kind.INSTANT),
        Column("what", gettext("What happened")),
        Column("type", gettext("Type of event"), Kind.CODE),
        Column("by", gettext("By"), Kind.CODE),
        Column("signed", gettext("Signed")),
        Column("hash", gettext("Hash (begins with)"), Kind.CODE),
    )
    rows = tuple(
        Row(
            (
                event.gaming_day,
                event.stream.partition("/")[2],
                event.seq,
                event.at,
                _title(event.type),
                event.type,
                event.by,
                words.signers(event.signatures) or None,
                event.hash[:16],
            )
        )
        for event in found
    )
    note = gettext("An event's full text and hash are in the log's export; `verify` computes them again.")
    yield Table("events", gettext("Every event"), columns, rows, note=note, empty=gettext("none"))


def _title(type_: str) -> str:
    """What an event of this type says; a type of a later version has no words here."""
    return str(EVENTS.get(type_, type_))


def _by_type(found: Sequence[LoggedEvent]) -> Table:
    times: dict[str, int] = {}
    for event in found:
        times[event.type] = times.get(event.type, 0) + 1
    columns = (
        Column("what", gettext("What happened")),
        Column("type", gettext("Type of event"), Kind.CODE),
        Column("events", gettext("Events"), Kind.COUNT),
    )
    rows = [Row((_title(type_), type_, number)) for type_, number in sorted(times.items())]
    if rows:
        rows.append(Row((gettext("Total"), None, len(found)), Style.TOTAL, tuple(range(len(times)))))
    return Table("types", gettext("Events by type"), columns, tuple(rows), empty=gettext("none"))


KIND = ReportKind(
    name="audit_trail",
    title=_("Audit trail"),
    about=_("Every event of the days with who, when and its hash; of one stream or type if you name it."),
    build=build,
    parameters=(
        *framing.DAYS,
        Parameter("stream", _("Stream, such as table/BJ-01 (empty: all)"), required=False),
        Parameter("type", _("Type of event (empty: all)"), required=False),
    ),
    permission="read_restricted_copy",
)
