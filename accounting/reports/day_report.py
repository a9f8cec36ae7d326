"""The report of a locked gaming day as a document: the frozen figures, and nothing added up here (T-104)."""

from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Final

from django.utils import translation
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounting.domain.day_totals import Kind as Scope
from accounting.domain.day_totals import Span
from accounting.domain.proof_scope import Asked
from accounting.reports import crowd_table, master_game, proof_rows, shift_tables
from accounting.reports.asking import Ask, Parameter, ReportKind, Shape
from accounting.reports.day_words import CAUSES, FIGURES, KINDS
from accounting.reports.shift_tables import Line
from accounting.reports.shift_words import EXCEPTIONS, STATES, TIE_OUTS
from accounting.selectors import day_reports
from tables.documents.model import (
    Check,
    Checks,
    Column,
    Document,
    Fact,
    Part,
    Row,
    State,
    Style,
    Table,
    Tone,
)
from tables.documents.values import Kind, Money, Value
from tables.reports import words
from tables.selectors.house import HouseFacts
from tables.selectors.signers import Signer

SPANS = ("day", "month", "year")
_MORE: Final[Mapping[str, Callable[[Line], int | None]]] = {
    "theoretical_win": lambda line: line.get("theoretical_win"),
    "crowd": lambda line: line["crowd"]["result"] if "crowd" in line else None,
}
"""Columns that only some houses have."""


def document(
    report: Line, sha256: str, house: HouseFacts, language: str, signers: Mapping[str, Signer] = words.NOBODY
) -> Document:
    """A locked day's report in ``language``; ``sha256`` is that of its frozen text.

    ``signers`` are the persons behind its badges; a badge that is nobody's there stands by itself.
    """
    with translation.override(language):
        return Document(
            name="day_report",
            title=gettext("Gaming day report"),
            casino=report["casino"],
            house=house.name,
            money=Money(report["currency"], report["exponent"]),
            zone=house.time_zone,
            language=language,
            dated=datetime.fromisoformat(report["locked_at"]),
            words=words.frame(),
            number=report["gaming_day"],
            state=State(gettext("LOCKED"), Tone.GOOD),
            identity=(
                Fact("gaming_day", gettext("Gaming day"), date.fromisoformat(report["gaming_day"]), Kind.DAY),
                Fact("locked_at", gettext("Locked"), datetime.fromisoformat(report["locked_at"]), Kind.INSTANT),
            ),
            parts=(
                *parts(report, Asked(date.fromisoformat(report["gaming_day"]), locked=True), report["casino"]),
                shift_tables.heads(report),
            ),
            signatures=tuple(
                words.signed_by(role, report[name], datetime.fromisoformat(report["locked_at"]), signers)
                for name, role in (("locked_by", gettext("Accounting")), ("seconded_by", gettext("Second signature")))
            ),
            proof=tuple(_proof(report)),
            proof_note=gettext(
                "Whoever kept this page can tell later whether an event was changed: the house's verify command "
                "recomputes every chain and this hash."
            ),
            sha256=sha256,
        )


def preview(content: Line, day: date, at: datetime, house: HouseFacts, language: str) -> Document:
    """What the report would say now, without a hash: nothing of it is frozen."""
    with translation.override(language):
        return Document(
            name="day_report",
            title=gettext("Gaming day report"),
            casino=house.code,
            house=house.name,
            money=Money(house.currency, house.exponent),
            zone=house.time_zone,
            language=language,
            dated=at,
            words=words.frame(),
            number=day.isoformat(),
            state=State(gettext("PREVIEW, not locked"), Tone.WARN),
            parts=tuple(parts(content, Asked(day), house.code)),
        )


def parts(report: Line, asked: Asked, casino: str) -> Iterator[Part]:
    """All of the report that speaks of the day; the page before the lock shows the same.

    ``asked`` is what its figures are proven as.
    """
    yield from _to_date(report, asked)
    yield master_game.table("figures", gettext("Gaming day"), report["figures"], asked)
    if report.get("crowd"):
        yield crowd_table.crowd(report["crowd"], casino, asked)
    yield _shifts(report)
    ties = report["tie_outs"].items()
    yield Checks(
        "tie_outs",
        gettext("Tie-outs"),
        tuple(Check(name, str(TIE_OUTS.get(name, name)), tie["agree"], tie["of"]) for name, tie in ties),
    )
    yield _exceptions(report)
    yield _adjustments(report)


def _to_date(report: Line, asked: Asked) -> Iterator[Table]:
    """Drop, win and hold of the day, the month and the year, by scope; the house first."""
    titles = {"day": gettext("Day"), "month": gettext("Month to date"), "year": gettext("Year to date")}
    theory = any("theoretical_win" in line for span in SPANS for line in report["to_date"][span])
    more: tuple[Column, ...] = ()
    if theory:
        more += (Column("theoretical_win", gettext("Theoretical win"), Kind.MONEY),)
    if any("crowd" in line for span in SPANS for line in report["to_date"][span]):
        more += (Column("crowd", gettext("Result of the crowd"), Kind.MONEY),)
    columns = (
        Column("scope", gettext("Scope")),
        Column("kind", gettext("Games")),
        Column("drop", gettext("Drop"), Kind.MONEY),
        Column("win", gettext("Win or rake"), Kind.MONEY),
        Column("hold", gettext("Hold %"), Kind.PERCENT),
        *more,
        Column("adjusted", gettext("Adjusted"), Kind.MONEY),
    )
    order = {kind: place for place, kind in enumerate(("house", "game", "pit", "shift", "table"))}
    note = gettext(
        "Hold to date is the win to date over the drop to date. What was learnt later of locked days stands apart as "
        "adjusted. An empty win is not known: a box also covers what lies outside."
    )
    shifts = {line["shift"]: at for at, line in enumerate(report["shifts"])}
    for span in SPANS:
        lines = sorted(
            report["to_date"][span],
            key=lambda line: (order[line["kind"]], _turn(line, shifts), line["code"], not line["banked"]),
        )
        names = tuple(column.name for column in more)
        rows = tuple(_scope_row(line, asked.other(span=Span(span)), names) for line in lines)
        yield Table(f"to_date_{span}", titles[span], columns, rows, note if span == "year" else "")


def _turn(line: Line, shifts: Mapping[str, int]) -> int:
    """Shifts stand as the day runs; one of another pattern, earlier in the month or year, comes behind them."""
    return shifts.get(line["code"], len(shifts)) if line["kind"] == "shift" else 0


def _scope_row(line: Line, asked: Asked, more: tuple[str, ...]) -> Row:
    """``more`` are the columns that only some houses have."""
    hold = Decimal(line["hold"]["percent"]) if line["hold"] else None
    told: tuple[Value, ...] = (line["drop"], line["win"], hold) if line["banked"] else (None, line["rake_booked"], None)
    cells = (
        _scope(line["kind"], line["code"]),
        gettext("banked") if line["banked"] else gettext("pot"),
        *told,
        *(_MORE[name](line) for name in more),
        line["adjusted"]["win" if line["banked"] else "rake"] or None,
    )
    of_line = asked.other(kind=Scope(line["kind"]), code=line["code"], banked=line["banked"])
    named = {"crowd": "crowd_result"} if line["banked"] else {"win": "rake_booked"}
    return Row(
        cells,
        Style.TOTAL if line["kind"] == "house" else Style.LINE,
        proofs=proof_rows.of(of_line, ("drop", "win", "hold", *more), named),
    )


def _scope(kind: str, code: str) -> str:
    title = str(KINDS[kind])
    named = {"game": shift_tables.game_title, "shift": words.shift}.get(kind, str)(code)
    return f"{title} {named}".strip()


def _shifts(report: Line) -> Table:
    columns = (
        Column("shift", gettext("Shift")),
        Column("version", gettext("Version"), Kind.COUNT),
        Column("state", gettext("State")),
        Column("sha256", "SHA-256", Kind.CODE),
    )
    rows = []
    for line in report["shifts"]:
        kept = line["certified"] or {"version": None, "state": "", "sha256": ""}
        state = str(STATES[kept["state"]][1]) if kept["state"] else gettext("not certified")
        rows.append(Row((words.shift(line["shift"]), kept["version"], state, kept["sha256"] or None)))
    return Table("shifts", gettext("Shifts"), columns, tuple(rows), empty=gettext("none"))


def _exceptions(report: Line) -> Table:
    """What differed, and how whoever answers for it explained it."""
    rows = []
    for line in report["exceptions"]:
        told = line.get("explained") or {}
        what = str(EXCEPTIONS.get(line["kind"], line["kind"]))
        why = told.get("explanation") or (shift_tables.reason(line["reason"]) if line.get("reason") else "")
        cause = str(CAUSES.get(told.get("cause", ""), told.get("cause", "")))
        rows.append(Row((where(line), what, line.get("amount"), cause, why, told.get("by", ""))))
    columns = (
        Column("where", gettext("Where")),
        Column("what", gettext("What")),
        Column("amount", gettext("Amount"), Kind.MONEY),
        Column("cause", gettext("Cause")),
        Column("explanation", gettext("Explanation")),
        Column("by", gettext("Signed by")),
    )
    return Table("exceptions", gettext("Exceptions"), columns, tuple(rows), empty=gettext("none"))


def where(line: Line) -> str:
    """Where something is: table with period or box, slip, or place of the cage."""
    if line.get("slip"):
        return f"{line.get('table', '')} {line['slip']}".strip()
    if line.get("box"):
        return f"{line['table']} {gettext('box %(number)s') % {'number': line['box']}}"
    if line.get("period"):
        return f"{line['table']} {gettext('period %(number)s') % {'number': line['period']}}"
    return str(line.get("table") or line.get("place") or "")


def _adjustments(report: Line) -> Table:
    columns = (
        Column("gaming_day", gettext("Of gaming day"), Kind.DAY),
        Column("table", gettext("Table")),
        Column("figure", gettext("Figure")),
        Column("amount", gettext("Amount"), Kind.MONEY),
        Column("win", gettext("Win"), Kind.MONEY),
        Column("reason", gettext("Reason")),
        Column("by", gettext("Signed by")),
    )
    rows = tuple(
        Row(
            (
                date.fromisoformat(line["gaming_day"]),
                line["table"],
                str(FIGURES[line["figure"]]),
                line["amount"],
                line["effect"]["win"],
                line["reason"],
                f"{line['made_by']}, {line['approved_by']}",
            )
        )
        for line in report["adjustments"]
    )
    title = gettext("Adjustments of locked days made on this day")
    return Table("adjustments", title, columns, rows, empty=gettext("none"))


def _proof(report: Line) -> Iterator[Fact]:
    yield Fact("root", gettext("Root over all heads of the log"), report["log"]["root"], Kind.CODE)
    if report["previous"]:
        told = gettext("SHA-256 of the day locked before, %(day)s") % {"day": report["previous"]["gaming_day"]}
        yield Fact("previous", told, report["previous"]["sha256"], Kind.CODE)


def build(ask: Ask) -> Document:
    """The report of a locked day. Refused: ``no_such_report``."""
    frozen = day_reports.report(ask.actor, ask.parameters["gaming_day"])
    return document(frozen.content, frozen.sha256, ask.house, ask.language, frozen.signers)


KIND = ReportKind(
    name="day_report",
    title=_("Gaming day report"),
    about=_("A locked gaming day with month and year to date, exceptions and their explanations."),
    build=build,
    parameters=(Parameter("gaming_day", _("Gaming day"), Shape.DAY),),
    permission="read_books",
)
