"""Proof of a figure: what the report says, the same found again in the log, the inputs, and the events behind it.

What is asked is a line of a report as of the heads that the report names, so that a report of long ago is proven by
the very events that it was made from. Figures of a month or a year are sums of days, and each day is proven by itself.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Any

from accounting.domain import day_totals, pot_lines, proofs, shift_report
from accounting.domain.day_totals import Kind, Span
from accounting.domain.proof_scope import Asked
from accounting.domain.shift_lines import Box, Boxes, Period
from accounting.selectors import crowd_rows, day_reports, heads, proof_evidence, proof_lines, shift_reports, shift_rows
from accounting.selectors.heads import Heads
from accounting.selectors.proof_evidence import Evidence
from accounting.selectors.proof_lines import Told
from accounting.selectors.proof_sources import Sources
from accounting.selectors.proof_values import PeriodValues, Values
from tables.domain import permissions
from tables.domain.actors import Actor
from tables.domain.errors import NotFound
from tables.selectors import rule_packs


@dataclass(frozen=True, slots=True)
class Input:
    """A part of the formula. ``sign`` is what it is taken with."""

    figure: str
    sign: int
    value: Told
    asked: Asked


@dataclass(frozen=True, slots=True)
class Share:
    """What a table, a bank period or a gaming day has in the figure."""

    name: str
    value: Told
    asked: Asked


@dataclass(frozen=True, slots=True)
class Movement:
    """What events of one type, or the rounds, did to a rack between its opener and its closer."""

    type: str
    times: int
    amount: int


@dataclass(frozen=True, slots=True)
class Proof:
    """A figure with all that it stands on.

    ``stated`` is what the report says, or adds up without saying it (not ``printed``); ``found`` is what the log says,
    by legs and counts, or ``by_legs`` False by the books' bank periods. ``shares_of`` says what the shares are:
    ``table``, ``period`` or ``day``. ``unknown`` are the boxes for which it is not known, each with why.
    """

    asked: Asked
    stated: Told
    printed: bool
    found: Told
    by_legs: bool
    inputs: Sequence[Input]
    shares_of: str
    shares: Sequence[Share]
    movements: Sequence[Movement]
    evidence: Sequence[Evidence]
    events: int
    unknown: Sequence[tuple[Box, str]]
    heads: Heads

    @property
    def agrees(self) -> bool:
        """Whether the log says the same as the report; both may say that it is not known yet."""
        return self.stated == self.found


@dataclass(frozen=True, slots=True)
class _Line:
    """The bank periods of the line that is asked for with their boxes; ``content`` is the report that tells it."""

    periods: Sequence[Period]
    boxes: Boxes
    content: Mapping[str, Any]
    heads: Heads


def prove(*, actor: Actor, asked: Asked, offset: int = 0) -> Proof:
    """Prove a figure; ``offset`` events are passed over in the list.

    Refused: ``not_permitted``, ``no_such_report``, ``no_such_figure`` when no line of the report has it.
    """
    permissions.require(actor, "read_books")
    if not proofs.there(asked.figure, banked=asked.banked):
        raise NotFound("no_such_figure")
    line = _line(actor, asked)
    name, by_legs = proofs.known_as(asked.figure), asked.span is Span.DAY
    sources = Sources.of(actor.casino_id, actor.casino, line.heads)
    rows = PeriodValues(sources, line.periods, line.boxes, banked=asked.banked)
    values = Values(sources, line.periods, line.boxes, banked=asked.banked) if by_legs else rows
    evidence, events = (
        proof_evidence.behind(name, sources, values, line.periods, line.heads, offset) if by_legs else ([], 0)
    )
    told = proof_lines.stated(line.content, asked)
    found = values.of(name, line.periods)
    shares_of, shares = _shares(asked, values, line.periods)
    return Proof(
        asked=asked,
        stated=told[0] if told else rows.of(name, line.periods),
        printed=told is not None,
        found=found,
        by_legs=by_legs,
        inputs=[
            Input(each, sign, values.of(each, line.periods), asked.other(figure=each))
            for sign, each in proofs.terms(name, banked=asked.banked)
        ],
        shares_of=shares_of,
        shares=shares,
        movements=_movements(name, sources, values, line.periods) if by_legs else [],
        evidence=evidence,
        events=events,
        unknown=values.unknown(line.periods) if found is None else [],
        heads=line.heads,
    )


def _movements(name: str, sources: Sources, values: Values, periods: Sequence[Period]) -> list[Movement]:
    """The opener and all that brought the closer about, where one bank period's is asked for."""
    if name != "closer" or len(periods) > 1:
        return []
    opener = Movement("table_opened", 1, int(values.of("opener", periods) or 0))
    return [opener, *(Movement(*told) for told in sources.by_type(proofs.RACK, periods))]


def _line(actor: Actor, asked: Asked) -> _Line:
    content, seen = _report(actor, asked)
    own = [period for period in _periods(actor, asked, seen) if _within(asked, period)]
    if not own:
        raise NotFound("no_such_figure")
    boxes = shift_rows.boxes_of(actor.casino, own, seen)
    return _Line(own, boxes, _as_it_stands(own, boxes, seen) if content is None else content, seen)


def _report(actor: Actor, asked: Asked) -> tuple[Mapping[str, Any] | None, Heads]:
    """What was frozen and the heads that it names; nothing and where the books stand, when nothing was."""
    if asked.version is not None:
        content = shift_reports.report(actor, asked.day, asked.shift, asked.version).content
    elif asked.locked:
        content = day_reports.report(actor, asked.day).content
    else:
        return None, heads.followed(actor.casino_id)
    return content, heads.at(actor.casino_id, {key: head["seq"] for key, head in content["log"]["heads"].items()})


def _periods(actor: Actor, asked: Asked, seen: Heads) -> Sequence[Period]:
    if asked.shift and asked.so_far:
        return shift_rows.of_shift(actor.casino, asked.day, asked.shift, seen).of_day
    first = asked.day
    if asked.span is not Span.DAY:
        year_starts = rule_packs.in_force(actor.casino_id, asked.day).business_year_starts_month
        first = day_totals.starts(asked.span, asked.day, year_starts)
    found = shift_rows.of_days(actor.casino, first, asked.day, seen)
    return [period for period in found if asked.shift in ("", period.result.shift)]


def _as_it_stands(periods: Sequence[Period], boxes: Boxes, seen: Heads) -> dict[str, Any]:
    pots, crowd = pot_lines.block(periods, periods, boxes), crowd_rows.block(periods, periods, seen)
    told = shift_report.figures_of(periods, boxes, with_periods=True)
    return {"figures": told, **({"pot_games": pots} if pots else {}), **({"crowd": crowd} if crowd else {})}


def _within(asked: Asked, period: Period) -> bool:
    place = period.place
    of_line = {
        Kind.HOUSE: True,
        Kind.PIT: place.pit == asked.code,
        Kind.GAME: place.game == asked.code,
        Kind.SHIFT: period.result.shift == asked.code,
        Kind.TABLE: place.table == asked.code and asked.period in (None, period.result.number),
    }
    return place.banked == asked.banked and of_line[asked.kind]


def _shares(asked: Asked, values: Values, periods: Sequence[Period]) -> tuple[str, list[Share]]:
    """The next narrower lines: the days of a longer time, the tables of a wider line, the periods of a table."""
    shift = asked.code if asked.kind is Kind.SHIFT else asked.shift
    of_table = asked.other(kind=Kind.TABLE, shift=shift)
    if asked.span is not Span.DAY:
        return "day", _by(periods, values, asked, lambda period: period.result.gaming_day, _of_day(asked))
    if asked.kind is not Kind.TABLE:
        return "table", _by(
            periods, values, asked, lambda period: period.place.table, lambda code: of_table.other(code=code)
        )
    if asked.period is None and len(periods) > 1:
        return "period", _by(
            periods, values, asked, lambda period: period.result.number, lambda number: of_table.other(period=number)
        )
    return "", []


def _by(
    periods: Sequence[Period],
    values: Values,
    asked: Asked,
    key: Callable[[Period], Any],
    ask: Callable[[Any], Asked],
) -> list[Share]:
    groups = groupby(sorted(periods, key=key), key=key)
    return [Share(str(name), values.of(asked.figure, list(own)), ask(name)) for name, own in groups]


def _of_day(asked: Asked) -> Callable[[str], Asked]:
    """The same of one of the days; only the day that was locked with the report is proven as of its lock."""

    def ask(name: str) -> Asked:
        day = date.fromisoformat(name)
        return asked.other(day=day, span=Span.DAY, locked=asked.locked and day == asked.day)

    return ask
