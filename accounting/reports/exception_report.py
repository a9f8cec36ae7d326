"""The variance and exception report: what differed, where, by how much, who was there, and why (domain.md §1.1)."""

from collections.abc import Iterator, Sequence

from django.utils import translation
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounting.domain.days import VARIANCES
from accounting.reports import framing
from accounting.reports.asking import Ask, ReportKind
from accounting.reports.day_words import CAUSES
from accounting.reports.shift_tables import reason
from accounting.reports.shift_words import EXCEPTIONS
from accounting.selectors import exception_days
from accounting.selectors.exception_days import DayException
from tables.documents.model import Chart, Check, Checks, Column, Document, Part, Row, Series, Style, Table
from tables.documents.values import Kind
from tables.reports import words


def build(ask: Ask) -> Document:
    """The exceptions of the days. Refused: ``not_permitted``, ``bad_days``."""
    found = exception_days.of_days(ask.actor, *framing.span(ask), tell=ask.tell)
    with translation.override(ask.language):
        title = gettext("Variance and exception report")
        return framing.framed(ask, "exception_report", title, tuple(_parts(found)))


def _parts(found: Sequence[DayException]) -> Iterator[Part]:
    variances = [one for one in found if one.line["kind"] in VARIANCES]
    explained = sum(1 for one in variances if one.line.get("explained"))
    check = Check("explained", gettext("Variances are explained in writing"), explained, len(variances))
    yield Checks("explanations", gettext("Explanations"), (check,) if variances else ())
    yield _by_kind(found)
    yield _lines(found)
    yield from _chart(variances)


def _by_kind(found: Sequence[DayException]) -> Table:
    columns = (
        Column("what", gettext("What")),
        Column("times", gettext("How often"), Kind.COUNT),
        Column("short", gettext("Short"), Kind.MONEY),
        Column("over", gettext("Over"), Kind.MONEY),
    )
    rows = []
    for kind in dict.fromkeys(one.line["kind"] for one in found):
        own = [one.line.get("amount") or 0 for one in found if one.line["kind"] == kind]
        short, over = sum(amount for amount in own if amount < 0), sum(amount for amount in own if amount > 0)
        rows.append(Row((str(EXCEPTIONS.get(kind, kind)), len(own), short, over)))
    if rows:
        rows.append(Row((gettext("Total"), len(found), *_sums(found)), Style.TOTAL, tuple(range(len(rows)))))
    note = gettext("What is short and what is over never cancel.")
    return Table("kinds", gettext("By kind"), columns, tuple(rows), note=note, empty=gettext("none"))


def _sums(found: Sequence[DayException]) -> tuple[int, int]:
    amounts = [one.line.get("amount") or 0 for one in found]
    return sum(amount for amount in amounts if amount < 0), sum(amount for amount in amounts if amount > 0)


def _lines(found: Sequence[DayException]) -> Table:
    columns = (
        Column("gaming_day", gettext("Gaming day"), Kind.DAY),
        Column("where", gettext("Where")),
        Column("what", gettext("What")),
        Column("amount", gettext("Amount"), Kind.MONEY),
        Column("present", gettext("Dealers there")),
        Column("cause", gettext("Cause")),
        Column("explanation", gettext("Explanation")),
        Column("by", gettext("Signed by"), Kind.CODE),
    )
    rows = tuple(_row(one) for one in found)
    return Table("exceptions", gettext("Exceptions"), columns, rows, empty=gettext("none"))


def _row(one: DayException) -> Row:
    line = one.line
    told = line.get("explained") or {}
    said = told.get("explanation") or (reason(line["reason"]) if line.get("reason") else None)
    cause = told.get("cause", "")
    cells = (
        one.gaming_day,
        _where(one),
        str(EXCEPTIONS.get(line["kind"], line["kind"])),
        line.get("amount"),
        ", ".join(one.present) or None,
        str(CAUSES.get(cause, cause)) or None,
        said,
        told.get("by"),
    )
    return Row(cells, marked=("what",) if line["kind"] in VARIANCES and not told else ())


def _where(one: DayException) -> str:
    line = one.line
    number = ""
    if line.get("box"):
        number = gettext("box %(number)s") % {"number": line["box"]}
    elif line.get("period"):
        number = gettext("period %(number)s") % {"number": line["period"]}
    parts = (line.get("table") or line.get("place"), words.shift(line.get("shift") or ""), line.get("slip"), number)
    return " ".join(str(part) for part in parts if part)


def _chart(variances: Sequence[DayException]) -> Iterator[Chart]:
    days = sorted({one.gaming_day for one in variances})
    if days:
        sums = [_sums([one for one in variances if one.gaming_day == day]) for day in days]
        series = (
            Series(gettext("Short"), tuple(short for short, _over in sums)),
            Series(gettext("Over"), tuple(over for _short, over in sums)),
        )
        yield Chart("days", gettext("Variances by day"), tuple(day.isoformat() for day in days), series)


KIND = ReportKind(
    name="exception_report",
    title=_("Variance and exception report"),
    about=_("What differed on the days, by how much, who was there, and how it was explained."),
    build=build,
    parameters=framing.DAYS,
    permission="read_books",
)
