"""The paper on which one pit boss hands the pit to the next."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from tables.domain.papers import Paper

LISTS = (
    *("approvals", "open_slips", "variances", "disputes", "limits", "patrons", "cards_due", "dealers_due", "alerts"),
)
"""What the figures hold, in the order in which the page shows it."""
MOST_MESSAGES = 2000

Figures = Mapping[str, Sequence[Mapping[str, Any]]]


def handover(casino: str, pit: str, gaming_day: date, shift: str, figures: Figures, messages: str) -> Paper:
    """What both sign: everything that is open in the pit at that moment, and what the next shift has to know."""
    return {
        "paper": "shift_handover",
        "casino": casino,
        "pit": pit,
        "gaming_day": gaming_day.isoformat(),
        "shift": shift,
        "figures": figures,
        "messages": messages,
    }
