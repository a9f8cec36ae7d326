"""The cage report: counts of cage and vault, and everything that moved chips or cash there, as the books posted it."""

from collections.abc import Iterator, Sequence
from typing import Final
from urllib.parse import urlencode

from django.utils import translation
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounting.reports import event_links, framing
from accounting.reports.asking import Ask, ReportKind
from accounting.reports.proof_rows import Proofs
from accounting.selectors import cage_days
from accounting.selectors.cage_days import Balances, CageMovement
from accounting.selectors.cage_proofs import CageAsked, Line
from tables.documents.model import Chart, Column, Document, Part, Row, Series, Style, Table
from tables.documents.values import Kind
from tables.reports import cage_words, words

_MOVED: Final = (("cage", "chips"), ("cage", "cash"), ("vault", "chips"), ("vault", "cash"))


def build(ask: Ask) -> Document:
    """Cage and vault on the days. Refused: ``not_permitted``, ``bad_days``."""
    found = cage_days.movements(ask.actor, *framing.span(ask), tell=ask.tell)
    balances = cage_days.balances(ask.actor, *framing.span(ask))
    with translation.override(ask.language):
        parts = (_balances(balances, ask), *_parts(found, ask))
        return framing.framed(ask, "cage_report", gettext("Cage report"), parts)


def _proofs(ask: Ask, figure: str) -> Proofs:
    """How each figure of a line is asked for where it is proven."""
    first, last = framing.span(ask)
    return tuple(
        (f"{place}_{asset}", urlencode(CageAsked(first, last, place, asset, figure).told)) for place, asset in _MOVED
    )


def _balances(found: Balances, ask: Ask) -> Table:
    """What lay there, what changed it, what lies there: first banks of tables leave the cage, too."""
    if not any(found.opening.values()) and not any(found.closing.values()) and not any(found.banks.values()):
        rows: tuple[Row, ...] = ()
    else:
        moved = {
            what: found.closing.get(what, 0) - found.opening.get(what, 0) - found.banks.get(what, 0) for what in _MOVED
        }
        lines = (
            (Line.OPENING, gettext("When the first day began"), found.opening, Style.LINE, ()),
            (Line.MOVED, gettext("Movements of the cage"), moved, Style.LINE, ()),
            (Line.BANKS, gettext("First banks of tables"), found.banks, Style.LINE, ()),
            (Line.CLOSING, gettext("When the last day ended"), found.closing, Style.TOTAL, (0, 1, 2)),
        )
        rows = tuple(
            Row((title, *(held.get(what, 0) for what in _MOVED)), style, adds, proofs=_proofs(ask, line))
            for line, title, held, style, adds in lines
        )
    columns = (Column("what", gettext("What")), *_moved_columns())
    note = gettext("By the books, not counted: what was counted stands below with its difference.")
    return Table("balances", gettext("Balances"), columns, rows, note=note, empty=gettext("none"))


def _parts(found: Sequence[CageMovement], ask: Ask) -> Iterator[Part]:
    yield _counts([one for one in found if one.event.type == "cage_counted"])
    yield _by_kind(found, ask)
    yield _movements(found)
    yield from _chart(found)


def _counts(found: Sequence[CageMovement]) -> Table:
    columns = (
        Column("gaming_day", gettext("Gaming day")),
        Column("shift", gettext("Shift")),
        Column("place", gettext("Place")),
        Column("at", gettext("Counted"), Kind.INSTANT),
        Column("chips", gettext("Chips"), Kind.MONEY),
        Column("chips_difference", gettext("Difference of chips"), Kind.MONEY),
        Column("cash", gettext("Cash"), Kind.MONEY),
        Column("cash_difference", gettext("Difference of cash"), Kind.MONEY),
        Column("note", gettext("Note")),
        Column("signed", gettext("Signed")),
    )
    rows = tuple(_count_row(one) for one in found)
    return Table(
        "counts", gettext("Counts of cage and vault"), columns, rows, empty=gettext("not counted on these days")
    )


def _count_row(one: CageMovement) -> Row:
    data = one.event.data
    cells = (
        data["gaming_day"],
        words.shift(data["shift"]),
        str(cage_words.PLACES[data["place"]]),
        one.event.at,
        data["chips_total"],
        data["chips_difference"],
        data["cash_total"],
        data["cash_difference"],
        data["note"] or None,
        words.signers(one.event.signatures),
    )
    marked = tuple(name for name in ("chips_difference", "cash_difference") if data[name])
    return Row(cells, marked=marked, link=event_links.of(one.event))


def _by_kind(found: Sequence[CageMovement], ask: Ask) -> Table:
    times: dict[str, int] = {}
    sums: dict[str, list[int]] = {}
    for one in found:
        times[one.event.type] = times.get(one.event.type, 0) + 1
        own = sums.setdefault(one.event.type, [0] * len(_MOVED))
        for position, what in enumerate(_MOVED):
            own[position] += one.moved.get(what, 0)
    rows = [
        Row((str(title), times[name], *sums[name]), proofs=_proofs(ask, name))
        for name, title in cage_words.TITLES.items()
        if name in times
    ]
    if rows:
        totals = (sum(own[position] for own in sums.values()) for position in range(len(_MOVED)))
        added = tuple(range(len(rows)))
        change = _proofs(ask, Line.MOVED)
        rows.append(Row((gettext("Change in all"), len(found), *totals), Style.TOTAL, added, proofs=change))
    columns = (Column("what", gettext("What")), Column("times", gettext("How often"), Kind.COUNT), *_moved_columns())
    note = gettext(
        "Changes as the books posted them; (parentheses) left the place. First banks of tables are in the tables' own "
        "streams; they stand among the balances."
    )
    return Table("kinds", gettext("Movements by kind"), columns, tuple(rows), note=note, empty=gettext("none"))


def _moved_columns() -> tuple[Column, ...]:
    titles = (gettext("Cage, chips"), gettext("Cage, cash"), gettext("Vault, chips"), gettext("Vault, cash"))
    return tuple(
        Column(f"{place}_{asset}", title, Kind.MONEY) for (place, asset), title in zip(_MOVED, titles, strict=True)
    )


def _movements(found: Sequence[CageMovement]) -> Table:
    columns = (
        Column("seq", gettext("No."), Kind.COUNT),
        Column("at", gettext("Time"), Kind.INSTANT),
        Column("what", gettext("What")),
        Column("about", gettext("About")),
        *_moved_columns(),
        Column("signed", gettext("Signed")),
    )
    rows = tuple(
        Row(
            (
                one.event.seq,
                one.event.at,
                str(cage_words.TITLES[one.event.type]),
                " · ".join(str(one.event.data[name]) for name in _ABOUT if one.event.data.get(name)) or None,
                *(one.moved.get(what) for what in _MOVED),
                words.signers(one.event.signatures) or one.event.by,
            ),
            link=event_links.of(one.event),
        )
        for one in found
    )
    return Table("movements", gettext("Movements"), columns, rows, empty=gettext("none"))


_ABOUT: Final = ("slip", "table", "patron", "reason", "note")


def _chart(found: Sequence[CageMovement]) -> Iterator[Chart]:
    """By how much each kind of movement changed the cage's chips and cash."""
    kinds = [name for name in cage_words.TITLES if any(one.event.type == name and one.moved for one in found)]
    if kinds:
        series = tuple(
            Series(title, tuple(_sum(found, name, "cage", asset) for name in kinds))
            for asset, title in (("chips", gettext("Cage, chips")), ("cash", gettext("Cage, cash")))
        )
        yield Chart(
            "moved", gettext("What changed the cage"), tuple(str(cage_words.TITLES[name]) for name in kinds), series
        )


def _sum(found: Sequence[CageMovement], name: str, place: str, asset: str) -> int:
    return sum(one.moved.get((place, asset), 0) for one in found if one.event.type == name)


KIND = ReportKind(
    name="cage_report",
    title=_("Cage report"),
    about=_("Counts and movements of cage and vault, as the books posted them."),
    build=build,
    parameters=framing.DAYS,
    permission="read_books",
)
