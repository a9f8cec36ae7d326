"""The master game report: what was counted at every table of a gaming day, shift by shift (domain.md §1.1).

One table of figures: opener, closer, fills, credits, markers, box cash, drop, win and hold, with sums by game, pit and
house. It is preliminary, and its wins are empty, until every box is counted (T-50). Each figure is the shift report's.
"""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import translation
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounting.domain import figures
from accounting.domain.day_totals import Kind as Scope
from accounting.domain.proof_scope import Asked
from accounting.reports import crowd_table, framing, proof_rows, shift_tables
from accounting.reports.asking import Ask, Parameter, ReportKind, Shape
from accounting.reports.shift_tables import Line, Optional, game_title
from accounting.reports.shift_words import STATES
from accounting.selectors import hours, master_game
from accounting.selectors.hours import Hour
from accounting.selectors.master_game import DayBySection
from tables.documents.model import (
    Chart,
    ChartKind,
    Column,
    Document,
    Fact,
    Part,
    Row,
    Series,
    State,
    Style,
    Table,
    Tone,
)
from tables.documents.values import Kind, Money
from tables.reports import words
from tables.services import clock

_MONEY = ("opener", "fills", "credits", "closer", "marker_issues", "marker_payments", "box_cash", "drop", "win")
MOST_BARS = 40
"""Tables that can be told apart in a chart; of more, pits are drawn."""


def build(ask: Ask) -> Document:
    """A gaming day, or one shift of it. Refused: ``no_such_shift`` when no table was counted in it."""
    day, shift = ask.parameters["gaming_day"], ask.parameters.get("shift", "")
    found = master_game.of_day(ask.actor, day, shift)
    schedule = clock.schedule(ask.actor.casino_id, ask.house.settings_version)
    by_hour = [] if shift else hours.of_day(ask.actor, day, schedule)
    with translation.override(ask.language):
        tone, state = STATES[found.state]
        return Document(
            name="master_game",
            title=gettext("Master game report"),
            casino=ask.house.code,
            house=ask.house.name,
            money=Money(ask.house.currency, ask.house.exponent),
            zone=ask.house.time_zone,
            language=ask.language,
            dated=ask.at,
            words=words.frame(),
            number=" ".join(part for part in (found.gaming_day.isoformat(), shift) if part),
            state=State(str(state), Tone(tone)),
            identity=(Fact("gaming_day", gettext("Gaming day"), found.gaming_day, Kind.DAY),),
            parts=(*_parts(found, ask.house.code), *_hours(by_hour, ask.house.time_zone)),
            proof=framing.made_for(ask),
        )


def _parts(found: DayBySection, casino: str) -> Iterator[Part]:
    asked = Asked(found.gaming_day)
    for shift, lines in found.shifts:
        title = gettext("Shift %(shift)s") % {"shift": words.shift(shift)}
        yield table(f"shift_{shift}", title, lines, asked.other(shift=shift))
    if len(found.shifts) > 1:
        yield table("day", gettext("Gaming day"), found.day, asked)
    if found.crowd:
        whole = asked if len(found.shifts) > 1 else asked.other(shift=found.shifts[0][0])
        yield crowd_table.crowd(found.crowd, casino, whole)
    yield from _chart(found.day)


def table(name: str, title: str, told: Mapping[str, Any], asked: Asked) -> Table:
    """A line a table by pit, sums of pits, a line a game, the house; ``asked`` is what figures are proven as."""
    more = shift_tables.optional(told)
    rows: list[Row] = []
    sums: dict[str, list[int]] = {"banked": [], "pot": []}

    def add(names: tuple[str, str | None], line: Line, of: Asked, style: Style = Style.LINE, adds: Any = ()) -> None:
        rows.append(_row(names, line, more, of, style, adds))

    for pit in told["pits"]:
        rows.append(Row((gettext("Pit %(pit)s") % {"pit": pit["pit"]},), Style.GROUP))
        own: dict[str, list[int]] = {"banked": [], "pot": []}
        for line in (line for line in told["tables"] if line["pit"] == pit["pit"]):
            own["banked" if line["banked"] else "pot"].append(len(rows))
            of_table = asked.other(kind=Scope.TABLE, code=line["table"], banked=line["banked"])
            add((line["table"], game_title(line["game"])), line, of_table)
        for kind, words_of in _kinds(pit["pit"]).items():
            if pit[kind]:
                sums[kind].append(len(rows))
                of_pit = asked.other(kind=Scope.PIT, code=pit["pit"], banked=kind == "banked")
                add((words_of, None), pit[kind], of_pit, Style.SUBTOTAL, own[kind])
    rows.append(Row((gettext("Games"),), Style.GROUP))
    for line in told["games"]:
        of_game = asked.other(kind=Scope.GAME, code=line["game"], banked=line["banked"])
        add((game_title(line["game"]), None), line, of_game)
    houses = {"banked": gettext("House, banked games"), "pot": gettext("House, pot games")}
    for kind, words_of in houses.items():
        if told["house"][kind]:
            of_house = asked.other(banked=kind == "banked")
            add((words_of, None), told["house"][kind], of_house, Style.TOTAL, sums[kind])
    return Table(name, title, _columns(more), tuple(rows), note=_formula())


def _kinds(pit: str) -> dict[str, str]:
    return {
        "banked": gettext("Pit %(pit)s, banked games") % {"pit": pit},
        "pot": gettext("Pit %(pit)s, pot games") % {"pit": pit},
    }


def _columns(more: Optional) -> tuple[Column, ...]:
    titles = (
        gettext("Opener"), gettext("Fills"), gettext("Credits"), gettext("Closer"), gettext("Markers issued"),
        gettext("Markers paid"), gettext("Box cash"), gettext("Drop"), gettext("Win"),
    )  # fmt: skip
    return (
        Column("table", gettext("Table")),
        Column("game", gettext("Game")),
        *(Column(name, title, Kind.MONEY) for name, title in zip(_MONEY, titles, strict=True)),
        Column("hold", gettext("Hold %"), Kind.PERCENT, ("win", "drop")),
        *([Column("theoretical_win", gettext("Theoretical win"), Kind.MONEY)] if more.theoretical else []),
        *([Column("rake", gettext("Rake"), Kind.MONEY)] if more.rake else []),
    )


def _row(
    names: tuple[str, str | None], line: Line, more: Optional, asked: Asked, style: Style, adds: Sequence[int]
) -> Row:
    markers = line.get("markers", {"issued": 0, "paid_cash": 0, "paid_chips": 0})
    told = {
        **line,
        "marker_issues": markers["issued"],
        "marker_payments": markers["paid_cash"] + markers["paid_chips"],
        "box_cash": figures.box_cash(line["drop"], markers["issued"], markers["paid_cash"]),
    }
    hold = Decimal(line["hold"]["percent"]) if line["hold"] else None
    theory = ("theoretical_win",) if more.theoretical else ()
    rake = ("rake",) if more.rake else ()
    cells = (*names, *(told[name] for name in _MONEY), hold, *(line.get(name) for name in (*theory, *rake)))
    proofs = proof_rows.of(asked, (*_MONEY, "hold", *theory, *rake))
    return Row(cells, style, tuple(adds), proofs=proofs)


def _chart(told: Mapping[str, Any]) -> Iterator[Chart]:
    """Win and drop side by side; no chart of what nobody knows yet."""
    lines = [(line["table"], line) for line in told["tables"] if line["banked"]]
    if len(lines) > MOST_BARS:
        lines = [(pit["pit"], pit["banked"]) for pit in told["pits"] if pit["banked"]]
    if any(line["win"] is not None for _name, line in lines):
        series = tuple(
            Series(title, tuple(line[name] for _name, line in lines))
            for name, title in (("drop", gettext("Drop")), ("win", gettext("Win")))
        )
        caption = gettext("Bars below the line are losses of the house.")
        yield Chart("win", gettext("Drop and win"), tuple(name for name, _line in lines), series, caption=caption)


def _hours(found: Sequence[Hour], zone: str) -> Iterator[Part]:
    """The day hour by hour, as a table and as two pictures of it."""
    if not found:
        return
    columns = (
        Column("hour", gettext("Hour from"), Kind.INSTANT),
        Column("cash", gettext("Cash into the boxes"), Kind.MONEY, estimate=True),
        Column("racks", gettext("In the racks at its end"), Kind.MONEY, estimate=True),
    )
    rows = [Row((hour.starts, hour.cash, hour.racks)) for hour in found]
    total = Row((None, sum(hour.cash for hour in found), None), Style.TOTAL, tuple(range(len(rows))))
    note = gettext(
        "By the log, not counted: a drop is known when its box is. Racks are those of tables that were opened on the "
        "day, from their first opener to their last closer."
    )
    yield Table("hours", gettext("By the hour"), columns, (*rows, total), note=note)
    names = tuple(hour.starts.astimezone(ZoneInfo(zone)).strftime("%H") for hour in found)
    cash = Series(gettext("Cash into the boxes"), tuple(hour.cash for hour in found))
    yield Chart("drop_by_hour", gettext("Cash into the boxes by hour"), names, (cash,))
    racks = Series(gettext("In the racks"), tuple(hour.racks for hour in found))
    yield Chart("racks", gettext("What lay in the racks"), names, (racks,), draw=ChartKind.LINES)


def _formula() -> str:
    return gettext(
        "Win = closer + credits + drop − opener − fills − markers paid in chips. Drop = box cash + markers issued − "
        "markers paid in cash. Hold = win ÷ drop. An empty win is not known: a box is not counted yet or "
        "covers other shifts, too."
    )


KIND = ReportKind(
    name="master_game",
    title=_("Master game report"),
    about=_("What was counted at every table of a gaming day, by shift, pit and game."),
    build=build,
    parameters=(
        Parameter("gaming_day", _("Gaming day"), Shape.DAY),
        Parameter("shift", _("Shift (empty: all)"), required=False),
    ),
)
