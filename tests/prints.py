"""Prints of papers on the way to what a test is about: ada, who may record copies, prints."""

from collections.abc import Callable, Mapping
from datetime import datetime

from tables.services import paper_prints
from tests import builders, count_stages, custody
from tests.builders import House

WHY = "the paper jammed"


def place(house: House, type_: str, kind: str = "table") -> int:
    """Where the newest event of a type stands in its stream."""
    return int([event["seq"] for event in custody.events(house, kind) if event["type"] == type_][-1])


def print_(
    house: House,
    seq: int,
    who: str = "ada",
    where: str = "BJ-01",
    *,
    reason: str = "",
    key: str | None = None,
    at: datetime | None = None,
) -> int:
    """Print the paper at a place; the number of the copy."""
    actor = builders.actor(who)
    told = paper_prints.print_paper(actor=actor, at=at or house.at, where=where, seq=seq, reason=reason, key=key)
    return int(told["copy"])


def recorded(house: House) -> list[tuple[str, str, int, str, str]]:
    """What the house's log says of prints, in order: kind, number, copy, reason, by whom."""
    told = [event for event in custody.events(house, "house") if event["type"] == "paper_printed"]
    data = [(event["data"], event["actor"]) for event in told]
    return [(one["paper"], one["slip"], one["copy"], one["reason"], by) for one, by in data]


def _opener(house: House) -> None:
    print_(house, place(house, "table_opened"))


def _removal(house: House) -> None:
    count_stages.STAGES["box_removed"](house)
    print_(house, place(house, "box_removed"))


def _sheet(house: House) -> None:
    count_stages.STAGES["box_counted"](house)
    print_(house, place(house, "box_counted", "count"), "cora", "count")


STAGES: Mapping[str, Callable[[House], None]] = {
    "opener_printed": _opener,
    "removal_printed": _removal,
    "sheet_printed": _sheet,
}
"""What was printed, by the name of the stage."""
