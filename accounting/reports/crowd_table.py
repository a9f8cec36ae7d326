"""What the house won of the crowd in a shift or a gaming day: a table of its own, beside the result by counts."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext

from accounting.domain import proofs
from accounting.domain.day_totals import Kind as Scope
from accounting.domain.proof_scope import Asked
from accounting.reports import proof_rows
from accounting.reports.shift_tables import game_title
from accounting.selectors.crowd_rows import FIGURES
from tables.documents.model import Column, Row, Style, Table
from tables.documents.values import Kind

Line = Mapping[str, Any]


def crowd(block: Line, casino: str, asked: Asked) -> Table:
    """A line a table, the house, and the gaming day so far; a line leads on to the events that it adds up.

    ``asked`` is what its figures are proven as.
    """
    rows = []
    for line in block["tables"]:
        cells = (line["table"], game_title(line["game"]), *_figures(line))
        of_table = asked.other(kind=Scope.TABLE, code=line["table"])
        rows.append(Row(cells, link=address(casino, line["table"]), proofs=_proofs(of_table)))
    house = (gettext("Whole house"), None, *_figures(block["house"]))
    rows.append(Row(house, Style.TOTAL, tuple(range(len(rows))), proofs=_proofs(asked)))
    if block["day_to_date"] != block["house"]:
        so_far = (gettext("Gaming day to date"), None, *_figures(block["day_to_date"]))
        rows.append(Row(so_far, Style.TO_DATE, proofs=_proofs(asked.other(so_far=True))))
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


def _proofs(asked: Asked) -> proof_rows.Proofs:
    return proof_rows.of(asked, FIGURES, {name: figure for figure, name in proofs.CROWD.items()})


def _figures(line: Line) -> tuple[int, ...]:
    return tuple(line[name] for name in FIGURES)
