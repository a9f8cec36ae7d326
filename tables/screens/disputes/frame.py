"""What the pages of disputes share: the replay of a round at one step, and what is said after something was done."""

from collections.abc import Mapping
from typing import Any, Final

from django.http import HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tables.domain import chips
from tables.domain.errors import NotFound
from tables.screens import felt
from tables.screens.disputes import steps
from tables.screens.numbers import whole
from tables.screens.refusals import Refusal
from tables.screens.visits import Visit
from tables.selectors import replays, sights, tables

AROUND: Final = 30
"""So many steps are listed before the one that is shown, and as many after it."""
LONGEST: Final = 9
"""Digits of the number of a step."""
DONE: Final[Mapping[str, Promise | str]] = {
    "open": _("The claim stands. Rule on it here."),
    "rule": _("The ruling stands. The rack holds what it says."),
    "accept": _("The player has taken the ruling."),
    "escalate": _("Surveillance looks at the recording."),
    "report": _("The regulator was told."),
}


def replay(visit: Visit, table: str, number: int) -> dict[str, Any]:
    """The round at the step that the address names, by default the last that was played: the list around it, its felt.

    Refused: ``no_such_round``, see ``sights.at_table``.
    """
    whole = replays.replay(actor=visit.actor, table=table, number=number, after=0, limit=0)
    shown = min(_asked(visit) or whole.played, whole.of)
    first = max(shown - 1 - AROUND, 0)
    part = replays.replay(actor=visit.actor, table=table, number=number, after=first, limit=2 * AROUND + 1)
    lines = [steps.read(told, visit.house.exponent) for told in part.steps]
    at = shown - 1 - first
    spots = tables.table(visit.actor, table, visit.at).spots
    return {
        "round": number,
        "round_table": table,
        "steps": lines,
        "step": lines[at],
        "of": whole.of,
        "before": shown - 1,
        "after": shown + 1 if shown < whole.of else 0,
        "bets": [_told(bet) for bet in replays.bets(sights.at_table(visit.actor, table), number)],
        **steps.drawn(whole.game, part.steps[at]["felt"], spots),
    }


def _told(bet: Mapping[str, Any]) -> dict[str, Any]:
    """A bet with the words for its outcome and the chips it was paid."""
    outcome = bet["outcome"] or ""
    return {**bet, "words": felt.OUTCOMES.get(outcome, outcome), "cut": list(chips.from_data(bet["paid"]).items())}


def code_of(table: str) -> str:
    """A table's code in an address. Refused: ``no_such_table``, for signs that no code has."""
    if not table.isascii() or not table.isprintable():
        raise NotFound("no_such_table")
    return table


def draw(visit: Visit, template: str, context: Mapping[str, Any], refusal: Refusal | None = None) -> HttpResponse:
    """A page of disputes, with what was done or refused."""
    said = DONE.get(visit.request.GET.get("done", "")) if refusal is None else None
    framed = {**context, "done": said, "refusal": refusal, "keyed": visit.request.POST}
    return visit.draw(template, framed, status=refusal.status if refusal else 200)


def _asked(visit: Visit) -> int:
    """The step in the address, 0 for none."""
    return whole(visit.request.GET.get("step"), LONGEST) or 0
