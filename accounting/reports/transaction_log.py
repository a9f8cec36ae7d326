"""The multiple-transaction log: cash of each patron by gaming day, either direction by itself (domain.md §1.5)."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounting.domain.cash_log import IN, NOTES_RETURNED, OUT
from accounting.reports import framing
from accounting.reports.asking import Ask, ReportKind
from accounting.selectors import cash_log
from accounting.selectors.cash_log import CashDay, CashLog
from tables.documents import spelling
from tables.documents.model import Chart, Column, Document, Fact, Part, Row, Series, Table
from tables.documents.values import Kind
from tables.domain.rule_packs.words import CashKind

WAYS: Final[Mapping[str, Promise | str]] = {IN: _("in"), OUT: _("out")}
MOVEMENTS: Final[Mapping[str, Promise | str]] = {
    CashKind.BUY_IN: _("Chips bought"),
    CashKind.MARKER_PAYMENT: _("Marker paid"),
    CashKind.FRONT_MONEY: _("Front money"),
    CashKind.MONEY_PLAY: _("Notes as a stake"),
    CashKind.EXCHANGE: _("Exchange"),
    CashKind.REDEMPTION: _("Chips redeemed"),
    CashKind.FRONT_MONEY_WITHDRAWAL: _("Front money withdrawn"),
    CashKind.LOAN: _("Loan"),
    CashKind.BET_PAYMENT: _("Payment of a bet"),
    NOTES_RETURNED: _("The same notes back"),
}
WHY: Final[Mapping[str, Promise | str]] = {
    "around_roll": _("above the threshold over two days in a row"),
    "just_below": _("day after day just below"),
}


def build(ask: Ask) -> Document:
    """The log of the days. Refused: ``not_permitted``, ``bad_days``."""
    found = cash_log.read(ask.actor, *framing.span(ask))
    with translation.override(ask.language):
        exponent = ask.house.exponent
        above = gettext("no threshold") if found.above is None else spelling.money(found.above, exponent)
        more = (
            Fact("above", gettext("Report due above"), above),
            Fact("from", gettext("Logged from"), spelling.money(found.from_, exponent)),
        )
        title = gettext("Multiple-transaction log")
        return framing.framed(ask, "transaction_log", title, tuple(_parts(ask, found)), more=more)


def _parts(ask: Ask, found: CashLog) -> Iterator[Part]:
    yield _days(found.logged)
    yield _movements(found.logged)
    yield _structuring(found)
    yield from _chart(found, ask.house.time_zone)


def _days(logged: Sequence[CashDay]) -> Table:
    columns = (
        Column("gaming_day", gettext("Gaming day")),
        Column("patron", gettext("Patron"), Kind.CODE),
        Column("name", gettext("Name or description")),
        Column("place", gettext("Place")),
        Column("cash_in", gettext("Cash in"), Kind.MONEY),
        Column("cash_out", gettext("Cash out"), Kind.MONEY),
        Column("report", gettext("Report due")),
    )
    rows = tuple(
        Row(
            (
                day.total.gaming_day,
                day.total.person.patron or None,
                day.name or None,
                day.total.person.place or None,
                day.total.cash_in,
                day.total.cash_out,
                ", ".join(str(WAYS[way]) for way in day.reports) or None,
            ),
            marked=("report",) if day.reports else (),
        )
        for day in logged
    )
    note = gettext("The two directions are never added and never netted. The gaming day is the clock's.")
    return Table("days", gettext("Patrons by gaming day"), columns, rows, note=note, empty=gettext("nobody"))


def _movements(logged: Sequence[CashDay]) -> Table:
    columns = (
        Column("at", gettext("Time"), Kind.INSTANT),
        Column("place", gettext("Place")),
        Column("patron", gettext("Patron"), Kind.CODE),
        Column("who", gettext("As keyed")),
        Column("kind", gettext("What")),
        Column("way", gettext("Direction")),
        Column("amount", gettext("Amount"), Kind.MONEY),
        Column("counts", gettext("Counts")),
        Column("corrects", gettext("Corrects event"), Kind.COUNT),
        Column("by", gettext("Recorded by"), Kind.CODE),
    )
    rows = tuple(
        Row(
            (
                datetime.fromisoformat(entry.row.happened_at),
                entry.row.place,
                entry.person.patron or None,
                entry.row.who,
                str(MOVEMENTS.get(entry.row.kind, entry.row.kind)),
                str(WAYS[entry.row.direction]),
                entry.row.amount,
                gettext("yes") if entry.counts else gettext("no"),
                entry.row.corrects,
                entry.row.recorded_by,
            )
        )
        for day in logged
        for entry in day.total.entries
    )
    return Table("movements", gettext("Movements"), columns, rows, empty=gettext("none"))


def _structuring(found: CashLog) -> Table:
    columns = (
        Column("patron", gettext("Patron"), Kind.CODE),
        Column("who", gettext("As keyed")),
        Column("way", gettext("Direction")),
        Column("days", gettext("Gaming days")),
        Column("total", gettext("Total"), Kind.MONEY),
        Column("reason", gettext("Why")),
    )
    rows = tuple(
        Row(
            (
                one.person.patron or None,
                one.person.known_as or None,
                str(WAYS[one.direction]),
                ", ".join(day for day, _amount in one.days),
                one.total,
                str(WHY[one.reason]),
            ),
            marked=("reason",),
        )
        for one in found.structuring
    )
    return Table("structuring", gettext("To be looked at for structuring"), columns, rows, empty=gettext("nobody"))


def _chart(found: CashLog, zone: str) -> Iterator[Chart]:
    """Cash of everybody by the hour of the clock: when the money comes."""
    sums: dict[str, dict[int, int]] = {IN: {}, OUT: {}}
    for entry in (entry for day in found.days for entry in day.total.entries if entry.counts):
        hour = datetime.fromisoformat(entry.row.happened_at).astimezone(ZoneInfo(zone)).hour
        sums[entry.row.direction][hour] = sums[entry.row.direction].get(hour, 0) + entry.row.amount
    if sums[IN] or sums[OUT]:
        hours = tuple(f"{hour:02d}" for hour in range(24))
        series = tuple(Series(str(WAYS[way]), tuple(sums[way].get(hour, 0) for hour in range(24))) for way in (IN, OUT))
        yield Chart("hours", gettext("Cash by the hour"), hours, series)


KIND = ReportKind(
    name="transaction_log",
    title=_("Multiple-transaction log"),
    about=_("Cash of patrons by gaming day, in and out apart, with what has to be reported."),
    build=build,
    parameters=framing.DAYS,
    permission="read_cash_log",
)
