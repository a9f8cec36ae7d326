"""What the house won of the crowd in a shift or a gaming day: a table of its own, beside the result by counts."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext

from accounting.reports.shift_tables import game_title
from accounting.selectors.crowd_rows import FIGURES
from tables.documents.model import Column, Row, Style, Table
from tables.documents.values import Kind

Line = Mapping[str, Any]


def crowd(block: Line, casino: str) -> Table:
    """A line a table, the house, and the gaming day so far; a line leads on to the events that it adds up."""
    rows = [
        Row((line["table"], game_title(line["game"]), *_figures(line)), link=address(casino, line["table"]))
        for line in block["tables"]
    ]
    rows.append(Row((gettext("Whole house"), None, *_figures(block["house"])), Style.TOTAL, tuple(range(len(rows)))))
    if block["day_to_date"] != block["house"]:
        rows.append(Row((gettext("Gaming day to date"), None, *_figures(block["day_to_date"])), Style.TO_DATE))
    columns = (
        Column("table", gettext("Table")),
        Column("game", gettext("Game")),
        Column("bets", gettext("Number of bets"), Kind.COUNT),
        Column("stakes", gettext("Stakes"), Kind.MONEY),
        Column("paid", gettext("Paid back"), Kind.MONEY),
        Column("result", gettext("Result"), Kind.MONEY),
    )
    return Table("crowd", gettext("Crowd"), columns, tuple(rows), note=note())


def note() -> str:
    """Why it stands apart."""
    return gettext(
        "Onlookers bet from front money: no chips, nothing in a rack or a box. Their result is no part of win, drop "
        "and hold. Result = stakes of settled bets − what was paid back of them."
    )


def address(casino: str, table: str) -> str:
    """Where the events lie that a line adds up."""
    asked = {"stream": f"{casino}/crowd/{table}", "type": "crowd_chunk_settled"}
    return f"{reverse('audit-trail')}?{urlencode(asked)}"


def _figures(line: Line) -> tuple[int, ...]:
    return tuple(line[name] for name in FIGURES)
