"""A certified shift report as a table of plain text: a line a table, then the house, then what does not agree."""

from collections.abc import Mapping, Sequence
from typing import Any

from tables.documents.spelling import grouped as spelt

_COLUMNS = (
    ("rounds", "rounds"),
    ("handle", "handle"),
    ("opener", "opener"),
    ("closer", "closer"),
    ("drop", "drop"),
    ("win", "win"),
    ("hold", "hold %"),
    ("rake", "rake"),
    ("engine_net", "by rounds"),
    ("difference", "differs by"),
)
_UNKNOWN = "?"
_NOTHING = "-"
_OF_POTS_ONLY, _OF_BANKS_ONLY = frozenset({"rake"}), frozenset({"win", "hold"})


def lines(report: Mapping[str, Any]) -> list[str]:
    """The report, ready to print. Money in whole currency units with its decimal places.

    ``?`` is not counted yet; ``-`` is what such a game has not: a pot is nobody's win, and a bank takes no rake.
    """
    exponent = report["exponent"]
    figures = report["figures"]
    rows = [["table", *(title for _, title in _COLUMNS)]]
    rows += [[line["table"], *_cells(line, exponent, banked=line["banked"])] for line in figures["tables"]]
    rows += [
        [f"all {kind}", *_cells(line, exponent, banked=kind == "banked")]
        for kind, line in figures["house"].items()
        if line is not None
    ]
    title = "Shift {shift} of gaming day {gaming_day}, casino {casino}, {currency}, version {version}, {state}"
    return [title.format(**report), "", *_aligned(rows), "", *_agreements(report), *_exceptions(report, exponent)]


def _cells(line: Mapping[str, Any], exponent: int, *, banked: bool) -> list[str]:
    cells = []
    for name, _ in _COLUMNS:
        value = line[name]
        if name in (_OF_POTS_ONLY if banked else _OF_BANKS_ONLY):
            cells.append(_NOTHING)
        elif value is None:
            cells.append(_UNKNOWN)
        elif name == "hold":
            cells.append(str(value["percent"]))
        elif name == "rounds":
            cells.append(str(value))
        else:
            cells.append(_money(value, exponent))
    return cells


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """First column to the left, the others to the right."""
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    return [
        "  ".join(
            [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        )
        for row in rows
    ]


def _agreements(report: Mapping[str, Any]) -> list[str]:
    return [f"{name.replace('_', ' ')}: {tie['agree']} of {tie['of']}" for name, tie in report["tie_outs"].items()]


def _exceptions(report: Mapping[str, Any], exponent: int) -> list[str]:
    told = []
    for exception in report["exceptions"]:
        where = " ".join(f"{name} {exception[name]}" for name in ("table", "period", "box") if name in exception)
        what = _money(exception["amount"], exponent) if "amount" in exception else exception.get("reason", "")
        told.append(f"exception: {exception['kind'].replace('_', ' ')}, {where}{f': {what}' if what else ''}")
    return told


def _money(amount: int, exponent: int) -> str:
    return ("-" if amount < 0 else "") + spelt(amount, exponent)
