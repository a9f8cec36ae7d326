"""What a report says of a figure: the line that is asked for, found in a frozen report's content."""

from collections.abc import Iterable, Mapping
from typing import Any

from accounting.domain import figures, proofs
from accounting.domain.day_totals import Kind, Span
from accounting.domain.proof_scope import Asked

Line = Mapping[str, Any]
Told = int | str | None
"""A figure as a line tells it: minor units, a count, or a percentage as text. None: not known yet."""

_MARKERS = {"markers_issued": "issued", "markers_paid_cash": "paid_cash", "markers_paid_chips": "paid_chips"}


def stated(content: Line, asked: Asked) -> tuple[Told] | None:
    """The figure as the report tells it; None when the report does not tell it at all."""
    if asked.figure in proofs.CROWD:
        told = _crowd_line(content, asked)
        return (told[proofs.CROWD[asked.figure]],) if told else None
    for line in (_line(content, asked), _pot_line(content, asked)):
        found = _figure(line, asked.figure) if line is not None else None
        if found is not None:
            return found
    return None


def _line(content: Line, asked: Asked) -> Line | None:
    if _is_to_date(content, asked):
        lines = content["to_date"][asked.span]
        return _first(lines, kind=asked.kind, code=asked.code, banked=asked.banked)
    block = content["figures"]
    if asked.so_far:
        block = content.get("day_to_date", block)
    elif asked.locked and asked.shift:
        told = _first(content["shifts"], shift=asked.shift)
        block = told["figures"] if told else block
    if asked.kind is Kind.TABLE:
        table = _first(block["tables"], table=asked.code)
        return table if table is None or asked.period is None else _first(table.get("periods", ()), period=asked.period)
    if asked.kind is Kind.GAME:
        return _first(block["games"], game=asked.code)
    sums = _first(block["pits"], pit=asked.code) if asked.kind is Kind.PIT else block["house"]
    found: Line | None = sums["banked" if asked.banked else "pot"] if sums else None
    return found


def _pot_line(content: Line, asked: Asked) -> Line | None:
    """Pot games have a block of their own, which has no pits and no periods."""
    pots = content.get("pot_games")
    if not pots or asked.span is not Span.DAY or asked.period is not None:
        return None
    if asked.kind is Kind.TABLE:
        return _first(pots["tables"], table=asked.code)
    if asked.kind is Kind.GAME:
        return _first(pots["games"], game=asked.code)
    if asked.kind is not Kind.HOUSE:
        return None
    found: Line | None = pots["day_to_date" if asked.so_far else "house"]
    return found


def _crowd_line(content: Line, asked: Asked) -> Line | None:
    """The crowd has a block of its own, by table and of the house, and stands in the lines to date."""
    if _is_to_date(content, asked):
        line = _line(content, asked)
        return line.get("crowd") if line else None
    block = content.get("crowd")
    if not block or asked.period is not None or (asked.locked and asked.shift):
        return None
    if asked.kind is Kind.TABLE:
        return None if asked.so_far else _first(block["tables"], table=asked.code)
    if asked.kind is not Kind.HOUSE:
        return None
    found: Line | None = block["day_to_date" if asked.so_far else "house"]
    return found


def _is_to_date(content: Line, asked: Asked) -> bool:
    """Whether the line stands among those of the day, the month and the year of a gaming day's report."""
    return "to_date" in content and (asked.span is not Span.DAY or asked.kind is Kind.SHIFT)


def _figure(line: Line, figure: str) -> tuple[Told] | None:
    """Boxed, so that what is told but not known yet is something else than what is not told."""
    markers = line.get("markers", {})
    if figure == "hold" and "hold" in line:
        return (line["hold"]["percent"] if line["hold"] else None,)
    if figure == "rulings":
        return (line["rulings_cost"]["cost"],) if "rulings_cost" in line else None
    if figure in line:
        return (line[figure],)
    if "drop" not in line:
        return None
    issued, paid_cash = markers.get("issued", 0), markers.get("paid_cash", 0)
    if figure == "marker_payments":
        return (paid_cash + markers.get("paid_chips", 0),)
    if figure in ("box_cash", "box"):
        return (figures.box_cash(line["drop"], issued, paid_cash),)
    if figure == "marker_issues":
        return (issued,)
    return (markers.get(_MARKERS[figure], 0),) if figure in _MARKERS else None


def _first(lines: Iterable[Line], **wanted: Any) -> Line | None:
    return next((line for line in lines if all(line[name] == value for name, value in wanted.items())), None)
