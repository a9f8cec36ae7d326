"""A frozen shift report as CSV, one file a sheet, in the form that docs/books.md promises."""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tables.documents import csv, names

_MONEY = (
    "opener", "fills", "credits", "closer", "chip_result", "drop", "win", "rake", "engine_net", "difference",
    "handle", "buy_in_cash", "box_cash_by_log", "opener_variance", "closer_difference", "drop_variance",
    "theoretical_win",
)  # fmt: skip
_COUNTS = ("rounds", "hands", "buy_ins", "shuffles")
_POT_MONEY = (
    "handle", "pot", "pot_paid", "pot_held", "time_charges", "rake_expected", "rake_counted", "rake_booked",
    "rake_shortfall", "rake_surplus", "rake_per_hour", "bank_variance", "bank_short", "bank_over",
)  # fmt: skip

Line = Mapping[str, Any]
Row = dict[str, Any]


def sheet(text: str, name: str) -> bytes:
    """One sheet of a frozen report as a file. Raises KeyError when there is no such sheet."""
    report = json.loads(text)
    return csv.written(SHEETS[name](report))


def file_name(text: str, name: str) -> str:
    """What to call the file: casino, gaming day, shift, version and sheet."""
    report = json.loads(text)
    parts = (report["casino"], report["gaming_day"], report["shift"], f"v{report['version']}", name)
    return f"{names.plain('-'.join(parts))}.csv"


def _tables(report: Line) -> Iterable[Row]:
    for line in report["figures"]["tables"]:
        yield {"table": line["table"], "pit": line["pit"], "game": line["game"], **_figures(line, report["exponent"])}


def _periods(report: Line) -> Iterable[Row]:
    for table in report["figures"]["tables"]:
        for line in table["periods"]:
            yield {
                "table": table["table"],
                **{name: line[name] for name in ("period", "session", "opened_at", "closed_at")},
                "boxes": " ".join(map(str, line["boxes"])),
                "dealers": " ".join(dict.fromkeys(turn["badge"] for turn in line["dealers"])),
                **_figures(line, report["exponent"]),
            }


def _totals(report: Line) -> Iterable[Row]:
    figures, exponent = report["figures"], report["exponent"]
    for line in figures["games"]:
        yield {"of": "game", "name": line["game"], "kind": _kind(line["banked"]), **_figures(line, exponent)}
    for pit in figures["pits"]:
        for banked in (True, False):
            if line := pit[_kind(banked)]:
                yield {"of": "pit", "name": pit["pit"], "kind": _kind(banked), **_figures(line, exponent)}
    for of, group in (("house", figures["house"]), ("house, day to date", report["day_to_date"]["house"])):
        for banked in (True, False):
            if line := group[_kind(banked)]:
                yield {"of": of, "name": report["casino"], "kind": _kind(banked), **_figures(line, exponent)}


def _pot_games(report: Line) -> Iterable[Row]:
    """Rake by table, by game and of the house; nothing in a report without pot games."""
    block, exponent = report.get("pot_games"), report["exponent"]
    if not block:
        return
    for line in block["tables"]:
        names = {"of": "table", "name": line["table"], "pit": line["pit"], "game": line["game"]}
        yield names | _rakes(line, exponent)
    for line in block["games"]:
        yield {"of": "game", "name": line["game"], "pit": None, "game": line["game"]} | _rakes(line, exponent)
    for of, line in (("house", block["house"]), ("house, day to date", block["day_to_date"])):
        if line:
            yield {"of": of, "name": report["casino"], "pit": None, "game": None} | _rakes(line, exponent)


def _exceptions(report: Line) -> Iterable[Row]:
    for line in report["exceptions"]:
        yield {
            **{name: line.get(name) for name in ("kind", "table", "period", "box", "seq", "reason")},
            **csv.money("amount", line.get("amount"), report["exponent"]),
        }


def _disputes(report: Line) -> Iterable[Row]:
    """Each step of a dispute; nothing in a report without any."""
    for line in report.get("disputes", {}).get("steps", ()):
        names = (
            "table",
            "period",
            "dispute",
            "round",
            "seq",
            "at",
            "by",
            "step",
            "claim",
            "player",
            "ruling",
            "reason",
        )
        yield {
            **{name: line.get(name) for name in (*names, "minutes", "surveillance", "reference")},
            **csv.money("claimed", line.get("claimed"), report["exponent"]),
            **csv.money("amount", line.get("amount"), report["exponent"]),
        }


def _crowd(report: Line) -> Iterable[Row]:
    """What the house won of the crowd by table and in all; nothing in a report without any."""
    block, exponent = report.get("crowd"), report["exponent"]
    if not block:
        return
    for line in block["tables"]:
        names = {"of": "table", "name": line["table"], "pit": line["pit"], "game": line["game"]}
        yield names | _of_crowd(line, exponent)
    for of, line in (("house", block["house"]), ("house, day to date", block["day_to_date"])):
        yield {"of": of, "name": report["casino"], "pit": None, "game": None} | _of_crowd(line, exponent)


def _of_crowd(line: Line, exponent: int) -> Row:
    row: Row = {"bets": line["bets"]}
    for name in ("stakes", "paid", "result"):
        row |= csv.money(name, line[name], exponent)
    return row


SHEETS: Mapping[str, Callable[[Line], Iterable[Row]]] = {
    "tables": _tables,
    "periods": _periods,
    "totals": _totals,
    "pot_games": _pot_games,
    "exceptions": _exceptions,
    "disputes": _disputes,
    "crowd": _crowd,
}
"""Sheet name -> its rows."""


def _figures(line: Line, exponent: int) -> Row:
    row: Row = {}
    for name in _MONEY:
        row |= csv.money(name, line.get(name), exponent)
    for name, amount in line.get("markers", {}).items():
        row |= csv.money(f"markers_{name}", amount, exponent)
    hold = line["hold"]
    row["hold_percent"] = hold["percent"] if hold else None
    return row | {name: line[name] for name in _COUNTS}


def _rakes(line: Line, exponent: int) -> Row:
    row: Row = {name: line[name] for name in ("rounds", "open_seconds")}
    for name in _POT_MONEY:
        row |= csv.money(name, line.get(name), exponent)
    return row


def _kind(banked: bool) -> str:
    return "banked" if banked else "pot"
