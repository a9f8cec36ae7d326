"""Numbers of slips, and where their chips are in each state."""

from datetime import date

import pytest

from tables.domain import events, slips
from tables.domain.errors import Conflict
from tables.domain.rule_packs import shipped
from tables.domain.slips import SlipKind
from tables.domain.table_states import SlipStatus, require_arrow

NEVADA, JERSEY, FRANCE = (shipped.pack(f"{name}-like", 1, 2) for name in ("nevada", "new-jersey", "french"))


def test_t28_series_and_year() -> None:
    """T-28: never, by the calendar's year, or by a business year from 1 November."""
    day, november = date(2026, 3, 4), date(2026, 11, 1)
    assert [slips.series_of("F", pack, day) for pack in (NEVADA, JERSEY, FRANCE)] == ["F", "F-2026", "F-2025"]
    assert [slips.series_of("F", pack, november) for pack in (NEVADA, JERSEY, FRANCE)] == ["F", "F-2026", "F-2026"]


@pytest.mark.parametrize(
    ("series", "number", "text"),
    [("F", 1, "F-000001"), ("C-2026", 123, "C-2026-000123"), ("E", 1_234_567, "E-1234567"), ("M", 202_600, "M-202600")],
)
def test_a_number_and_its_text(series: str, number: int, text: str) -> None:
    assert slips.text_of(series, number) == text
    assert slips.parsed(text) == (series, number)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "F",
        "F-1",
        "F-00001",
        "F-000000",
        "F-0000001",
        "f-000001",
        "FF-000001",
        "F-26-000001",
        "F-000001\n",
        "F-００００１１",
    ],
)
def test_what_is_no_number(text: str) -> None:
    assert slips.parsed(text) is None


@pytest.mark.parametrize("kind", list(SlipKind))
def test_every_state_leads_somewhere_or_is_the_end(kind: SlipKind) -> None:
    arrows = slips.ARROWS[kind]
    reached = {SlipStatus.REQUESTED} | {to for targets in arrows.values() for to in targets}
    assert set(arrows) == reached
    ends = {status for status, targets in arrows.items() if not targets}
    assert {status for status in reached if status in slips.OPEN} == reached - ends


@pytest.mark.parametrize("kind", list(SlipKind))
def test_t23_there_is_no_void_once_the_chips_have_moved(kind: SlipKind) -> None:
    """T-23: only a slip that lies in the cage is voided."""
    assert [status for status, targets in slips.ARROWS[kind].items() if SlipStatus.VOID in targets] == ["issued"]
    with pytest.raises(Conflict) as refused:
        require_arrow(slips.ARROWS[SlipKind.FILL], SlipStatus.IN_TRANSIT, SlipStatus.VOID, "bad_slip_step")
    assert refused.value.detail == {"state": "in_transit", "wanted": "void"}


def test_every_event_of_a_slip_is_known_to_the_log() -> None:
    """Markers have a list of their own, and prints of other papers only name the slip that they go with."""
    assert set(slips.EVENTS) <= set(events.EVENT_TYPES)
    of_slips = {name for name, known in events.EVENT_TYPES.items() if {"slip", "request"} & set(known.fields)}
    assert {name for name in of_slips if not name.startswith(("marker", "paper"))} == set(slips.EVENTS)
