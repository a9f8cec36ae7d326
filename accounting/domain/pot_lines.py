"""Pot games in the shift report, in a block of their own (domain.md §1.2 France, §1.6; T-84).

Players play against each other: the house earns rake and nothing else, so there is no win and no hold, and the bank,
which only changes cash for chips, must come out even. Rake is expected by the rounds until it is counted with the
box; then it is booked as the rule pack says, box by box: as counted, or the higher of both. Opposite errors never
cancel: a shortfall and a surplus stand apart.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any, NamedTuple

from accounting.domain import figures
from accounting.domain.shift_lines import Box, Boxes, Line, Period, Place, of_table

_MICROSECOND = timedelta(microseconds=1)


class Rake(NamedTuple):
    """The counted rake of a table's boxes; ``booked`` is what the house answers for."""

    counted: int
    booked: int
    shortfall: int
    surplus: int


class TableLine(NamedTuple):
    """What a line is added up from, for one table."""

    place: Place
    periods: Sequence[Period]
    rake: Rake | None
    bank_variance: int | None


def block(periods: Sequence[Period], of_day: Sequence[Period], boxes: Boxes) -> Line | None:
    """The lines of pot games by table, game and for the house; None when none was open that day."""
    own, day = _tables(periods, boxes), _tables(of_day, boxes)
    if not own and not day:
        return None
    games = sorted({table.place.game for table in own})
    return {
        "tables": [{**_named(table), **_line([table])} for table in own],
        "games": [{"game": game, **_line([t for t in own if t.place.game == game])} for game in games],
        "house": _line(own) if own else None,
        "day_to_date": _line(day) if day else None,
    }


def tie_outs(periods: Sequence[Period], boxes: Boxes) -> dict[str, dict[str, int]]:
    """What must agree at pot games; nothing when there are none."""
    own = _tables(periods, boxes)
    if not own:
        return {}
    due = [box for box in _boxes(own, boxes) if box.rake]
    counted = [box for box in due if box.rake_counted is not None]
    known = [table.bank_variance for table in own if table.bank_variance is not None]
    return {
        "rake_counted": {"agree": len(counted), "of": len(due)},
        "rake_as_expected": {"agree": sum(box.rake_counted == box.rake for box in counted), "of": len(counted)},
        "banks_even": {"agree": known.count(0), "of": len(known)},
    }


def exceptions(periods: Sequence[Period], boxes: Boxes) -> list[Line]:
    """Banks that are not even, chips that stayed in a pot, and rake that is not counted or not what was expected."""
    found: list[Line] = []
    own = _tables(periods, boxes)
    for table in own:
        last = table.periods[-1].result
        if table.bank_variance:
            found.append({"kind": "bank_variance", **_where(table, last.number, last.seq, table.bank_variance)})
        for period in table.periods:
            result = period.result
            if held := result.pot - result.pot_paid - result.rake:
                found.append({"kind": "pot_held", **_where(table, result.number, result.seq, held)})
    for box in _boxes(own, boxes):
        where = {"table": box.table, "box": box.number}
        if box.periods is not None and box.rake and box.rake_counted is None:
            found.append({"kind": "rake_not_counted", **where})
        elif box.rake_counted is not None and box.rake_counted != box.rake:
            found.append({"kind": "rake_difference", **where, "amount": box.rake_counted - (box.rake or 0)})
    return found


def _tables(periods: Iterable[Period], boxes: Boxes) -> list[TableLine]:
    pots = sorted((p for p in periods if not p.place.banked), key=lambda p: (*p.place, p.result.number))
    lines = []
    for place, group in groupby(pots, key=lambda period: period.place):
        own = tuple(group)
        bank = figures.bank_variance(of_table(own, boxes).inputs)
        lines.append(TableLine(place, own, _rake(own, boxes), bank))
    return lines


def _boxes(tables: Iterable[TableLine], boxes: Boxes) -> list[Box]:
    """The boxes of some tables, each once."""
    keys = {(period.place.table, number) for table in tables for period in table.periods for number in period.boxes}
    return [boxes[key] for key in sorted(keys)]


def _rake(periods: Sequence[Period], boxes: Boxes) -> Rake | None:
    """What was counted for some periods of one table; None until all of it is, and only of it (V-08)."""
    covered = {period.result.number for period in periods}
    counts: list[tuple[int, int, int]] = []
    for box in {boxes[period.place.table, number] for period in periods for number in period.boxes}:
        if box.periods is None or box.rake is None or not covered.issuperset(box.periods):
            return None
        if box.rake_counted is None and box.rake:
            return None
        counts.append((box.rake, box.rake_counted or 0, box.booked))
    return Rake(
        counted=sum(counted for _, counted, _ in counts),
        booked=sum(booked for _, _, booked in counts),
        shortfall=sum(max(due - counted, 0) for due, counted, _ in counts),
        surplus=sum(max(counted - due, 0) for due, counted, _ in counts),
    )


def _line(tables: Sequence[TableLine]) -> Line:
    """Tables added up, figure by figure; what one does not know yet, the sum does not know (T-50)."""
    results = [period.result for table in tables for period in table.periods]
    rakes = [table.rake for table in tables if table.rake is not None]
    known = len(rakes) == len(tables)
    banks = [table.bank_variance for table in tables if table.bank_variance is not None]
    bank_known = len(banks) == len(tables)
    of_pots, charged = sum(result.rake for result in results), sum(result.time_charges for result in results)
    expected = of_pots + charged
    booked = sum(rake.booked for rake in rakes) if known else None
    time = sum(_open_time(result.opened_at, result.closed_at) for result in results)
    pot, paid = sum(result.pot for result in results), sum(result.pot_paid for result in results)
    return {
        "rounds": sum(result.rounds for result in results),
        "handle": sum(result.handle for result in results),
        "pot": pot,
        "pot_paid": paid,
        "pot_held": pot - paid - of_pots,
        "time_charges": charged,
        "rake_expected": expected,
        "rake_counted": sum(rake.counted for rake in rakes) if known else None,
        "rake_booked": booked,
        "rake_shortfall": sum(rake.shortfall for rake in rakes) if known else None,
        "rake_surplus": sum(rake.surplus for rake in rakes) if known else None,
        "open_seconds": time // 1_000_000,
        "rake_per_hour": figures.per_hour(expected if booked is None else booked, time),
        "bank_short": sum(max(-bank, 0) for bank in banks) if bank_known else None,
        "bank_over": sum(max(bank, 0) for bank in banks) if bank_known else None,
    }


def _open_time(opened_at: str, closed_at: str) -> int:
    """Microseconds between two instants of the log, which are UTC: a day of 23 hours makes no difference."""
    return (datetime.fromisoformat(closed_at) - datetime.fromisoformat(opened_at)) // _MICROSECOND


def _named(table: TableLine) -> Line:
    place = table.place
    return {"table": place.table, "pit": place.pit, "game": place.game, "bank_variance": table.bank_variance}


def _where(table: TableLine, period: int, seq: int, amount: int) -> dict[str, Any]:
    return {"table": table.place.table, "period": period, "seq": seq, "amount": amount}
