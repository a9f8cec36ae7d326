"""The slip register: every number of every series on some gaming days, with its way, and what is missing (T-24)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounting.domain.sequences import Gap
from accounting.reports import framing
from accounting.reports.asking import Ask, ReportKind
from accounting.selectors import log_days, sequences
from accounting.selectors.log_days import LoggedEvent
from accounting.selectors.sequences import Marked, SequenceReport
from tables.documents.model import Column, Document, Part, Row, Style, Table
from tables.documents.values import Kind
from tables.reports import words

STEPS: Final[Mapping[str, Promise | str]] = {
    "fill_issued": _("Fill made out"),
    "fill_accepted": _("Fill accepted"),
    "fill_declined": _("Fill declined at the table"),
    "fill_returned": _("Fill returned"),
    "credit_issued": _("Credit made out"),
    "credit_counted_out": _("Credit counted out"),
    "credit_received": _("Credit received"),
    "exchange_issued": _("Exchange made out"),
    "exchange_made": _("Exchange made at the table"),
    "exchange_declined": _("Exchange declined at the table"),
    "exchange_received": _("Exchange received"),
    "exchange_returned": _("Exchange returned"),
    "slip_carried": _("Carried"),
    "slip_voided": _("Slip void"),
    "slip_reprinted": _("Printed again"),
    "marker_reprinted": _("Marker printed again"),
    "marker_issued": _("Marker issued"),
    "marker_paid": _("Marker paid at a table"),
    "marker_transferred": _("Marker transferred to the cage"),
    "marker_settled": _("Marker paid at the cage"),
    "marker_voided": _("Marker void"),
}
PAYMENTS: Final = frozenset({"marker_paid", "marker_settled"})


def build(ask: Ask) -> Document:
    """The register of the days. Refused: ``not_permitted``, ``bad_days``."""
    first, last = framing.span(ask)
    series = sequences.of_days(ask.actor, first, last)
    steps = log_days.read(ask.actor, first, last, "read_audit", types=tuple(STEPS), tell=ask.tell)
    with translation.override(ask.language):
        return framing.framed(ask, "slip_register", gettext("Slip register"), tuple(_parts(series, steps)))


def _parts(found: SequenceReport, steps: Sequence[LoggedEvent]) -> Iterator[Part]:
    yield _series(found)
    yield _steps(steps)
    yield _marked("voids", gettext("Void"), found.voids, again=False)
    yield _marked("reprints", gettext("Printed again"), found.reprints, again=True)


def _series(found: SequenceReport) -> Table:
    columns = (
        Column("series", gettext("Series")),
        Column("first", gettext("From"), Kind.COUNT),
        Column("last", gettext("To"), Kind.COUNT),
        Column("used", gettext("Used"), Kind.COUNT),
        Column("void", gettext("Void"), Kind.COUNT),
        Column("missing", gettext("Missing"), Kind.COUNT),
        Column("gaps", gettext("Missing numbers")),
        Column("twice", gettext("On two documents")),
    )
    rows = [
        Row(
            (
                one.series,
                one.first,
                one.last,
                one.used,
                one.void,
                one.missing_numbers,
                ", ".join(map(_gap, one.missing)) or None,
                ", ".join(map(str, one.twice)) or None,
            ),
            marked=(*(("missing", "gaps") if one.missing else ()), *(("twice",) if one.twice else ())),
        )
        for one in found.series
    ]
    if rows:
        sums = (sum(getattr(one, name) for one in found.series) for name in ("used", "void", "missing_numbers"))
        cells = (gettext("Total"), None, None, *sums, None, None)
        rows.append(Row(cells, Style.TOTAL, tuple(range(len(found.series)))))
    return Table("series", gettext("Numbers"), columns, tuple(rows), empty=gettext("no number was issued"))


def _gap(gap: Gap) -> str:
    return str(gap.first) if gap.first == gap.last else f"{gap.first}–{gap.last}"


def _steps(steps: Sequence[LoggedEvent]) -> Table:
    columns = (
        Column("slip", gettext("Slip"), Kind.CODE),
        Column("at", gettext("Time"), Kind.INSTANT),
        Column("table", gettext("Table")),
        Column("what", gettext("What")),
        Column("total", gettext("Total"), Kind.MONEY),
        Column("signed", gettext("Signed")),
        Column("event", gettext("Event")),
    )
    in_order = sorted(steps, key=lambda step: (step.data.get("slip", ""), step.at, step.seq))
    rows = tuple(
        Row(
            (
                step.data.get("slip"),
                step.at,
                _place(step),
                str(STEPS[step.type]),
                _amount(step.data),
                words.signers(step.signatures) or step.by,
                f"{step.stream} #{step.seq}",
            )
        )
        for step in in_order
    )
    return Table("steps", gettext("Slips"), columns, rows, empty=gettext("none"))


def _place(step: LoggedEvent) -> str:
    """The table that the step is about; of a payment the one that took it, or the cage (T-57)."""
    here = step.stream.rpartition("/")[2]
    return here if step.type in PAYMENTS else str(step.data.get("table") or here)


def _amount(data: Mapping[str, Any]) -> int | None:
    """What the step is worth, minor units: of a payment cash and chips together."""
    if "left" in data:
        return int(data["cash"] + data["chips_total"])
    found = data.get("total", data.get("amount"))
    return None if found is None else int(found)


def _marked(name: str, title: str, lines: Sequence[Marked], *, again: bool) -> Table:
    """Voids with what they were worth; what was printed ``again`` with the number of the copy."""
    columns = (
        Column("slip", gettext("Slip"), Kind.CODE),
        Column("table", gettext("Table")),
        Column("gaming_day", gettext("Gaming day")),
        Column("shift", gettext("Shift")),
        Column("copy", gettext("Copy"), Kind.COUNT) if again else Column("total", gettext("Total"), Kind.MONEY),
        Column("reason", gettext("Reason")),
        Column("signed", gettext("Signed")),
    )
    rows = tuple(
        Row(
            (
                one.slip,
                one.table,
                one.gaming_day,
                words.shift(one.shift),
                one.copy if again else one.total,
                one.reason,
                words.signers(one.signatures) or one.by,
            )
        )
        for one in lines
    )
    return Table(name, title, columns, rows, empty=gettext("none"))


KIND = ReportKind(
    name="slip_register",
    title=_("Slip register"),
    about=_("Numbers of fills, credits, exchanges and markers: used, void, missing, printed again."),
    build=build,
    parameters=framing.DAYS,
    permission="read_audit",
)
