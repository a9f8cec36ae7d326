"""What is signed in the count room, one paper an act; like the papers of the table each is one mapping (``papers``).

The hash of a blind count would tell the count to whoever tries the few amounts that a box can hold. So its paper has
a ``nonce`` of 32 random hexadecimal digits, which is shown together with the count and not before (T-107).
"""

from collections.abc import Mapping, Sequence
from typing import Any

from tables.domain import chips
from tables.domain.papers import Paper

FIRST, SECOND, VERIFIER = "first", "second", "verifier"
"""Whose count a sheet is: two persons who do not know of each other's, and a third where these differ."""


def team(casino: str, members: Sequence[str]) -> Paper:
    """Those who count together, by badge."""
    return {"paper": "count_team", "casino": casino, "team": list(members)}


def box_acceptance(casino: str, session: int, table: str, box: int) -> Paper:
    """A box that came into the count with its label and its lock whole."""
    return {"paper": "box_acceptance", "casino": casino, "session": session, "table": table, "box": box}


def count_sheet(
    casino: str, session: int, table: str, box: int, part: str, turn: str, contents: Mapping[str, Any], nonce: str
) -> Paper:
    """One person's count of a box (``part``: its cash, or the rake beside it)."""
    return {
        "paper": "count_sheet",
        "casino": casino,
        "session": session,
        "table": table,
        "box": box,
        "part": part,
        "turn": turn,
        "contents": dict(contents),
        "nonce": nonce,
    }


def verification(casino: str, session: int, notes: Mapping[int, int], total: int) -> Paper:
    """All banknotes of a session, counted again by somebody who has not seen the sheets."""
    return {
        "paper": "count_verification",
        "casino": casino,
        "session": session,
        "notes": chips.as_data(notes),
        "total": total,
    }


def closing(
    casino: str, session: int, totals: Mapping[str, Any], missing: Sequence[Mapping[str, Any]], note: str
) -> Paper:
    """What the team stands for at the end: the totals of all sheets, and the boxes that were not brought."""
    return {
        "paper": "count_closing",
        "casino": casino,
        "session": session,
        "totals": dict(totals),
        "missing": [dict(box) for box in missing],
        "note": note,
    }
