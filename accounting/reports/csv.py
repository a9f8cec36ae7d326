"""A report as CSV, one file a sheet: UTF-8 with a byte order mark, CRLF, so that spreadsheets read it as it is.

Money stands twice: in minor units under ``<name>_minor`` and as a decimal under ``<name>``. Unknown is empty, never 0
(T-50). A text that a spreadsheet would take for a formula gets an apostrophe in front; numbers are left alone.
"""

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from accounting.reports.amounts import spelt

BOM = "\ufeff"
CONTENT_TYPE = "text/csv; charset=utf-8"
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")

_MONEY = (
    "opener", "fills", "credits", "closer", "chip_result", "drop", "win", "rake", "engine_net", "difference",
    "handle", "buy_in_cash", "box_cash_by_log", "opener_variance", "closer_difference", "drop_variance",
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
    rows = list(SHEETS[name](report))
    columns = list(dict.fromkeys(column for row in rows for column in row)) or ["empty"]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerows([_cell(row.get(column)) for column in columns] for row in rows)
    return (BOM + out.getvalue()).encode()


def file_name(text: str, name: str) -> str:
    """What to call the file: casino, gaming day, shift, version and sheet."""
    report = json.loads(text)
    parts = (report["casino"], report["gaming_day"], report["shift"], f"v{report['version']}", name)
    return "".join(sign if sign.isascii() and (sign.isalnum() or sign in "-_") else "_" for sign in "-".join(parts)) + (
        ".csv"
    )


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
            **_money("amount", line.get("amount"), report["exponent"]),
        }


SHEETS: Mapping[str, Callable[[Line], Iterable[Row]]] = {
    "tables": _tables,
    "periods": _periods,
    "totals": _totals,
    "pot_games": _pot_games,
    "exceptions": _exceptions,
}
"""Sheet name -> its rows."""


def _figures(line: Line, exponent: int) -> Row:
    row: Row = {}
    for name in _MONEY:
        row |= _money(name, line[name], exponent)
    hold = line["hold"]
    row["hold_percent"] = hold["percent"] if hold else None
    return row | {name: line[name] for name in _COUNTS}


def _rakes(line: Line, exponent: int) -> Row:
    row: Row = {name: line[name] for name in ("rounds", "open_seconds")}
    for name in _POT_MONEY:
        row |= _money(name, line.get(name), exponent)
    return row


def _money(name: str, amount: int | None, exponent: int) -> Row:
    return {f"{name}_minor": amount, name: None if amount is None else spelt(amount, exponent)}


def _kind(banked: bool) -> str:
    return "banked" if banked else "pot"


def _cell(value: Any) -> str:
    if value is None:
        return ""
    text = str(value)
    number = text.removeprefix("-").replace(".", "", 1)
    if text.startswith(_FORMULA) and not (number.isascii() and number.isdigit()):
        return f"'{text}"
    return text
