"""A shift report as JSON: what docs/books.md describes, made from closed periods and boxes alone."""

import json
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Any

from accounting.domain import dispute_lines, pot_lines
from accounting.domain.shift_lines import Added, Box, Boxes, Line, Period, Place, line, of_table
from tables.domain.canonical import canonical, content_hash

Table = tuple[Place, Sequence[Period], Added]
"""A table, its periods and what they add up to."""
FORMAT = 1
PRELIMINARY, FINAL = "preliminary", "final"


def figures_of(periods: Sequence[Period], boxes: Boxes, *, with_periods: bool) -> dict[str, Any]:
    """Lines by table, pit, game and for the house. ``with_periods`` adds what happened in each period."""
    tables: list[Table] = []
    for place, group in groupby(sorted(periods, key=_by_table), key=lambda period: period.place):
        own = tuple(group)
        tables.append((place, own, of_table(own, boxes)))
    return {
        "tables": [_table_line(*table, boxes, with_periods=with_periods) for table in tables],
        "pits": [{"pit": pit, **_both([t for t in tables if t[0].pit == pit])} for pit in _names(tables, "pit")],
        "games": [_game_line([t for t in tables if t[0].game == game]) for game in _names(tables, "game")],
        "house": _both(tables),
    }


def state_of(periods: Iterable[Period], boxes: Boxes) -> str:
    """Final only when every box of the shift is counted, its rake too; until then win is empty, not 0 (T-50)."""
    theirs = (boxes[period.place.table, number] for period in periods for number in period.boxes)
    return FINAL if all(box.complete for box in theirs) else PRELIMINARY


def tie_outs(periods: Sequence[Period], boxes: Boxes) -> dict[str, dict[str, int]]:
    """How many of the things that must agree do; what has nothing to compare in this shift is left out.

    A table's first opener has no closer before it: it has to be the bank that the cage issued.
    """
    theirs = {(period.place.table, number) for period in periods for number in period.boxes}
    counted = [boxes[key] for key in theirs if boxes[key].counted is not None]
    with_closer = [period for period in periods if period.result.previous_closer is not None]
    first = [period for period in periods if period.result.previous_closer is None]
    found = {
        "opener_is_previous_closer": _of(with_closer, lambda p: p.result.opener == p.result.previous_closer),
        "first_opener_is_bank": _of(first, lambda period: period.result.opener_variance == 0),
        "closer_as_expected": _of(periods, lambda period: period.result.closer_difference == 0),
        "boxes_counted": {"agree": len(counted), "of": len(theirs)},
        "boxes_as_expected": _of(counted, lambda box: box.counted == box.expected),
        **pot_lines.tie_outs(periods, boxes),
    }
    return {name: tie for name, tie in found.items() if tie["of"]}


def exceptions(periods: Sequence[Period], boxes: Boxes) -> list[Line]:
    """What somebody has to explain or still to do, by table and period."""
    found: list[Line] = []
    for period in sorted(periods, key=_by_table):
        result, where = period.result, {"table": period.place.table, "period": period.result.number}
        opener = "opener_variance" if result.previous_closer is not None else "first_opener_variance"
        for kind, seq, amount in (
            (opener, result.opened_seq, result.opener_variance),
            ("closer_difference", result.seq, result.closer_difference),
        ):
            if amount:
                found.append({"kind": kind, **where, "seq": seq, "amount": amount})
        detail = json.loads(result.detail)
        for kind, lines in (
            ("round_voided", detail["voids"]),
            ("misdeal", detail["misdeals"]),
            ("shoe_blocked", detail["blocked_shoes"]),
        ):
            found += [{"kind": kind, **where, "seq": noted["seq"], "reason": noted["reason"]} for noted in lines]
    theirs = {(period.place.table, number) for period in periods for number in period.boxes}
    for key in sorted(theirs):
        found += _box_exceptions(boxes[key])
    return found + pot_lines.exceptions(periods, boxes) + dispute_lines.exceptions(periods)


def content(
    periods: Sequence[Period], of_day: Sequence[Period], boxes: Boxes, crowd: Line | None = None
) -> dict[str, Any]:
    """All of a report that depends on what happened: equal content needs no new version.

    ``pot_games`` is there only if a pot game was open that day, ``disputes`` and ``crowd`` only if there were any, so
    that other reports read as they always did.
    """
    pots, disputes = pot_lines.block(periods, of_day, boxes), dispute_lines.block(periods)
    return {
        "state": state_of(periods, boxes),
        "figures": figures_of(periods, boxes, with_periods=True),
        "day_to_date": figures_of(of_day, boxes, with_periods=False),
        "tie_outs": tie_outs(periods, boxes),
        "exceptions": exceptions(periods, boxes),
        **({"pot_games": pots} if pots else {}),
        **({"disputes": disputes} if disputes else {}),
        **({"crowd": crowd} if crowd else {}),
    }


def text_of(head: dict[str, Any], heads: dict[str, dict[str, Any]], body: dict[str, Any]) -> str:
    """The frozen text: identity, the heads of the log it was computed from and their root, content."""
    return canonical({"format": FORMAT, **head, "log": {"heads": heads, "root": content_hash(heads)}, **body})


def _by_table(period: Period) -> tuple[Any, ...]:
    return (*period.place, period.result.number)


def _names(tables: Iterable[Table], what: str) -> list[str]:
    return sorted({getattr(place, what) for place, _, _ in tables})


def _both(tables: Sequence[Table]) -> dict[str, Line | None]:
    """Banked games and pot games apart: profits of the one are never set off against losses of the other."""
    return {
        "banked": _sum([table for table in tables if table[0].banked]),
        "pot": _sum([table for table in tables if not table[0].banked]),
    }


def _sum(tables: Sequence[Table]) -> Line | None:
    if not tables:
        return None
    periods = [period for _, own, _ in tables for period in own]
    return line(periods, [added for _, _, added in tables], banked=tables[0][0].banked)


def _game_line(tables: Sequence[Table]) -> Line:
    place = tables[0][0]
    return {"game": place.game, "banked": place.banked, **(_sum(tables) or {})}


def _table_line(place: Place, periods: Sequence[Period], added: Added, boxes: Boxes, *, with_periods: bool) -> Line:
    told = {**place._asdict(), **line(periods, [added], banked=place.banked)}
    if with_periods:
        told["periods"] = [_period_line(period, boxes) for period in periods]
    return told


def _period_line(period: Period, boxes: Boxes) -> Line:
    result = period.result
    return {
        "period": result.number,
        "session": result.session,
        "opened_at": result.opened_at,
        "opened_seq": result.opened_seq,
        "closed_at": result.closed_at,
        "closed_seq": result.seq,
        "previous_closer": result.previous_closer,
        "boxes": list(period.boxes),
        **line([period], [of_table([period], boxes)], banked=period.place.banked),
        **json.loads(result.detail),
    }


def _box_exceptions(box: Box) -> list[Line]:
    where = {"table": box.table, "box": box.number}
    if box.periods is None:
        return [{"kind": "box_on_table", **where}]
    if box.counted is None:
        if box.missing:
            return [{"kind": "box_missing", **where, "reason": box.missing}]
        return [{"kind": "box_not_counted", **where}]
    found: list[Line] = []
    if variance := box.counted - (box.expected or 0):
        found.append({"kind": "drop_variance", **where, "amount": variance})
    if box.differed:
        found.append({"kind": "counts_differed", **where})
    if box.missing_papers:
        found.append({"kind": "papers_missing", **where, "reason": ", ".join(box.missing_papers)})
    return found


def _of(things: Sequence[Any], agrees: Callable[[Any], bool]) -> dict[str, int]:
    return {"agree": sum(1 for thing in things if agrees(thing)), "of": len(things)}
