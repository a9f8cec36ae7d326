"""The tables of a shift report: the result by pit and table, pot games, exceptions, bank periods, heads of the log."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Final, NamedTuple

from django.utils.translation import get_language, gettext

from accounting.domain.day_totals import Kind as Scope
from accounting.domain.proof_scope import Asked
from accounting.reports import proof_rows
from accounting.reports.shift_words import EXCEPTIONS
from tables.documents.model import Column, Row, Style, Table
from tables.documents.values import Kind, Value
from tables.games import catalogue

Line = Mapping[str, Any]
"""A line of the frozen report."""

MARKER_CHIPS: Final = "markers_paid_chips"
"""The column and the figure of what was paid on markers in chips."""


class Optional(NamedTuple):
    """Columns that only some reports have: rake of pot games, theoretical win where the house has set an edge.

    ``marker_chips``: chips that came into a rack to pay a marker. They are no win, so without them the printed
    formula would not give the printed win.
    """

    rake: bool
    theoretical: bool
    marker_chips: bool = False


def optional(figures: Line) -> Optional:
    """Which of them the lines of some figures need."""
    lines = figures["tables"]
    return Optional(
        rake=any(not line["banked"] for line in lines),
        theoretical=any("theoretical_win" in line for line in lines),
    )


def of_report(report: Line) -> Optional:
    """Which of them a shift report needs, whose lines of the day so far may hold what its own shift does not."""
    to_date = [line for line in report["day_to_date"]["house"].values() if line]
    paid = (marker_chips(line) for line in (*report["figures"]["tables"], *to_date))
    return optional(report["figures"])._replace(marker_chips=any(paid))


def marker_chips(line: Line) -> int:
    """What came into the rack on markers; a line tells of markers only where there were any."""
    return int(line.get("markers", {}).get("paid_chips", 0))


def result(report: Line) -> Table:
    """A line a table under its pit, sums of pits, games and the house, and the gaming day so far."""
    figures, more = report["figures"], of_report(report)
    asked = proven_as(report)
    rows: list[Row] = []
    pit_sums: dict[str, list[int]] = {"banked": [], "pot": []}
    for pit in figures["pits"]:
        rows.append(Row((gettext("Pit %(pit)s") % {"pit": pit["pit"]},), Style.GROUP))
        own: dict[str, list[int]] = {"banked": [], "pot": []}
        for line in figures["tables"]:
            if line["pit"] == pit["pit"]:
                own["banked" if line["banked"] else "pot"].append(len(rows))
                of_table = asked.other(kind=Scope.TABLE, code=line["table"], banked=line["banked"])
                rows.append(_result_row((line["table"], game_title(line["game"])), line, more, of_table))
        titles = {"banked": gettext("Pit %(pit)s, banked games"), "pot": gettext("Pit %(pit)s, pot games")}
        for kind, title in titles.items():
            if pit[kind]:
                pit_sums[kind].append(len(rows))
                label, of_pit = title % {"pit": pit["pit"]}, asked.other(kind=Scope.PIT, code=pit["pit"])
                of_kind = of_pit.other(banked=kind == "banked")
                rows.append(_result_row((label, None), pit[kind], more, of_kind, Style.SUBTOTAL, own[kind]))
    rows.append(Row((gettext("Games"),), Style.GROUP))
    for line in figures["games"]:
        of_game = asked.other(kind=Scope.GAME, code=line["game"], banked=line["banked"])
        rows.append(_result_row((game_title(line["game"]), None), line, more, of_game))
    rows += _house_rows(report, more, pit_sums, asked)
    return Table("tables", gettext("Result"), _result_columns(more), tuple(rows), note=_formula())


def proven_as(report: Line) -> Asked:
    """What the figures of a certified shift are proven as."""
    return Asked(date.fromisoformat(report["gaming_day"]), shift=report["shift"], version=report["version"])


def _house_rows(report: Line, more: Optional, sums: Mapping[str, Sequence[int]], asked: Asked) -> Iterable[Row]:
    house, day = report["figures"]["house"], report["day_to_date"]["house"]
    houses = {"banked": gettext("House, banked games"), "pot": gettext("House, pot games")}
    for kind, title in houses.items():
        if house[kind]:
            own = asked.other(banked=kind == "banked")
            yield _result_row((title, None), house[kind], more, own, Style.TOTAL, sums[kind])
    days = {"banked": gettext("Gaming day to date, banked"), "pot": gettext("Gaming day to date, pot")}
    for kind, title in days.items():
        if day[kind]:
            own = asked.other(banked=kind == "banked", so_far=True)
            yield _result_row((title, None), day[kind], more, own, Style.TO_DATE)


def _result_columns(more: Optional) -> tuple[Column, ...]:
    money = Kind.MONEY
    return (
        Column("table", gettext("Table")),
        Column("game", gettext("Game")),
        Column("opener", gettext("Opener"), money),
        Column("fills", gettext("Fills"), money),
        Column("credits", gettext("Credits"), money),
        Column("closer", gettext("Closer"), money),
        Column("drop", gettext("Drop"), money),
        *([Column(MARKER_CHIPS, gettext("Markers paid in chips"), money)] if more.marker_chips else []),
        Column("win", gettext("Win"), money),
        *([Column("rake", gettext("Rake"), money)] if more.rake else []),
        Column("hold", gettext("Hold %"), Kind.PERCENT, ("win", "drop")),
        Column("engine_net", gettext("By rounds"), money),
        *([Column("theoretical_win", gettext("Theoretical win"), money)] if more.theoretical else []),
        Column("difference", gettext("Difference"), money),
        Column("handle", gettext("Handle"), money),
        Column("rounds", gettext("Rounds"), Kind.COUNT),
    )


def _result_row(
    names: tuple[str, str | None],
    line: Line,
    more: Optional,
    asked: Asked,
    style: Style = Style.LINE,
    adds: Sequence[int] = (),
) -> Row:
    paid = [MARKER_CHIPS] if more.marker_chips else []
    before = ("opener", "fills", "credits", "closer", "drop", *paid, "win", *(["rake"] if more.rake else []))
    hold = Decimal(line["hold"]["percent"]) if line["hold"] else None
    after = ("engine_net", *(["theoretical_win"] if more.theoretical else []), "difference", "handle", "rounds")
    told = {**line, MARKER_CHIPS: marker_chips(line)}
    cells = (*names, *(told[name] for name in before), hold, *(line.get(name) for name in after))
    proofs = proof_rows.of(asked, (*before, "hold", *after))
    return Row(cells, style, tuple(adds), ("difference",) if line["difference"] else (), proofs=proofs)


def _formula() -> str:
    return gettext(
        "Win = closer + credits + drop − opener − fills − markers paid in chips. "
        "Difference = win by counts less win by rounds. "
        "Hold = win ÷ drop. An empty win is not known: a box is not counted yet or covers other shifts, "
        "too. (Parentheses) are negative."
    )


_POT_MONEY = (
    "handle", "pot", "pot_paid", "rake_expected", "rake_counted", "rake_shortfall", "rake_surplus", "rake_booked",
    "rake_per_hour", "bank_short", "bank_over",
)  # fmt: skip
_TO_EXPLAIN = ("rake_shortfall", "rake_surplus", "bank_short", "bank_over")


def pot_games(block: Line, asked: Asked) -> Table:
    """Rake by table and game, of the house, and of the gaming day so far; ``asked`` is what it is proven as."""
    of_pots = asked.other(banked=False)
    rows = [
        _pot_row((line["table"], game_title(line["game"])), line, of_pots.other(kind=Scope.TABLE, code=line["table"]))
        for line in block["tables"]
    ]
    own = {line["game"]: [] for line in block["games"]}  # type: dict[str, list[int]]
    for position, line in enumerate(block["tables"]):
        own[line["game"]].append(position)
    games = range(len(rows), len(rows) + len(block["games"]))
    for line in block["games"]:
        of_game = of_pots.other(kind=Scope.GAME, code=line["game"])
        rows.append(_pot_row((game_title(line["game"]), None), line, of_game, Style.SUBTOTAL, own[line["game"]]))
    if block["house"]:
        rows.append(_pot_row((gettext("House, pot games"), None), block["house"], of_pots, Style.TOTAL, games))
    if block["day_to_date"]:
        so_far = of_pots.other(so_far=True)
        rows.append(_pot_row((gettext("Gaming day to date, pot"), None), block["day_to_date"], so_far, Style.TO_DATE))
    titles = (
        gettext("Handle"), gettext("Pot"), gettext("Paid to players"), gettext("Rake expected"),
        gettext("Rake counted"), gettext("Shortfall"), gettext("Surplus"), gettext("Rake booked"),
        gettext("Rake per hour"), gettext("Bank short"), gettext("Bank over"),
    )  # fmt: skip
    columns = (
        Column("table", gettext("Table")),
        Column("game", gettext("Game")),
        Column("rounds", gettext("Rounds"), Kind.COUNT),
        *(Column(name, title, Kind.MONEY) for name, title in zip(_POT_MONEY, titles, strict=True)),
    )
    note = gettext(
        "Rake is booked box by box, as the rule pack says: as counted, or the higher of expected and counted. A "
        "shortfall and a surplus never cancel. "
        "Pot games have no win and no hold; their banks must come out even."
    )
    return Table("pot_games", gettext("Pot games"), columns, tuple(rows), note=note)


def _pot_row(
    names: tuple[str, str | None], line: Line, asked: Asked, style: Style = Style.LINE, adds: Sequence[int] = ()
) -> Row:
    cells: tuple[Value, ...] = (*names, line["rounds"], *(line[name] for name in _POT_MONEY))
    marked = tuple(name for name in _TO_EXPLAIN if line[name])
    return Row(cells, style, tuple(adds), marked, proofs=proof_rows.of(asked, ("rounds", *_POT_MONEY)))


def exceptions(report: Line) -> Table:
    """What somebody has to explain or still to do."""
    rows = []
    for line in report["exceptions"]:
        what = str(EXCEPTIONS.get(line["kind"], line["kind"]))
        if line.get("reason"):
            what = f"{what}: {reason(line['reason'])}"
        if line.get("box"):
            where = gettext("box %(number)s") % {"number": line["box"]}
        else:
            where = gettext("period %(number)s, event %(seq)s") % {"number": line.get("period"), "seq": line.get("seq")}
        rows.append(Row((line.get("table"), what, where, line.get("amount"))))
    columns = (
        Column("table", gettext("Table")),
        Column("what", gettext("What")),
        Column("where", gettext("Where")),
        Column("amount", gettext("Amount"), Kind.MONEY),
    )
    return Table("exceptions", gettext("Exceptions"), columns, tuple(rows), empty=gettext("none"))


def periods(report: Line) -> Table:
    """Each bank period with its boxes, its buy-ins and who dealt."""
    columns = (
        Column("table", gettext("Table")),
        Column("period", gettext("Period"), Kind.COUNT),
        Column("opened", gettext("Opened"), Kind.INSTANT),
        Column("closed", gettext("Closed"), Kind.INSTANT),
        Column("boxes", gettext("Boxes")),
        Column("buy_ins", gettext("Buy-ins"), Kind.COUNT),
        Column("buy_in_cash", gettext("Cash of buy-ins"), Kind.MONEY),
        Column("box_cash_by_log", gettext("Box by the log"), Kind.MONEY, estimate=True),
        Column("shuffles", gettext("Shuffles"), Kind.COUNT),
        Column("floor_calls", gettext("Calls"), Kind.COUNT),
        Column("dealers", gettext("Dealers")),
    )
    rows = [
        Row(
            (
                table["table"],
                line["period"],
                datetime.fromisoformat(line["opened_at"]),
                datetime.fromisoformat(line["closed_at"]),
                ", ".join(map(str, line["boxes"])),
                line["buy_ins"],
                line["buy_in_cash"],
                line["box_cash_by_log"],
                line["shuffles"],
                line["floor_calls"],
                ", ".join(dict.fromkeys(turn["badge"] for turn in line["dealers"])),
            )
        )
        for table in report["figures"]["tables"]
        for line in table["periods"]
    ]
    return Table("periods", gettext("Bank periods and dealers"), columns, tuple(rows))


def heads(report: Line) -> Table:
    """The last event of every stream that is in the figures."""
    columns = (
        Column("stream", gettext("Stream"), Kind.CODE),
        Column("events", gettext("Events"), Kind.COUNT),
        Column("hash", gettext("Head of the chain"), Kind.CODE),
    )
    lines = report["log"]["heads"].items()
    rows = tuple(Row((stream, head["seq"], head["hash"])) for stream, head in lines)
    return Table("heads", gettext("Heads of the log"), columns, rows)


def game_title(game: str) -> str:
    """What a game is called in the current language."""
    known = catalogue.GAMES.get(game)
    if known is None:
        return game
    return known.title_zh if (get_language() or "").startswith("zh") else known.title_en


def reason(words: str) -> str:
    """The floor's own reason in words; a reason that a person gave stays as he gave it."""
    return gettext("a card that was not called for") if words == "card_not_called" else words
