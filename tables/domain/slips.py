"""Slips between the cage and the tables: kinds, numbers, and where their chips are (domain.md T-20 to T-34).

A slip belongs to one table. There is no slip, and no other paper, that names two: chips go from a rack to the cage or
from the cage to a rack, never from rack to rack (T-30).
"""

import re
from collections.abc import Mapping
from datetime import date
from enum import StrEnum

from tables.domain.rule_packs.pack import RulePack
from tables.domain.rule_packs.words import NumberScope
from tables.domain.table_states import CREDIT_ARROWS, EXCHANGE_ARROWS, FILL_ARROWS, Arrows, SlipStatus

S = SlipStatus


class SlipKind(StrEnum):
    """FILL: chips from the cage to a table. CREDIT: the other way. EXCHANGE: as much both ways, in other chips."""

    FILL = "fill"
    CREDIT = "credit"
    EXCHANGE = "exchange"


ARROWS: Mapping[str, Arrows] = {
    SlipKind.FILL: FILL_ARROWS,
    SlipKind.CREDIT: CREDIT_ARROWS,
    SlipKind.EXCHANGE: EXCHANGE_ARROWS,
}
LETTERS: Mapping[str, str] = {SlipKind.FILL: "F", SlipKind.CREDIT: "C", SlipKind.EXCHANGE: "E"}
"""What a number begins with. A marker's begins with M; it takes its number in the same way."""

UNNUMBERED = frozenset({S.REQUESTED, S.REFUSED, S.WITHDRAWN})
"""A request is no slip yet, or never became one: it has no number."""
OPEN = frozenset({S.REQUESTED, S.ISSUED, S.IN_TRANSIT, S.COUNTED_OUT, S.DECLINED})
"""Somebody still has to do something."""
ON_THE_WAY: Mapping[str, frozenset[SlipStatus]] = {
    SlipKind.FILL: frozenset({S.ISSUED, S.IN_TRANSIT, S.DECLINED}),
    SlipKind.CREDIT: frozenset({S.COUNTED_OUT}),
    SlipKind.EXCHANGE: frozenset({S.ISSUED, S.IN_TRANSIT, S.COUNTED_OUT, S.DECLINED}),
}
"""The chips are in no rack and not in the cage: the books have them ``in_transit`` (T-20)."""
TO_CARRY: Mapping[str, frozenset[SlipStatus]] = {
    SlipKind.FILL: frozenset({S.ISSUED, S.IN_TRANSIT, S.DECLINED}),
    SlipKind.CREDIT: frozenset({S.ISSUED, S.COUNTED_OUT}),
    SlipKind.EXCHANGE: frozenset({S.ISSUED, S.IN_TRANSIT, S.COUNTED_OUT, S.DECLINED}),
}
"""Security has it, or is to come for it."""
BY_TABLE: Mapping[str, frozenset[SlipStatus]] = {
    SlipKind.FILL: frozenset({S.IN_TRANSIT}),
    SlipKind.CREDIT: frozenset({S.ISSUED}),
    SlipKind.EXCHANGE: frozenset({S.IN_TRANSIT}),
}
"""The next step is the table's."""

STATES: Mapping[str, SlipStatus] = {
    "fill_requested": S.REQUESTED,
    "credit_requested": S.REQUESTED,
    "exchange_requested": S.REQUESTED,
    "request_withdrawn": S.WITHDRAWN,
    "request_refused": S.REFUSED,
    "fill_issued": S.ISSUED,
    "credit_issued": S.ISSUED,
    "exchange_issued": S.ISSUED,
    "slip_carried": S.IN_TRANSIT,
    "slip_voided": S.VOID,
    "fill_accepted": S.ACCEPTED,
    "fill_declined": S.DECLINED,
    "exchange_declined": S.DECLINED,
    "credit_counted_out": S.COUNTED_OUT,
    "exchange_made": S.COUNTED_OUT,
    "credit_received": S.RECEIVED,
    "exchange_received": S.RECEIVED,
    "fill_returned": S.RETURNED,
    "exchange_returned": S.RETURNED,
}
"""To which state each event brings a slip."""
REPRINTED = "slip_reprinted"
EVENTS = (*STATES, REPRINTED)
"""Every type of event that tells of a slip."""

_NUMBER = re.compile(r"([A-Z](?:-[0-9]{4})?)-([0-9]{6,12})", re.ASCII)


def series_of(letter: str, pack: RulePack, gaming_day: date) -> str:
    """The series a number of ``gaming_day`` is taken from: with its year, where the pack begins again (T-28)."""
    if pack.slip_number_scope == NumberScope.NEVER:
        return letter
    year = gaming_day.year
    if pack.slip_number_scope == NumberScope.BUSINESS_YEAR and gaming_day.month < pack.business_year_starts_month:
        year -= 1
    return f"{letter}-{year:04d}"


def text_of(series: str, number: int) -> str:
    """A number as it is printed, keyed in and kept in events: ``F-2026-000123``."""
    return f"{series}-{number:06d}"


def parsed(text: str) -> tuple[str, int] | None:
    """Series and number of a text that ``text_of`` could have made; None for any other."""
    found = _NUMBER.fullmatch(text)
    if found is None:
        return None
    series, number = found[1], int(found[2])
    return (series, number) if number and text_of(series, number) == text else None
