"""Everything the floor refuses, in four families, each refusal with a stable code (style.md 18).

A refusal changes nothing. Doors turn the family into a status (403, 404, 409, 422) and the code into the problem's
slug; nobody else catches these.
"""

from typing import Any

from tables.games.contract import Refused


class FloorError(Exception):
    """Base of the four families. ``code`` is stable; ``detail`` holds JSON values that help the person at the door."""

    def __init__(self, code: str, **detail: Any) -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail


class NotAllowed(FloorError):
    """This person may not do this here (403)."""


class NotFound(FloorError):
    """There is no such thing, or it is not this person's to know of (404)."""


class Conflict(FloorError):
    """It does not fit what the table or paper has become in the meantime (409)."""


class StaleSequence(Conflict):
    """The table moved on since the sender last looked (412)."""


class Overloaded(Conflict):
    """The house takes no more of this for the moment (429). ``seconds`` is when to come again."""

    def __init__(self, code: str, seconds: int, **detail: Any) -> None:
        super().__init__(code, **detail)
        self.seconds = seconds


class Invalid(FloorError):
    """The request itself is wrong (422)."""


CONFLICTING_REFUSALS = frozenset(
    {
        "betting_closed",
        "insurance_closed",
        "round_over",
        "not_your_turn",
        "spot_taken",
        "insurance_duplicate",
        "game_over",
        "bet_backed",
    }
)


def from_refusal(refusal: Refused) -> FloorError:
    """The floor's error for what an engine refused; the code is the engine's kind, unchanged."""
    family: type[FloorError] = Invalid
    if refusal.code == "not_authorized":
        family = NotAllowed
    elif refusal.code in CONFLICTING_REFUSALS:
        family = Conflict
    return family(refusal.code, **refusal.detail)
